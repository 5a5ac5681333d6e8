import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ExecutionResult } from '../../../shared/contract/composer.ts';
import { httpTarget, type Target } from '../../unit/execution/target-server.ts';
import { petsV3 } from '../../unit/platform/composer/documents.ts';
import { startComposer, type Composer } from './platform.ts';

type Row = Record<string, unknown> & { id: string };
const mark = { $secret: true };

let composer: Composer;
let target: Target;

beforeAll(async () => {
  composer = await startComposer();
  target = await httpTarget((request, response) => {
    if (request.url!.startsWith('/v1/fail')) return void request.socket.destroy();
    if (request.url!.startsWith('/v1/hang')) return;
    response.setHeader('content-type', 'application/json').setHeader('set-cookie', ['a=1', 'b=2']);
    response.end(JSON.stringify({ method: request.method, url: request.url, headers: request.headers }));
  });
});
afterAll(async () => {
  await composer[Symbol.asyncDispose]();
  await target[Symbol.asyncDispose]();
});

async function until(met: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await met())) await new Promise((resolve) => setImmediate(resolve));
}

async function created(kind: 'api' | 'endpoint', fields: object): Promise<Row> {
  const { status, data } = await composer.call<Row>(`create-${kind}`, fields);
  expect(status).toBe(200);
  return data;
}
const newApi = (fields: object = {}) => created('api', { name: 'Target', server_url: target.url, base_path: '/v1', ...fields });
const newEndpoint = (api: Row, fields: object = {}) => created('endpoint', { api_id: api.id, method: 'GET', path: '/things', ...fields });
const run = (endpoint: Row, fields: object = {}) => composer.call<ExecutionResult>('api-router-execute', { api_id: endpoint['api_id'], endpoint_id: endpoint.id, ...fields });
const listed = async (query: object) => (await composer.call<Row[]>('list-executions', query)).data.map(({ id }) => id);
const canary = (kind: string) => `canary-${kind}-secret`;

describe('APIs and endpoints', () => {
  it('are created, read, listed, changed and deleted [C-105][C-106][C-107][C-108][C-109][N-027]', async () => {
    const api = await newApi({ description: 'first' });
    expect(api).toMatchObject({ name: 'Target', enabled: true, auth: { type: 'none' }, ...composer.scope });
    expect((await composer.call<Row>('get-api', { id: api.id })).data).toEqual(api);
    const list = await composer.call<Row[]>('list-apis');
    expect(list).toMatchObject({ status: 200, success: true, totalCount: list.data.length });
    expect(list.data).toContainEqual(api);
    expect((await composer.call<Row>('update-api', { id: api.id, description: 'second' })).data).toMatchObject({ name: 'Target', description: 'second' });
    expect(await composer.call('delete-api', { id: api.id })).toMatchObject({ status: 200, success: true });
    expect(await composer.call('get-api', { id: api.id })).toMatchObject({ status: 404, error: `Not found: API ${api.id}` });
  });

  it('belong together: endpoints are listed by API, and deleted with it [C-118][C-119][C-120][C-121][C-122][N-028]', async () => {
    const [one, two] = [await newApi(), await newApi()];
    const endpoint = await newEndpoint(one, { method: 'post', path: '/a' });
    expect(endpoint).toMatchObject({ api_id: one.id, method: 'POST', name: 'POST /a', enabled: true });
    await newEndpoint(two);
    expect(await composer.call('list-endpoints', { api_id: one.id })).toMatchObject({ totalCount: 1, data: [{ id: endpoint.id }] });
    expect((await composer.call('update-endpoint', { id: endpoint.id, path: '/b', method: 'patch' })).data).toMatchObject({ path: '/b', method: 'PATCH' });
    const extra = await newEndpoint(one);
    expect((await composer.call('delete-endpoint', { id: extra.id })).status).toBe(200);
    await composer.call('delete-api', { id: one.id });
    expect((await composer.call('get-endpoint', { id: endpoint.id })).status).toBe(404);
    expect((await composer.call('list-endpoints', { api_id: two.id })).totalCount).toBe(1);
  });

  it('are refused where they make no sense', async () => {
    expect(await composer.call('create-endpoint', { api_id: 'nowhere', path: '/' })).toMatchObject({ status: 404, error: 'Not found: API nowhere' });
    expect(await composer.call('create-endpoint', { api_id: 'x', path: '' })).toMatchObject({ status: 400, error: 'Path is required' });
    expect(await composer.call('create-api', { name: ' ' })).toMatchObject({ status: 400, error: 'Name is required' });
    expect((await composer.call('create-endpoint', { api_id: (await newApi()).id, path: '/', method: 'GET / HTTP/1.1' })).status).toBe(400);
  });

  it('are enabled and disabled by calls of their own, and do not run while disabled [C-123][C-124][S-010]', async () => {
    const api = await newApi();
    const endpoint = await newEndpoint(api, { name: 'Things' });
    expect((await composer.call('disable-endpoint', { id: endpoint.id })).data).toMatchObject({ enabled: false });
    expect(await run(endpoint)).toMatchObject({ status: 400, error: 'The endpoint “Things” is disabled. Enable it and try again.' });
    expect((await composer.call('enable-endpoint', { id: endpoint.id })).data).toMatchObject({ enabled: true });
    await composer.call('update-api', { id: api.id, enabled: false });
    expect(await run(endpoint)).toMatchObject({ status: 400, error: 'The API “Target” is disabled. Enable it and try again.' });
  });

  it('answer the health check [C-115]', async () => {
    expect(await composer.call('health-check')).toMatchObject({ status: 200, data: { status: 'ok' } });
  });
});

describe('running an endpoint', () => {
  it('sends what the endpoint and the caller say, and answers the whole result [C-132][N-030][X-013][X-017][X-018][K-024]', async () => {
    const endpoint = await newEndpoint(await newApi(), {
      method: 'POST', path: '/users/{id}/:part?fixed=1', headers: { 'X-Fixed': 'a' }, body: { type: 'raw', content_type: 'application/json', content: '{"a":1}' },
      parameters: [{ name: 'id', in: 'path', value: 'default' }, { name: 'q', in: 'query', value: 1 }, { name: 'X-Param', in: 'header', value: 'p' }, { name: 'sid', in: 'cookie', value: 'c' }, { name: 'shown', in: 'query', example: 'not sent' }],
    });
    const { status, success, data } = await run(endpoint, { path_variables: { part: 'a/../b' }, query: { q: 2 }, headers: { 'X-Mine': 'b' }, correlationId: 'mine-1' });
    expect([status, success]).toEqual([200, true]);
    const sent = target.requests.at(-1)!;
    expect(sent).toMatchObject({ method: 'POST', url: '/v1/users/default/a%2F..%2Fb?fixed=1&q=2', body: '{"a":1}' });
    expect(sent.headers).toMatchObject({ 'x-fixed': 'a', 'x-param': 'p', 'x-mine': 'b', cookie: 'sid=c', 'content-type': 'application/json' });
    expect(data).toMatchObject({
      correlationId: 'mine-1', status: 200, statusText: 'OK', error: null, execution_mode: 'sync', basePath: '/v1', endpointPath: '/users/{id}/:part?fixed=1',
      executedURL: `${target.url}/v1/users/default/a%2F..%2Fb?fixed=1&q=2`, ...composer.scope, api_id: endpoint['api_id'], endpoint_id: endpoint.id,
      data: { method: 'POST' }, headers: { 'content-type': 'application/json', 'set-cookie': 'a=1\nb=2' },
    });
    const fields = ['id', 'correlationId', 'status', 'statusText', 'data', 'headers', 'duration', 'timestamp', 'executedURL', 'basePath', 'endpointPath', 'requestId', 'error', 'execution_mode', 'tenant_id', 'environment_id', 'api_id', 'endpoint_id', 'user_id', 'client_ip', 'user_agent'];
    for (const field of fields) expect(data).toHaveProperty(field);
    for (const id of ['mine-1', data.id]) expect((await composer.call('get-execution-status', { execution_id: id })).data).toEqual(data); // [C-133]
  });

  it('sends the endpoint as it is edited, and leaves what is saved as it is [C-132]', async () => {
    const api = await newApi({ auth: { type: 'api_key', credentials: { name: 'X-Key', value: 'of the api', in: 'header' } } });
    const saved = await newEndpoint(api, { headers: { 'X-Old': 'yes' }, auth: { type: 'none' } });
    const edited = { method: 'PUT', path: '/others/{id}', parameters: [{ name: 'id', in: 'path', value: 'a b' }, { name: 'seen', in: 'cookie', value: '1' }], headers: {}, auth: null, api_id: 'x' };
    const { data } = await run(saved, { edited });
    expect(data).toMatchObject({ status: 200, endpointPath: '/others/{id}', api_id: api.id, data: { method: 'PUT', url: '/v1/others/a%20b', headers: { 'x-key': expect.any(String) as string, cookie: 'seen=1' } } });
    expect((data.data as { headers: object }).headers).not.toHaveProperty('x-old');
    expect((await composer.call<Row>('get-endpoint', { id: saved.id })).data).toMatchObject({ method: 'GET', path: '/things', headers: { 'X-Old': 'yes' } });
  });

  it('answers a target that fails with status 500 and Execution Error, by HTTP 200 [E-071][F-7]', async () => {
    const endpoint = await newEndpoint(await newApi(), { path: '/fail' });
    const { status, success, data } = await run(endpoint);
    expect([status, success]).toEqual([200, true]);
    expect(data).toMatchObject({ status: 500, statusText: 'Execution Error', data: null, error: expect.stringContaining('closed the connection') as string });
    expect(data.correlationId).not.toBe('');
    expect(Date.parse(data.timestamp)).not.toBeNaN();
    expect((await composer.call('get-execution-status', { execution_id: data.id })).data).toEqual(data);
  });

  it.each([
    ['hangs', { path: '/hang' }, {}, 'No complete answer within 200 ms'],
    ['is link-local', {}, { server_url: 'http://169.254.169.254' }, 'is link-local'],
    ['is not there', {}, { server_url: 'http://127.0.0.1:1' }, 'Nothing listens'],
  ])('says so when the target %s [E-071][K-002][F-10]', async (_, endpoint, api, error) => {
    const { data } = await run(await newEndpoint(await newApi(api), { timeout_ms: 200, ...endpoint }));
    expect(data).toMatchObject({ status: 500, statusText: 'Execution Error', error: expect.stringContaining(error) as string });
  });

  it.each([
    ['a variable without a value', { path: '/users/{id}' }, {}, 'The path variable “id” has no value. Give it a value and try again.'],
    ['a variable that leaves the path [F-9]', { path: '/users/{id}' }, { path_variables: { id: '..' } }, 'cannot be “..”'],
    ['a header with a line break [F-8]', {}, { headers: { 'X-A': 'a\r\nb' } }, 'line break'],
    ['a kind of authentication that cannot be sent', {}, { auth: { type: 'morse' } }, 'cannot be sent'],
  ])('refuses %s before anything is sent', async (_, fields, input, error) => {
    const endpoint = await newEndpoint(await newApi(), fields);
    const before = target.requests.length;
    expect(await run(endpoint, input)).toMatchObject({ status: 400, error: expect.stringContaining(error) as string });
    expect(target.requests.length).toBe(before);
    expect((await composer.call('list-executions', { endpoint_id: endpoint.id })).totalCount).toBe(0);
  });

  it('refuses an endpoint that is not there, or is of another API', async () => {
    const [api, endpoint] = [await newApi(), await newEndpoint(await newApi())];
    expect((await run({ id: 'nowhere', api_id: '' })).status).toBe(404);
    expect((await run({ ...endpoint, api_id: api.id })).status).toBe(404);
    expect(await composer.call('api-router-execute', {})).toMatchObject({ status: 400, error: 'Endpoint is required' });
  });

  it('is under way until it has ended, and ends when its client goes away [S-011][E-073]', async () => {
    const endpoint = await newEndpoint(await newApi(), { path: '/hang' });
    const client = new AbortController();
    const running = composer.call('api-router-execute', { endpoint_id: endpoint.id, correlationId: 'under-way' }, client.signal).catch(() => 'gone');
    const state = async () => (await composer.call<ExecutionResult>('get-execution-status', { execution_id: 'under-way' })).data;
    await until(async () => (await state())?.status === 0);
    expect(await state()).toMatchObject({ status: 0, statusText: 'Executing...' });
    client.abort();
    expect(await running).toBe('gone');
    await until(async () => (await state()).status !== 0);
    expect(await state()).toMatchObject({ status: 500, statusText: 'Execution Error', error: 'The execution was cancelled' });
  });

  it('keeps a test apart from the executions [C-125][K-017]', async () => {
    const endpoint = await newEndpoint(await newApi());
    const test = await composer.call<ExecutionResult>('test-endpoint', { endpoint_id: endpoint.id });
    expect(test.data).toMatchObject({ status: 200, endpoint_id: endpoint.id });
    expect((await composer.call('list-executions', { endpoint_id: endpoint.id })).totalCount).toBe(0);
    expect((await composer.call('get-execution-status', { execution_id: test.data.id })).status).toBe(200);
  });

  it('lists executions newest first, by API and endpoint, in pages [C-135]', async () => {
    const api = await newApi();
    const [one, two] = [await newEndpoint(api), await newEndpoint(api)];
    const ids = [];
    for (const endpoint of [one, two, one]) ids.push((await run(endpoint)).data.id);
    expect(await listed({ api_id: api.id })).toEqual(ids.toReversed());
    expect(await listed({ endpoint_id: one.id })).toEqual([ids[2], ids[0]]);
    expect(await listed({ api_id: api.id, page: 2, limit: 2 })).toEqual([ids[0]]);
  });
});

describe('secrets of the composer [F-20]', () => {
  it('come back as a mark, and are kept when the mark is written back', async () => {
    const api = await newApi({ auth: { type: 'api_key', credentials: { name: 'X-Key', value: 'canary-api-1', prefix: 'Token' } } });
    expect(api['auth']).toEqual({ type: 'api_key', credentials: { name: 'X-Key', value: mark, prefix: 'Token' } });
    await composer.call('update-api', { id: api.id, name: 'Renamed', auth: api['auth'] });
    await run(await newEndpoint(api));
    expect(target.requests.at(-1)!.headers['x-key']).toBe('Token canary-api-1');
  });

  it('are the endpoint’s before the API’s, and none means none [X-001][X-002][X-005]', async () => {
    const api = await newApi({ auth: { type: 'bearer_token', credentials: { token: 'canary-api-2' } } });
    const sent = async (fields: object, input: object = {}) => {
      await run(await newEndpoint(api, fields), input);
      const { authorization, 'x-key': key } = target.requests.at(-1)!.headers;
      return authorization ?? key;
    };
    expect(await sent({})).toBe('Bearer canary-api-2');
    expect(await sent({ auth: null })).toBe('Bearer canary-api-2');
    expect(await sent({ auth: { type: 'none' } })).toBeUndefined();
    const own = { type: 'api_key', credentials: { name: 'x-key', value: 'canary-own-1' } };
    expect(await sent({ auth: own })).toBe('canary-own-1');
    expect(await sent({ auth: own }, { auth: { type: 'basic_auth', credentials: { username: 'u', password: 'canary-run-1' } } })).toMatch(/^Basic /);
    expect(await sent({ auth: own }, { auth: { type: 'api_key', credentials: { name: 'x-key', value: mark } } })).toBe('canary-own-1');
    expect(await sent({}, { auth: { type: 'bearer_token', credentials: { token: mark } } })).toBe('Bearer canary-api-2');
  });

  it('stand in no answer, history, log line or file in clear', async () => {
    const kinds = [
      { type: 'api_key', credentials: { name: 'key', value: canary('query'), in: 'query' } },
      { type: 'api_key', credentials: { name: 'X-Key', value: canary('header') } },
      { type: 'bearer_token', credentials: { token: canary('bearer') } },
      { type: 'basic_auth', credentials: { username: 'someone', password: canary('basic') } },
      { type: 'oauth2', credentials: { client_id: 'client', client_secret: canary('oauth') } },
      { type: 'custom', credentials: { headers: { 'X-Own': canary('custom') } } },
    ];
    const answers: unknown[] = [];
    for (const auth of kinds) {
      const api = await newApi({ auth });
      for (const path of ['/things', '/fail']) answers.push(await run(await newEndpoint(api, { path })));
      answers.push(api, await run(await newEndpoint(await newApi()), { auth }));
    }
    answers.push(await composer.call('list-apis'), await composer.call('list-executions'), composer.lines);
    expect(JSON.stringify(answers)).not.toMatch(/canary-\w+-secret/);
    expect(target.requests.filter(({ url, headers }) => (url + JSON.stringify(headers)).includes('-secret')).length).toBeGreaterThan(0);
    const traces = ['-secret', Buffer.from(`someone:${canary('basic')}`).toString('base64')];
    const leaking = readdirSync(composer.folder).filter((file) => {
      const bytes = readFileSync(join(composer.folder, file));
      return traces.some((trace) => bytes.includes(trace));
    });
    expect(leaking).toEqual([]);
  });
});

describe('importing a document', () => {
  it('makes an API whose endpoints run [C-111]', async () => {
    const { status, data } = await composer.call<{ api_id: string; endpoint_count: number; problems: object[] }>('import-openapi', { document: petsV3, name: 'My pets' });
    expect(status).toBe(200);
    expect(data).toMatchObject({ endpoint_count: 4, problems: [{ where: expect.stringContaining('/delete') as string }] });
    expect((await composer.call('get-api', { id: data.api_id })).data).toMatchObject({ name: 'My pets', server_url: 'https://{{region}}.example.com', base_path: '/v1', variables: { region: 'eu' }, auth: { type: 'api_key' } });
    const endpoints = await composer.call<Row[]>('list-endpoints', { api_id: data.api_id });
    expect(endpoints.totalCount).toBe(4);
    expect(new Set(endpoints.data.map(({ id }) => id)).size).toBe(4);
    await composer.call('update-api', { id: data.api_id, server_url: target.url, auth: { type: 'none' } });
    const listPets = endpoints.data.find((one) => one['operation_id'] === 'listPets')!;
    expect((await run(listPets)).data).toMatchObject({ status: 200, executedURL: `${target.url}/v1/pets?limit=20` });
    expect(target.requests.at(-1)!.headers['x-trace']).toBe('abc');
  });

  it('is a job when it is asked to be one [C-111]', async () => {
    const { data } = await composer.call<{ job_id: string }>('import-openapi', { document: petsV3, async: true });
    const job = async () => (await composer.get(`/api/jobs/${data.job_id}`)).body;
    await until(async () => !['queued', 'running'].includes((await job())['state'] as string));
    const done = await job();
    expect(done).toMatchObject({ state: 'success', result: { endpoint_count: 4, api_id: expect.any(String) as string } });
    const result = done['result'] as { api_id: string };
    expect((await composer.call('list-endpoints', { api_id: result.api_id })).totalCount).toBe(4);
  });

  it('leaves nothing behind where the document cannot be read', async () => {
    const before = (await composer.call('list-apis')).totalCount;
    expect(await composer.call('import-openapi', { document: '{"a":1}' })).toMatchObject({ status: 400, error: expect.stringContaining('no OpenAPI document') as string });
    expect(await composer.call('import-openapi', {})).toMatchObject({ status: 400, error: 'Choose an OpenAPI document' });
    expect((await composer.call('list-apis')).totalCount).toBe(before);
  });
});
