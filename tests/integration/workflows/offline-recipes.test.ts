import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { startPlatform } from '../../../electron/platform/start.ts';
import type { Pin } from '../../../shared/contract/pins.ts';
import { temporaryFolder } from '../../unit/backend/folders.ts';
import { dataOf, errorOf, eventsOf, startBackend } from '../backend/backend.ts';

const fields = ['name', 'description', 'upd_date', 'version_id', 'node_count', 'has_image'];
const picture = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const graph = (...labels: string[]) => ({ nodes: labels.map((label, at) => ({ id: `n${at}`, type: 'transform', data: { label, api_key: 'canary-key' } })), edges: [] });

async function onPlatform() {
  const data = temporaryFolder();
  let platform = await startPlatform({ data, log: () => undefined });
  onTestFinished(() => platform.close());
  const { tenant_id, environment_id, url, token } = platform;
  const backend = await startBackend();
  const { api } = backend;
  const { id } = dataOf(await api.profiles.save({ name: 'Real', kind: 'remote', base_url: url }));
  dataOf(await api.profiles.select({ id }));
  dataOf(await api.session.signIn({ token }));
  const scope = { tenant_id, environment_id };
  const followed = eventsOf<{ pins: Pin[] }>((subscriber) => api.pins.follow({}, subscriber));
  /** The pin as it was told last, once it suits. */
  const pin = async (suits: (pin: Pin) => boolean) => {
    await vi.waitFor(() => expect(followed.seen.at(-1)!.pins.some(suits)).toBe(true), { timeout: 15_000, interval: 20 });
    return followed.seen.at(-1)!.pins.find(suits)!;
  };
  const recipe = async (name: string, ...labels: string[]) => {
    const { id } = dataOf(await api.workflowRecipes.create({ ...scope, name, ...graph('Begin') }));
    for (const label of labels) dataOf(await api.workflowVersions.create({ ...scope, workflow_id: id, ...graph(label) }));
    return id;
  };
  return {
    ...backend, api, scope, pin, recipe,
    pins: () => followed.seen.at(-1)!.pins,
    cut: () => platform.close(),
    back: async () => {
      platform = await startPlatform({ data, port: Number(new URL(url).port), token, log: () => undefined });
    },
  };
}

it('lists recipes without graphs and images, and tells how many nodes there are [C-087][N-042]', async () => {
  const { api, scope, recipe } = await onPlatform();
  const id = await recipe('Digest', 'One', 'Two');
  dataOf(await api.workflowRecipes.update({ ...scope, id, recipe_image: picture }));
  const { rows } = dataOf(await api.workflowRecipes.list({ ...scope, fields }));
  expect(rows).toEqual([{ id, name: 'Digest', upd_date: expect.any(String) as string, version_id: expect.any(String) as string, node_count: 1, has_image: true }]);
  expect(dataOf(await api.recipeShelf.image({ ...scope, id }))).toEqual({ image: picture });
  const asked = dataOf(await api.workflowRecipes.list({ ...scope, fields: ['name', 'nodes'] })).rows;
  expect(asked).toMatchObject([{ name: 'Digest', nodes: graph('Two').nodes }]);
  dataOf(await api.workflowRecipes.remove({ id, ...scope }));
  expect(dataOf(await api.workflowRecipes.list({ ...scope, fields })).rows).toEqual([]);
});

it('finds recipes by what stands in their nodes, with and without the platform, and by nothing secret', async () => {
  const { api, scope, recipe, cut } = await onPlatform();
  const id = await recipe('Digest', 'Summarise headlines');
  await recipe('Other', 'Translate');
  dataOf(await api.workflowRecipes.list({ ...scope, fields }));
  const search = async (text: string) => dataOf(await api.cache.search({ ...scope, text, group: 'workflowRecipes' })).hits;
  await vi.waitFor(async () => expect(await search('headli')).toMatchObject([{ id, title: 'Digest' }]), { timeout: 15_000 });
  dataOf(await api.workflowVersions.create({ ...scope, workflow_id: id, ...graph('Classify') }));
  dataOf(await api.workflowRecipes.list({ ...scope, fields }));
  await vi.waitFor(async () => expect(await search('classify')).toMatchObject([{ id }]), { timeout: 15_000 });
  await cut();
  expect(await search('classify digest')).toHaveLength(1);
  expect(await search('headlines')).toEqual([]);
  expect(await search('canary')).toEqual([]);
});

it('keeps a pinned recipe in full, and gives it all without the platform [F-20]', async () => {
  const { api, scope, pin, recipe, cut, deps } = await onPlatform();
  const id = await recipe('Digest', 'One', 'Two', 'Three');
  dataOf(await api.workflowRecipes.update({ ...scope, id, pass_phrase: 'canary-phrase', recipe_image: picture }));
  dataOf(await api.pins.add({ ...scope, group: 'workflowRecipes', row: id, title: 'Digest' }));
  const kept = await pin(({ state }) => state === 'kept');
  expect(kept).toMatchObject({ title: 'Digest', with_runs: false, problem: null });
  expect(dataOf(await api.cache.stats({})).pinned_bytes).toBe(kept.bytes);
  const versions = dataOf(await api.workflowVersions.list({ ...scope, workflow_id: id })).rows;

  await cut();
  const offline = await api.workflowRecipes.get({ ...scope, id });
  expect(offline).toMatchObject({ ok: true, meta: { source: 'cache' }, data: { name: 'Digest', nodes: [{ data: { label: 'Three' } }], pass_phrase: { $secret: true } } });
  expect(dataOf(await api.recipeShelf.image({ ...scope, id }))).toEqual({ image: picture });
  const labels = [];
  for (const { version_id } of versions) labels.push((dataOf(await api.workflowVersions.get({ ...scope, workflow_id: id, version_id })).nodes as { data: { label: string } }[])[0]!.data.label);
  expect(labels).toEqual(['Three', 'Two', 'One']);
  for (const file of readdirSync(deps.dataFolder).filter((name) => name.startsWith('cache.db'))) expect(readFileSync(join(deps.dataFolder, file), 'latin1')).not.toContain('canary');
});

it('keeps the runs of a recipe too where they are wanted, as the screens of runs ask for them', async () => {
  const { api, scope, pin, recipe, cut } = await onPlatform();
  const id = await recipe('Greeting');
  const nodes = [{ id: 'start', type: 'start', data: {} }, { id: 'end', type: 'end', data: {} }];
  dataOf(await api.workflowVersions.create({ ...scope, workflow_id: id, nodes, edges: [{ id: 'e', source: 'start', target: 'end' }] }));
  const { run_id } = dataOf(await api.workflowRuns.start({ ...scope, workflow_id: id, data: { name: 'Ada' } }));
  await vi.waitFor(async () => expect(dataOf(await api.workflowRuns.get({ ...scope, run_id })).state).toBe('success'), { timeout: 20_000, interval: 100 });
  dataOf(await api.pins.add({ ...scope, group: 'workflowRecipes', row: id, title: 'Greeting', with_runs: true }));
  await pin(({ state }) => state === 'kept');
  await cut();
  expect(dataOf(await api.workflowRuns.list({ ...scope, workflow_id: id, limit: 100, offset: 0 })).rows).toMatchObject([{ run_id, state: 'success' }]);
  const { executions } = dataOf(await api.workflowRuns.get({ ...scope, run_id }));
  expect(executions.map(({ node_id }) => node_id)).toEqual(expect.arrayContaining(['start', 'end']));
});

it('reads a pinned recipe anew when it changed, waits for the platform where it is away, and lets go of it when it is deleted [F-25]', async () => {
  const { api, scope, pin, pins, recipe, cut, back } = await onPlatform();
  const id = await recipe('Digest', 'One');
  dataOf(await api.pins.add({ ...scope, group: 'workflowRecipes', row: id, title: 'Digest' }));
  const { as_of } = await pin(({ state }) => state === 'kept');
  dataOf(await api.workflowVersions.create({ ...scope, workflow_id: id, ...graph('Two') }));
  await pin((now) => now.state === 'kept' && now.as_of !== as_of);

  await cut();
  expect(errorOf(await api.workflowVersions.create({ ...scope, workflow_id: id, ...graph('Lost') })).code).toBe('unreachable');
  dataOf(await api.pins.renew({ group: 'workflowRecipes', row: id }));
  await pin(({ state }) => state === 'waiting');
  const { data } = (await api.workflowRecipes.get({ ...scope, id })) as { data: unknown };
  expect(data).toMatchObject({ nodes: [{ data: { label: 'Two' } }] });
  await back();
  dataOf(await api.workflowRecipes.list({ ...scope, fields }));
  await pin(({ state }) => state === 'kept');

  dataOf(await api.workflowRecipes.remove({ ...scope, id }));
  await vi.waitFor(() => expect(pins()).toEqual([]), { timeout: 15_000 });
  expect(dataOf(await api.cache.stats({})).pinned_bytes).toBe(0);
});

it('ends keeping what is unpinned meanwhile, and forgets all of it at sign-out [F-24]', async () => {
  const { api, scope, pin, pins, recipe } = await onPlatform();
  const [first, second] = [await recipe('First', 'One', 'Two'), await recipe('Second', 'One')];
  dataOf(await api.pins.add({ ...scope, group: 'workflowRecipes', row: first, title: 'First' }));
  dataOf(await api.pins.add({ ...scope, group: 'workflowRecipes', row: second, title: 'Second' }));
  dataOf(await api.pins.remove({ group: 'workflowRecipes', row: first }));
  await pin(({ row, state }) => row === second && state === 'kept');
  expect(pins()).toHaveLength(1);
  dataOf(await api.session.signOut({}));
  expect(pins()).toEqual([]);
  expect(dataOf(await api.cache.stats({}))).toMatchObject({ answers: 0, pinned_bytes: 0 });
});
