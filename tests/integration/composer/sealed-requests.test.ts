import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPlatform } from '../../../electron/platform/start.ts';
import { httpTarget, type Target } from '../../unit/execution/target-server.ts';
import { startComposer, type Composer } from './platform.ts';

type Row = Record<string, unknown> & { id: string };

let composer: Composer;
let target: Target;
let api_id: string;

beforeAll(async () => {
  composer = await startComposer();
  target = await httpTarget((_, response) => void response.end('{}'));
  api_id = (await composer.call<Row>('create-api', { name: 'Sealed', server_url: target.url })).data.id;
});
afterAll(async () => {
  await composer[Symbol.asyncDispose]();
  await target[Symbol.asyncDispose]();
});

const mark = { $secret: true };
const create = async (fields: object) => (await composer.call<Row>('create-endpoint', { api_id, method: 'GET', path: '/', ...fields })).data;
const update = async (id: string, fields: object) => (await composer.call<Row>('update-endpoint', { id, ...fields })).data;
async function sent(endpoint_id: string) {
  await composer.call('api-router-execute', { endpoint_id });
  return target.requests.at(-1)!;
}
const reveal = (id: string, path: string) => composer.post('/api/secrets/reveal', { group: 'composerEndpoints', id, path });

describe('headers and parameters that are secrets', () => {
  it('are marks when they are read, and stay what they were when those are written back', async () => {
    const { id, headers } = await create({ headers: { 'x-api-key': 'k-123456', Authorization: 'Bearer {{token}}', Accept: 'text/plain', 'X-Colour': { value: 'dark blue', secret: true } } });
    expect(headers).toEqual({ 'x-api-key': mark, Authorization: 'Bearer {{token}}', Accept: 'text/plain', 'X-Colour': mark });
    await update(id, { headers: { 'x-api-key': mark, Accept: 'text/html', 'X-Colour': mark } });
    expect((await sent(id)).headers).toMatchObject({ 'x-api-key': 'k-123456', accept: 'text/html', 'x-colour': 'dark blue' });
    expect((await update(id, { headers: { 'X-Colour': 'red' } })).headers).toEqual({ 'X-Colour': 'red' });
  });

  it('of a list are found again when the list changes its order', async () => {
    const [sid, colour, page] = [{ name: 'sid', in: 'cookie', value: 's-1' }, { name: 'colour', in: 'query', value: 'blue', secret: true }, { name: 'page_token', in: 'query', value: '2' }];
    const { id, parameters } = await create({ parameters: [sid, colour, page] });
    expect(parameters).toEqual([{ ...sid, value: mark }, { ...colour, value: mark }, page]);
    await update(id, { parameters: [page, { ...colour, value: mark }, { ...sid, value: mark }] });
    const { url, headers } = await sent(id);
    expect([url, headers.cookie]).toEqual(['/?page_token=2&colour=blue', 'sid=s-1']);
    await update(id, { parameters: [{ ...sid, value: mark }] });
    expect((await sent(id)).headers.cookie).toBe('sid=s-1');
  });

  it('are examples of the document, not secrets, where nobody typed another value', async () => {
    const { parameters } = await create({ parameters: [{ name: 'api_key', in: 'query', value: 'special-key', example: 'special-key' }, { name: 'token', in: 'header', value: 'mine', example: 'special-key' }] });
    expect(parameters).toMatchObject([{ value: 'special-key' }, { value: mark }]);
  });

  it('are hidden in the history whatever their length', async () => {
    const { id } = await create({ headers: { 'X-Pin': { value: '1234', secret: true } } });
    const { data } = await composer.call<{ request: { headers: object }; hops: { request_headers: [string, string][] }[] }>('api-router-execute', { endpoint_id: id });
    expect(target.requests.at(-1)!.headers['x-pin']).toBe('1234');
    expect(data.request.headers).toEqual({ 'X-Pin': '***' });
    expect(Object.fromEntries(data.hops[0]!.request_headers)).toMatchObject({ 'x-pin': '***' });
  });

  it('are copied with their API, and are secrets in the copy', async () => {
    const own = (await composer.call<Row>('create-api', { name: 'One', server_url: target.url })).data.id;
    await composer.call('create-endpoint', { api_id: own, method: 'GET', path: '/', headers: { 'X-Colour': { value: 'dark blue', secret: true } } });
    const { data: { id } } = await composer.call<Row>('clone-api', { id: own });
    const [copy] = (await composer.call<Row[]>('list-endpoints', { api_id: id })).data;
    expect(copy!['headers']).toEqual({ 'X-Colour': mark });
    expect((await sent(copy!.id)).headers['x-colour']).toBe('dark blue');
  });

  it('are shown to who may change the row, each by its place', async () => {
    const { id } = await create({ headers: { 'X-API-Key': 'k-123456' }, parameters: [{ name: 'sid', in: 'cookie', value: 's-1' }] });
    for (const [path, secret] of [['/headers/X-API-Key', 'k-123456'], ['/parameters/cookie:sid/value', 's-1']] as const) {
      expect((await reveal(id, path)).body).toEqual({ secret });
    }
  });
});

describe('endpoints that an earlier version kept', () => {
  it('have their secrets sealed at the next start, and nothing of them is left in the file [F-20]', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'trellis-sealing-'));
    const first = await startPlatform({ data: folder, log: () => undefined });
    const headers = { authorization: `Bearer ${first.token}`, 'content-type': 'application/json' };
    const call = async (url: string, method_name: string, data: object) => {
      const body = JSON.stringify({ method_name, data: { tenant_id: first.tenant_id, environment_id: first.environment_id, ...data } });
      return ((await (await fetch(`${url}/api/router/control_api_server/apiRouterV2`, { method: 'POST', headers, body })).json()) as { data: Row }).data;
    };
    const own = await call(first.url, 'create-api', { name: 'Old', server_url: target.url });
    const { id } = await call(first.url, 'create-endpoint', { api_id: own.id, method: 'GET', path: '/' });
    await first.close();
    const db = new DatabaseSync(join(folder, 'platform.db'));
    db.prepare(`UPDATE rows SET data = json_set(data, '$.headers', json(?)) WHERE id = ?`).run(JSON.stringify({ Cookie: 'sid=old-secret-of-mine' }), id);
    db.prepare('INSERT INTO composer_unsealed SELECT id FROM rows WHERE id = ?').run(id);
    db.close();
    const written = () => readdirSync(folder).filter((name) => name.startsWith('platform.db')).some((name) => readFileSync(join(folder, name), 'latin1').includes('old-secret-of-mine'));
    expect(written()).toBe(true);
    const again = await startPlatform({ data: folder, token: first.token, log: () => undefined });
    expect(written()).toBe(false);
    expect((await call(again.url, 'get-endpoint', { id }))['headers']).toEqual({ Cookie: mark });
    await call(again.url, 'api-router-execute', { endpoint_id: id });
    expect(target.requests.at(-1)!.headers.cookie).toBe('sid=old-secret-of-mine');
    await again.close();
    rmSync(folder, { recursive: true });
  });
});
