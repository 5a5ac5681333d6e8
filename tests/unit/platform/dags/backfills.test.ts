import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { caller, httpTask, pass, platform, turns, useClock } from './harness.ts';

beforeEach(useClock);
afterEach(() => {
  vi.useRealTimers();
});

type P = ReturnType<typeof platform>;
interface Backfill {
  readonly id: number;
  readonly counts: Record<string, number>;
  readonly completed_at: string | null;
}

const daily = (more: Record<string, unknown> = {}) => ({ dag_id: 'd', schedule: '0 6 * * *', tasks: [httpTask('a')], ...more });
const range = { dag_id: 'd', from_date: '2024-04-01', to_date: '2024-04-05', run_backwards: false, reprocess_behavior: 'none' };
const create = (p: P, more: Record<string, unknown> = {}) => p.call('backfills.create', { ...range, max_active_runs: 2, ...more }) as unknown as Backfill;
const get = (p: P) => (p.call('backfills.list', { dag_id: 'd' }) as unknown as { backfills: Backfill[] }).backfills[0]!;
const preview = (p: P, more: Record<string, unknown> = {}) =>
  (p.call('backfills.preview', { ...range, ...more }) as unknown as { backfills: { logical_date: string; state: string | null; runs: boolean }[] }).backfills.map(({ logical_date, state, runs }) => `${logical_date.slice(5, 10)} ${state} ${runs}`);
const days = (p: P) => p.runs('d').map(({ logical_date, state }) => `${logical_date.slice(5, 10)} ${state}`);

async function begun(more: Record<string, unknown> = {}): Promise<P> {
  const p = platform();
  p.call('dags.add', { dags: [daily()] });
  create(p, more);
  await turns();
  return p;
}

/** Ends the oldest task that was sent and not answered, with what comes of it. */
async function answer(p: P, count: number, how: 'answer' | 'fail' = 'answer'): Promise<void> {
  for (const one of p.sent.slice(0, count)) {
    if (how === 'answer') one.answer();
    else one.fail('no');
  }
  await turns();
  await pass(1);
}

describe('the preview of a backfill', () => {
  it('tells the dates of the schedule, the whole last day among them, up to now', () => {
    const p = platform();
    p.call('dags.add', { dags: [daily()] });
    expect(preview(p)).toEqual(['04-01 null true', '04-02 null true', '04-03 null true', '04-04 null true', '04-05 null true']);
    expect(preview(p, { run_backwards: true })[0]).toBe('04-05 null true');
    expect(preview(p, { from_date: '2024-04-30', to_date: '2024-05-09' })).toEqual(['04-30 null true', '05-01 null true']);
    expect(preview(p, { from_date: '2024-04-01T06:00:00Z', to_date: '2024-04-02T05:59:00Z' })).toEqual(['04-01 null true']);
    expect(p.runs('d')).toEqual([]);
  });

  it('says what is wrong with a range', () => {
    const p = platform();
    p.call('dags.add', { dags: [daily(), { ...daily({ schedule: '* * * * *' }), dag_id: 'often' }, { dag_id: 'manual', tasks: [httpTask('a')] }, { ...daily({ tasks: [httpTask('a', [], { depends_on_past: true })] }), dag_id: 'past' }] });
    expect(() => preview(p, { to_date: '2024-03-01' })).toThrow('to_date must not be before from_date');
    expect(() => preview(p, { dag_id: 'often', to_date: '2024-04-30' })).toThrow('more than 10000 dates');
    expect(() => preview(p, { dag_id: 'manual' })).toThrow('has no schedule');
    expect(() => preview(p, { dag_id: 'past', run_backwards: true })).toThrow('task “a”: depends_on_past');
    expect(() => preview(p, { dag_id: 'none' })).toThrow('Not found: DAG none');
  });

  it.each([
    ['none', ['04-01 success false', '04-02 failed false', '04-03 null true']],
    ['failed', ['04-01 success false', '04-02 failed true', '04-03 null true']],
    ['completed', ['04-01 success true', '04-02 failed true', '04-03 null true']],
  ] as const)('with %s runs again what it says', async (reprocess_behavior, expected) => {
    const p = await begun({ to_date: '2024-04-02' });
    p.sent[0]!.answer();
    p.sent[1]!.fail('no');
    await turns();
    await pass(1);
    expect(preview(p, { to_date: '2024-04-03', reprocess_behavior })).toEqual(expected);
  });
});

describe('a backfill', () => {
  it('makes a run for each date, the oldest first, as many at a time as it may, and ends', async () => {
    const p = await begun();
    expect(days(p)).toEqual(['04-01 running', '04-02 running']);
    expect(get(p)).toMatchObject({ counts: { running: 2, waiting: 3 }, completed_at: null, is_paused: false, max_active_runs: 2, created_by: 'ada' });
    await answer(p, 2);
    expect(days(p)).toEqual(['04-01 success', '04-02 success', '04-03 running', '04-04 running']);
    await answer(p, 4);
    await answer(p, 5);
    expect(get(p)).toMatchObject({ counts: { success: 5 } });
    expect(get(p).completed_at).not.toBeNull();
    expect(p.events('d').map(({ event }) => event)).toEqual(expect.arrayContaining(['create_backfill', 'dag_run_backfilled', 'backfill_completed']));
    expect(p.runs('d')[0]).toMatchObject({ run_type: 'backfill', backfill_id: 1, triggering_user_name: 'ada', triggered_by: 'backfill' });
  });

  it('runs backwards', async () => {
    expect(days(await begun({ run_backwards: true }))).toEqual(['04-05 running', '04-04 running']);
  });

  it('takes no room from the schedule, nor it from the backfill', async () => {
    const p = await begun({ max_active_runs: 3 });
    p.call('dags.trigger', { dag_id: 'd' });
    await turns();
    expect(p.runs('d').map(({ run_type, state }) => `${run_type} ${state}`)).toEqual(['backfill running', 'backfill running', 'backfill running', 'manual running']);
  });

  it('makes no run while it is paused, and goes on afterwards', async () => {
    const p = await begun();
    p.call('backfills.pause', { id: 1 });
    await answer(p, 2);
    expect(get(p)).toMatchObject({ is_paused: true, counts: { success: 2, waiting: 3 } });
    p.call('backfills.unpause', { id: 1 });
    await turns();
    expect(get(p)).toMatchObject({ is_paused: false, counts: { success: 2, running: 2, waiting: 1 } });
  });

  it('makes no more runs once it is cancelled; those under way go on', async () => {
    const p = await begun();
    p.call('backfills.cancel', { id: 1 });
    await answer(p, 2);
    expect(days(p)).toEqual(['04-01 success', '04-02 success']);
    expect(get(p)).toMatchObject({ counts: { success: 2 } });
    expect(() => p.call('backfills.pause', { id: 1 })).toThrow('Backfill 1 of DAG “d” has ended already');
    expect(create(p)).toMatchObject({ id: 2 });
  });

  it('is paused no more once it is cancelled, so that a run of it can run again', async () => {
    const p = await begun();
    p.call('backfills.pause', { id: 1 });
    await answer(p, 2);
    p.call('backfills.cancel', { id: 1 });
    p.db.exec("UPDATE dag_runs SET state = 'queued' WHERE run = 1; UPDATE task_instances SET state = 'none' WHERE run = 1");
    p.scheduler.wake(1);
    await turns();
    expect(days(p)).toEqual(['04-01 running', '04-02 success']);
    expect(get(p)).toMatchObject({ is_paused: false });
  });

  it('goes on after a restart where it was, and makes no date twice', async () => {
    const p = await begun();
    await answer(p, 2);
    await p.scheduler.stop();
    const again = platform({ db: p.db });
    await turns();
    expect(again.sent).toHaveLength(2);
    await answer(again, 2);
    await answer(again, 3);
    expect(days(again)).toEqual(['04-01 success', '04-02 success', '04-03 success', '04-04 success', '04-05 success']);
    expect(get(again).completed_at).not.toBeNull();
  });

  it('passes over many dates that have had their run since it was created', async () => {
    const p = platform();
    p.call('dags.add', { dags: [daily({ schedule: '0 * * * *' })] });
    create(p, { to_date: '2024-04-20', max_active_runs: 1 });
    p.db.exec(`INSERT INTO dag_runs (dag, version, dag_run_id, run_type, state, logical_date, queued_at, conf, triggered_by, user_id)
      SELECT 1, 1, 'r' || place, 'manual', 'success', logical_date, 0, '{}', 'rest_api', 'ada' FROM backfill_dates WHERE place < 479`);
    for (let count = 0; count < 10; count += 1) await pass(1);
    expect(p.sent).toHaveLength(1);
    expect(get(p)).toMatchObject({ counts: { running: 1 } });
  });

  it('keeps to the conf and its schemas, and to one backfill of a DAG at a time', async () => {
    const p = platform();
    p.call('dags.add', { dags: [daily({ params: { n: { value: 1, schema: { type: 'integer' } } }, tasks: [httpTask('a', [], { method: 'POST', body: '{{ params.n }}' })] })] });
    expect(() => create(p, { dag_run_conf: { n: 'x' } })).toThrow('dag_run_conf.n must be integer, not string');
    create(p, { dag_run_conf: { n: 7 } });
    await turns();
    expect(p.task('a').request).toMatchObject({ body: { content: 7 } });
    expect(() => create(p)).toThrow('has a backfill under way already (1)');
    expect(() => create(p, { dag_id: 'd', from_date: '2024-04-01T07:00:00Z', to_date: '2024-04-01T08:00:00Z' })).toThrow(/under way already|No date/);
  });

  const ranOnce = async () => {
    const p = await begun({ to_date: '2024-04-02' });
    p.sent[0]!.answer({ data: 'first' });
    p.sent[1]!.fail('no');
    await turns();
    await pass(1);
    return p;
  };
  const runsAt = (p: P) => p.runs('d').map(({ dag_run_id, state }) => `${dag_run_id.slice(0, 20)} ${state}`);

  it.each([
    ['none', ['backfill__2024-04-01 success', 'backfill__2024-04-02 failed', 'backfill__2024-04-03 running']],
    ['failed', ['backfill__2024-04-01 success', 'backfill__2024-04-02 running', 'backfill__2024-04-03 running']],
    ['completed', ['backfill__2024-04-01 running', 'backfill__2024-04-02 running', 'backfill__2024-04-03 running']],
  ] as const)('with %s clears what it says and runs it again, and makes no run beside it', async (reprocess_behavior, expected) => {
    const p = await ranOnce();
    create(p, { to_date: '2024-04-03', max_active_runs: 3, reprocess_behavior });
    await turns();
    expect(runsAt(p)).toEqual(expected);
    for (const one of p.sent.slice(2)) one.answer();
    await turns();
    await pass(1);
    const again = expected.filter((words) => words.endsWith('running')).length;
    expect(get(p)).toMatchObject({ id: 2, counts: { success: again } });
    expect(get(p).completed_at).not.toBeNull();
    expect(p.sent).toHaveLength(2 + again);
  });

  it('keeps the tries of a run that it runs again, its version and its conf, and tells whose run it is now', async () => {
    const p = platform();
    p.call('dags.add', { dags: [daily({ params: { n: 1 } })] });
    p.call('dags.trigger', { dag_id: 'd', dag_run_id: 'mine', logical_date: '2024-04-01T06:00:00Z', conf: { n: 2 } });
    await turns();
    p.task('a').answer();
    await turns();
    p.call('dags.add', { dags: [daily({ params: { n: 1 }, tasks: [httpTask('b')] })] });
    create(p, { to_date: '2024-04-01', reprocess_behavior: 'completed', dag_run_conf: { n: 3 } });
    await turns();
    expect(p.call('dagRuns.get', { dag_id: 'd', dag_run_id: 'mine' })).toMatchObject({
      state: 'running', run_type: 'backfill', triggered_by: 'backfill', backfill_id: 1, conf: { n: 2 }, dag_versions: [{ version_number: 1 }],
    });
    p.task('a').answer();
    await turns();
    await pass(1);
    expect(p.call('taskInstances.tries', { dag_id: 'd', dag_run_id: 'mine', task_id: 'a' })).toMatchObject({ task_instances: [{ try_number: 1, state: 'success' }, { try_number: 2, state: 'success' }] });
    expect(p.events('d').filter(({ event }) => event === 'clear_task_instances')).toMatchObject([{ task_id: 'a', owner: 'scheduler', extra: '{"from":"success","to":null}' }]);
    expect(p.runs('d')).toMatchObject([{ state: 'success' }]);
  });

  it('makes the date of a scheduled run that it ran again come no second time', async () => {
    const p = platform();
    p.call('dags.add', { dags: [daily({ catchup: true, start_date: '2024-05-01T00:00:00Z' })] });
    await turns();
    await pass(1);
    p.task('a').answer();
    await turns();
    create(p, { from_date: '2024-05-01', to_date: '2024-05-01', reprocess_behavior: 'completed' });
    await turns();
    p.call('dags.add', { dags: [daily({ catchup: true, start_date: '2024-05-01T00:00:00Z', description: 'changed' })] });
    await turns();
    await pass(1);
    p.task('a').answer();
    await turns();
    await pass(1000);
    expect(runsAt(p)).toEqual(['scheduled__2024-05-0 success']);
    expect(p.runs('d')).toMatchObject([{ run_type: 'backfill' }]);
    expect(p.lines).toEqual([]);
  });

  it('is not seen from another environment', async () => {
    const p = await begun();
    const other = { ...caller, environment_id: 'e2' };
    expect(p.call('backfills.list', {}, other)).toMatchObject({ backfills: [], total_entries: 0 });
    for (const name of ['pause', 'unpause', 'cancel']) expect(() => p.call(`backfills.${name}`, { id: 1 }, other)).toThrow('Not found: backfill 1');
  });
});
