import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ExecutionResult } from '../../../shared/contract/composer.ts';
import { httpTarget, type Target } from '../../unit/execution/target-server.ts';
import { startComposer, type Composer } from './platform.ts';

type Row = Record<string, unknown> & { id: string };

let composer: Composer;
let shop: Target;
let api_id: string;
const session = 'canary/session value';
const password = 'canary-password';

beforeAll(async () => {
  composer = await startComposer();
  shop = await httpTarget((request, response) => {
    const { cookie = '' } = request.headers;
    const heard = `${cookie} | ${decodeURIComponent(cookie)} | ${shop.requests.at(-1)!.body}`;
    if (request.url === '/sign-in') response.setHeader('set-cookie', [`sid=${encodeURIComponent(session)}; HttpOnly`, 'theme=darkest-blue']);
    if (request.url === '/sign-out') response.setHeader('set-cookie', 'sid=; Max-Age=0');
    if (request.url === '/bytes') return void response.setHeader('content-type', 'application/octet-stream').end(`\0${heard}`);
    if (request.url === '/long') return void response.setHeader('content-type', 'text/plain').end(`${heard}${'.'.repeat(2 * 1024 * 1024)}${heard}`);
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ heard, session: request.url === '/sign-in' ? session : null }));
  });
  await composer.call('update-environment', { id: composer.scope.environment_id, network: { cookies: true } });
  api_id = (await composer.call<Row>('create-api', { name: 'Shop', server_url: shop.url })).data.id;
});
afterAll(async () => {
  await composer[Symbol.asyncDispose]();
  await shop[Symbol.asyncDispose]();
});

const endpoint = async (path: string, fields: object = {}) => (await composer.call<Row>('create-endpoint', { api_id, method: 'POST', path, ...fields })).data.id;
const run = async (path: string, input: object = {}) => (await composer.call<ExecutionResult>('api-router-execute', { endpoint_id: await endpoint(path), ...input })).data;
const kept = async (id: string) => JSON.stringify((await composer.call('get-execution-status', { execution_id: id })).data);

/** Everything in the folder of the platform that has one of the secrets in it; the cookies themselves are sealed there. */
const filesWith = (...texts: string[]) =>
  readdirSync(composer.folder, { recursive: true, encoding: 'utf8' }).map((name) => join(composer.folder, name)).filter((file) => statSync(file).isFile())
    .filter((file) => texts.some((text) => readFileSync(file).includes(text)));

describe('what is kept of a run [F-20]', () => {
  it('has no value of a cookie that signs in, wherever the target repeats it, and the runner sees it all', async () => {
    const signIn = await run('/sign-in');
    expect(signIn.data).toMatchObject({ session });
    expect(await kept(signIn.id)).not.toContain('canary');
    const echo = await run('/echo', { body: { type: 'raw', content: JSON.stringify({ copied: session }) } });
    expect((echo.data as { heard: string }).heard).toContain(session);
    const ofEcho = await kept(echo.id);
    expect(ofEcho).not.toContain('canary');
    expect(ofEcho).toContain('darkest-blue');
    // What was hidden is asked for when the request is sent again.
    expect(await composer.call('replay-execution', { execution_id: echo.id })).toMatchObject({ status: 400, error: expect.stringContaining('“body”') as string });
    const bytes = JSON.parse(await kept((await run('/bytes')).id)) as { data: string };
    expect(Buffer.from(bytes.data, 'base64').toString()).not.toContain('canary');
    const long = await run('/long');
    expect(long['spooled']).toBeDefined();
    const piece = (await composer.call<{ text: string }>('read-execution-body', { execution_id: long.id })).data;
    expect(piece.text).toContain('sid=***');
    const signOut = await run('/sign-out');
    expect(await kept(signOut.id)).not.toContain('canary');
    expect(filesWith('canary')).toEqual([]);
  });

  it('nor have the runs of a workflow and of its nodes, nor what its input says under the name of a secret', async () => {
    const nodes = [
      { id: 'in', endpoint_id: await endpoint('/sign-in'), body: { who: { $jsonata: 'input.password' } } },
      { id: 'next', endpoint_id: await endpoint('/echo'), body: { taken: { $jsonata: 'nodes.in.data.session' }, set: { $jsonata: 'nodes.in.headers."set-cookie"' }, again: { $jsonata: 'input.password' } } },
    ];
    const { data: { id: workflow_id } } = await composer.call<Row>('create-workflow', { name: 'Flow', definition: { nodes, edges: [{ source: 'in', target: 'next' }] } });
    const { data: flow } = await composer.call<ExecutionResult>('execute-workflow', { workflow_id, data: { password, who: 'me' } });
    expect(flow.error).toBeNull();
    expect(shop.requests.at(-1)!.body).toContain(JSON.stringify({ taken: session }).slice(1, -1));
    expect(shop.requests.at(-1)!.body).toContain(password);
    const ofFlow = await kept(flow.id);
    expect(ofFlow).not.toContain('canary');
    expect(ofFlow).toContain('"who":"me"');
    const { data: rows } = await composer.call<Row[]>('list-executions', { search: flow.id });
    expect(rows).toHaveLength(2);
    for (const { id } of rows) expect(await kept(id)).not.toContain('canary');
    expect(filesWith('canary')).toEqual([]);
  });
});
