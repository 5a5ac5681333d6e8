import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { caller, httpTask, pass, platform, turns, useClock } from './harness.ts';

beforeEach(useClock);
afterEach(() => {
  vi.useRealTimers();
});

type Platform = ReturnType<typeof platform>;
type Answered = { task_id: string; state: string | null; map_index: number; try_number: number; error: string | null; waiting_for?: string | null };

async function begun(tasks: unknown[], more: Record<string, unknown> = {}): Promise<Platform> {
  const p = platform();
  p.call('dags.add', { dags: [{ dag_id: 'd', tasks, ...more }] });
  p.call('dags.trigger', { dag_id: 'd' });
  await turns();
  return p;
}
const lastRun = (p: Platform) => p.runs('d').at(-1)!.dag_run_id;
const changed = (answer: unknown) => Object.fromEntries((answer as { task_instances: Answered[] }).task_instances.map(({ task_id, state }) => [task_id, state]));
const choose = (p: Platform, ...ids: string[]) => ({ dag_id: 'd', task_instances: ids.map((task_id) => ({ dag_run_id: lastRun(p), task_id })), include_upstream: false, include_downstream: false, dry_run: false });
const clear = (p: Platform, ids: string[], more: Record<string, unknown> = {}) => changed(p.call('taskInstances.clear', { ...choose(p, ...ids), only_failed: false, ...more }));
const mark = (p: Platform, state: string, ids: string[], more: Record<string, unknown> = {}) => changed(p.call('taskInstances.setState', { ...choose(p, ...ids), state, ...more }));
const one = (p: Platform, task_id: string, more: Record<string, unknown> = {}) => p.call('taskInstances.get', { dag_id: 'd', dag_run_id: lastRun(p), task_id, ...more }) as unknown as Answered;
const tries = (p: Platform, task_id: string) => (p.call('taskInstances.tries', { dag_id: 'd', dag_run_id: lastRun(p), task_id }) as unknown as { task_instances: Answered[] }).task_instances;
const setRun = (p: Platform, state: string) => p.call('dagRuns.setState', { dag_id: 'd', dag_run_id: lastRun(p), state });
const chain = [httpTask('a'), httpTask('b', ['a']), httpTask('c', ['b'])];

async function answerAll(p: Platform, ...urls: string[]): Promise<void> {
  for (const url of urls) {
    p.task(url).answer();
    await turns();
  }
}

describe('clearing', () => {
  it('lets a task of a run that had ended run again with all that is downstream of it, and keeps its tries', async () => {
    const p = await begun(chain);
    await answerAll(p, 'a', 'b');
    p.task('c').fail('no');
    await turns();
    expect(p.runs('d')).toMatchObject([{ state: 'failed' }]);
    expect(clear(p, ['b'], { include_downstream: true })).toEqual({ b: null, c: null });
    await turns();
    expect(p.runs('d')).toMatchObject([{ state: 'running' }]);
    expect(p.states('d')).toEqual({ a: 'success', b: 'running', c: null });
    await answerAll(p, 'b', 'c');
    expect(p.runs('d')).toMatchObject([{ state: 'success' }]);
    expect(tries(p, 'c')).toMatchObject([{ try_number: 1, state: 'failed', error: 'no' }, { try_number: 2, state: 'success', error: null }]);
    expect(tries(p, 'a')).toMatchObject([{ try_number: 1, state: 'success' }]);
    expect(p.events('d').find(({ event }) => event === 'clear_task_instances')).toMatchObject({ owner: 'ada', extra: 'b, c' });
  });

  it('only says what it would change in a dry run', async () => {
    const p = await begun(chain);
    await answerAll(p, 'a', 'b', 'c');
    expect(clear(p, ['c'], { include_upstream: true, dry_run: true })).toEqual({ a: 'success', b: 'success', c: 'success' });
    await turns();
    expect(p.runs('d')).toMatchObject([{ state: 'success' }]);
    expect(p.sent).toHaveLength(3);
    expect(p.events('d').map(({ event }) => event)).not.toContain('clear_task_instances');
  });

  it('takes those that failed alone, where it is told to', async () => {
    const p = await begun([httpTask('a'), httpTask('b'), httpTask('c', ['b'])]);
    p.task('a').answer();
    p.task('b').fail('no');
    await turns();
    expect(clear(p, ['a', 'b', 'c'], { only_failed: true })).toEqual({ b: null, c: null });
  });

  it('cuts off what runs, and runs it anew with the retries that it has', async () => {
    const p = await begun([httpTask('a', [], { retries: 1, retry_delay_seconds: 1 })]);
    const first = p.task('a');
    clear(p, ['a']);
    expect(first.signal.aborted).toBe(true);
    await turns();
    first.answer({ data: 'too late' });
    await turns();
    expect(one(p, 'a')).toMatchObject({ state: 'running', try_number: 2 });
    p.task('a').fail('no');
    await turns();
    expect(one(p, 'a')).toMatchObject({ state: 'up_for_retry', try_number: 2 });
    expect(tries(p, 'a')).toMatchObject([{ try_number: 1, state: 'failed', error: 'Cleared while it ran.' }, { try_number: 2 }]);
  });

  it('reaches over several runs in one call', async () => {
    const p = await begun([httpTask('a')], { max_active_runs: 2 });
    p.call('dags.trigger', { dag_id: 'd' });
    await turns();
    for (const sent of p.sent) sent.answer();
    await turns();
    const task_instances = p.runs('d').map(({ dag_run_id }) => ({ dag_run_id, task_id: 'a' }));
    p.call('taskInstances.clear', { ...choose(p, 'a'), task_instances, only_failed: false });
    await turns();
    expect(p.runs('d').map(({ state }) => state)).toEqual(['running', 'running']);
    expect(p.sent).toHaveLength(4);
  });

  it('skips again what its branch did not choose', async () => {
    const p = await begun([{ task_id: 'way', operator: 'branch', expression: '"x"' }, httpTask('x', ['way']), httpTask('y', ['way'])]);
    await vi.waitFor(() => p.task('x'));
    await turns();
    await answerAll(p, 'x');
    expect(p.states('d')).toEqual({ way: 'success', x: 'success', y: 'skipped' });
    clear(p, ['y']);
    await turns();
    expect(p.states('d')).toEqual({ way: 'success', x: 'success', y: 'skipped' });
    expect(p.runs('d')).toMatchObject([{ state: 'success' }]);
  });

  it('names what is not there', async () => {
    const p = await begun(chain);
    expect(() => clear(p, ['z'])).toThrow('Not found: task z');
    expect(() => p.call('taskInstances.clear', { ...choose(p, 'a'), task_instances: [{ dag_run_id: 'no', task_id: 'a' }], only_failed: false })).toThrow('Not found: DAG run no');
  });
});

describe('marking', () => {
  it('ends a task as a person says, and the run goes on from there', async () => {
    const p = await begun(chain);
    const running = p.task('a');
    expect(mark(p, 'success', ['a'])).toEqual({ a: 'success' });
    expect(running.signal.aborted).toBe(true);
    await turns();
    expect(p.states('d')).toEqual({ a: 'success', b: 'running', c: null });
    mark(p, 'skipped', ['b']);
    await turns();
    expect(p.states('d')).toEqual({ a: 'success', b: 'skipped', c: 'skipped' });
    expect(p.runs('d')).toMatchObject([{ state: 'success' }]);
    expect(p.events('d').filter(({ event }) => event === 'set_task_instances_state')).toMatchObject([{ owner: 'ada', task_id: 'a', extra: 'success: a' }, { task_id: 'b', extra: 'skipped: b' }]);
  });

  it('clears what failed downstream of a task that is marked as a success', async () => {
    const p = await begun(chain);
    p.task('a').fail('no');
    await turns();
    expect(p.states('d')).toEqual({ a: 'failed', b: 'upstream_failed', c: 'upstream_failed' });
    mark(p, 'success', ['a']);
    await turns();
    expect(p.states('d')).toEqual({ a: 'success', b: 'running', c: null });
  });

  it('ends a run anew by its last tasks where nothing of it is open', async () => {
    const p = await begun([httpTask('a')]);
    p.task('a').fail('no');
    await turns();
    expect(p.runs('d')).toMatchObject([{ state: 'failed' }]);
    mark(p, 'success', ['a']);
    expect(p.runs('d')).toMatchObject([{ state: 'success' }]);
  });
});

describe('a run', () => {
  it('that is set to failed is cut off at once: what ran has failed, and the rest is skipped', async () => {
    const p = await begun([httpTask('done'), httpTask('a', ['done']), httpTask('b', ['a']), httpTask('again', [], { retries: 3 })]);
    p.task('done').answer();
    p.task('again').fail('no');
    await turns();
    setRun(p, 'failed');
    expect(p.task('a').signal.aborted).toBe(true);
    await turns();
    expect(p.states('d')).toEqual({ done: 'success', a: 'failed', b: 'skipped', again: 'skipped' });
    expect(one(p, 'a').error).toBe('Cut off: ada set the run to failed.');
    expect(p.runs('d')).toMatchObject([{ state: 'failed' }]);
    await pass(60_000);
    expect(p.sent).toHaveLength(3);
    expect(p.events('d').at(-1)).toMatchObject({ event: 'set_dag_run_state', owner: 'ada', extra: 'failed' });
  });

  it('that is set to success has nothing but successes', async () => {
    const p = await begun(chain);
    setRun(p, 'success');
    await turns();
    expect(p.states('d')).toEqual({ a: 'success', b: 'success', c: 'success' });
    expect(p.runs('d')).toMatchObject([{ state: 'success' }]);
    expect(p.task('a').signal.aborted).toBe(true);
  });

  it('begins anew as it stands where it is queued, and makes room for the next when it is deleted', async () => {
    const p = await begun(chain);
    p.call('dags.trigger', { dag_id: 'd' });
    await answerAll(p, 'a');
    setRun(p, 'queued');
    await turns();
    expect(p.runs('d').map(({ state }) => state)).toEqual(['running', 'queued']);
    expect(p.states('d', p.runs('d')[0]!.dag_run_id)).toEqual({ a: 'success', b: 'running', c: null });
    p.call('dagRuns.remove', { dag_id: 'd', dag_run_id: p.runs('d')[0]!.dag_run_id });
    await turns();
    expect(p.runs('d')).toMatchObject([{ state: 'running' }]);
    expect(p.sent.some(({ signal }) => signal.aborted)).toBe(true);
    expect(p.events('d').map(({ event }) => event)).toContain('delete_dag_run');
  });

  it('shows in a grid with its tasks in order, the states of what is mapped, and the groups', async () => {
    const p = await begun(
      [httpTask('join', ['g.in']), httpTask('a', [], { task_group: 'g' }), httpTask('m', ['a'], { task_group: 'g.in', url: undefined, expand: { url: ['http://t/m0', 'http://t/m1'] } })],
      { task_groups: [{ group_id: 'g', tooltip: 'first' }] },
    );
    p.task('a').answer();
    await turns();
    p.task('m0').fail('no');
    await turns();
    expect(p.call('dagRuns.grid', { dag_id: 'd' })).toMatchObject({
      total_entries: 1,
      tasks: [{ task_id: 'a', task_group: 'g', upstream_task_ids: [] }, { task_id: 'm', task_group: 'g.in', is_mapped: true }, { task_id: 'join', task_group: null, upstream_task_ids: ['m'] }],
      task_groups: [{ group_id: 'g', parent_group: null, tooltip: 'first' }, { group_id: 'g.in', parent_group: 'g', tooltip: null }],
      columns: [{ states: ['success', 'failed', 'upstream_failed'], tries: [1, 1, 0], mapped: { m: { failed: 1, running: 1 } } }],
    });
    expect(p.call('dagRuns.grid', { dag_id: 'd', state: 'success' })).toMatchObject({ columns: [], total_entries: 0 });
  });
});

describe('mapped tasks', () => {
  const mapped = [httpTask('list'), httpTask('each', ['list'], { url: 'http://t/{{ map.id }}', expand: { id: '{{ tasks.list.result.data }}' } }), httpTask('sum', ['each'], { body: '{{ tasks.each.result }}' })];

  it('run once for each of a list, and hand on the list of their results', async () => {
    const p = await begun(mapped);
    p.task('list').answer({ data: ['x', 'y', 'z'] });
    await turns();
    expect(p.sent.map(({ url }) => url)).toEqual(['list', 'x', 'y', 'z']);
    for (const [at, url] of ['z', 'x', 'y'].entries()) p.task(url).answer({ data: at });
    await turns();
    expect((p.task('sum').request['body'] as { content: { data: number }[] }).content.map(({ data }) => data)).toEqual([1, 2, 0]);
    const { task_instances, total_entries } = p.call('taskInstances.mapped', { dag_id: 'd', dag_run_id: lastRun(p), task_id: 'each', limit: 2, offset: 1 }) as unknown as { task_instances: Answered[]; total_entries: number };
    expect(total_entries).toBe(3);
    expect(task_instances).toMatchObject([{ map_index: 1, state: 'success' }, { map_index: 2, state: 'success' }]);
  });

  it('are skipped where the list is empty, and fail with words where it is none or too long', async () => {
    const empty = await begun(mapped);
    empty.task('list').answer({ data: [] });
    await turns();
    expect(empty.states('d')).toEqual({ list: 'success', each: 'skipped', sum: 'skipped' });
    for (const [data, words] of [['text', 'expand.id must yield a list'], [Array.from({ length: 1025 }, () => 1), 'maps to 1025 instances, of which there may be at most 1024']] as const) {
      const p = await begun(mapped);
      p.task('list').answer({ data });
      await turns();
      expect(one(p, 'each')).toMatchObject({ state: 'failed', error: expect.stringContaining(words) as string });
    }
  });

  it('make every combination of several fields, or one for each object of expand_kwargs', async () => {
    const p = await begun([httpTask('two', [], { url: 'http://t/{{ map.a }}{{ map.b }}', expand: { a: [1, 2], b: ['x', 'y'] } }), { task_id: 'kw', operator: 'http', expand_kwargs: [{ url: 'http://t/k1' }, { url: 'http://t/k2', method: 'POST' }] }]);
    expect(p.sent.map(({ url }) => url)).toEqual(['1x', '1y', '2x', '2y', 'k1', 'k2']);
    expect(p.task('k2').request['method']).toBe('POST');
  });

  it('may be cleared one by one, and are mapped anew when all of the task is cleared with what it maps over', async () => {
    const p = await begun(mapped);
    p.task('list').answer({ data: ['x', 'y', 'z'] });
    await turns();
    for (const url of ['x', 'y', 'z']) p.task(url).answer();
    await turns();
    await answerAll(p, 'sum');
    p.call('taskInstances.clear', { ...choose(p), task_instances: [{ dag_run_id: lastRun(p), task_id: 'each', map_index: 1 }], only_failed: false });
    await turns();
    expect(p.sent.slice(5).map(({ url }) => url)).toEqual(['y']);
    await answerAll(p, 'y');
    clear(p, ['list'], { include_downstream: true });
    await turns();
    p.task('list').answer({ data: ['q'] });
    await turns();
    await answerAll(p, 'q');
    expect((p.task('sum').request['body'] as { content: unknown[] }).content).toHaveLength(1);
    await answerAll(p, 'sum');
    expect(p.runs('d')).toMatchObject([{ state: 'success' }]);
    expect(one(p, 'each', { map_index: 2 })).toMatchObject({ state: 'removed' });
  });

  it('run no more at a time than they may', async () => {
    const p = await begun([httpTask('m', [], { url: undefined, expand: { url: ['http://t/1', 'http://t/2', 'http://t/3'] }, max_active_tis_per_dag: 2 })]);
    expect(p.sent).toHaveLength(2);
    expect(one(p, 'm', { map_index: 2 }).waiting_for).toContain('as many as max_active_tis_per_dag says');
    p.task('1').answer();
    await turns();
    expect(p.sent).toHaveLength(3);
  });

  it('are taken up again after a restart as they stood', async () => {
    const p = await begun(mapped);
    p.task('list').answer({ data: ['x', 'y'] });
    await turns();
    p.task('x').answer({ data: 1 });
    await turns();
    await p.scheduler.stop();
    const again = platform({ db: p.db });
    await turns();
    expect(again.sent.map(({ url }) => url)).toEqual(['y']);
    again.task('y').answer({ data: 2 });
    await turns();
    expect((again.task('sum').request['body'] as { content: { data: number }[] }).content.map(({ data }) => data)).toEqual([1, 2]);
  });
});

describe('branches', () => {
  const way = (expression: string) => ({ task_id: 'way', operator: 'branch', expression });
  it.each([
    ['"x"', { x: 'running', y: 'skipped' }],
    ['["x", "y"]', { x: 'running', y: 'running' }],
    ['[]', { x: 'skipped', y: 'skipped' }],
    ['null', { x: 'skipped', y: 'skipped' }],
    ['params.to', { x: 'skipped', y: 'running' }],
    ['"g"', { x: 'running', y: 'skipped' }],
  ])('that yield %s go %j', async (expression, states) => {
    const p = await begun([way(expression), httpTask('x', ['way'], { task_group: 'g' }), httpTask('y', ['way'])], { params: { to: 'y' } });
    await vi.waitFor(() => expect(p.states('d')).toMatchObject({ way: 'success', ...states }));
  });

  it('leave alone what what they chose leads to', async () => {
    const p = await begun([way('"x"'), httpTask('x', ['way']), httpTask('join', ['way', 'x'])]);
    await vi.waitFor(() => p.task('x'));
    await answerAll(p, 'x');
    expect(p.states('d')).toEqual({ way: 'success', x: 'success', join: 'running' });
  });

  it('fail with the name of what is no task', async () => {
    const p = await begun([way('"nowhere"'), httpTask('x', ['way'])]);
    await vi.waitFor(() => expect(one(p, 'way')).toMatchObject({ state: 'failed', error: 'The branch chose “nowhere”, which is no task and no task group of this DAG.' }));
  });
});

describe('pools and priorities', () => {
  const pool = (p: Platform, name: string, slots: number) => p.call('pools.create', { name, slots });

  it('give slots to those of higher priority first, and in their order to equals', async () => {
    const p = platform();
    pool(p, 'narrow', 1);
    const task = (id: string, priority_weight = 1) => httpTask(id, [], { pool: 'narrow', priority_weight, weight_rule: 'absolute' });
    p.call('dags.add', { dags: [{ dag_id: 'd', tasks: [task('a'), task('b', 5), task('c')] }] });
    p.call('dags.trigger', { dag_id: 'd' });
    await turns();
    expect(one(p, 'a')).toMatchObject({ state: 'scheduled', waiting_for: 'The pool “narrow” has 0 of 1 slots free, and the task needs 1.' });
    expect(p.call('pools.list', {})).toMatchObject({ pools: [{ name: 'default_pool', slots: 128 }, { name: 'narrow', running_slots: 1, scheduled_slots: 2, open_slots: 0 }] });
    await answerAll(p, 'b', 'a', 'c');
    expect(p.sent.map(({ url }) => url)).toEqual(['b', 'a', 'c']);
  });

  it('do not let a task with many slots starve behind small ones', async () => {
    const p = platform();
    pool(p, 'two', 2);
    p.call('dags.add', { dags: [{ dag_id: 'd', tasks: [httpTask('s1', [], { pool: 'two' }), httpTask('big', [], { pool: 'two', pool_slots: 2 }), httpTask('s2', [], { pool: 'two' })] }] });
    p.call('dags.trigger', { dag_id: 'd' });
    await turns();
    expect(p.sent.map(({ url }) => url)).toEqual(['s1']);
    await answerAll(p, 's1', 'big', 's2');
    expect(p.sent.map(({ url }) => url)).toEqual(['s1', 'big', 's2']);
  });

  it('must be there when a DAG is added; one that is deleted later is waited for, with the reason', async () => {
    const p = platform();
    expect(() => p.call('dags.add', { dags: [{ dag_id: 'd', tasks: [httpTask('a', [], { pool: 'gone' })] }] })).toThrow('DAG “d”, task “a”: pool names “gone”, which does not exist');
    pool(p, 'gone', 1);
    p.call('dags.add', { dags: [{ dag_id: 'd', tasks: [httpTask('a', [], { pool: 'gone' })] }] });
    p.call('pools.remove', { name: 'gone' });
    p.call('dags.trigger', { dag_id: 'd' });
    await turns();
    expect(one(p, 'a')).toMatchObject({ state: 'scheduled', waiting_for: 'The pool “gone” does not exist. Create it, or name another one in the task.' });
    pool(p, 'gone', 1);
    await turns();
    expect(p.sent).toHaveLength(1);
    expect(() => p.call('pools.remove', { name: 'default_pool' })).toThrow('cannot be deleted');
    expect(() => pool(p, 'gone', 2)).toThrow('exists already');
    expect(p.call('pools.update', { name: 'gone', slots: -1 })).toMatchObject({ slots: -1, open_slots: -1 });
  });

  it('are those of one environment alone', () => {
    const p = platform();
    pool(p, 'mine', 1);
    expect(() => p.call('pools.update', { name: 'mine', slots: 2 }, { ...caller, environment_id: 'e2' })).toThrow('Not found: pool mine');
  });
});

describe('the run before', () => {
  it('is waited for where a task depends on its past', async () => {
    const p = await begun([httpTask('a', [], { depends_on_past: true })], { max_active_runs: 3 });
    await pass(1000);
    p.call('dags.trigger', { dag_id: 'd' });
    await turns();
    expect(p.sent).toHaveLength(1);
    expect(one(p, 'a')).toMatchObject({ state: null, waiting_for: expect.stringContaining('It waits for “a” of the run before') as string });
    p.task('a').answer();
    await turns();
    expect(p.sent).toHaveLength(2);
  });

  it('keeps back what depends on a failure, until that is cleared and succeeds', async () => {
    const p = await begun([httpTask('a', [], { depends_on_past: true })], { max_active_runs: 3 });
    await pass(1000);
    p.call('dags.trigger', { dag_id: 'd' });
    p.task('a').fail('no');
    await turns();
    expect(p.sent).toHaveLength(1);
    const [first] = p.runs('d');
    p.call('taskInstances.clear', { ...choose(p, 'a'), task_instances: [{ dag_run_id: first!.dag_run_id, task_id: 'a' }], only_failed: false });
    await turns();
    await answerAll(p, 'a');
    expect(p.sent).toHaveLength(3);
  });
});

describe('a component', () => {
  it('runs by itself, with params and what stands for results', async () => {
    const p = platform();
    const run = (component: Record<string, unknown>, more: Record<string, unknown> = {}) => p.call('securedDags.executeComponent', { client_id: 'c', component, ...more }) as unknown as Promise<unknown>;
    expect(await run({ operator: 'transform', expression: 'params.x + tasks.a.result' }, { params: { x: 1 }, input: { a: 2 } })).toMatchObject({ result: 3 });
    expect(await run({ operator: 'vector_search', collection: 'docs', query: 'q' })).toMatchObject({ result: null, error: expect.stringContaining('does not search documents') as string });
    await expect(run({ operator: 'http' })).rejects.toThrow('component.url is required');
    await expect(run({ operator: 'bash' })).rejects.toThrow('component.operator must be one of');
  });
});
