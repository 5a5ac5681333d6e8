import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ExecutionResult } from '../../../shared/contract/composer.ts';
import { httpTarget, type Target } from '../../unit/execution/target-server.ts';
import { startComposer, type Composer } from './platform.ts';

type Row = Record<string, unknown> & { id: string };

let composer: Composer;
let target: Target;

beforeAll(async () => {
  composer = await startComposer();
  target = await httpTarget((request, response) => void response.end(request.url));
});
afterAll(async () => {
  await composer[Symbol.asyncDispose]();
  await target[Symbol.asyncDispose]();
});

const documentOf = (title: string) => ({
  openapi: '3.1.0', info: { title, version: '1' },
  servers: [
    { url: `${target.url}/{stage}`, description: `${title} test`, variables: { stage: { default: 't1' } } },
    { url: 'https://api.example.com/live', description: `${title} live` },
  ],
  security: [{ user: [] }],
  components: {
    securitySchemes: {
      user: { type: 'http', scheme: 'bearer' } as object, admin: { type: 'http', scheme: 'bearer' },
      sign: { type: 'oauth2', flows: { clientCredentials: { tokenUrl: 'https://id.example.com/token', scopes: { read: 'all' } } } },
    } as Record<string, object>,
  },
  paths: {
    '/me': { get: { operationId: 'me', responses: {} } }, '/all': { get: { operationId: 'all', security: [{ admin: [] }], responses: {} } },
    '/open': { get: { operationId: 'open', security: [], responses: {} } },
  } as Record<string, object>,
});
const both = { environments: 'several', auth_configs: true } as const;

async function imported(document: object, choices: object = both) {
  const { data } = await composer.call<{ api_id: string; problems: object[] }>('import-openapi', { document: JSON.stringify(document), ...choices });
  return { ...data, ...(await rowsOf(data.api_id)) };
}
async function rowsOf(api_id: string) {
  const { data: api } = await composer.call<Row>('get-api', { id: api_id });
  const { data: endpoints } = await composer.call<Row[]>('list-endpoints', { api_id });
  return { api, endpoints: new Map(endpoints.map((row) => [row['operation_id'] as string, row])) };
}
const environments = async () => new Map((await composer.call<Row[]>('list-environments')).data.map((row) => [row['name'] as string, row]));
const configs = async () => new Map(((await composer.get('/api/saas_db/auth_configs')).body['data'] as Row[]).map((row) => [row['name'] as string, row]));
const enter = (config: Row, token: string) => composer.put(`/api/saas_db/auth_configs/${config.id}`, { config: { token } });
const refersTo = (id: string | undefined) => ({ type: 'auth_config', credentials: { auth_config_id: id } });

describe('an import that makes more than an API', () => {
  it('makes an environment of each server, with its address in a variable to which the API refers', async () => {
    const { api } = await imported(documentOf('Shop'));
    expect(api).toMatchObject({ server_url: '{{shop_url}}', base_path: '', variables: { shop_url: `${target.url}/t1` } });
    const made = await environments();
    expect(made.get('Shop test')).toMatchObject({ variables: { shop_url: `${target.url}/t1` } });
    expect(made.get('Shop live')).toMatchObject({ variables: { shop_url: 'https://api.example.com/live' } });
  });

  it('completes an environment that is there, and changes nothing that somebody entered', async () => {
    await composer.call('create-environment', { name: 'Toys live', variables: { color: 'red', key: { value: 'a secret value', secret: true } } });
    await imported(documentOf('Toys'));
    const live = (await environments()).get('Toys live')!;
    expect(live['variables']).toMatchObject({ color: 'red', key: { secret: true }, toys_url: 'https://api.example.com/live' });
    // The same document once more has a variable of its own.
    const { api } = await imported(documentOf('Toys'));
    expect(api['server_url']).toBe('{{toys_url_2}}');
    expect((await environments()).get('Toys live')!['variables']).toMatchObject({ toys_url: 'https://api.example.com/live', toys_url_2: 'https://api.example.com/live' });
  });

  it('makes an auth config of each scheme, by which its parts sign in once it has credentials', async () => {
    const { api, endpoints } = await imported(documentOf('Bank'));
    const made = await configs();
    const [user, admin] = ['Bank · user', 'Bank · admin'].map((name) => made.get(name)!);
    expect(made.get('Bank · sign')).toMatchObject({ auth_type: 'oauth2', config: { token_url: 'https://id.example.com/token', grant: 'client_credentials', scope: 'read' } });
    expect(api['auth']).toEqual(refersTo(user!.id));
    expect(endpoints.get('me')!['auth']).toBeUndefined();
    expect(endpoints.get('all')!['auth']).toEqual(refersTo(admin!.id)); // of the same kind as the API's, and not the same
    expect(endpoints.get('open')!['auth']).toMatchObject({ type: 'none' });
    await enter(user!, 'canary-user');
    await enter(admin!, 'canary-admin');
    const run = async (name: string) => (await composer.call<ExecutionResult>('api-router-execute', { endpoint_id: endpoints.get(name)!.id })).data;
    expect((await run('me')).status).toBe(200);
    expect(target.requests.at(-1)).toMatchObject({ url: '/t1/me', headers: { authorization: 'Bearer canary-user' } });
    const ofAll = await run('all');
    expect(target.requests.at(-1)!.headers.authorization).toBe('Bearer canary-admin');
    await run('open');
    expect(target.requests.at(-1)!.headers.authorization).toBeUndefined();
    // Credentials are changed in one place, and stand nowhere else.
    await enter(user!, 'canary-next');
    await run('me');
    expect(target.requests.at(-1)!.headers.authorization).toBe('Bearer canary-next');
    expect(JSON.stringify([ofAll, (await composer.call('get-execution-status', { execution_id: ofAll.id })).data])).not.toContain('canary');
    expect((await configs()).get('Bank · user')).toMatchObject({ used_by: 1 });
    const { data: replayed } = await composer.call<ExecutionResult>('replay-execution', { execution_id: ofAll.id });
    expect([replayed.status, target.requests.at(-1)!.headers.authorization]).toEqual([200, 'Bearer canary-admin']);
  });

  it('never takes the auth config of another API, nor lets a document name one', async () => {
    await imported(documentOf('Copy'));
    const { api } = await imported(documentOf('Copy'));
    expect(api['auth']).toEqual(refersTo((await configs()).get('Copy · user (2)')!.id));
    const id = (await configs()).get('Copy · user')!.id;
    const { api: hostile } = await imported({ ...documentOf('Thief'), 'x-trellis': { auth: refersTo(id) } }, {});
    expect(hostile['auth']).toMatchObject({ type: 'bearer_token' });
  });

  it('makes nothing of one server, or where it is not asked to', async () => {
    const before = [(await environments()).size, (await configs()).size];
    const single = { ...documentOf('Single'), servers: [{ url: 'https://one.example.com/v1' }] };
    const { api } = await imported(single, { environments: 'several' });
    expect(api).toMatchObject({ server_url: 'https://one.example.com', base_path: '/v1' });
    const { api: plain } = await imported(documentOf('Plain'), {});
    expect(plain).toMatchObject({ server_url: target.url, auth: { type: 'bearer_token' } });
    expect([(await environments()).size, (await configs()).size]).toEqual(before);
    await imported(single, { environments: 'each' });
    expect((await environments()).get('one.example.com')).toMatchObject({ variables: { single_url: 'https://one.example.com/v1' } });
    expect((await imported({ ...single, servers: [{ url: '/v1' }] }, { environments: 'each' })).problems).toContainEqual(expect.objectContaining({ message: expect.stringContaining('No environment was made') as string }));
  });

  it('exports to what it was: the addresses and the schemes themselves', async () => {
    const { api_id } = await imported(documentOf('Round'));
    const { data } = await composer.call<{ document: string }>('export-openapi', { id: api_id });
    const { components, servers } = JSON.parse(data.document) as { components: { securitySchemes: object }; servers: { url: string }[] };
    expect(Object.values(components.securitySchemes)).toContainEqual(expect.objectContaining({ type: 'http', scheme: 'bearer' }));
    expect(servers.map(({ url }) => url)).toContain('https://api.example.com/live');
    const { data: curl } = await composer.call<{ text: string }>('export-collection', { id: api_id, format: 'curl' });
    expect(curl.text).toContain(`${target.url}/t1/me`);
  });

  it('says why it cannot be sent when its auth config is gone or not active', async () => {
    const { endpoints } = await imported(documentOf('Gone'));
    const config = (await configs()).get('Gone · user')!;
    await composer.put(`/api/saas_db/auth_configs/${config.id}`, { is_active: false });
    const run = () => composer.call('api-router-execute', { endpoint_id: endpoints.get('me')!.id });
    expect(await run()).toMatchObject({ error: expect.stringContaining('“Gone · user” is not active') as string });
    await composer.remove(`/api/saas_db/auth_configs/${config.id}`);
    expect(await run()).toMatchObject({ error: expect.stringContaining('is gone') as string });
  });
});

describe('the next version of such a document', () => {
  it('changes nothing where it says the same, and follows what changed; undone, all is as before', async () => {
    const document = documentOf('Sync');
    const { api_id, api } = await imported(document);
    const preview = async (next: object) => (await composer.call<{ changes: { key: string; kind: string; fields: { field: string }[] }[]; version: string }>('preview-openapi-sync', { id: api_id, document: JSON.stringify(next) })).data;
    expect((await preview(document)).changes).toEqual([]);
    const before = { api, environments: await environments(), configs: await configs() };

    const next = structuredClone(document);
    next.servers[1]!.url = 'https://next.example.com/live';
    next.servers.push({ url: 'https://third.example.com', description: 'Sync third' });
    next.components.securitySchemes['key'] = { type: 'apiKey', name: 'X-Key', in: 'header' };
    next.paths['/keyed'] = { get: { operationId: 'keyed', security: [{ key: [] }], responses: {} } };
    next.paths['/all'] = { get: { operationId: 'all', security: [{ user: [] }], responses: {} } };
    const { changes, version } = await preview(next);
    expect(changes.map(({ key, kind, fields }) => [key, kind, fields.map(({ field }) => field)])).toEqual([
      ['#api', 'changed', ['servers']], ['all', 'changed', ['auth']], ['keyed', 'added', expect.any(Array)],
    ]);
    expect((await composer.call('apply-openapi-sync', { id: api_id, document: JSON.stringify(next), version })).status).toBe(200);
    const after = await rowsOf(api_id);
    const made = await configs();
    expect(made.get('Sync · key')).toMatchObject({ auth_type: 'api_key', config: { name: 'X-Key', in: 'header' } });
    expect(after.endpoints.get('keyed')!['auth']).toEqual(refersTo(made.get('Sync · key')!.id));
    expect(after.endpoints.get('all')!['auth'] ?? null).toBeNull();
    expect((await environments()).get('Sync third')).toMatchObject({ variables: { sync_url: 'https://third.example.com' } });
    expect((await environments()).get('Sync live')).toMatchObject({ variables: { sync_url: 'https://next.example.com/live' } });
    expect((await preview(next)).changes).toEqual([]);

    await composer.call('undo-openapi-sync', { id: api_id });
    const undone = await rowsOf(api_id);
    expect(undone.api).toEqual(before.api);
    expect(undone.endpoints.has('keyed')).toBe(false);
    expect([...(await configs()).keys()]).toEqual([...before.configs.keys()]);
    expect(await environments()).toEqual(before.environments);
  });

  it('keeps an environment that somebody works in, though the sync that made it is undone', async () => {
    const document = documentOf('Used');
    const { api_id } = await imported(document);
    const next = structuredClone(document);
    next.servers.push({ url: 'https://third.example.com', description: 'Used third' });
    await composer.call('apply-openapi-sync', { id: api_id, document: JSON.stringify(next) });
    const third = (await environments()).get('Used third')!;
    await composer.elsewhere(third.id, 'create-api', { name: 'Mine' });
    const { data } = await composer.call<{ kept: object[] }>('undo-openapi-sync', { id: api_id });
    expect(data.kept).toEqual([{ kind: 'environments', id: third.id, name: 'Used third', why: 'It is in use.' }]);
    expect((await environments()).has('Used third')).toBe(true);
  });
});
