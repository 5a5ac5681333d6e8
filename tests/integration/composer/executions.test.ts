import { createServer } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ExecutionResult } from '../../../shared/contract/composer.ts';
import { httpTarget, type Target } from '../../unit/execution/target-server.ts';
import { dataFolder, endAll, startProcess } from '../dags/platform-process.ts';
import { startComposer, type Composer } from './platform.ts';
import { until } from './until.ts';

type Row = Record<string, unknown> & { id: string };
type Result = ExecutionResult & { request: { url: string; headers: Record<string, string>; hidden: string[] } };

let composer: Composer;
let target: Target;
const held = new Set<() => void>();

beforeAll(async () => {
  composer = await startComposer();
  target = await httpTarget((request, response) => {
    if (request.url!.startsWith('/hang')) return;
    const answer = () => response.setHeader('content-type', 'application/json').end(JSON.stringify({ path: request.url, found: 'Marmalade' }));
    if (request.url!.startsWith('/held')) held.add(answer);
    else answer();
  });
});
afterAll(async () => {
  await composer[Symbol.asyncDispose]();
  await target[Symbol.asyncDispose]();
});

async function endpoint(fields: object = {}, api: object = {}): Promise<Row> {
  const { data: { id } } = await composer.call<Row>('create-api', { name: 'Target', server_url: target.url, ...api });
  const { data } = await composer.call<Row>('create-endpoint', { api_id: id, method: 'GET', path: '/things', ...fields });
  return data;
}
const run = async (of: Row, input: object = {}) => (await composer.call<Result>('api-router-execute', { endpoint_id: of.id, ...input })).data;
const status = async (execution_id: string) => (await composer.call<Result>('get-execution-status', { execution_id })).data;
const listed = async (query: object) => (await composer.call<Result[]>('list-executions', query)).data;
const mark = { $secret: true };

describe('an execution in the background', () => {
  it('answers its placeholder at once, and is followed until it has ended [S-011][E-073][C-133][C-135]', async () => {
    const of = await endpoint({ path: '/held' });
    const placeholder = await run(of, { execution_mode: 'async', correlationId: 'background-1' });
    expect(placeholder).toMatchObject({ status: 0, statusText: 'Executing...', state: 'running', execution_mode: 'async', correlationId: 'background-1', data: null });
    expect(await status('background-1')).toMatchObject({ id: placeholder.id, status: 0 });
    expect(await listed({ endpoint_id: of.id })).toMatchObject([{ id: placeholder.id, status: 0 }]);
    await until(() => held.size === 1);
    for (const answer of held) answer();
    held.clear();
    await until(async () => (await status(placeholder.id)).status !== 0);
    expect(await status(placeholder.id)).toMatchObject({ status: 200, state: 'done', error: null, data: { found: 'Marmalade' } });
    expect(await listed({ endpoint_id: of.id })).toMatchObject([{ id: placeholder.id, status: 200 }]);
  });

  it('keeps what could not be sent as failed, since its caller has gone [S-012][E-072]', async () => {
    const of = await endpoint({ auth: { type: 'bearer_token', credentials: { token: '' } } });
    const { id } = await run(of, { execution_mode: 'async' });
    await until(async () => (await status(id)).status !== 0);
    expect(await status(id)).toMatchObject({ status: 500, statusText: 'Execution Failed', state: 'failed', error: expect.stringContaining('token') as string });
  });

  it('refuses any other way to run', async () => {
    const of = await endpoint();
    expect(await composer.call('api-router-execute', { endpoint_id: of.id, execution_mode: 'later' })).toMatchObject({ status: 400, error: '“later” is not a way to run. Choose sync or async.' });
    expect(await listed({ endpoint_id: of.id })).toEqual([]);
  });
});

describe('cancelling an execution', () => {
  it.each(['sync', 'async'])('ends the request on the wire and keeps the reason, of one that runs %s [C-134][K-012]', async (execution_mode) => {
    let closed = false;
    let begun = false;
    const server = createServer((request) => {
      begun = true;
      request.socket.once('close', () => (closed = true));
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const { port } = server.address() as { port: number };
    const of = await endpoint({}, { server_url: `http://127.0.0.1:${port}` });
    const correlationId = `cancel-${execution_mode}`;
    const running = run(of, { execution_mode, correlationId });
    await until(() => begun);
    const cancelled = { status: 500, statusText: 'Execution Error', state: 'cancelled', error: 'Cancelled: User requested cancellation', error_code: 'cancelled', cancel_reason: 'User requested cancellation' };
    expect((await composer.call('cancel-execution', { execution_id: correlationId })).data).toMatchObject({ ...cancelled, cancelled: true });
    await until(() => closed);
    expect(await running).toMatchObject(execution_mode === 'sync' ? cancelled : { status: 0 });
    expect(await status(correlationId)).toMatchObject(cancelled);
    server.close();
  });

  it('says a reason of its own, and comes too late for what has ended [C-134]', async () => {
    const of = await endpoint({ path: '/hang' });
    const { id } = await run(of, { execution_mode: 'async' });
    expect((await composer.call('cancel-execution', { execution_id: id, reason: 'wrong tenant' })).data).toMatchObject({ cancelled: true, error: 'Cancelled: wrong tenant' });
    expect((await composer.call('cancel-execution', { execution_id: id })).data).toMatchObject({ cancelled: false, error: 'Cancelled: wrong tenant' });
    const done = await run(await endpoint());
    expect((await composer.call('cancel-execution', { execution_id: done.id })).data).toMatchObject({ cancelled: false, status: 200 });
    expect((await composer.call('cancel-execution', { execution_id: 'nothing' })).status).toBe(404);
  });
});

describe('executions of another environment [F-24]', () => {
  it('are not there: neither under way nor kept, to read, cancel, replay or find', async () => {
    const { data: other } = await composer.call<Row>('create-environment', { name: 'Elsewhere' });
    const [kept, live] = [await run(await endpoint()), await run(await endpoint({ path: '/hang' }), { execution_mode: 'async' })];
    for (const { id } of [kept, live]) {
      for (const method of ['get-execution-status', 'cancel-execution', 'replay-execution', 'retest-execution']) {
        expect(await composer.elsewhere(other.id, method, { execution_id: id })).toMatchObject({ status: 404, error: `Not found: execution ${id}` });
      }
    }
    for (const method of ['list-executions', 'list-tests', 'list-workflow-executions']) expect(await composer.elsewhere(other.id, method)).toMatchObject({ status: 200, data: [] });
    expect((await composer.call('cancel-execution', { execution_id: live.id })).data).toMatchObject({ cancelled: true });
  });
});

describe('what was under way when the platform ended', () => {
  afterEach(endAll);

  it.each(['SIGKILL', 'SIGTERM'] as const)('is kept as failed, with the reason, after %s', async (signal) => {
    using folder = dataFolder();
    const first = await startProcess(folder.path);
    const { id: api_id } = await first.compose<Row>('create-api', { name: 'Target', server_url: target.url });
    const { id: endpoint_id } = await first.compose<Row>('create-endpoint', { api_id, method: 'GET', path: `/hang/${signal}` });
    const { id } = await first.compose<Result>('api-router-execute', { endpoint_id, execution_mode: 'async' });
    await until(() => target.requests.some(({ url }) => url === `/hang/${signal}`));
    await first.end(signal);
    const second = await startProcess(folder.path);
    expect(await second.compose('get-execution-status', { execution_id: id })).toMatchObject({
      id, status: 500, statusText: 'Execution Failed', state: 'failed', error: expect.stringContaining('The platform ended while this was under way') as string, request: { url: `${target.url}/hang/${signal}` },
    });
    await second.end('SIGTERM');
  });
});

describe('the history', () => {
  it('has the whole request and the answer, who asked and from where, and no secret [N-030][F-20]', async () => {
    const of = await endpoint({ method: 'POST', path: '/a/{id}', headers: { 'X-Fixed': 'f', 'X-Api-Key': 'typed-key-1' } }, { auth: { type: 'api_key', credentials: { name: 'key', value: 'canary-key-1', in: 'query' } } });
    const kept = await run(of, { path_variables: { id: 7 }, query: { q: 'x y' }, headers: { 'X-Mine': 'm' }, body: { type: 'raw', content_type: 'application/json', content: '{"secret":"canary-key-1"}' } });
    expect(kept).toMatchObject({
      client_ip: '127.0.0.1', user_agent: expect.stringMatching(/./) as string,
      request: {
        method: 'POST', url: `${target.url}/a/7?q=x%20y`, headers: { 'X-Fixed': 'f', 'X-Mine': 'm', 'X-Api-Key': '***' },
        body: { type: 'raw', content_type: 'application/json', content: '{"secret":"***"}' },
        auth: { type: 'api_key', credentials: { name: 'key', value: mark, in: 'query' } }, auth_of: 'api', hidden: ['headers.X-Api-Key', 'body'],
      },
    });
    expect(kept['hops']).toMatchObject([{ request_line: 'POST /a/7?q=x%20y&key=*** HTTP/1.1', request_headers: expect.arrayContaining([['X-Mine', 'm'], ['X-Api-Key', '***']].map(([name, value]) => [expect.stringMatching(new RegExp(`^${name}$`, 'i')), value])) as string[], status_line: 'HTTP/1.1 200 OK' }]);
    expect(await status(kept.id)).toEqual(kept);
    expect(JSON.stringify(kept)).not.toMatch(/canary|typed-key/);
    for (const part of ['request', 'hops', 'data', 'headers']) expect((await listed({ endpoint_id: of.id }))[0]).not.toHaveProperty(part);
  });

  it('is searched by address, name, status and what the target said [C-135]', async () => {
    const [one, two] = [await endpoint({ path: '/needle-1', name: 'Haystack' }), await endpoint({ path: '/other' })];
    const [first, second] = [await run(one), await run(two, { body: { type: 'raw', content: 'sent-needle' } })];
    const ids = async (search: string) => (await listed({ search })).map(({ id }) => id);
    expect(await ids('NEEDLE-1')).toEqual([first.id]);
    expect(await ids('haystack')).toEqual([first.id]);
    expect(await ids('sent-needle')).toEqual([second.id]);
    expect(await ids('marmalade')).toEqual(expect.arrayContaining([first.id, second.id]));
    expect(await ids('nowhere to be found')).toEqual([]);
  });

  it('lists tests apart, newest first [K-017]', async () => {
    const of = await endpoint();
    await run(of);
    const tests = [];
    for (let at = 0; at < 2; at += 1) tests.push((await composer.call<Result>('test-endpoint', { endpoint_id: of.id })).data.id);
    const { data, totalCount } = await composer.call<Result[]>('list-tests', { endpoint_id: of.id });
    expect([totalCount, data.map(({ id }) => id)]).toEqual([2, tests.toReversed()]);
  });

  it('keeps exactly 50 tests and 100 executions of an endpoint [K-016][K-017][F-28]', async () => {
    const of = await endpoint();
    const first = await run(of);
    for (let at = 0; at < 100; at += 1) await run(of);
    expect((await composer.call('list-executions', { endpoint_id: of.id })).totalCount).toBe(100);
    expect((await composer.call('get-execution-status', { execution_id: first.id })).status).toBe(404);
    for (let at = 0; at < 51; at += 1) await composer.call('test-endpoint', { endpoint_id: of.id });
    expect((await composer.call('list-tests', { endpoint_id: of.id })).totalCount).toBe(50);
  });
});

describe('replaying an execution', () => {
  const replay = (execution_id: string, input: object = {}) => composer.call<Result>('replay-execution', { execution_id, ...input });

  it('sends the same request once more, though its endpoint has changed, and signs in as that does now', async () => {
    const of = await endpoint({ method: 'PUT', path: '/first/{id}', headers: { 'X-Token': 'now' }, auth: { type: 'bearer_token', credentials: { token: 'canary-before' } } });
    const kept = await run(of, { path_variables: { id: 1 }, query: { q: [1, 2] }, body: { type: 'raw', content: 'hello' } });
    const sent = target.requests.at(-1)!;
    await composer.call('update-endpoint', { id: of.id, path: '/second', method: 'GET', auth: { type: 'bearer_token', credentials: { token: 'canary-after' } } });
    const { data } = await replay(kept.id);
    expect(data).toMatchObject({ status: 200, replay_of: kept.id, executedURL: kept.executedURL });
    expect(data.id).not.toBe(kept.id);
    const again = target.requests.at(-1)!;
    expect(again).toEqual({ ...sent, headers: { ...sent.headers, authorization: 'Bearer canary-after' } });
    expect(again.headers['x-token']).toBe('now');
    expect((await listed({ endpoint_id: of.id })).map(({ id }) => id)).toEqual([data.id, kept.id]);
  });

  it('asks for what was not kept: what was typed in for that run alone [F-20]', async () => {
    const kept = await run(await endpoint(), { auth: { type: 'basic_auth', credentials: { username: 'me', password: 'canary-typed' } }, headers: { Authorization: 'x' } });
    expect(await replay(kept.id)).toMatchObject({ status: 400, error: 'This request cannot be sent again as it was: its auth held secrets, which are not kept. Give them again in “auth”.' });
    const auth = { type: 'basic_auth', credentials: { username: 'me', password: 'canary-typed' } };
    expect(await replay(kept.id, { auth })).toMatchObject({ status: 400, error: expect.stringContaining('its header “Authorization”') as string });
    expect(await replay(kept.id, { auth, headers: { authorization: 'y' }, execution_mode: 'async' })).toMatchObject({ status: 200, data: { status: 0 } });
    expect((await replay('nothing')).status).toBe(404);
  });
});
