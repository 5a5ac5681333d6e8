import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ExecutionResult } from '../../../shared/contract/composer.ts';
import { httpTarget, type Target } from '../../unit/execution/target-server.ts';
import { startComposer, type Composer } from './platform.ts';

type Row = Record<string, unknown> & { id: string };

let composer: Composer;
let target: Target;
let endpoint: Row;
const pretty = '{\n  "id": 7.0,\n  "name": "Rex"\n}\n';
const token = 'canary-of-an-example';

beforeAll(async () => {
  composer = await startComposer();
  target = await httpTarget((request, response) => {
    response.setHeader('content-type', 'application/json').end(request.url === '/large' ? JSON.stringify({ text: 'x'.repeat(3 * 1024 * 1024) }) : pretty);
  });
  const api = (await composer.call<Row>('create-api', { name: 'Pets', server_url: target.url, auth: { type: 'bearer_token', credentials: { token } } })).data;
  endpoint = (await composer.call<Row>('create-endpoint', { api_id: api.id, path: '/pets' })).data;
});
afterAll(async () => {
  await composer[Symbol.asyncDispose]();
  await target[Symbol.asyncDispose]();
});

const run = async (id = endpoint.id) => (await composer.call<ExecutionResult>('api-router-execute', { endpoint_id: id })).data;

describe('an answer that came as JSON', () => {
  it('is kept with its text where that says more than its value, as it came', async () => {
    const result = await run();
    expect(result).toMatchObject({ data: { id: 7, name: 'Rex' }, text: pretty });
    expect((await composer.call<ExecutionResult>('get-execution-status', { execution_id: result.id })).data.text).toBe(pretty);
    const [listed] = (await composer.call<Row[]>('list-executions', { endpoint_id: endpoint.id })).data;
    expect(listed).not.toHaveProperty('text');
  });
});

describe('an example', () => {
  it('keeps an answer with its request, without secrets, under a name that can be changed', async () => {
    const { id: execution_id } = await run();
    const saved = await composer.call<Row>('save-example', { execution_id, name: ' A pet ' });
    expect(saved.data).toMatchObject({ name: 'A pet', endpoint_id: endpoint.id, status: 200, data: { id: 7, name: 'Rex' }, text: pretty, cut: false });
    expect(JSON.stringify(saved.data)).not.toContain(token);
    expect(saved.data['request']).toMatchObject({ method: 'GET' });
    await composer.call('update-example', { id: saved.data.id, name: 'Rex' });
    expect((await composer.call<Row>('get-example', { id: saved.data.id })).data).toMatchObject({ name: 'Rex', data: { name: 'Rex' } });
    const { data: listed } = await composer.call<Row[]>('list-examples', { endpoint_id: endpoint.id });
    expect(listed).toEqual([expect.objectContaining({ name: 'Rex', status: 200 })]);
    expect(listed[0]).not.toHaveProperty('data');
    await composer.call('delete-example', { id: saved.data.id });
    expect(await composer.call('get-example', { id: saved.data.id })).toMatchObject({ status: 404 });
  });

  it('has the beginning of a body that is large, and goes with its endpoint', async () => {
    const { data: large } = await composer.call<Row>('create-endpoint', { api_id: endpoint['api_id'], path: '/large' });
    const { id: execution_id } = await run(large.id);
    const { data: example } = await composer.call<Row>('save-example', { execution_id, name: 'Large' });
    expect(example).toMatchObject({ cut: true, data_kind: 'text' });
    expect((example['data'] as string).length).toBeLessThanOrEqual(1024 * 1024);
    await composer.call('delete-endpoint', { id: large.id });
    expect((await composer.call<Row[]>('list-examples', { endpoint_id: large.id })).data).toEqual([]);
  });

  it('is refused without a name, and of what is not there', async () => {
    expect((await composer.call('save-example', { execution_id: 'nothing', name: 'x' })).status).toBe(404);
    expect((await composer.call('save-example', { execution_id: (await run()).id, name: '' })).status).toBe(400);
  });
});
