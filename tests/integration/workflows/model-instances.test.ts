import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newMember, secondTenant, startTestPlatform, type TestPlatform } from '../platform/platform.ts';
import { dataOf, recipesOf, type Fields } from './recipes.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startTestPlatform();
});
afterAll(() => platform[Symbol.asyncDispose]());

const graph = (answer: string) => ({
  nodes: [{ id: 'start', type: 'start', data: { sample: { city: 'Ulm' } } }, { id: 'say', type: 'transform', data: { expression: `'${answer} ' & city` } }, { id: 'end', type: 'end', data: {} }],
  edges: [{ id: 'a', source: 'start', target: 'say' }, { id: 'b', source: 'say', target: 'end' }],
});
const db = '/api/saas_db';
const make = async (table: string, fields: Fields) => String((await platform.call('POST', `${db}/${table}`, { ...platform.scope, ...fields })).body['insertedId']);
const start = (id: string, body: Fields = {}) => platform.call('POST', `${db}/flow_instances/${id}/start`, body);
const runs = async (id: string) => dataOf(await platform.call('GET', `${db}/flow_instances/${id}/runs`)) as Fields[];
/** Waits for the end of a run on its stream. */
async function ended(run_id: unknown): Promise<Fields> {
  const events = await fetch(`${platform.url}/api/workflow/run/events?run_id=${String(run_id)}`, {
    headers: { authorization: `Bearer ${platform.token}`, 'x-tenant-id': platform.scope.tenant_id, 'x-environment-id': platform.scope.environment_id },
  });
  await events.text();
  return dataOf(await platform.call('GET', `/api/workflow/run/get?run_id=${String(run_id)}`)) as Fields;
}

describe('a flow instance', () => {
  it('is made of a recipe with what that asks for, runs with its configuration, and keeps its history [C-085][I-010][N-044][Q-003]', async () => {
    const recipe = await make('flow_recipes', { name: 'Greet', ...graph('Hello'), flow_recipe_config: '[{"name":"city","required":true}, {"name": "size", "default": 2}]' });
    const id = await make('flow_instances', { name: 'Bonn', flow_recipe_id: recipe, flow_instance_config: '[{"name": "city", "value": "Bonn"}]' });
    const other = await make('flow_instances', { name: 'Other', flow_recipe_id: recipe, flow_instance_config: [{ city: 'Köln' }] });
    expect((await platform.call('GET', `${db}/flow_instances/${id}`)).body).toMatchObject({ flow_recipe_name: 'Greet', flow_recipe_config: [{ name: 'city', required: true }, { name: 'size', default: 2 }], flow_instance_config: [{ name: 'city', value: 'Bonn' }] });

    const begun = dataOf(await start(id)) as Fields;
    expect(begun).toMatchObject({ workflow_id: recipe, workflow_name: 'Greet', session_id: id, data: { city: 'Bonn', size: 2 } });
    expect(await ended(begun['run_id'])).toMatchObject({ state: 'success', output: 'Hello Bonn' });
    const once = dataOf(await start(id, { data: { city: 'Aachen' } })) as Fields;
    expect(await ended(once['run_id'])).toMatchObject({ output: 'Hello Aachen' });
    await start(other);
    expect((await runs(id)).map(({ run_id }) => run_id)).toEqual([once['run_id'], begun['run_id']]);
    expect(await runs(other)).toHaveLength(1);
  });

  it('is made of a workflow recipe, too, and runs the latest version of it or the one that it names', async () => {
    const recipes = recipesOf(platform);
    const recipe = await recipes.make({ name: 'Versioned', ...graph('First') });
    const { version_id } = await recipes.save(recipe, graph('First'));
    await recipes.save(recipe, graph('Second'));
    const latest = await make('flow_instances', { name: 'latest', flow_recipe_id: recipe });
    const first = await make('flow_instances', { name: 'first', flow_recipe_id: recipe, version_id });
    expect((await platform.call('GET', `${db}/flow_instances/${latest}`)).body).toMatchObject({ flow_recipe_name: 'Versioned', flow_recipe_config: [{ name: 'city', default: 'Ulm' }] });
    expect(await ended((dataOf(await start(latest)) as Fields)['run_id'])).toMatchObject({ output: 'Second Ulm', version: 2 });
    expect(await ended((dataOf(await start(first)) as Fields)['run_id'])).toMatchObject({ output: 'First Ulm', version: 1 });
  });

  it('does not start without what its recipe requires, without a recipe, or once the recipe is gone, and says so', async () => {
    const recipe = await make('flow_recipes', { name: 'Strict', ...graph('x'), flow_recipe_config: [{ name: 'city', label: 'City', required: true }, { name: 'size', type: 'number' }] });
    const id = await make('flow_instances', { name: 'Empty', flow_recipe_id: recipe, flow_instance_config: [{ name: 'size', value: 'two' }] });
    expect(await start(id)).toMatchObject({ status: 400, body: { error: '“Empty” cannot start: City is required; size must be a number. Change its configuration.', details: [{ path: ['flow_instance_config', 'city'] }, { path: ['flow_instance_config', 'size'] }] } });
    expect(await start(await make('flow_instances', { name: 'Of none' }))).toMatchObject({ status: 400, body: { error: '“Of none” is made of no recipe. Choose one for it.' } });
    await platform.call('DELETE', `${db}/flow_recipes/${recipe}`);
    expect((await start(id, { data: { city: 'Ulm', size: 1 } })).status).toBe(404);
    expect((await platform.call('GET', `${db}/flow_instances/${id}`)).body).toMatchObject({ flow_recipe_name: null });
    expect((await platform.call('POST', `${db}/flow_instances`, { ...platform.scope, name: 'x', flow_recipe_id: 'nope' })).status).toBe(404);
  });

  it('is nobody else’s to start or to see, and only of those who may run [P-004][F-24]', async () => {
    const recipe = await make('flow_recipes', { name: 'Mine', ...graph('x') });
    const id = await make('flow_instances', { name: 'Mine', flow_recipe_id: recipe });
    const stranger = platform.as(await secondTenant(platform));
    expect((await stranger.call('POST', `${db}/flow_instances/${id}/start`, {})).status).toBe(404);
    expect((await stranger.call('GET', `${db}/flow_instances/${id}/runs`)).status).toBe(404);
    const viewer = await newMember(platform, 'viewer@example.com', 'viewer');
    expect((await viewer.call('POST', `${db}/flow_instances/${id}/start`, {})).status).toBe(403);
    expect((await viewer.call('GET', `${db}/flow_instances/${id}/runs`)).status).toBe(200);
  });
});
