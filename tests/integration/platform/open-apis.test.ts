import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestPlatform, type TestPlatform } from './platform.ts';

type Row = Record<string, unknown> & { id: string };
const db = '/api/saas_db';

describe('open APIs and what signs them in', () => {
  let platform: TestPlatform;
  let scope: string;
  beforeAll(async () => {
    platform = await startTestPlatform();
    scope = new URLSearchParams({ ...platform.scope }).toString();
  });
  afterAll(() => platform[Symbol.asyncDispose]());

  const get = async (path: string) => (await platform.call('GET', path)).body;
  const rows = async (path: string) => (await get(path))['data'] as Row[];
  const make = async (table: string, fields: object) => (await platform.call('POST', `${db}/${table}`, { ...platform.scope, ...fields })).body['insertedId'] as string;
  const patch = (name: string, body: object) => platform.call('PATCH', `${db}/open_api_endpoints/${name}`, body);
  const endpointsOf = async (api: string) => (await rows(`${db}/open_api_endpoints/open_api/${api}`)).toSorted((a, b) => String(a['path']).localeCompare(String(b['path'])));
  const secret = async (group: string, id: string, path: string) => (await platform.call('POST', '/api/secrets/reveal', { group, id, path })).body['secret'];
  const router = async (method_name: string, data: object) => (await platform.call('POST', '/api/router/control_api_server/apiRouterV2', { method_name, data: { ...platform.scope, ...data } })).body['data'] as Row;

  const document = JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Pets', version: '7.1', description: 'All pets.' },
    servers: [{ url: 'https://pets.example.com/v1' }],
    paths: Object.fromEntries(['/a', '/b', '/c'].map((path) => [path, {
      post: {
        operationId: `post${path.slice(1)}`, summary: `Post ${path}`, tags: ['letters'], parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer' } }],
        requestBody: { content: { 'application/json': { schema: { type: 'object', properties: { name: { type: 'string' } } } } } },
        responses: { 200: { description: 'Posted' } },
      },
    }])),
  });

  it('takes version, server and description of an open API from its document, and counts its endpoints [C-053][C-054][N-039]', async () => {
    const id = await make('open_apis', { name: 'Pets', document });
    expect(await get(`${db}/open_apis/${id}`)).toMatchObject({ version: '7.1', description: 'All pets.', req_path: 'https://pets.example.com/v1', endpoint_count: 3 });
    const own = await make('open_apis', { name: 'Pets', document, req_path: 'https://other.example.com', endpoint_count: 99 });
    expect((await rows(`${db}/open_apis?${scope}`)).find((row) => row.id === own)).toMatchObject({ version: '7.1', req_path: 'https://other.example.com', endpoint_count: 3 });
  });

  it('lists endpoints without their documentation, and reads one with it [C-054]', async () => {
    const api = await make('open_apis', { name: 'Pets', document });
    const [first] = await endpointsOf(api);
    expect(first).toMatchObject({ method: 'POST', path: '/a', name: 'Post /a', tags: ['letters'], enabled: true });
    expect(first).not.toHaveProperty('docs');
    expect(await get(`${db}/open_api_endpoints/${first!.id}`)).toMatchObject({
      path: '/a', parameters: [{ name: 'limit', in: 'query' }], body: { type: 'raw' }, docs: { responses: { 200: { description: 'Posted' } } },
    });
    expect((await platform.call('GET', `${db}/open_api_endpoints/nope`)).status).toBe(404);
  });

  it('signs many endpoints in with kept credentials, says what names them, and puts all back as it was, secrets too [C-046][C-055][C-057]', async () => {
    const api = await make('open_apis', { name: 'Pets', document });
    const config = await make('auth_configs', { name: 'Kept', auth_type: 'bearer_token', config: { token: 'kept-canary' }, used_by: 77 });
    expect(await get(`${db}/auth_configs/${config}`)).toMatchObject({ used_by: 0 });
    const [a, b, c] = await endpointsOf(api);
    await patch(`${a!.id}/auth`, { auth_config: { type: 'basic_auth', credentials: { username: 'u', password: 'own-canary' } } });
    const authData = { type: 'bearer_token', credentials: {}, auth_config_id: config };
    const done = await patch('bulk-auth-update', { endpointIds: [a!.id, b!.id, 'gone'], authData, openAPIId: api, partial: true });
    expect(done.body).toMatchObject({ success: true, update_id: expect.any(String) as string, failed: [{ id: 'gone', message: 'Not found: open API endpoint gone' }] });
    expect((await rows(`${db}/open_api_endpoints/by-auth-config/${config}`)).map(({ id }) => id).toSorted()).toEqual([a!.id, b!.id].toSorted());
    expect((await rows(`${db}/auth_configs?${scope}`)).find((row) => row.id === config)).toMatchObject({ used_by: 2 });
    expect((await patch('bulk-auth-update', { endpointIds: [c!.id], authData: { ...authData, auth_config_id: 'gone' }, openAPIId: api })).status).toBe(404);

    await patch(`${b!.id}/auth`, { auth_config: { type: 'none' } });
    const undone = await platform.call('POST', `${db}/open_api_endpoints/bulk-updates/${String(done.body['update_id'])}/undo`, {});
    expect(undone.body).toMatchObject({ restored: 1, kept: [{ id: b!.id, why: 'It was edited since.' }] });
    expect(await get(`${db}/open_api_endpoints/${a!.id}`)).toMatchObject({ auth_config: { type: 'basic_auth', credentials: { username: 'u', password: { $secret: true } } } });
    expect(await secret('openApiEndpoints', a!.id, '/auth_config/credentials/password')).toBe('own-canary');
    expect(JSON.stringify(undone.body)).not.toContain('canary');
    expect((await platform.call('POST', `${db}/open_api_endpoints/bulk-updates/${String(done.body['update_id'])}/undo`, {})).status).toBe(404);
  });

  it('leaves all as they are where one of many cannot be changed, and undoes nothing of another environment [C-057]', async () => {
    const api = await make('open_apis', { name: 'Pets', document });
    const [a, b] = await endpointsOf(api);
    expect((await patch('bulk-enable', { endpointIds: [a!.id, 'gone'], enabled: false, openAPIId: api })).status).toBe(404);
    expect((await endpointsOf(api)).map((row) => row['enabled'])).toEqual([true, true, true]);
    const { body } = await patch('bulk-enable', { endpointIds: [a!.id, b!.id], enabled: false, openAPIId: api });
    expect((await endpointsOf(api)).map((row) => row['enabled'])).toEqual([false, false, true]);
    const other = await make('environments', { name: 'Elsewhere' });
    const elsewhere = platform.as({ environment_id: other });
    const undo = `${db}/open_api_endpoints/bulk-updates/${String(body['update_id'])}/undo`;
    expect((await elsewhere.call('POST', undo, {})).status).toBe(404);
    expect((await platform.call('POST', undo, {})).body).toMatchObject({ restored: 2, kept: [] });
    expect((await endpointsOf(api)).map((row) => row['enabled'])).toEqual([true, true, true]);
  });

  it('makes a request of an endpoint once, with the credentials that it signs in with then, and none of a disabled one [C-054][C-056]', async () => {
    const api = await make('open_apis', { name: 'Pets', document });
    const config = await make('auth_configs', { name: 'Kept', auth_type: 'bearer_token', config: { token: 'kept-canary' } });
    const [a, b] = await endpointsOf(api);
    const compose = (id: string) => platform.call('POST', `${db}/open_api_endpoints/${id}/compose`, {});
    const first = (await compose(a!.id)).body;
    expect(first).toMatchObject({ made: true });
    expect(await router('get-api', { id: first['api_id'] })).toMatchObject({ name: 'Pets', server_url: 'https://pets.example.com/v1', base_path: '' });
    expect(await router('get-endpoint', { id: first['endpoint_id'] })).toMatchObject({ method: 'POST', path: '/a', auth: { type: 'none' }, docs: { responses: { 200: { description: 'Posted' } } } });

    await patch(`${a!.id}/auth`, { auth_config: { type: 'bearer_token' }, auth_config_id: config });
    expect((await compose(a!.id)).body).toEqual({ ...first, made: false });
    expect(await secret('composerEndpoints', String(first['endpoint_id']), '/auth/credentials/token')).toBe('kept-canary');
    expect((await compose(b!.id)).body).toMatchObject({ api_id: first['api_id'], made: true });

    await platform.call('PUT', `${db}/auth_configs/${config}`, { is_active: false });
    expect(await compose(a!.id)).toMatchObject({ status: 400, body: { error: expect.stringContaining('is not active') as string } });
    await platform.call('DELETE', `${db}/auth_configs/${config}`);
    expect((await compose(a!.id)).body).toMatchObject({ error: expect.stringContaining('is gone') as string });
    await patch('bulk-enable', { endpointIds: [b!.id], enabled: false, openAPIId: api });
    expect((await compose(b!.id)).body).toMatchObject({ error: expect.stringContaining('is disabled') as string });
  });
});
