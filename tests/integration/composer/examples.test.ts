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

describe('examples that come and go with a document', () => {
  type Example = Row & { readonly name: string; readonly status: number };
  const examplesOf = async (api_id: string) => {
    const { data: endpoints } = await composer.call<Row[]>('list-endpoints', { api_id });
    const { data: listed } = await composer.call<Example[]>('list-examples', { endpoint_id: endpoints[0]!.id });
    const whole = await Promise.all(listed.map(async ({ id }) => (await composer.call<Example>('get-example', { id })).data));
    return whole.map(({ name, status, data }) => ({ name, status, data })).toSorted((one, other) => one.status - other.status || (one.name < other.name ? -1 : 1));
  };
  const imported = async (method: string, document: object) => (await composer.call<{ api_id: string; problems: object[] }>(method, { document: JSON.stringify(document) })).data;
  const exported = async (method: string, more: object, id: string) => (await composer.call<{ document?: string; text?: string }>(method, { id, ...more })).data;

  it('are those of OpenAPI, named or not, and stand there again when it is exported', async () => {
    const { api_id } = await imported('import-openapi', {
      openapi: '3.1.0', info: { title: 'Examples', version: '1' }, servers: [{ url: target.url }],
      paths: { '/pets': { get: { operationId: 'pets', responses: {
        200: { description: 'A pet', content: { 'application/json': { schema: { type: 'object' }, examples: { rex: { summary: 'Rex', value: { name: 'Rex' } }, far: { externalValue: 'https://far.example/pet.json' }, ada: { $ref: '#/components/examples/Ada' } } } } },
        404: { description: 'None', content: { 'text/plain': { example: 'no pet' } } },
      } } } },
      components: { examples: { Ada: { value: { name: 'Ada' } } } },
    });
    const found = [{ name: 'Rex', status: 200, data: { name: 'Rex' } }, { name: 'ada', status: 200, data: { name: 'Ada' } }, { name: 'None', status: 404, data: 'no pet' }];
    expect(await examplesOf(api_id)).toEqual(found);
    const { document } = await exported('export-openapi', {}, api_id);
    expect(JSON.parse(document!)).toMatchObject({ paths: { '/pets': { get: { responses: { 200: { description: 'A pet', content: { 'application/json': { schema: { type: 'object' }, examples: { Rex: { value: { name: 'Rex' } } } } } } } } } } });
    const { api_id: back } = await imported('import-openapi', JSON.parse(document!) as object);
    expect(await examplesOf(back)).toEqual(found);
  });

  it('are those of Swagger 2.0', async () => {
    const { api_id } = await imported('import-openapi', { swagger: '2.0', info: { title: 'Old', version: '1' }, paths: { '/pets': { get: { responses: { 200: { description: 'A pet', examples: { 'application/json': { name: 'Rex' } } } } } } } });
    expect(await examplesOf(api_id)).toEqual([{ name: 'A pet', status: 200, data: { name: 'Rex' } }]);
  });

  it('are the saved responses of Postman, and come back from its export', async () => {
    const response = [
      { name: 'Rex', code: 200, header: [{ key: 'Content-Type', value: 'application/json' }, { key: 'Set-Cookie', value: 'sid=canary-of-a-session; HttpOnly' }], body: '{"name": "Rex"}' },
      { name: 'Gone', code: 410, header: [{ key: 'Content-Type', value: 'text/plain' }], body: 'gone' },
    ];
    const { api_id, problems } = await imported('import-collection', {
      info: { name: 'Kennel', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' }, item: [{ name: 'Pet', request: { method: 'GET', url: `${target.url}/pet` }, response }],
    });
    const found = [{ name: 'Rex', status: 200, data: { name: 'Rex' } }, { name: 'Gone', status: 410, data: 'gone' }];
    expect(problems).toEqual([]);
    expect(await examplesOf(api_id)).toEqual(found);
    const { text } = await exported('export-collection', { format: 'postman' }, api_id);
    expect(text).not.toContain('canary');
    expect(JSON.parse(text!)).toMatchObject({ item: [{ response: [{ name: 'Rex', code: 200, status: 'OK', body: '{"name": "Rex"}', originalRequest: { method: 'GET' } }, { name: 'Gone', code: 410 }] }] });
    const { api_id: back } = await imported('import-collection', JSON.parse(text!) as object);
    expect(await examplesOf(back)).toEqual(found);
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
