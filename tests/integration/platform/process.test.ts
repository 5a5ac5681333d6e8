import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newFolder } from './platform.ts';
import { spawnPlatform, type NotStarted, type Ready } from './process.ts';

/** Rounds of kill and restart: a few here, and as many as one likes by hand. */
const rounds = Number(process.env['TRELLIS_KILL_ROUNDS'] ?? 20);

describe('the platform’s process', () => {
  let folder: string;
  beforeEach(() => {
    folder = newFolder();
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const ask = async ({ url, token, tenant_id, environment_id }: Ready, method: string, path: string, body?: object) => {
    const response = await fetch(url + path, {
      method, headers: { authorization: `Bearer ${token}`, 'x-tenant-id': tenant_id, 'x-environment-id': environment_id },
      ...(body ? { body: JSON.stringify({ tenant_id, environment_id, ...body }) } : {}),
    });
    return (await response.json()) as Record<string, unknown>;
  };
  const memories = async (ready: Ready) =>
    (await ask(ready, 'GET', `/api/saas_db/agent_memories?tenant_id=${ready.tenant_id}&environment_id=${ready.environment_id}`))['data'] as { name: string }[];

  it('says where it is in one line, begins with one tenant and one environment, and ends on SIGTERM', async () => {
    await using platform = await spawnPlatform(['--data', folder, '--port', '0', '--token', 'T']);
    expect(Object.keys(platform.ready)).toEqual(['url', 'token', 'tenant_id', 'environment_id']);
    expect(platform.ready.token).toBe('T');
    const { detail } = (await ask(platform.ready, 'GET', '/api/auth/session')) as { detail: { tenants: { id: string; environments: { id: string }[] }[] } };
    expect(detail.tenants.map(({ id, environments }) => [id, environments.map((one) => one.id)])).toEqual([[platform.ready.tenant_id, [platform.ready.environment_id]]]);
    platform.child.kill('SIGTERM');
    expect(await platform.exit()).toEqual({ code: 0, signal: null });
    expect(readdirSync(folder).toSorted()).toEqual(['owner.json', 'owner.lock', 'platform.db', 'vault.key']);
  });

  it('keeps its key and its data from other users of the computer', async () => {
    await using platform = await spawnPlatform(['--data', folder]);
    expect(platform.ready.token.length).toBeGreaterThanOrEqual(40);
    expect((statSync(join(folder, 'vault.key')).mode & 0o777).toString(8)).toBe('600');
  });

  it('takes its options and key on stdin, and ends when that does', async () => {
    const key = randomBytes(32).toString('base64');
    await using platform = await spawnPlatform(['--stdin'], JSON.stringify({ data: folder, port: 0, token: 'from stdin', key }));
    expect(platform.ready.token).toBe('from stdin');
    expect(readdirSync(folder)).not.toContain('vault.key');
    platform.child.stdin!.end();
    expect(await platform.exit()).toEqual({ code: 0, signal: null });
  });

  it('lets a request that is under way end before it does', async () => {
    await using platform = await spawnPlatform(['--data', folder]);
    const document = JSON.stringify({ openapi: '3.1.0', info: { title: 'Slow', version: '1' }, paths: {}, 'x-fill': 'x'.repeat(4_000_000) });
    const answer = ask(platform.ready, 'POST', '/api/saas_db/open_apis', { name: 'slow', document });
    // The body is on its way when the signal comes; either it was taken and is answered, or never.
    await new Promise((resolve) => setImmediate(resolve));
    platform.child.kill('SIGTERM');
    const outcome = await answer.then((body) => 'insertedId' in body, () => false);
    const answered = performance.now();
    expect(await platform.exit()).toEqual({ code: 0, signal: null });
    // It waits for the answer, and not for the client to close its connection.
    expect(performance.now() - answered).toBeLessThan(2500);
    await using again = await spawnPlatform(['--data', folder]);
    const { tenant_id, environment_id } = again.ready;
    const { totalCount } = await ask(again.ready, 'GET', `/api/saas_db/open_apis?tenant_id=${tenant_id}&environment_id=${environment_id}`);
    expect(totalCount).toBe(outcome ? 1 : 0);
  });

  it('has one owner: a second start says who works there and exits with 2 [F-3]', async () => {
    await using first = await spawnPlatform(['--data', folder]);
    const refused = await spawnPlatform(['--data', folder]).then(() => undefined, (error: unknown) => error as NotStarted);
    expect(refused?.code).toBe(2);
    expect(refused?.stderr).toContain(`process ${first.child.pid}`);
    expect(refused?.stderr).toContain(folder);
    expect(await memories(first.ready)).toEqual([]);
  });

  it('says so when its port is taken [F-26]', async () => {
    await using first = await spawnPlatform(['--data', folder]);
    const other = newFolder();
    const { port } = new URL(first.ready.url);
    const refused = await spawnPlatform(['--data', other, '--port', port]).then(() => undefined, (error: unknown) => error as NotStarted);
    rmSync(other, { recursive: true });
    expect(refused?.code).toBe(2);
    expect(refused?.stderr).toContain(port);
  });

  it.each([[[], '--data DIR'], [['--data', 'x', '--port', 'http'], '--port'], [['--nonsense'], 'nonsense']])('explains the arguments %j', async (args, word) => {
    const refused = await spawnPlatform(args).then(() => undefined, (error: unknown) => error as NotStarted);
    expect(refused?.code).toBe(1);
    expect(refused?.stderr).toContain(word);
    expect(refused?.stderr).not.toMatch(/\n\s+at /);
  });

  it(`loses no acknowledged write in ${rounds} rounds of SIGKILL, and tears none [F-1]`, { timeout: 30_000 + rounds * 10_000 }, async () => {
    const acknowledged = new Set<string>();
    for (let round = 0; round < rounds; round++) {
      await using platform = await spawnPlatform(['--data', folder]);
      const found = new Set((await memories(platform.ready)).map(({ name }) => name));
      expect([...acknowledged].filter((name) => !found.has(name))).toEqual([]);
      const killAfter = 5 + Math.floor(Math.random() * 20);
      let written = 0;
      const write = async (writer: number) => {
        for (let index = 0; ; index++) {
          const name = `${round}-${writer}-${index}`;
          const answer = await ask(platform.ready, 'POST', '/api/saas_db/agent_memories', { name, content: 'x'.repeat(2000) }).catch(() => undefined);
          if (!answer) return;
          if ('insertedId' in answer) acknowledged.add(name);
          if (++written === killAfter) platform.child.kill('SIGKILL');
        }
      };
      await Promise.all([write(0), write(1), write(2)]);
      expect(await platform.exit()).toEqual({ code: null, signal: 'SIGKILL' });
    }
    expect(acknowledged.size).toBeGreaterThan(rounds);
    const db = new DatabaseSync(join(folder, 'platform.db'));
    expect(db.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
    db.close();
    const known = new Set(['owner.json', 'owner.lock', 'platform.db', 'platform.db-shm', 'platform.db-wal', 'vault.key']);
    expect(readdirSync(folder).filter((file) => !known.has(file))).toEqual([]);
  });

  it('cannot open its secrets with another key, and says so', async () => {
    const start = (key: string) => spawnPlatform(['--stdin'], JSON.stringify({ data: folder, token: 'T', key }));
    const refused = await start('c2hvcnQ=').then(() => undefined, (error: unknown) => error as NotStarted);
    expect(refused?.code).toBe(3);
    expect(refused?.stderr).toContain('holds no usable key');
  });

  it('refuses a folder that it cannot make, by its name [F-2]', async () => {
    const file = join(folder, 'a-file');
    writeFileSync(file, 'not a folder');
    const refused = await spawnPlatform(['--data', join(file, 'data')]).then(() => undefined, (error: unknown) => error as NotStarted);
    expect(refused?.code).toBe(3);
    expect(refused?.stderr).toContain(join(file, 'data'));
  });

  it('writes no secret and no token to its log', async () => {
    await using platform = await spawnPlatform(['--data', folder, '--token', 'canary-token']);
    await ask(platform.ready, 'POST', '/api/saas_db/agent_llms', { name: 'llm', api_key: 'canary-secret' });
    platform.child.kill('SIGTERM');
    await platform.exit();
    const files = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'latin1')).join('');
    expect(files).not.toMatch(/canary-(?:token|secret)/);
  });
});
