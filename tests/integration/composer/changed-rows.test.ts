import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { httpTarget, type Target } from '../../unit/execution/target-server.ts';
import { startComposer, type Composer } from './platform.ts';

type Row = Record<string, unknown> & { id: string };

let composer: Composer;
let target: Target;

beforeAll(async () => {
  composer = await startComposer();
  target = await httpTarget((request, response) => response.end(JSON.stringify({ url: request.url, said: request.headers['x-said'] ?? null })));
});
afterAll(async () => {
  await composer[Symbol.asyncDispose]();
  await target[Symbol.asyncDispose]();
});

const create = async (method: string, fields: object) => (await composer.call<Row>(method, fields)).data;
const auth = (token: string) => ({ type: 'bearer_token', credentials: { token } });

describe('runs of the same endpoint', () => {
  it('send what its API, its environment and its own row say at that time [C-132]', async () => {
    const { environment_id, tenant_id } = composer.scope;
    const api = await create('create-api', { name: 'Changing', server_url: target.url, auth: auth('the first token') });
    const { id } = await create('create-endpoint', { api_id: api.id, method: 'GET', path: '/a?v={{v}}' });
    const setVariable = (value: string) => composer.call('update-environment', { id: environment_id, variables: { v: { value } } });
    const seen = async (input: object = {}) => {
      const { status, data } = await composer.call<{ data: { url: string; said: string | null } | null; error: string | null }>('api-router-execute', { endpoint_id: id, ...input });
      return status === 200 ? (data.data ? [data.data.url, data.data.said] : data.error) : status;
    };
    await setVariable('one');
    expect(await seen()).toEqual(['/a?v=one', null]);
    expect(await seen()).toEqual(['/a?v=one', null]);
    await setVariable('two');
    expect(await seen()).toEqual(['/a?v=two', null]);
    await composer.call('update-endpoint', { id, path: '/b', headers: { 'x-said': 'hello' } });
    expect(await seen()).toEqual(['/b', 'hello']);
    expect(await seen({ headers: { 'x-said': 'for once' } })).toEqual(['/b', 'for once']);
    expect(await seen()).toEqual(['/b', 'hello']);
    await composer.call('update-api', { id: api.id, base_path: '/v2' });
    expect(await seen()).toEqual(['/v2/b', 'hello']);
    await composer.call('update-tenant', { id: tenant_id, reach: { loopback: 'refuse' } });
    expect(await seen()).toContain('which this tenant may not call');
    await composer.call('update-tenant', { id: tenant_id, reach: {} });
    expect(await seen()).toEqual(['/v2/b', 'hello']);
    await composer.call('disable-endpoint', { id });
    expect(await seen()).toBe(400);
    await composer.call('enable-endpoint', { id });
    await composer.call('delete-endpoint', { id });
    expect(await seen()).toBe(404);
  });

  it('sign in with the credentials that are stored at that time', async () => {
    const taken: (string | undefined)[] = [];
    await using guarded = await httpTarget((request, response) => {
      taken.push(request.headers.authorization);
      response.end();
    });
    const api = await create('create-api', { name: 'Guarded', server_url: guarded.url, auth: auth('the first token') });
    const { id } = await create('create-endpoint', { api_id: api.id, method: 'GET', path: '/' });
    const run = () => composer.call('api-router-execute', { endpoint_id: id });
    await run();
    await run();
    await composer.call('update-api', { id: api.id, auth: auth('the second token') });
    await run();
    await composer.call('update-endpoint', { id, auth: { type: 'none', credentials: {} } });
    await run();
    expect(taken).toEqual(['Bearer the first token', 'Bearer the first token', 'Bearer the second token', undefined]);
  });
});
