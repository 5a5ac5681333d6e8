import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { openCache } from '../../../electron/backend/cache.ts';
import { openDrafts } from '../../../electron/backend/drafts.ts';
import { temporaryFolder } from '../../unit/backend/folders.ts';

const rounds = 200;
const source = (name: string) => JSON.stringify(new URL(`../../../electron/backend/${name}`, import.meta.url).href);

it('an app that is killed 200 times while it writes loses no confirmed draft, tears nothing, and leaves no files behind [F-1][F-27]', { timeout: 600_000 }, async () => {
  const folder = temporaryFolder();
  const compiled = temporaryFolder();
  const script = path.join(compiled, 'writer.mjs');
  writeFileSync(script, `
    import { openDrafts } from ${source('drafts.ts')};
    import { openCache } from ${source('cache.ts')};
    const [folder, from] = process.argv.slice(2);
    const drafts = openDrafts(folder + '/drafts.db', Date.now);
    const cache = openCache({ file: folder + '/cache.db', limitBytes: 1e8, isSecret: () => () => false, isList: () => true, now: Date.now });
    const key = { profile: 'p', user: 'u', tenant: 't', environment: 'e', call: 'x.list', input: '{}' };
    for (let count = Number(from) + 1; ; count++) {
      drafts.put({ profile: 'p', user: 'u' }, 'form', { count, text: 'x'.repeat(count % 5000) });
      cache.write(key, { rows: Array.from({ length: 50 }, (_, index) => ({ id: String(index), name: 'row of ' + count })) }, cache.tick());
      cache.settle();
      process.stdout.write(count + '\\n');
      await new Promise(setImmediate);
    }`);
  let confirmed = 0;
  for (let round = 0; round < rounds; round++) {
    const child = spawn(process.execPath, [script, folder, String(confirmed)], { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, NODE_COMPILE_CACHE: compiled } });
    const exit = once(child, 'exit');
    const last = confirmed + 1 + (round % 7);
    for await (const line of createInterface({ input: child.stdout })) {
      confirmed = Number(line);
      if (confirmed === last) child.kill('SIGKILL');
    }
    await exit;
  }

  const drafts = openDrafts(path.join(folder, 'drafts.db'), Date.now);
  const cache = openCache({ file: path.join(folder, 'cache.db'), limitBytes: 1e8, isSecret: () => () => false, isList: () => true, now: Date.now });
  const draft = drafts.list({ profile: 'p', user: 'u' }, '')[0]!.value as { count: number; text: string };
  expect(draft.count).toBeGreaterThanOrEqual(confirmed);
  expect(draft.text).toHaveLength(draft.count % 5000);
  const kept = cache.read({ profile: 'p', user: 'u', tenant: 't', environment: 'e', call: 'x.list', input: '{}' })!.data as { rows: { name: string }[] };
  const names = new Set(kept.rows.map(({ name }) => name));
  expect([kept.rows.length, names.size]).toEqual([50, 1]);
  expect(Number([...names][0]!.slice('row of '.length))).toBeGreaterThanOrEqual(confirmed);
  expect([drafts.problem(), cache.stats().problem]).toEqual([null, null]);
  drafts.close();
  cache.close();
  for (const file of ['drafts.db', 'cache.db']) {
    const db = new DatabaseSync(path.join(folder, file));
    expect(Object.values(db.prepare('PRAGMA integrity_check').get()!)).toEqual(['ok']);
    db.close();
  }
  expect(readdirSync(folder).toSorted()).toEqual(['cache.db', 'drafts.db']);
});
