import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { newMember, startTestPlatform, type TestPlatform } from '../platform/platform.ts';
import { dataOf, recipesOf } from './recipes.ts';

let platform: TestPlatform;
let recipes: ReturnType<typeof recipesOf>;
beforeAll(async () => {
  platform = await startTestPlatform();
  recipes = recipesOf(platform);
});
afterAll(() => platform[Symbol.asyncDispose]());

const ask = (action: string, fields: object = {}) =>
  platform.call('POST', '/api/router/runtime_fabric_grpc_proxy', { operation_type: 'dag_operation', client_id: 'tests', action, ...fields });
const details = async (dag_id: unknown) => dataOf(await ask('fetchDagDetails', { dag_id })) as Record<string, unknown> & { definition: { tasks: unknown } };

it('adds a DAG of a recipe with a schedule, and makes it say what the recipe says from then on', async () => {
  const id = await recipes.make({ name: 'Größe / Daily!', dag_config: { schedule: '@daily', catchup: false, max_active_runs: 2, of_its_own: 'kept' }, default_args: { city: 'Ulm', api_key: 'hidden' } });
  const { dag_id } = await recipes.read(id);
  expect(dag_id).toMatch(/^größe-daily-[\da-f]{12}$/);
  const dag = await details(dag_id);
  expect(dag).toMatchObject({ schedule: '@daily', is_paused: false, description: 'Größe / Daily!', definition: { tasks: [{ task_id: 'run', operator: 'workflow', workflow_id: id, data: { city: 'Ulm' } }] } });
  expect(JSON.stringify(dag)).not.toContain('hidden');

  await recipes.put(id, { dag_config: { schedule: '*/5 * * * *', data: { city: 'Bonn' } }, dag_id: 'not-for-others-to-say' });
  expect(await details(dag_id)).toMatchObject({ schedule: '*/5 * * * *', latest_dag_version: { version_number: 2 }, definition: { tasks: [{ data: { city: 'Bonn' } }] } });
  await recipes.put(id, { nodes: [{ id: 'only' }] });
  await recipes.save(id);
  expect(await details(dag_id)).toMatchObject({ latest_dag_version: { version_number: 2 } });
  expect(await recipes.read(id)).toMatchObject({ dag_id, dag_config: { schedule: '*/5 * * * *' } });
});

it('runs the latest version of the recipe, with the data of its configuration', async () => {
  const graph = (word: string) => ({
    nodes: [{ id: 'start', type: 'start' }, { id: 'say', type: 'transform', data: { expression: `'${word} ' & city` } }, { id: 'end', type: 'end' }],
    edges: [{ id: 'a', source: 'start', target: 'say' }, { id: 'b', source: 'say', target: 'end' }],
  });
  const id = await recipes.make({ name: 'Runs', ...graph('First'), dag_config: { schedule: '@yearly', data: { city: 'Ulm' } } });
  await recipes.save(id, graph('Second'));
  const { dag_id } = await recipes.read(id);
  await ask('triggerDagRun', { dag_id });
  const runs = async () => dataOf(await platform.call('GET', `/api/workflow/run/list?workflow_id=${id}`)) as Record<string, unknown>[];
  await vi.waitFor(async () => expect(await runs()).toMatchObject([{ state: 'success', version: 1 }]), { timeout: 25_000, interval: 100 });
  const run_id = String((await runs())[0]!['run_id']);
  expect(dataOf(await platform.call('GET', `/api/workflow/run/get?run_id=${run_id}`))).toMatchObject({ output: 'Second Ulm', data: { city: 'Ulm' } });
});

it('pauses the DAG where the schedule is taken away or the recipe deleted, and resumes the same one where it comes back', async () => {
  const id = await recipes.make({ dag_config: '{"schedule": "@hourly"}' });
  const { dag_id } = await recipes.read(id);
  for (const none of [null, {}, { schedule: null }, { schedule: '' }]) {
    await recipes.put(id, { dag_config: none });
    expect(await details(dag_id)).toMatchObject({ is_paused: true });
    await recipes.put(id, { dag_config: { schedule: '@hourly' } });
    expect(await details(dag_id)).toMatchObject({ is_paused: false });
  }
  await ask('pauseDag', { dag_id });
  await recipes.put(id, { dag_config: { schedule: '@weekly' } });
  expect(await details(dag_id)).toMatchObject({ is_paused: true, schedule: '@weekly' });
  await ask('unpauseDag', { dag_id });
  expect((await platform.call('DELETE', `/api/saas_db/workflow_recipes/${id}`)).status).toBe(200);
  expect(await details(dag_id)).toMatchObject({ is_paused: true });
});

it('lets a recipe go whose DAG somebody deleted, or whose environment', async () => {
  const { tenant_id } = platform.scope;
  const environment_id = String((await platform.as({ environment_id: '' }).call('POST', '/api/saas_db/environments', { tenant_id, name: 'Short-lived' })).body['insertedId']);
  const there = platform.as({ environment_id });
  const moved = await recipesOf(there).make({ dag_config: { schedule: '@hourly' } });
  expect((await there.call('DELETE', `/api/saas_db/environments/${environment_id}`)).status).toBe(200);
  expect((await platform.as({ environment_id: '' }).call('DELETE', `/api/saas_db/workflow_recipes/${moved}`)).status).toBe(200);

  const id = await recipes.make({ dag_config: { schedule: '@hourly' } });
  await ask('deleteDag', { dag_id: (await recipes.read(id))['dag_id'] });
  expect((await platform.call('DELETE', `/api/saas_db/workflow_recipes/${id}`)).status).toBe(200);
});

it('says in words of the recipe what is wrong with its schedule, and saves nothing of it', async () => {
  const made = await platform.call('POST', '/api/saas_db/workflow_recipes', { ...platform.scope, name: 'Wrong', dag_config: { schedule: 'whenever' } });
  expect(made).toMatchObject({ status: 400, body: { error: expect.stringMatching(/^DAG configuration: schedule /) as string, details: [{ path: ['dag_config', 'schedule'] }] } });
  const id = await recipes.make({ name: 'Right', dag_config: { schedule: '@daily' } });
  const before = await recipes.read(id);
  expect((await recipes.put(id, { name: 'New name', dag_config: { schedule: '@daily', max_active_runs: 'many' }, nodes: [] })).status).toBe(400);
  expect(await recipes.read(id)).toEqual(before);
});

it('takes params with a pattern, which a thread judges before the recipe is saved, and says in words of the recipe what does not fit', async () => {
  const config = (value: string) => ({ schedule: '@daily', params: { city: { value, schema: { type: 'string', pattern: '^[A-Z]' } } } });
  const id = await recipes.make({ name: 'With a pattern', dag_config: config('Ulm') });
  const { dag_id } = await recipes.read(id);
  expect(await details(dag_id)).toMatchObject({ definition: { params: config('Ulm').params } });
  expect(await recipes.put(id, { dag_config: config('Bonn') })).toMatchObject({ status: 200 });
  expect(await recipes.put(id, { dag_config: { ...config('Bonn'), schedule: '@weekly' } })).toMatchObject({ status: 200 });
  expect(await details(dag_id)).toMatchObject({ schedule: '@weekly', latest_dag_version: { version_number: 3 }, definition: { params: config('Bonn').params } });

  const wrong = { status: 400, body: { error: expect.stringMatching(/^DAG configuration: params\.city does not fit its schema/) as string, details: [{ path: ['dag_config', 'params', 'city'] }] } };
  expect(await recipes.put(id, { name: 'Not kept', dag_config: config('ulm') })).toMatchObject(wrong);
  expect(await recipes.read(id)).toMatchObject({ name: 'With a pattern', dag_config: { ...config('Bonn'), schedule: '@weekly' } });
  expect(await platform.call('POST', '/api/saas_db/workflow_recipes', { ...platform.scope, name: 'Never made', dag_config: config('ulm') })).toMatchObject(wrong);

  const { text } = dataOf(await recipes.exported(id)) as { text: string };
  const made = dataOf(await recipes.imported(text)) as { id: string };
  expect(await details((await recipes.read(made.id))['dag_id'])).toMatchObject({ is_paused: true, definition: { params: config('Bonn').params } });
});

it('says that an Airflow does not run recipes, where the environment has one', async () => {
  const { tenant_id } = platform.scope;
  const made = await platform.as({ environment_id: '' }).call('POST', '/api/saas_db/environments', { tenant_id, name: 'Airflow', airflow_url: 'http://127.0.0.1:9', airflow_secret: 'token' });
  const there = platform.as({ environment_id: String(made.body['insertedId']) });
  const create = (fields: object) => there.call('POST', '/api/saas_db/workflow_recipes', { ...there.scope, name: 'There', ...fields });
  expect(await create({ dag_config: { schedule: '@daily' } })).toMatchObject({ status: 400, body: { error: expect.stringMatching(/its Airflow, which does not run recipes/) as string, details: [{ path: ['dag_config'] }] } });
  expect((await create({})).status).toBe(201);
});

it('adds the DAG of an import paused, so that nothing runs that nobody asked for', async () => {
  const id = await recipes.make({ dag_config: { schedule: '@daily' } });
  const { text } = dataOf(await recipes.exported(id)) as { text: string };
  const made = dataOf(await recipes.imported(text)) as { id: string };
  const { dag_id, dag_config } = await recipes.read(made.id);
  expect(dag_config).toEqual({ schedule: '@daily', is_paused: true });
  expect(dag_id).not.toBe((await recipes.read(id))['dag_id']);
  expect(await details(dag_id)).toMatchObject({ is_paused: true });
});

it('schedules nothing for who may not write DAGs, and saves a recipe of theirs without a schedule [P-004]', async () => {
  const { tenant_id } = platform.scope;
  await platform.call('POST', '/api/saas_db/roles', { tenant_id, name: 'author', permissions: ['workflows:read', 'workflows:write'] });
  const author = await newMember(platform, 'author@example.com', 'author');
  const create = (fields: object) => author.call('POST', '/api/saas_db/workflow_recipes', { ...platform.scope, name: 'Mine', ...fields });
  expect(await create({ dag_config: { schedule: '@daily' } })).toMatchObject({ status: 403, body: { error: expect.stringContaining('dags:write') as string } });
  expect((await create({})).status).toBe(201);
});
