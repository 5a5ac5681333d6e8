import { expect, it, onTestFinished } from 'vitest';
import { startPlatform } from '../../../electron/platform/start.ts';
import { temporaryFolder } from '../../unit/backend/folders.ts';
import { dataOf, errorOf, signedIn, startBackend } from './backend.ts';
import { startServer, status } from './server.ts';

async function onRealPlatform() {
  const platform = await startPlatform({ data: temporaryFolder(), log: () => undefined });
  onTestFinished(() => platform.close());
  const backend = await startBackend();
  const { id } = dataOf(await backend.api.profiles.save({ name: 'Real', kind: 'remote', base_url: platform.url }));
  dataOf(await backend.api.profiles.select({ id }));
  dataOf(await backend.api.session.signIn({ token: platform.token }));
  return { ...backend, scope: { tenant_id: platform.tenant_id, environment_id: platform.environment_id } };
}

it('clones a recipe as version 1, not synced, with its graph and without its pass phrase [I-012][S-038][S-039][K-018]', async () => {
  const { api, scope } = await onRealPlatform();
  const nodes = [{ id: 'start', type: 'start', data: {} }, { id: 'end', type: 'end', data: {} }];
  const edges = [{ id: 'e', source: 'start', target: 'end' }];
  const original = dataOf(await api.workflowRecipes.create({ ...scope, name: 'Greet', nodes, edges, pass_phrase: 'opensesame' }));
  const clone = dataOf(await api.workflowRecipes.clone({ ...scope, id: original.id, name: 'Greet again' }));
  expect(clone).toMatchObject({ name: 'Greet again', nodes, edges, version_tag: 'Initial version (cloned)', is_backend_synced: false, backend_sync_time: null });
  expect(clone.id).not.toBe(original.id);
  expect(clone['pass_phrase'] ?? null).toBeNull();
  expect(dataOf(await api.workflowVersions.latest({ ...scope, workflow_id: clone.id }))).toMatchObject({ version: 1, version_tag: 'Initial version (cloned)' });
});

it('clones one version of a recipe, and leaves its schedule paused [I-012]', async () => {
  const { api, scope } = await onRealPlatform();
  const original = dataOf(await api.workflowRecipes.create({ ...scope, name: 'Daily', dag_config: { schedule: '@daily' } }));
  const first = dataOf(await api.workflowVersions.create({ ...scope, workflow_id: original.id, nodes: [{ id: 'first' }], edges: [] }));
  dataOf(await api.workflowVersions.create({ ...scope, workflow_id: original.id, nodes: [{ id: 'second' }], edges: [], base_version_id: first.version_id }));
  const clone = dataOf(await api.workflowRecipes.clone({ ...scope, id: original.id, version_id: first.version_id }));
  expect(clone).toMatchObject({ name: 'Daily (copy)', nodes: [{ id: 'first' }], version: 1, is_backend_synced: false });
  const dagOf = async (id: string) => dataOf(await api.dags.details({ ...scope, dag_id: String(dataOf(await api.workflowRecipes.get({ ...scope, id }))['dag_id']) }));
  expect([await dagOf(original.id), await dagOf(clone.id)]).toMatchObject([{ is_paused: false }, { is_paused: true }]);
});

it('says that there is nothing to clone, and what failed when the server says nothing [R-018][E-047]', async () => {
  const server = await startServer({ 'GET /api/saas_db/workflow_recipes/empty': () => ({}), 'GET /api/saas_db/workflow_recipes/broken': status(500, {}) });
  const { api } = await signedIn(server.url);
  expect(errorOf(await api.workflowRecipes.clone({ tenant_id: 't1', id: 'empty' })).message).toBe('Original workflow data not found');
  expect(errorOf(await api.workflowRecipes.clone({ tenant_id: 't1', id: 'broken' })).message).toBe('Failed to fetch original workflow');
});

it('says which part of the graph the copy lacks [R-019][R-020]', async () => {
  const whole = { id: 'a', name: 'Whole', nodes: [{ id: 'n' }], edges: [{ id: 'e' }] };
  for (const [copy, message] of [
    [{ id: 'b', name: 'Copy', edges: whole.edges }, 'Clone created but missing nodes data'],
    [{ id: 'b', name: 'Copy', nodes: whole.nodes }, 'Clone created but missing edges data'],
  ] as const) {
    const server = await startServer({
      'GET /api/saas_db/workflow_recipes/a': () => whole,
      'POST /api/saas_db/workflow_recipes': () => ({ insertedId: 'b' }),
      'GET /api/saas_db/workflow_recipes/b': () => copy,
    });
    const { api } = await signedIn(server.url);
    expect(errorOf(await api.workflowRecipes.clone({ tenant_id: 't1', id: 'a' })).message).toBe(message);
  }
});
