import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ExecutionResult } from '../../../shared/contract/composer.ts';
import { httpTarget, type Target } from '../../unit/execution/target-server.ts';
import { startComposer, type Composer } from './platform.ts';

type Row = Record<string, unknown> & { id: string };

let composer: Composer;
let target: Target;

beforeAll(async () => {
  composer = await startComposer();
  target = await httpTarget((request, response) => {
    response.statusCode = request.url!.includes('missing') ? 404 : 200;
    response.end('ok');
  });
});
afterAll(async () => {
  await composer[Symbol.asyncDispose]();
  await target[Symbol.asyncDispose]();
});

const created = async (kind: string, fields: object) => (await composer.call<Row>(`create-${kind}`, fields)).data;
const newApi = (fields: object = {}) => created('api', { name: 'Target', server_url: target.url, ...fields });
const newEndpoint = (api: Row, fields: object = {}) => created('endpoint', { api_id: api.id, path: '/things', ...fields });
const run = async (endpoint: Row) => (await composer.call<ExecutionResult>('api-router-execute', { endpoint_id: endpoint.id })).data;
const endpointsOf = async (api: Row) => (await composer.call<Row[]>('list-endpoints', { api_id: api.id })).data;

describe('cloning an API [C-110][N-027]', () => {
  it('copies it with its endpoints, and with secrets that from then on are its own', async () => {
    const api = await newApi({ base_path: '/v1', auth: { type: 'bearer_token', credentials: { token: 'canary-clone-1' } } });
    await newEndpoint(api, { method: 'POST', path: '/a', tests: [{ name: 't', source: 'status', comparison: 'exists' }] });
    await newEndpoint(api, { path: '/b', enabled: false, auth: { type: 'basic_auth', credentials: { username: 'u', password: 'canary-clone-2' } } });
    const { status, data: copy } = await composer.call<Row>('clone-api', { id: api.id });
    expect(status).toBe(200);
    expect(copy).toMatchObject({ name: 'Target (copy)', base_path: '/v1', auth: api['auth'], endpoint_count: 2, ...composer.scope });
    expect(copy.id).not.toBe(api.id);
    const [a, b] = await endpointsOf(copy);
    expect(a).toMatchObject({ method: 'POST', path: '/a', api_id: copy.id, tests: [{ name: 't' }] });
    expect(b).toMatchObject({ path: '/b', enabled: false, auth: { type: 'basic_auth', credentials: { username: 'u', password: { $secret: true } } } });

    await composer.call('update-api', { id: api.id, auth: { type: 'bearer_token', credentials: { token: 'canary-changed' } } });
    await composer.call('delete-api', { id: api.id });
    await run(a!);
    expect(target.requests.at(-1)).toMatchObject({ url: '/v1/a', headers: { authorization: 'Bearer canary-clone-1' } });
    await composer.call('enable-endpoint', { id: b!.id });
    await run(b!);
    expect(target.requests.at(-1)!.headers.authorization).toBe(`Basic ${Buffer.from('u:canary-clone-2').toString('base64')}`);
  });

  it('takes a name, and refuses what is not there', async () => {
    const api = await newApi();
    expect((await composer.call('clone-api', { id: api.id, name: ' Mine ' })).data).toMatchObject({ name: 'Mine', endpoint_count: 0 });
    expect(await composer.call('clone-api', { id: 'nothing' })).toMatchObject({ status: 404, error: 'Not found: API nothing' });
  });
});

describe('creating many endpoints at once [C-126]', () => {
  it('creates all of them', async () => {
    const api = await newApi();
    const { data } = await composer.call<{ endpoint_count: number; endpoints: Row[] }>('bulk-create-endpoints', { api_id: api.id, endpoints: [{ path: '/a', method: 'post' }, { path: '/b', name: 'B', enabled: false }] });
    expect(data).toMatchObject({ endpoint_count: 2, endpoints: [{ method: 'POST', name: 'POST /a', enabled: true, api_id: api.id }, { method: 'GET', name: 'B', enabled: false }] });
    expect(await endpointsOf(api)).toEqual(data.endpoints);
  });

  it('creates none where one cannot be, and names each problem', async () => {
    const api = await newApi();
    const endpoints = [{ path: '/fine' }, { method: 'GET' }, { path: '/c', method: 'NO WAY', enabled: 'maybe' }, { path: '/d', tests: [{}] }];
    const answer = await composer.call('bulk-create-endpoints', { api_id: api.id, endpoints });
    expect(answer).toMatchObject({ status: 400, error: 'No endpoint was created: 3 of 4 cannot be. The first problem is in endpoints.1.path: Path is required.' });
    const { details } = answer as unknown as { details: { path: (string | number)[]; message: string }[] };
    expect(details.map(({ path }) => path.slice(0, 3).join('.'))).toEqual(expect.arrayContaining(['endpoints.1.path', 'endpoints.2.enabled', 'endpoints.2.method', 'endpoints.3.tests']));
    expect(await endpointsOf(api)).toEqual([]);
    expect((await composer.call('bulk-create-endpoints', { api_id: 'nothing', endpoints: [{ path: '/' }] })).status).toBe(404);
    expect((await composer.call('bulk-create-endpoints', { api_id: api.id, endpoints: [] })).status).toBe(400);
  });
});

describe('changing many endpoints at once [S-010][C-122][C-123][C-124]', () => {
  it('tells of each what came of it, and does what it can', async () => {
    const api = await newApi();
    const [one, two] = [await newEndpoint(api, { path: '/a' }), await newEndpoint(api, { path: '/b' })];
    const change = (action: string, ids: readonly string[]) => composer.call<{ results: { id: string; error: string | null }[] }>('bulk-update-endpoints', { ids, action });
    expect((await change('disable', [one.id, 'nothing', two.id, one.id])).data.results).toEqual([
      { id: one.id, error: null }, { id: 'nothing', error: 'Not found: endpoint nothing' }, { id: two.id, error: null },
    ]);
    expect((await endpointsOf(api)).map(({ enabled }) => enabled)).toEqual([false, false]);
    await change('enable', [two.id]);
    expect((await endpointsOf(api)).map(({ enabled }) => enabled)).toEqual([false, true]);
    expect((await change('delete', [one.id])).data.results).toEqual([{ id: one.id, error: null }]);
    expect((await endpointsOf(api)).map(({ id }) => id)).toEqual([two.id]);
    expect((await change('burn', [two.id])).status).toBe(400);
    expect((await change('delete', [])).status).toBe(400);
  });
});

interface Figures {
  readonly executions: number;
  readonly errors: number;
  readonly error_rate: number;
  readonly p50_ms: number | null;
  readonly p95_ms: number | null;
}
type Analytics = Figures & {
  readonly start: string; readonly end: string; readonly by_status: Record<string, number>;
  readonly by_endpoint: (Figures & { endpoint_id: string; path?: string })[]; readonly by_day: (Figures & { day: string })[];
};

describe('the analytics of an API [C-113]', () => {
  it('count its executions by endpoint, day and status, beyond what the history keeps', async () => {
    const api = await newApi();
    const [found, missing] = [await newEndpoint(api), await newEndpoint(api, { path: '/missing' })];
    const durations: number[] = [];
    for (let at = 0; at < 103; at += 1) durations.push((await run(found)).duration);
    durations.push((await run(missing)).duration);
    await run(await newEndpoint(await newApi()));
    const { data } = await composer.call<Analytics>('get-api-analytics', { id: api.id });
    expect(data).toMatchObject({ executions: 104, errors: 1, error_rate: 1 / 104, by_status: { 200: 103, 404: 1 } });
    expect(data.by_endpoint).toMatchObject([{ endpoint_id: found.id, path: '/things', executions: 103, errors: 0 }, { endpoint_id: missing.id, executions: 1, errors: 1, error_rate: 1 }]);
    expect(data.by_day.reduce((sum, { executions }) => sum + executions, 0)).toBe(104);
    expect(data.by_day[0]!.day).toMatch(/^\d{4}-\d\d-\d\d$/);
    const sorted = durations.toSorted((a, b) => a - b);
    for (const [part, read] of [[0.5, data.p50_ms!], [0.95, data.p95_ms!]] as const) {
      const exact = sorted[Math.ceil(sorted.length * part) - 1]!;
      expect(Math.abs(read - exact)).toBeLessThanOrEqual(exact * 0.05 + 0.01);
    }
    const all = await composer.call<Analytics>('get-api-analytics');
    expect(all.data.executions).toBeGreaterThan(104);
  });

  it('keep to the time that is asked for, in whole hours', async () => {
    const api = await newApi();
    await run(await newEndpoint(api));
    const of = async (start?: string, end?: string) => (await composer.call<Analytics>('get-api-analytics', { id: api.id, start, end })).data;
    const hour = 3_600_000;
    const now = Date.now();
    const at = (ms: number) => new Date(ms).toISOString();
    expect(await of(at(now - 2 * hour), at(now + hour))).toMatchObject({ executions: 1 });
    expect(await of(at(now - 5 * hour), at(now - 3 * hour))).toMatchObject({ executions: 0, errors: 0, error_rate: 0, p50_ms: null, p95_ms: null, by_endpoint: [], by_day: [] });
    expect((await of('2026-01-01T10:30:00Z', '2026-01-01T11:30:00Z'))).toMatchObject({ start: '2026-01-01T10:00:00.000Z', end: '2026-01-01T12:00:00.000Z' });
  });

  it('refuse a time that is none, and an API that is not there', async () => {
    expect(await composer.call('get-api-analytics', { start: 'yesterday' })).toMatchObject({ status: 400, error: expect.stringContaining('“yesterday” is not a time') as string });
    expect(await composer.call('get-api-analytics', { start: '2026-02-01', end: '2026-01-01' })).toMatchObject({ status: 400, error: 'The end must come after the start.' });
    expect((await composer.call('get-api-analytics', { id: 'nothing' })).status).toBe(404);
  });
});

describe('the health check [C-115]', () => {
  it('tries storage, engine, expressions and jobs', async () => {
    const { data } = await composer.call('health-check');
    const ok = { status: 'ok', duration_ms: expect.any(Number) as number };
    expect(data).toMatchObject({ status: 'ok', checks: { storage: ok, engine: ok, expressions: ok, jobs: { ...ok, running: 0 } } });
    expect(composer.lines).toEqual([]);
  });
});

describe('reloading the configuration [C-114][K-025]', () => {
  it('reads all of it, and says what in it could not run', async () => {
    const other = await startComposer();
    const call = async <T>(name: string, data: object = {}) => (await other.call<T>(name, data)).data;
    const good = await call<Row>('create-api', { name: 'Good', server_url: target.url, variables: { where: 'here' } });
    await call<Row>('create-endpoint', { api_id: good.id, path: '/users/{id}/:part/{{where}}' });
    expect(await call('hot-reload-config')).toEqual({ scope: 'all', force: false, read: { apis: 1, endpoints: 1, workflows: 0 }, skipped: 0, valid: true, problems: [] });
    const bad = await call<Row>('create-api', { name: 'Bad', server_url: 'not a server' });
    const off = await call<Row>('create-endpoint', { api_id: good.id, path: '/off', headers: 'none', enabled: false });
    expect(await call('hot-reload-config', { scope: 'apis' })).toMatchObject({ scope: 'apis', read: { apis: 2 }, valid: false, problems: [{ where: 'apis', id: bad.id, name: 'Bad', message: expect.stringMatching(/\S/) as string }] });
    expect(await call('hot-reload-config', { scope: 'endpoints' })).toMatchObject({ read: { endpoints: 1 }, skipped: 1, valid: true });
    expect(await call('hot-reload-config', { scope: 'endpoints', force: true })).toMatchObject({ force: true, read: { endpoints: 2 }, skipped: 0, valid: false, problems: [{ id: off.id }] });
    expect(await other.call('hot-reload-config', { scope: 'moon' })).toMatchObject({ status: 400, error: '“moon” cannot be reloaded. Choose one of: all, apis, endpoints, workflows.' });
    await other[Symbol.asyncDispose]();
  });
});
