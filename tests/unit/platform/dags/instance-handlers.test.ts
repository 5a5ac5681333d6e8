import { hostname } from 'node:os';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answerAll, begun, chain, choose, clear, lastRun, mark, one, setRun, tries, type Platform } from './desk.ts';
import { httpTask, pass, turns, useClock } from './harness.ts';

beforeEach(useClock);
afterEach(() => {
  vi.useRealTimers();
});

interface Deed {
  readonly event: string;
  readonly owner: string;
  readonly task_id: string;
  readonly try_number: number | null;
  readonly extra: string;
}
/** What people did to task instances, as the event log tells it. */
const deeds = (p: Platform) =>
  (p.events('d') as unknown as Deed[]).filter(({ event }) => event.includes('task_instances')).map(({ event, owner, task_id, try_number, extra }) => {
    const { from, to } = JSON.parse(extra) as { from: string | null; to: string | null };
    return `${event} ${owner} ${task_id}${try_number === null ? '' : ` #${try_number}`} ${from} → ${to}`;
  });

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
    const here = { hostname: hostname(), pid: process.pid };
    expect(tries(p, 'c')).toMatchObject([{ try_number: 1, state: 'failed', error: 'no', ...here }, { try_number: 2, state: 'success', error: null, ...here }]);
    expect(tries(p, 'a')).toMatchObject([{ try_number: 1, state: 'success' }]);
    expect(deeds(p)).toEqual(['clear_task_instances ada b #1 success → null', 'clear_task_instances ada c #1 failed → null']);
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
    await pass(1000);
    expect(tries(p, 'a')).toMatchObject([{ state: 'failed' }, { state: 'failed', error: 'no' }, { state: 'running' }]);
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
    expect(deeds(p)).toEqual(['set_task_instances_state ada a #1 running → success', 'set_task_instances_state ada b #1 running → skipped']);
  });

  it('clears what failed downstream of a task that is marked as a success', async () => {
    const p = await begun(chain);
    p.task('a').fail('no');
    await turns();
    expect(p.states('d')).toEqual({ a: 'failed', b: 'upstream_failed', c: 'upstream_failed' });
    mark(p, 'success', ['a']);
    await turns();
    expect(p.states('d')).toEqual({ a: 'success', b: 'running', c: null });
    expect(deeds(p)).toEqual(['set_task_instances_state ada a #1 failed → success', 'clear_task_instances ada b upstream_failed → null', 'clear_task_instances ada c upstream_failed → null']);
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

describe('the history of a task instance', () => {
  it('tells each of its states, who brought it about and when, by the filters of the event log [C-150][C-162]', async () => {
    const p = await begun([httpTask('m', [], { url: undefined, expand: { url: ['http://t/0', 'http://t/1'] } })]);
    p.task('0').answer();
    p.task('1').fail('no');
    await turns();
    p.call('taskInstances.setState', { ...choose(p), task_instances: [{ dag_run_id: lastRun(p), task_id: 'm', map_index: 1 }], state: 'success' });
    await pass(1000);
    p.call('taskInstances.clear', { ...choose(p), task_instances: [{ dag_run_id: lastRun(p), task_id: 'm', map_index: 1 }], only_failed: false });
    await turns();
    p.task('1').answer();
    await turns();
    const { event_logs, total_entries } = p.call('dags.events', { dag_id: 'd', run_id: lastRun(p), task_id: 'm', map_index: 1 }) as unknown as { event_logs: Record<string, unknown>[]; total_entries: number };
    expect(event_logs.toReversed().map(({ event, owner, try_number, when }) => `${(when as string).slice(17, 19)} ${owner as string} ${event as string} ${String(try_number)}`)).toEqual([
      '00 scheduler running 1', '00 scheduler failed 1', '00 ada set_task_instances_state 1', '01 ada clear_task_instances 1', '01 scheduler running 2', '01 scheduler success 2',
    ]);
    expect(total_entries).toBe(6);
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
    expect(deeds(p)).toEqual(['a #1 running → failed', 'b null → skipped', 'again #1 up_for_retry → skipped'].map((words) => `set_task_instances_state ada ${words}`));
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
