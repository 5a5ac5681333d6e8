import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Checkpoint } from '../../../shared/contract/workflow-runs.ts';
import { startTarget, type Target } from '../dags/target.ts';
import { chain, executionOf, graph, startEngine, type Engine } from './engine-platform.ts';

/** How runs wait, go on, are cut short, forked and refused, over HTTP. */
describe('a run of a workflow', () => {
  let engine: Engine;
  let target: Target;
  beforeAll(async () => {
    [engine, target] = await Promise.all([startEngine(), startTarget()]);
  });
  afterAll(async () => {
    target.release();
    await engine[Symbol.asyncDispose]();
    await target[Symbol.asyncDispose]();
  });
  const recipe = (made: ReturnType<typeof graph>) => engine.make('workflow_recipes', { name: 'Steps', ...made });
  const transform = (id: string, expression: string, more: object = {}) => ({ id, type: 'transform', data: { expression, ...more } });

  it('waits for an approval while the rest of it runs, and goes on by the answer', async () => {
    const nodes = [
      { id: 'start', type: 'start' }, { id: 'ok', type: 'approval', data: { message: 'Pay {{ input.sum }}?', fields: [{ name: 'reason', label: 'Reason', required: true }] } },
      transform('pay', '{"paid": input.sum, "why": reason}'), transform('refuse', '{"refused": true}'), transform('aside', '{"aside": 1}'), transform('further', 'aside + 1'), { id: 'end', type: 'end' },
    ];
    const id = await engine.recipe(nodes, ['start>ok', 'ok:approved>pay', 'ok:rejected>refuse', 'pay>end', 'refuse>end', 'start>aside', 'aside>further']);
    const waiting = await engine.play(id, { sum: 5 });
    expect(waiting.state).toBe('waiting');
    expect(executionOf(waiting, 'ok')).toMatchObject({ state: 'waiting', waits_for: 'approval', question: { message: 'Pay 5?', input: { sum: 5 } } });
    expect(executionOf(waiting, 'further')).toMatchObject({ state: 'success', output_preview: '2' });
    const { run_id } = waiting;
    expect(await engine.run('resume', { run_id, node_id: 'ok', answer: { approved: 'yes' } })).toMatchObject({ status: 400, error: expect.stringContaining('whether it is approved') as string });
    expect(await engine.run('resume', { run_id, node_id: 'ok', answer: { approved: true } })).toMatchObject({ status: 400, error: 'The answer lacks: Reason.' });
    expect(await engine.run('resume', { run_id, node_id: 'pay', answer: {} })).toMatchObject({ status: 409 });
    expect((await engine.run('resume', { run_id, node_id: 'ok', answer: { approved: true, reason: 'due' } })).status).toBe(200);
    const done = await engine.settled(run_id);
    expect(done).toMatchObject({ state: 'success', output: { paid: 5, why: 'due' } });
    expect(executionOf(done, 'refuse')?.state).toBe('skipped');
    expect(executionOf(done, 'further')?.seq).toBe(executionOf(waiting, 'further')?.seq);
    expect(await engine.run('resume', { run_id, node_id: 'ok', answer: { approved: true } })).toMatchObject({ status: 409 });

    const other = await engine.play(id, { sum: 6 });
    await engine.run('resume', { run_id: other.run_id, node_id: 'ok', answer: { approved: false } });
    expect((await engine.settled(other.run_id)).output).toEqual({ refused: true });
  });

  it('waits within loops and within other workflows', async () => {
    const inner = await recipe(graph([{ id: 'start', type: 'start' }, { id: 'ok', type: 'approval', data: {} }, { id: 'end', type: 'end', data: { expression: 'approved' } }], ['start>ok', 'ok:approved>end']));
    const nodes = [{ id: 'start', type: 'start' }, { id: 'each', type: 'loop', data: { items: '$' } }, { id: 'sub', type: 'workflow', data: { workflow_id: inner } }, { id: 'end', type: 'end' }];
    const run = await engine.play(await engine.recipe(nodes, ['start>each', 'each:item>sub', 'each:done>end']), ['a', 'b']);
    expect(run.state).toBe('waiting');
    for (const iteration of ['1', '0']) {
      const { child_run_id, waits_for } = executionOf(run, 'sub', iteration)!;
      expect(waits_for).toBe('workflow');
      await engine.run('resume', { run_id: child_run_id, node_id: 'ok', answer: { approved: true } });
    }
    for (;;) {
      const { state, output } = await engine.settled(run.run_id);
      if (state !== 'success' && state !== 'failed') continue;
      expect({ state, output }).toEqual({ state: 'success', output: [true, true] });
      break;
    }
  });

  it('stops at breakpoints, goes on with another input, and takes pins for outputs', async () => {
    const id = await recipe(chain(transform('a', '{"a": n}'), transform('b', '{"b": a}'), transform('c', '{"c": b}')));
    const { run_id } = await engine.play(id, { n: 1 }, { breakpoints: ['b'] });
    const stopped = await engine.get(run_id);
    expect(executionOf(stopped, 'b')).toMatchObject({ state: 'waiting', waits_for: 'breakpoint', input_preview: '{"a":1}', question: { input: { a: 1 } } });
    expect(executionOf(stopped, 'c')).toBeUndefined();
    await engine.run('resume', { run_id, node_id: 'b', answer: { input: { a: 9 } } });
    expect(await engine.settled(run_id)).toMatchObject({ state: 'success', output: { c: 9 } });
    const pinned = await engine.play(id, { n: 1 }, { pins: { b: { b: 'pinned' } } });
    expect(pinned.output).toEqual({ c: 'pinned' });
    expect(executionOf(pinned, 'b')).toMatchObject({ state: 'success', taken_from: 'pin' });
  });

  it('is run again from a node, with its old input or another, and forked from any checkpoint, without running what had ended', async () => {
    const call = (id: string) => ({ id, type: 'http', data: { url: `${target.url}/fork-${id}`, query: { in: '{{ input.data.path }}' } } });
    const made = graph(
      [{ id: 'start', type: 'start' }, { id: 'one', type: 'http', data: { url: `${target.url}/fork-one` } }, call('two'), call('three'), { id: 'each', type: 'loop', data: { items: '[1, 2]', max_parallel: 1 } }, { id: 'item', type: 'http', data: { url: `${target.url}/fork-item-{{ item }}` } }, { id: 'end', type: 'end', data: { expression: '$.data.path' } }],
      ['start>one', 'one>two', 'two>three', 'three>each', 'each:item>item', 'each:done>end'],
    );
    const id = await recipe(made);
    const asked = (path: string) => target.seen.filter((one) => one.startsWith(`GET /fork-${path}`)).length;
    const counts = () => ['one', 'two', 'three', 'item-1', 'item-2'].map(asked);
    const first = await engine.play(id, {});
    expect(first.state).toBe('success');
    expect(counts()).toEqual([1, 1, 1, 1, 1]);
    const again = await engine.play(id, undefined, { from: { run_id: first.run_id, node_id: 'three' } });
    expect(again).toMatchObject({ state: 'success', output: first.output as unknown[], from: { run_id: first.run_id, node_id: 'three' } });
    expect(counts()).toEqual([1, 1, 2, 2, 2]);
    expect(executionOf(again, 'two')?.taken_from).toBe(first.run_id);
    const edited = await engine.play(id, undefined, { from: { run_id: first.run_id, node_id: 'three', inputs: { data: { path: 'edited' } } } });
    expect(executionOf(edited, 'three')?.input_preview).toBe('{"data":{"path":"edited"}}');
    expect(target.seen).toContain('GET /fork-three?in=edited');
    const node = await engine.request<{ input: unknown }>('GET', `/api/workflow/run/node?run_id=${edited.run_id}&node_id=three`);
    expect(node.data.input).toEqual({ data: { path: 'edited' } });

    const before = counts();
    const checkpoints = (await engine.request<Checkpoint[]>('GET', `/api/workflow/run/checkpoints?run_id=${first.run_id}`)).data;
    const at = checkpoints.find(({ node_id, iteration }) => node_id === 'item' && iteration === '0')!;
    const forked = await engine.play(id, undefined, { from: { run_id: first.run_id, checkpoint_id: at.checkpoint_id } });
    expect(forked).toMatchObject({ state: 'success', output: first.output as unknown[] });
    expect(counts().map((count, index) => count - before[index]!)).toEqual([0, 0, 0, 0, 1]);
    await engine.play(id, undefined, { from: { run_id: first.run_id, node_id: 'item', inputs: 7 } });
    expect(counts().map((count, index) => count - before[index]!)).toEqual([0, 0, 0, 1, 2]);
    const { status, error } = await engine.run('start', { workflow_id: id, from: { run_id: first.run_id, checkpoint_id: 'nonsense' } });
    expect({ status, error }).toMatchObject({ status: 400, error: expect.stringContaining('no checkpoint') as string });
  });

  it('ends at once where it is cancelled, in the midst of a call', async () => {
    const id = await recipe(chain({ id: 'held', type: 'http', data: { url: `${target.url}/hold` } }, transform('after', '1')));
    const { run_id } = await engine.start(id);
    await target.asked('/hold');
    expect(executionOf(await engine.get(run_id), 'held')?.state).toBe('running');
    expect((await engine.run('remove', { run_id })).status).toBe(409);
    expect((await engine.run('cancel', { run_id })).data).toMatchObject({ state: 'cancelled' });
    const run = await engine.get(run_id);
    expect(run).toMatchObject({ state: 'cancelled', error: 'Cancelled' });
    expect(executionOf(run, 'held')).toMatchObject({ state: 'cancelled', end_date: expect.any(String) as string });
    expect(executionOf(run, 'after')).toBeUndefined();
    expect((await engine.run('cancel', { run_id })).data.state).toBe('cancelled');
    expect((await engine.run('remove', { run_id })).status).toBe(200);
    expect((await engine.request('GET', `/api/workflow/run/get?run_id=${run_id}`)).status).toBe(404);
  });

  it('gives up nodes and runs that take too long, tries again what fails, and goes on where it is to', async () => {
    const late = await engine.play(await recipe(chain({ id: 'held', type: 'http', data: { label: 'Slow', url: `${target.url}/hold`, timeout_ms: 30 } })));
    expect(late).toMatchObject({ state: 'failed', error: expect.stringMatching(/^“Slow” failed: .*30 ms/) as string });
    const whole = await engine.play(await recipe(chain({ id: 'held', type: 'http', data: { url: `${target.url}/hold` } })), null, { timeout_ms: 50 });
    expect(whole).toMatchObject({ state: 'failed', error: expect.stringContaining('longer than its limit of 50 ms') as string });
    const flaky = await engine.play(await recipe(chain({ id: 'flaky', type: 'http', data: { url: `${target.url}/flaky`, retries: 2 } })));
    expect(flaky.state).toBe('success');
    expect(executionOf(flaky, 'flaky')?.attempts).toBe(3);
    const onward = await engine.play(await recipe(chain(transform('bad', '$error("no")', { continue_on_error: true }), transform('after', '{"said": error}'))));
    expect(onward).toMatchObject({ state: 'success', output: { said: expect.stringContaining('no') as string } });
    expect(executionOf(onward, 'bad')?.state).toBe('failed');
    const endless = await engine.play(await recipe(chain(transform('endless', '($f := function($n) { $f($n + 1) }; $f(0))', { timeout_ms: 300 }))));
    expect(endless.state).toBe('failed');
  });

  it('refuses graphs with rings, loose ends and no end by name, and fails at kinds that nobody knows, which are kept', async () => {
    const refused = async (made: ReturnType<typeof graph>) => engine.run('start', { workflow_id: await recipe(made) });
    const ring = await refused(graph([{ id: 'start', type: 'start' }, transform('a', '1'), transform('b', '1'), { id: 'end', type: 'end' }], ['start>a', 'a>b', 'b>a', 'b>end']));
    expect(ring).toMatchObject({ status: 400, error: expect.stringContaining('“a” → “b” → “a”') as string });
    expect((await refused(graph([{ id: 'start', type: 'start' }, { id: 'end', type: 'end' }], ['start>end', 'start>ghost']))).error).toContain('there is no node “ghost”');
    expect((await refused(graph([{ id: 'start', type: 'start' }], []))).error).toContain('No end is reached');
    expect((await refused(chain({ id: 't', type: 'transform', data: {} }))).error).toContain('Expression is required');
    const id = await recipe(chain({ id: 'new', type: 'hologram', data: { depth: 3 } }));
    expect(await engine.play(id)).toMatchObject({ state: 'failed', error: expect.stringContaining('does not know nodes of the kind “hologram”') as string });
    const row = (await engine.request('GET', `/api/saas_db/workflow_recipes/${id}`)) as unknown as { nodes: unknown[] };
    expect(row.nodes).toContainEqual({ id: 'new', type: 'hologram', data: { depth: 3 } });
  });

  it('keeps large values whole and shows their beginning, and says when a run’s values are too many', async () => {
    const id = await recipe(chain(transform('big', '$pad("", size, "x")'), transform('length', '$length($)')));
    const run = await engine.play(id, { size: 1_000_000 });
    expect(run.output).toBe(1_000_000);
    const shown = executionOf(run, 'big')!;
    expect(shown).toMatchObject({ is_cut: true });
    expect(shown.output_preview!.length).toBeLessThan(5000);
    const node = await engine.request<{ output: string }>('GET', `/api/workflow/run/node?run_id=${run.run_id}&node_id=big`);
    expect(node.data.output).toHaveLength(1_000_000);
    const pads = Array.from({ length: 5 }, (_, index) => ({ id: `p${index}`, type: 'prompt', data: { template: '{{ nodes.big }}'.repeat(15) } }));
    expect(await engine.play(await recipe(chain(transform('big', '$pad("", size, "x")'), ...pads)), { size: 1_000_000 })).toMatchObject({ state: 'failed', error: expect.stringContaining('more than 64 million characters') as string });
  });

  it('lists runs by workflow and state, and exports them whole', async () => {
    const id = await recipe(chain(transform('t', '{"n": n}')));
    const [one, two] = [await engine.play(id, { n: 1 }), await engine.play(id, { n: 2 })];
    const failed = await engine.play(id, 'x', { graph: chain(transform('t', '$error("no")')) });
    const list = async (query: string) => (await engine.request<{ run_id: string }[]>('GET', `/api/workflow/run/list?workflow_id=${id}${query}`)) as unknown as { data: { run_id: string }[]; totalCount: number };
    expect((await list('')).data.map(({ run_id }) => run_id)).toEqual([failed.run_id, two.run_id, one.run_id]);
    expect((await list('&state=failed')).data.map(({ run_id }) => run_id)).toEqual([failed.run_id]);
    expect(await list('&limit=1&offset=1')).toMatchObject({ data: [{ run_id: two.run_id }], totalCount: 3 });
    const { data } = await engine.request<{ file_name: string; text: string }>('GET', `/api/workflow/run/export?run_id=${one.run_id}`);
    expect(JSON.parse(data.text)).toMatchObject({ run_id: one.run_id, output: { n: 1 }, executions: [{}, { node_id: 't', input: { n: 1 }, output: { n: 1 } }, {}] });
    await engine.request('DELETE', `/api/saas_db/workflow_recipes/${id}`);
    expect((await list('')).totalCount).toBe(0);
  });

  it('is nobody else’s: another tenant finds neither runs nor workflows [F-24]', async () => {
    const id = await recipe(chain());
    const { run_id } = await engine.play(id);
    const tenant_id = await engine.make('tenants', { name: 'Other' });
    const made = await engine.request('POST', '/api/saas_db/environments', { name: 'Theirs', tenant_id, environment_id: '' }, { 'x-tenant-id': tenant_id, 'x-environment-id': '' }) as unknown as { insertedId: string };
    const elsewhere = { tenant_id, environment_id: made.insertedId };
    const headers = { 'x-tenant-id': tenant_id, 'x-environment-id': made.insertedId };
    for (const [method, path, body] of [
      ['GET', `get?run_id=${run_id}`], ['GET', `node?run_id=${run_id}&node_id=start`], ['GET', `checkpoints?run_id=${run_id}`], ['GET', `export?run_id=${run_id}`],
      ['POST', 'cancel', { run_id }], ['POST', 'remove', { run_id }], ['POST', 'resume', { run_id, node_id: 'start' }], ['POST', 'start', { workflow_id: id }],
    ] as const) {
      const answer = await engine.request(method, `/api/workflow/run/${path}`, body && { ...body, ...elsewhere }, headers);
      expect([path, answer.status]).toEqual([path, 404]);
    }
    const list = await engine.request<unknown[]>('GET', '/api/workflow/run/list', undefined, headers);
    expect(list.data).toEqual([]);
    const theirs = await engine.request('POST', '/api/saas_db/workflow_recipes', { name: 'Theirs', ...elsewhere, ...chain({ id: 'sub', type: 'workflow', data: { workflow_id: id } }) }, headers) as unknown as { insertedId: string };
    const started = await engine.request<{ run_id: string }>('POST', '/api/workflow/run/start', { workflow_id: theirs.insertedId, ...elsewhere }, headers);
    await expect.poll(async () => (await engine.request<{ state: string; error: string }>('GET', `/api/workflow/run/get?run_id=${started.data.run_id}`, undefined, headers)).data, { timeout: 10_000 })
      .toMatchObject({ state: 'failed', error: expect.stringContaining('Not found') as string });
  });
});
