import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, expect, it } from 'vitest';
import { dataFolder, endAll, startProcess } from '../dags/platform-process.ts';
import { dataOf, odd, recipesOf } from './recipes.ts';

afterEach(endAll);

async function start(folder: string) {
  const process = await startProcess(folder);
  const call = async (method: string, path: string, body?: object | FormData) => (await process.request(method, path, body)) as { status: number; body: Record<string, unknown> };
  return { process, recipes: recipesOf({ scope: process.scope, call, as: () => { throw new Error('One scope is enough here'); } }) };
}

it('keeps every version that was acknowledged, whole, when the platform is killed while versions are saved [F-1]', { timeout: 120_000 }, async () => {
  using folder = dataFolder();
  let { process, recipes } = await start(folder.path);
  const id = await recipes.make();
  let acknowledged = 0;
  for (let round = 0; round < 5; round += 1) {
    const killed = new Promise<void>((resolve) => setTimeout(() => void process.end('SIGKILL').then(() => resolve()), 40 + round * 35));
    try {
      for (;;) {
        const { version } = await recipes.save(id, { nodes: [...odd.nodes, { id: 'last', data: { text: 'x'.repeat(20_000), number: acknowledged + 1 } }] });
        acknowledged = version;
      }
    } catch {
      await killed; // The answer to the last one was cut off with the platform.
    }
    ({ process, recipes } = await start(folder.path));
    const listed = await recipes.versions(id);
    expect(listed.length).toBeGreaterThanOrEqual(acknowledged);
    expect(listed.map(({ version }) => version)).toEqual(Array.from({ length: listed.length }, (_, index) => listed.length - index));
    if (listed.length === 0) continue;
    const latest = await recipes.latest(id);
    expect(latest['nodes']).toHaveLength(4);
    const { nodes, edges, version_id } = await recipes.read(id);
    expect({ nodes, edges, version_id }).toEqual({ nodes: latest['nodes'], edges: latest['edges'], version_id: latest.version_id });
    acknowledged = listed.length;
  }
  expect(acknowledged).toBeGreaterThan(0);
});

it('takes a recipe of twenty megabytes through versions and a file, and says where the limit is', { timeout: 240_000 }, async () => {
  using folder = dataFolder();
  const { recipes } = await start(folder.path);
  const large = (megabytes: number, word = 'words ') => Array.from({ length: megabytes * 10 }, (_, index) => ({ id: `n${index}`, type: 'note', data: { text: `"${index}"`.padEnd(104_000, word) } }));
  const nodes = large(20);
  const id = await recipes.make({ nodes });
  const { version_id } = await recipes.save(id, { nodes });
  expect(await recipes.versions(id)).toMatchObject([{ version_id, node_count: 200 }]);
  const isWhole = (given: unknown) => JSON.stringify(given) === JSON.stringify(nodes);
  expect(isWhole((await recipes.latest(id))['nodes'])).toBe(true);

  const exported = await recipes.exported(id);
  const { text } = exported.body['data'] as { text: string };
  const made = (await recipes.imported(text)).body['data'] as { id: string; versions: number };
  expect(made).toMatchObject({ versions: 1, problems: [] });
  expect(isWhole((await recipes.read(made.id))['nodes'])).toBe(true);

  for (let count = 0; count < 3; count += 1) await recipes.save(id, { nodes: [...nodes, { id: `more${count}` }] });
  expect((await recipes.exported(id)).status).toBe(200);
  await recipes.save(id, { nodes: large(20, 'others ') });
  const refused = await recipes.exported(id);
  expect({ status: refused.status, error: refused.body['error'] }).toEqual({ status: 413, error: expect.stringMatching(/Export its latest version alone/) as string });
  expect((await recipes.exported(id, { versions: 'latest' })).status).toBe(200);
  for (const [megabytes, words] of [[30, /graph is larger than the 28 MB/], [70, /request is larger than the limit of 64 MB/]] as const) {
    const { status, body } = await recipes.version('create', { workflow_id: id, nodes: large(megabytes), edges: [] });
    expect({ status, error: body['error'] }).toEqual({ status: 413, error: expect.stringMatching(words) as string });
  }
  expect(await recipes.versions(id)).toHaveLength(5);
});

it('makes a whole recipe of a file or nothing, when the platform is killed while it is taken in [F-1]', { timeout: 240_000 }, async () => {
  using folder = dataFolder();
  let { process, recipes } = await start(folder.path);
  const parts = Array.from({ length: 300 }, (_, index) => ({ id: `n${index}`, type: 'note', data: { text: `${index} `.repeat(300) } }));
  // Versions share their parts in a file, and stand for themselves once they are taken in.
  const versions = Array.from({ length: 100 }, (_, index) => ({ version: index + 1, node_parts: [...parts.keys()], edge_parts: [] }));
  const text = JSON.stringify({ format: 'trellis-recipe', version: 1, recipe: { name: 'Large' }, versions, parts });
  const kept = () => {
    const db = new DatabaseSync(join(folder.path, 'platform.db'), { readOnly: true });
    try {
      return db.prepare('SELECT workflow_id, count(*) AS versions FROM workflow_versions GROUP BY workflow_id').all() as { workflow_id: string; versions: number }[];
    } finally {
      db.close();
    }
  };
  const importing = recipes.imported(text).catch(() => undefined);
  await expect.poll(() => kept().length, { interval: 2, timeout: 60_000 }).toBeGreaterThan(0);
  await process.end('SIGKILL');
  await importing;
  ({ process, recipes } = await start(folder.path));
  expect(kept().filter(({ workflow_id, versions: count }) => workflow_id.startsWith('import:') || count !== 100)).toEqual([]);
  const { id } = dataOf((await recipes.imported(text)) as never) as { id: string };
  expect(await recipes.versions(id)).toHaveLength(100);
  await process.end('SIGTERM');
});
