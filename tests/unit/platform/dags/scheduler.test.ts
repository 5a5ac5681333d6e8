import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { waitAfterInterruption } from '../../../../electron/platform/dags/interruption.ts';
import { caller, httpTask, noon, pass, platform, turns, useClock } from './harness.ts';

beforeEach(useClock);
afterEach(() => {
  vi.useRealTimers();
});

const minute = 60_000;
const hour = 60 * minute;

async function begun(tasks: unknown[], more: Record<string, unknown> = {}, options: Parameters<typeof platform>[0] = {}) {
  const p = platform(options);
  p.call('dags.add', { dags: [{ dag_id: 'd', tasks, ...more }] });
  p.call('dags.trigger', { dag_id: 'd' });
  await turns();
  return p;
}

describe('the order of tasks', () => {
  it('begins what waits for nothing at once, and the rest in the order of dependencies', async () => {
    const p = await begun([httpTask('a'), httpTask('b', ['a']), httpTask('c', ['a']), httpTask('d', ['b', 'c'])]);
    expect(p.sent.map(({ url }) => url)).toEqual(['a']);
    p.task('a').answer();
    await turns();
    expect(p.states('d')).toEqual({ a: 'success', b: 'running', c: 'running', d: null });
    p.task('c').answer();
    await turns();
    expect(p.states('d')).toEqual({ a: 'success', b: 'running', c: 'success', d: null });
    p.task('b').answer();
    await turns();
    p.task('d').answer();
    await turns();
    expect(p.runs('d')).toMatchObject([{ state: 'success' }]);
    expect(p.sent).toHaveLength(4);
  });

  it('marks what is downstream of a failure upstream_failed, lets the rest go on, and fails the run', async () => {
    const p = await begun([httpTask('a'), httpTask('other'), httpTask('b', ['a']), httpTask('c', ['b', 'other'])]);
    p.task('a').fail('no');
    await turns();
    expect(p.states('d')).toEqual({ a: 'failed', other: 'running', b: 'upstream_failed', c: 'upstream_failed' });
    expect(p.runs('d')).toMatchObject([{ state: 'running' }]);
    p.task('other').answer();
    await turns();
    expect(p.runs('d')).toMatchObject([{ state: 'failed' }]);
    expect(p.sent.map(({ url }) => url)).toEqual(['a', 'other']);
  });

  it('runs no more at the same time than it may, in one run and over all', async () => {
    const many = Array.from({ length: 6 }, (_, index) => httpTask(`t${index}`));
    const p = platform({ limits: { parallelism: 5, max_active_tasks: 4 } });
    p.call('dags.add', { dags: [{ dag_id: 'd', tasks: many }, { dag_id: 'e', tasks: many }] });
    p.call('dags.trigger', { dag_id: 'd' });
    p.call('dags.trigger', { dag_id: 'e' });
    await turns();
    expect(p.states('d')).toMatchObject({ t3: 'running', t4: 'scheduled', t5: 'scheduled' });
    expect(p.states('e')).toMatchObject({ t0: 'running', t1: 'scheduled' });
    expect(p.sent).toHaveLength(5);
    p.sent[0]!.answer();
    await turns();
    expect(p.sent).toHaveLength(6);
  });

  it('gives a task the results, the params with the conf over them, and the run [F-15]', async () => {
    const p = platform();
    const tasks = [httpTask('a'), httpTask('b', ['a'], { method: 'POST', body: { id: '{{ tasks.a.result.data.id }}', x: '{{ params.x }}', y: '{{ params.y }}', at: '{{ run.logical_date }}' } })];
    p.call('dags.add', { dags: [{ dag_id: 'd', params: { x: 1, y: 2 }, tasks }] });
    p.call('dags.trigger', { dag_id: 'd', conf: { y: [3] } });
    await turns();
    p.task('a').answer({ data: { id: '{{ params.x }}' } });
    await turns();
    expect(p.task('b').request).toMatchObject({ method: 'POST', body: { type: 'raw', content: { id: '{{ params.x }}', x: 1, y: [3], at: '2024-05-01T12:00:00.000Z' } } });
  });

  it('fails a task whose template leads nowhere, and says where', async () => {
    const p = await begun([httpTask('a'), httpTask('b', ['a'], { body: '{{ tasks.a.result.data.id }}' })]);
    p.task('a').answer({ data: {} });
    await turns();
    expect(p.instance('d', 'b')).toMatchObject({ state: 'failed', error: '{{ tasks.a.result.data.id }} cannot be resolved: there is no “id”.' });
  });

  it.each([[204, undefined], [404, 404], [418, [201, '4xx']]])('takes status %s as success where %j is expected', async (status, expect_status) => {
    const p = await begun([httpTask('a', [], { expect_status })]);
    p.task('a').answer({ status, data: 'said' });
    await turns();
    expect(p.instance('d', 'a')).toMatchObject({ state: 'success', result: { status, headers: {}, data: 'said' } });
  });

  it.each([[500, undefined], [404, undefined], [200, [201, '4xx']]])('takes status %s as failure where %j is expected, with what the target said', async (status, expect_status) => {
    const p = await begun([httpTask('a', [], { expect_status })]);
    p.task('a').answer({ status, data: 'said' });
    await turns();
    expect(p.instance('d', 'a')).toMatchObject({ state: 'failed', error: expect.stringMatching(new RegExp(`answered ${status} .*: said`)) as string });
  });
});

describe('retries', () => {
  const flaky = [httpTask('a', [], { retries: 2, retry_delay_seconds: 30 })];

  it('tries again after the delay, as often as it may, and keeps the last error', async () => {
    const p = await begun(flaky);
    p.task('a').fail('first');
    await turns();
    expect(p.instance('d', 'a')).toMatchObject({ state: 'up_for_retry', try_number: 1, error: 'first', next_try_at: new Date(noon + 30_000).toISOString() });
    await pass(29_999);
    expect(p.sent).toHaveLength(1);
    await pass(1);
    expect(p.instance('d', 'a')).toMatchObject({ state: 'running', try_number: 2, error: null });
    p.task('a').fail('second');
    await turns();
    await pass(30_000);
    p.task('a').fail('third');
    await turns();
    expect(p.instance('d', 'a')).toMatchObject({ state: 'failed', try_number: 3, max_tries: 2, error: 'third' });
    expect(p.runs('d')).toMatchObject([{ state: 'failed' }]);
  });

  it('goes on where a retry succeeds', async () => {
    const p = await begun(flaky);
    p.task('a').fail('first');
    await turns();
    await pass(30_000);
    p.task('a').answer();
    await turns();
    expect(p.instance('d', 'a')).toMatchObject({ state: 'success', try_number: 2 });
    expect(p.events('d').map(({ event }) => event)).toEqual(['add_dag', 'trigger_dag_run', 'running', 'up_for_retry', 'running', 'success', 'dag_run_success']);
  });

  it('waits for a retry over a restart', async () => {
    const p = await begun(flaky);
    p.task('a').fail('first');
    await turns();
    await p.scheduler.stop();
    const again = platform({ db: p.db });
    await pass(29_999);
    expect(again.sent).toHaveLength(0);
    await pass(1);
    expect(again.instance('d', 'a')).toMatchObject({ state: 'running', try_number: 2 });
  });

  it('ends a try at its execution timeout, even if the target never answers, and tries again', async () => {
    const p = await begun([httpTask('a', [], { execution_timeout_seconds: 5, retries: 1, retry_delay_seconds: 0 })]);
    await pass(5000);
    expect(p.sent[0]!.signal.aborted).toBe(true);
    await pass(0);
    expect(p.sent).toHaveLength(2);
    await pass(5000);
    expect(p.instance('d', 'a')).toMatchObject({ state: 'failed', error: 'The task took longer than its execution timeout of 5 s.' });
  });
});

describe('schedules', () => {
  const daily = { dag_id: 'd', schedule: '0 * * * *', tasks: [httpTask('a')] };

  it('makes a run when it is due, once, with the instant as its logical date', async () => {
    const p = platform();
    p.call('dags.add', { dags: [daily] });
    await pass(hour - 1);
    expect(p.runs('d')).toEqual([]);
    await pass(1);
    expect(p.runs('d')).toMatchObject([{ run_type: 'scheduled', state: 'running', logical_date: '2024-05-01T13:00:00.000Z' }]);
    p.task('a').answer();
    await pass(hour - 1);
    expect(p.runs('d')).toMatchObject([{ state: 'success' }]);
    await pass(1);
    expect(p.runs('d')).toHaveLength(2);
  });

  it('makes none while it is paused, and does not make up for them afterwards [S-006]', async () => {
    const p = platform();
    p.call('dags.add', { dags: [daily] });
    p.call('dags.pause', { dag_id: 'd' });
    await pass(3 * hour + minute);
    expect(p.runs('d')).toEqual([]);
    p.call('dags.unpause', { dag_id: 'd' });
    await pass(58 * minute);
    expect(p.runs('d')).toEqual([]);
    await pass(minute);
    expect(p.runs('d')).toMatchObject([{ logical_date: '2024-05-01T16:00:00.000Z' }]);
  });

  it('still runs what a person triggers while it is paused', async () => {
    const p = platform();
    p.call('dags.add', { dags: [{ ...daily, is_paused: true }] });
    p.call('dags.trigger', { dag_id: 'd' });
    await turns();
    expect(p.runs('d')).toMatchObject([{ run_type: 'manual', state: 'running' }]);
  });

  it('makes up only for the last instant that passed while the platform was down', async () => {
    const p = platform();
    p.call('dags.add', { dags: [daily] });
    await turns();
    await p.scheduler.stop();
    vi.setSystemTime(noon + 5.5 * hour);
    const again = platform({ db: p.db });
    await turns();
    expect(again.runs('d')).toMatchObject([{ logical_date: '2024-05-01T17:00:00.000Z' }]);
  });

  it('doubles no run when the clock goes back', async () => {
    const p = platform();
    p.call('dags.add', { dags: [daily] });
    await pass(hour);
    p.task('a').answer();
    await turns();
    vi.setSystemTime(noon + 30 * minute);
    p.call('dags.pause', { dag_id: 'd' });
    p.call('dags.unpause', { dag_id: 'd' });
    await pass(31 * minute);
    expect(p.runs('d')).toHaveLength(1);
    await pass(hour);
    expect(p.runs('d')).toHaveLength(2);
    expect(p.lines).toEqual([]);
  });

  it('keeps at most one scheduled run waiting behind a slow one', async () => {
    const p = platform();
    p.call('dags.add', { dags: [daily] });
    await pass(5 * hour);
    expect(p.runs('d')).toMatchObject([{ state: 'running', logical_date: '2024-05-01T13:00:00.000Z' }, { state: 'queued', logical_date: '2024-05-01T14:00:00.000Z' }]);
  });

  it('makes a run for each of a thousand DAGs that are due at the same time', async () => {
    const p = platform({ limits: { parallelism: 2000 } });
    p.parts.pools.put(caller, { name: 'default_pool', slots: -1, description: null });
    for (let first = 0; first < 1000; first += 100) p.call('dags.add', { dags: Array.from({ length: 100 }, (_, index) => ({ ...daily, dag_id: `d${first + index}` })) });
    await pass(hour);
    while (p.sent.length < 1000) await pass(10);
    expect(p.db.prepare("SELECT count(*) AS runs, count(DISTINCT dag) AS dags FROM dag_runs WHERE state = 'running'").get()).toEqual({ runs: 1000, dags: 1000 });
    expect(p.sent).toHaveLength(1000);
  }, 60_000);

  it('follows a new version of the definition', async () => {
    const p = platform();
    p.call('dags.add', { dags: [daily] });
    p.call('dags.add', { dags: [{ ...daily, schedule: null }] });
    await pass(2 * hour);
    expect(p.runs('d')).toEqual([]);
  });
});

describe('runs', () => {
  it('waits with a run until there is room for it, and goes on with its own version', async () => {
    const p = platform();
    p.call('dags.add', { dags: [{ dag_id: 'd', tasks: [httpTask('old')] }] });
    p.call('dags.trigger', { dag_id: 'd' });
    p.call('dags.trigger', { dag_id: 'd' });
    p.call('dags.add', { dags: [{ dag_id: 'd', tasks: [httpTask('new')] }] });
    p.call('dags.trigger', { dag_id: 'd' });
    await turns();
    expect(p.runs('d').map(({ state }) => state)).toEqual(['running', 'queued', 'queued']);
    p.task('old').answer();
    await turns();
    expect(p.runs('d').map(({ state }) => state)).toEqual(['success', 'running', 'queued']);
    p.task('old').answer();
    await turns();
    expect(p.sent.map(({ url }) => url)).toEqual(['old', 'old', 'new']);
  });

  it('runs as many at a time as max_active_runs says, each under an id of its own', async () => {
    const p = platform();
    p.call('dags.add', { dags: [{ dag_id: 'd', max_active_runs: 2, tasks: [httpTask('a')] }] });
    for (let count = 0; count < 3; count += 1) p.call('dags.trigger', { dag_id: 'd' });
    await turns();
    expect(p.runs('d').map(({ state }) => state)).toEqual(['running', 'running', 'queued']);
    expect(new Set(p.runs('d').map(({ dag_run_id }) => dag_run_id)).size).toBe(3);
  });

  it('stops what runs of a DAG that is deleted, and begins nothing more of it [S-007]', async () => {
    const p = await begun([httpTask('a'), httpTask('b', ['a'])]);
    p.call('dags.remove', { dag_id: 'd' });
    expect(p.task('a').signal.aborted).toBe(true);
    p.task('a').answer();
    await turns();
    expect(p.sent).toHaveLength(1);
    expect(() => p.call('dags.details', { dag_id: 'd' })).toThrow('Not found: DAG d');
    expect(p.events('d').at(-1)).toMatchObject({ event: 'delete_dag', owner: 'ada' });
  });
});

describe('the end of the platform', () => {
  it('leaves what is under way to the next start, which runs it again and spends no retry', async () => {
    const p = await begun([httpTask('done'), httpTask('cut', [], { retries: 1, retry_delay_seconds: 1 }), httpTask('last', ['done', 'cut'])]);
    p.task('done').answer({ data: 1 });
    await turns();
    await p.scheduler.stop();
    expect(p.task('cut').signal.aborted).toBe(true);
    expect(p.states('d')).toEqual({ done: 'success', cut: 'running', last: null });

    const again = platform({ db: p.db });
    await turns();
    expect(again.sent.map(({ url }) => url)).toEqual(['cut']);
    expect(again.instance('d', 'cut')).toMatchObject({ state: 'running', try_number: 1 });
    again.task('cut').fail('once');
    await turns();
    expect(again.instance('d', 'cut')).toMatchObject({ state: 'up_for_retry' });
    await pass(1000);
    again.task('cut').answer();
    await turns();
    again.task('last').answer();
    await turns();
    expect(again.runs('d')).toMatchObject([{ state: 'success' }]);
    expect(again.sent.map(({ url }) => url)).toEqual(['cut', 'cut', 'last']);
  });

  it('writes what ended just before it', async () => {
    const p = await begun([httpTask('a'), httpTask('b', ['a'])]);
    p.task('a').answer();
    for (let count = 0; count < 50; count += 1) await Promise.resolve(); // The task ends; the turn that writes it does not come.
    await p.scheduler.stop();
    expect(p.states('d')).toEqual({ a: 'success', b: 'scheduled' });
    const again = platform({ db: p.db });
    await turns();
    expect(again.sent.map(({ url }) => url)).toEqual(['b']);
  });

  const cutOffExpression = (interruptions: number) => {
    const p = platform();
    p.call('dags.add', { dags: [{ dag_id: 'd', tasks: [{ task_id: 'x', operator: 'transform', expression: '1' }] }] });
    p.call('dags.trigger', { dag_id: 'd' });
    p.db.exec(`UPDATE dag_runs SET state = 'running', start_date = 0; UPDATE task_instances SET state = 'running', try_number = 1, interruptions = ${interruptions}`);
    return platform({ db: p.db });
  };

  it('waits before it runs an expression again that was cut off more than a few times', async () => {
    const p = cutOffExpression(5);
    await turns();
    expect(p.instance('d', 'x')).toMatchObject({ state: 'up_for_retry', try_number: 0, next_try_at: new Date(noon + 4000).toISOString() });
    await pass(4000);
    expect(p.events('d').map(({ event }) => event)).toContain('running');
  });

  it('gives up an expression that was cut off each time', async () => {
    const p = cutOffExpression(19);
    await turns();
    expect(p.instance('d', 'x')).toMatchObject({ state: 'failed', error: expect.stringContaining('ended 20 times') as string });
    expect(p.runs('d')).toMatchObject([{ state: 'failed' }]);
  });

  it.each([['transform', 1, 0], ['transform', 3, 0], ['transform', 4, 1000], ['transform', 5, 2000], ['transform', 15, 60_000], ['transform', 19, 60_000], ['transform', 20, undefined], ['http', 100, 0]])(
    'lets %s that was cut off %i times wait %s ms', (operator, times, wait) => {
      expect(waitAfterInterruption(operator, times)).toBe(wait);
    },
  );

  it('acts on nothing that it could not write, and goes on once it can', async () => {
    const p = await begun([httpTask('a'), httpTask('b', ['a'])]);
    p.db.exec('PRAGMA query_only = 1');
    p.task('a').answer();
    await turns();
    expect(p.sent).toHaveLength(1);
    expect(p.lines[0]).toContain('The scheduler could not write');
    p.db.exec('PRAGMA query_only = 0');
    await pass(1000);
    expect(p.states('d')).toEqual({ a: 'success', b: 'running' });
    expect(p.sent.map(({ url }) => url)).toEqual(['a', 'b']);
  });

  it('runs in the name of the one who triggered it', async () => {
    const p = platform();
    p.call('dags.add', { dags: [{ dag_id: 'd', tasks: [httpTask('a')] }] });
    p.call('dags.trigger', { dag_id: 'd' }, { ...caller, user_id: 'grace' });
    expect(p.runs('d')).toMatchObject([{ triggering_user_name: 'grace' }]);
  });
});
