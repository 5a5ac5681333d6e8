import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { NodeResult } from '../../../shared/contract/composer-graph.ts';
import type { ExecutionResult } from '../../../shared/contract/composer.ts';
import { httpTarget, type Target } from '../../unit/execution/target-server.ts';
import { dataFolder, endAll, startProcess } from '../dags/platform-process.ts';
import { startComposer, type Composer } from './platform.ts';
import { until } from './until.ts';

type Row = Record<string, unknown> & { id: string };
type Run = ExecutionResult & { workflow_id: string; state: string; nodes: Record<string, NodeResult> };
type Node = Record<string, unknown> & { id: string };

let composer: Composer;
let target: Target;
let echo: Row;
let missing: Row;
let hang: Row;
let held: Row;
let holding: (() => void)[] = [];

beforeAll(async () => {
  composer = await startComposer();
  target = await httpTarget((request, response) => {
    const url = new URL(request.url!, 'http://target');
    if (url.pathname === '/hang') return;
    const answer = () => {
      response.statusCode = url.pathname === '/missing' ? 404 : 200;
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ path: url.pathname, query: Object.fromEntries(url.searchParams), mark: request.headers['x-mark'] ?? null }));
    };
    if (url.pathname === '/held') holding.push(answer);
    else answer();
  });
  const api = await created('api', { name: 'Target', server_url: target.url });
  const endpoint = (path: string, method = 'GET') => created('endpoint', { api_id: api.id, path, method });
  [echo, missing, hang, held] = [await endpoint('/echo/{id}', 'POST'), await endpoint('/missing'), await endpoint('/hang'), await endpoint('/held')];
});
afterAll(async () => {
  await composer[Symbol.asyncDispose]();
  await target[Symbol.asyncDispose]();
});
beforeEach(() => {
  holding = [];
});

const created = async (kind: string, fields: object) => (await composer.call<Row>(`create-${kind}`, fields)).data;
const workflow = (nodes: Node[], edges: [string, string][] = [], more: object = {}) =>
  created('workflow', { name: 'Flow', definition: { nodes, edges: edges.map(([source, target]) => ({ source, target })), ...more } });
const execute = async (of: Row, input: object = {}) => (await composer.call<Run>('execute-workflow', { workflow_id: of.id, ...input })).data;
const call = (id: string, more: object = {}): Node => ({ id, endpoint_id: echo.id, path_variables: { id }, ...more });
const failing = (id: string, more: object = {}): Node => ({ id, endpoint_id: missing.id, ...more });
const statesOf = ({ nodes }: Run) => Object.fromEntries(Object.entries(nodes).map(([id, { state }]) => [id, state]));
const status = async (execution_id: string) => (await composer.call<Run>('get-execution-status', { execution_id })).data;

describe('composer workflows', () => {
  it('are created, read, listed, changed and deleted [C-127][C-128][C-129][C-130][C-131][N-029]', async () => {
    const flow = await workflow([call('a')]);
    expect(flow).toMatchObject({ name: 'Flow', workflow_type: 'sequential', ...composer.scope });
    expect((await composer.call<Row>('get-workflow', { id: flow.id })).data).toEqual(flow);
    const list = await composer.call<Row[]>('list-workflows');
    expect(list).toMatchObject({ status: 200, success: true, totalCount: list.data.length });
    expect(list.data).toContainEqual(flow);
    expect((await composer.call('update-workflow', { id: flow.id, name: 'Renamed' })).data).toMatchObject({ name: 'Renamed', definition: flow['definition'] });
    expect((await composer.call('delete-workflow', { id: flow.id })).status).toBe(200);
    expect(await composer.call('get-workflow', { id: flow.id })).toMatchObject({ status: 404, error: `Not found: composer workflow ${flow.id}` });
  });

  it.each<[string, () => object, string]>([
    ['no nodes', () => ({ nodes: [] }), 'A workflow needs at least one node.'],
    ['a node without an endpoint', () => ({ nodes: [{ id: 'a' }] }), 'The node’s endpoint is required.'],
    ['an endpoint that is not there', () => ({ nodes: [{ id: 'a', endpoint_id: 'x' }] }), 'The node “a” calls the endpoint x, which does not exist here. Choose another.'],
    ['an id twice', () => ({ nodes: [call('a'), call('a')] }), 'Two nodes have the id “a”. Give each its own.'],
    ['an edge to nowhere', () => ({ nodes: [call('a')], edges: [{ source: 'a', target: 'b' }] }), 'The edge from “a” to “b” has no node “b”. Remove the edge, or add the node.'],
    ['a cycle', () => ({ nodes: ['a', 'b', 'c'].map((id) => call(id)), edges: [{ source: 'a', target: 'b' }, { source: 'b', target: 'c' }, { source: 'c', target: 'b' }] }), 'wait for each other. Remove one of their edges.'],
    ['a node that waits for itself', () => ({ nodes: [call('a')], edges: [{ source: 'a', target: 'a' }] }), 'The nodes “a” → “a” wait for each other. Remove one of their edges.'],
    ['a policy that is none', () => ({ nodes: [call('a', { on_failure: 'retry' })] }), '“on_failure” is one of: stop, continue.'],
    ['inputs that are none', () => ({ nodes: [call('a', { query: 'q=1' })] }), 'Must be an object of names and values.'],
  ])('are refused with %s', async (_, definition, error) => {
    const expected = { status: 400, error: expect.stringContaining(error) as string, details: [{ path: expect.arrayContaining(['definition']) as string[] }] };
    expect(await composer.call('create-workflow', { name: 'Bad', definition: definition() })).toMatchObject(expected);
    const flow = await workflow([call('a')]);
    expect(await composer.call('update-workflow', { id: flow.id, definition: definition() })).toMatchObject(expected);
  });

  it('that run are deleted with force, which cancels them, and not without [Q-017]', async () => {
    const flow = await workflow([{ id: 'a', endpoint_id: hang.id }]);
    const { id } = await execute(flow, { execution_mode: 'async' });
    expect(await composer.call('delete-workflow', { id: flow.id, force: false })).toMatchObject({ status: 409, error: 'The workflow “Flow” is running. Wait until it has ended, cancel it, or delete it with force.' });
    expect((await composer.call('delete-workflow', { id: flow.id })).status).toBe(200);
    expect(await status(id)).toMatchObject({ state: 'cancelled', error: 'Cancelled: The workflow was deleted' });
  });
});

describe('running a composer workflow [C-136]', () => {
  it('calls its endpoints in their order, with values and with what expressions read', async () => {
    const flow = await workflow(
      [
        call('first', { query: { q: { $jsonata: 'input.word' }, fixed: 1 } }),
        call('second', { path_variables: { id: { $jsonata: 'nodes.first.data.query.q & "!"' } }, headers: { 'X-Mark': { $jsonata: '$string(nodes.first.status)' } }, body: { list: [{ $jsonata: 'input.n + 1' }, 'as it is'] } }),
      ],
      [['first', 'second']],
    );
    const run = await execute(flow, { data: { word: 'hello', n: 1 }, correlationId: 'flow-1' });
    expect(run).toMatchObject({
      correlationId: 'flow-1', status: 200, statusText: 'OK', state: 'done', error: null, workflow_id: flow.id, name: 'Flow', client_ip: '127.0.0.1', ...composer.scope,
      nodes: { first: { state: 'success', status: 200, data: { path: '/echo/first', query: { q: 'hello', fixed: '1' } } }, second: { state: 'success', data: { path: '/echo/hello!', mark: '200' } } },
      data: { second: { path: '/echo/hello!' } },
    });
    expect(target.requests.at(-1)).toMatchObject({ method: 'POST', body: '{"list":[2,"as it is"]}', headers: { 'content-type': 'application/json' } });
    expect(await status('flow-1')).toEqual(run);
    expect(await status(run.nodes['first']!.execution_id!)).toMatchObject({ endpoint_id: echo.id, workflow_execution_id: run.id, node_id: 'first' });
    expect((await composer.call<Run[]>('list-executions', { search: run.id })).totalCount).toBe(2);
    const { data: [listed], totalCount } = await composer.call<Run[]>('list-workflow-executions', { workflow_id: flow.id });
    expect([totalCount, listed!.id]).toEqual([1, run.id]);
    expect(listed).not.toHaveProperty('nodes');
    for (const method of ['replay-execution', 'retest-execution']) {
      expect(await composer.call(method, { execution_id: run.id })).toMatchObject({ status: 400, error: expect.stringContaining('This is a run of a workflow') as string });
    }
  });

  it('fills no variable into what another server answered', async () => {
    const api = await created('api', { name: 'With a variable', server_url: target.url, variables: { where: 'filled', hidden: { value: 'canary-variable', secret: true } } });
    const at = async (path: string) => (await created('endpoint', { api_id: api.id, path })).id;
    const [filled, plain] = [await at('/{{where}}'), await at('/plain')];
    const flow = await workflow(
      [{ id: 'a', endpoint_id: filled }, { id: 'b', endpoint_id: plain, query: { echo: { $jsonata: 'input.text' }, path: { $jsonata: 'nodes.a.data.path' } } }],
      [['a', 'b']],
    );
    const { nodes } = await execute(flow, { data: { text: '{{hidden}}' } });
    expect(nodes['b']).toMatchObject({ state: 'success', data: { query: { echo: '{{hidden}}', path: '/filled' } } });
    expect(target.requests.some(({ url }) => url.includes('canary-variable'))).toBe(false);
  });

  it('calls side by side what does not wait for each other', async () => {
    const at = (id: string) => ({ id, endpoint_id: held.id });
    const flow = await workflow([at('a'), at('b'), call('end')], [['a', 'end'], ['b', 'end']]);
    const { id } = await execute(flow, { execution_mode: 'async' });
    await until(() => holding.length === 2);
    expect(statesOf(await status(id))).toEqual({ a: 'running', b: 'running', end: 'waiting' });
    expect((await composer.call<Run[]>('list-workflow-executions', { workflow_id: flow.id })).data).toMatchObject([{ id, status: 0, statusText: 'Executing...' }]);
    for (const answer of holding) answer();
    await until(async () => (await status(id)).status !== 0);
    expect(statesOf(await status(id))).toEqual({ a: 'success', b: 'success', end: 'success' });
  });

  it('skips what is not wanted, and what follows from it alone', async () => {
    const flow = await workflow(
      [call('a'), call('no', { when: 'input.wanted' }), call('after'), call('yes', { when: { $jsonata: 'nodes.a.status = 200' } }), call('off', { when: false })],
      [['a', 'no'], ['no', 'after'], ['a', 'yes'], ['a', 'off']],
    );
    expect(statesOf(await execute(flow, { data: { wanted: false } }))).toEqual({ a: 'success', no: 'skipped', after: 'skipped', yes: 'success', off: 'skipped' });
    expect(statesOf(await execute(flow, { data: { wanted: true } }))).toMatchObject({ no: 'success', after: 'success' });
  });

  it('stops at a failure, and says which; goes on where the node lets it', async () => {
    const nodes = (more: object) => [failing('bad', more), call('after', { body: { seen: { $jsonata: 'nodes.bad.status' } } }), { id: 'other', endpoint_id: held.id }, call('last')];
    const edges: [string, string][] = [['bad', 'after'], ['other', 'last']];
    const stopping = execute(await workflow(nodes({}), edges));
    await until(() => holding.length === 1);
    await until(async () => (await composer.call<Run[]>('list-executions', { endpoint_id: missing.id })).data.some(({ status: code }) => code === 404));
    holding[0]!();
    const stopped = await stopping;
    expect(stopped).toMatchObject({ status: 500, statusText: 'Execution Error', state: 'failed', error: 'The node “bad” failed: it answered 404 Not Found' });
    expect(statesOf(stopped)).toEqual({ bad: 'failed', after: 'upstream_failed', other: 'success', last: 'not_run' });

    holding = [];
    const continuing = execute(await workflow(nodes({ on_failure: 'continue' }), edges));
    await until(() => holding.length === 1);
    holding[0]!();
    const run = await continuing;
    expect(run).toMatchObject({ status: 200, state: 'done', error: null });
    expect(statesOf(run)).toEqual({ bad: 'failed', after: 'success', other: 'success', last: 'success' });
    expect(target.requests.find(({ url, body }) => url === '/echo/after' && body === '{"seen":404}')).toBeDefined();
  });

  it('says of a node why it could not be called', async () => {
    const flow = await workflow([call('no-variable', { path_variables: {}, on_failure: 'continue' }), call('no-jsonata', { query: { q: { $jsonata: 'a[' } }, on_failure: 'continue' })]);
    expect((await execute(flow)).nodes).toMatchObject({
      'no-variable': { state: 'failed', error: expect.stringContaining('The path variable “id” has no value') as string },
      'no-jsonata': { state: 'failed', error: expect.stringContaining('The expression failed') as string },
    });
  });

  it('takes pins in the place of calls: kept executions, or data', async () => {
    const flow = await workflow([call('a'), call('b'), call('c', { query: { a: { $jsonata: 'nodes.a.data.path' }, b: { $jsonata: 'nodes.b.data.n' } } })], [['a', 'b'], ['b', 'c']]);
    const kept = (await composer.call<ExecutionResult>('api-router-execute', { endpoint_id: echo.id, path_variables: { id: 'kept' } })).data;
    const before = target.requests.length;
    const run = await execute(flow, { pins: { a: kept.id, b: { n: 5 } } });
    expect(statesOf(run)).toEqual({ a: 'pinned', b: 'pinned', c: 'success' });
    expect(run).toMatchObject({ status: 200, pins: ['a', 'b'], data: { c: { query: { a: '/echo/kept', b: '5' } } } });
    expect(target.requests.length).toBe(before + 1);
    const refused = async (pins: object) => composer.call('execute-workflow', { workflow_id: flow.id, pins });
    expect(await refused({ z: 1 })).toMatchObject({ status: 400, error: 'The workflow has no node “z” to pin. Its nodes are: a, b, c.' });
    expect(await refused({ a: '01900000-0000-7000-8000-000000000000' })).toMatchObject({ status: 400, error: expect.stringContaining('is not kept') as string });
  });

  it('ends when it is cancelled, with the requests that are under way [C-134]', async () => {
    const flow = await workflow([{ id: 'a', endpoint_id: hang.id }, call('b')], [['a', 'b']]);
    const running = execute(flow, { correlationId: 'flow-cancel' });
    await until(async () => (await status('flow-cancel')).nodes?.['a']?.state === 'running' && target.open() > 0 && target.requests.some(({ url }) => url === '/hang'));
    expect((await composer.call('cancel-execution', { execution_id: 'flow-cancel', reason: 'enough' })).data).toMatchObject({ cancelled: true, state: 'cancelled', error: 'Cancelled: enough' });
    const run = await running;
    expect(run).toMatchObject({ status: 500, state: 'cancelled', cancel_reason: 'enough' });
    expect(run.nodes).toMatchObject({ a: { state: 'cancelled' }, b: { state: 'upstream_failed' } });
    expect(await status('flow-cancel')).toEqual(run);
  });

  it('ends when its client goes away', async () => {
    const flow = await workflow([{ id: 'a', endpoint_id: hang.id }]);
    const client = new AbortController();
    const running = composer.call('execute-workflow', { workflow_id: flow.id, correlationId: 'flow-gone' }, client.signal).catch(() => 'gone');
    await until(async () => (await status('flow-gone'))?.nodes?.['a']?.state === 'running');
    client.abort();
    expect(await running).toBe('gone');
    await until(async () => (await status('flow-gone')).status !== 0);
    expect(await status('flow-gone')).toMatchObject({ status: 500, state: 'cancelled', error: 'The execution was cancelled' });
  });

  it('has a limit for all of it', async () => {
    const flow = await workflow([{ id: 'a', endpoint_id: hang.id }], [], { timeout_ms: 60_000 });
    expect(await execute(flow, { timeout_ms: 100 })).toMatchObject({ status: 500, state: 'failed', error: expect.stringContaining('longer than its limit of 100 ms') as string, nodes: { a: { state: 'cancelled' } } });
  });

  it('refuses what cannot be run', async () => {
    expect(await composer.call('execute-workflow', { workflow_id: 'nothing' })).toMatchObject({ status: 404 });
    const empty = await created('workflow', { name: 'Empty' });
    expect(await composer.call('execute-workflow', { workflow_id: empty.id })).toMatchObject({ status: 400, error: 'The workflow has no definition yet. Add a node to it and try again.' });
    const lost = await created('endpoint', { api_id: echo['api_id'], path: '/lost' });
    const flow = await workflow([{ id: 'a', endpoint_id: lost.id }]);
    await composer.call('delete-endpoint', { id: lost.id });
    expect(await composer.call('execute-workflow', { workflow_id: flow.id })).toMatchObject({ status: 400, error: expect.stringContaining('which does not exist here') as string });
    expect((await composer.call('hot-reload-config', { scope: 'workflows' })).data).toMatchObject({ valid: false, problems: [{ where: 'workflows', id: flow.id }] });
  });

  it('keeps the last 100 runs of a workflow', async () => {
    const flow = await workflow([call('a')]);
    const pins = { a: 1 };
    for (let at = 0; at < 101; at += 1) await execute(flow, { pins });
    expect((await composer.call('list-workflow-executions', { workflow_id: flow.id })).totalCount).toBe(100);
  });
});

describe('a workflow that runs when the platform dies', () => {
  afterEach(endAll);

  it('is kept as failed, with the reason', async () => {
    using folder = dataFolder();
    const first = await startProcess(folder.path);
    const { id: api_id } = await first.compose<Row>('create-api', { name: 'Target', server_url: target.url });
    const { id: endpoint_id } = await first.compose<Row>('create-endpoint', { api_id, path: '/held' });
    const { id: workflow_id } = await first.compose<Row>('create-workflow', { name: 'Flow', definition: { nodes: [{ id: 'a', endpoint_id }] } });
    const { id } = await first.compose<Run>('execute-workflow', { workflow_id, execution_mode: 'async' });
    await until(() => holding.length === 1);
    await first.end('SIGKILL');
    const second = await startProcess(folder.path);
    expect(await second.compose('get-execution-status', { execution_id: id })).toMatchObject({ status: 500, state: 'failed', error: expect.stringContaining('The platform ended') as string });
    expect(await second.compose('list-executions', { endpoint_id })).toMatchObject([{ status: 500, state: 'failed', workflow_execution_id: id, node_id: 'a' }]);
    await second.end('SIGTERM');
  });
});
