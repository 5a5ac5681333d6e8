import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { httpTask, noon, pass, platform, turns, useClock } from './harness.ts';

beforeEach(useClock);
afterEach(() => {
  vi.useRealTimers();
});

const minute = 60_000;
const hour = 60 * minute;
const iso = (at: number) => new Date(at).toISOString();
const hourly = (more: Record<string, unknown> = {}) => ({ dag_id: 'd', schedule: '0 * * * *', tasks: [httpTask('a')], ...more });
type P = ReturnType<typeof platform>;
const dates = (p: P, type = 'scheduled') => p.runs('d').filter(({ run_type }) => run_type === type).map(({ logical_date }) => logical_date.slice(5, 16));

/** Answers whatever runs, until nothing does any more. */
async function answerAll(p: P): Promise<void> {
  await turns();
  for (let done = 0; done < p.sent.length; ) {
    for (; done < p.sent.length; done += 1) p.sent[done]!.answer();
    await pass(1);
    await turns();
  }
}

describe('catchup', () => {
  it('makes every run since the start date, the oldest first, one waiting at most', async () => {
    const p = platform();
    p.call('dags.add', { dags: [hourly({ catchup: true, start_date: '2024-05-01T07:30:00Z' })] });
    await turns();
    await pass(10);
    expect(p.runs('d').map(({ state }) => state)).toEqual(['running', 'queued']);
    await answerAll(p);
    expect(dates(p)).toEqual(['05-01T08:00', '05-01T09:00', '05-01T10:00', '05-01T11:00', '05-01T12:00']);
    await pass(hour);
    expect(dates(p)).toHaveLength(6);
  });

  it('runs as many at a time as it may', async () => {
    const p = platform();
    p.call('dags.add', { dags: [hourly({ catchup: true, start_date: '2024-05-01T02:00:00Z', max_active_runs: 3 })] });
    await turns();
    await pass(20);
    expect(p.runs('d').map(({ state }) => state)).toEqual(['running', 'running', 'running', 'queued']);
  });

  it('makes up for a pause and for what passed while the platform was down, each once, over restarts', async () => {
    const p = platform();
    p.call('dags.add', { dags: [hourly({ catchup: true })] });
    p.call('dags.pause', { dag_id: 'd' });
    await pass(2 * hour + minute);
    p.call('dags.unpause', { dag_id: 'd' });
    await answerAll(p);
    expect(dates(p)).toEqual(['05-01T13:00', '05-01T14:00']);
    await p.scheduler.stop();
    vi.setSystemTime(noon + 5 * hour + minute);
    const again = platform({ db: p.db });
    await turns();
    await pass(10);
    await again.scheduler.stop();
    const third = platform({ db: p.db });
    await turns();
    await answerAll(third);
    await pass(10);
    await answerAll(third);
    expect(dates(third)).toEqual(['05-01T13:00', '05-01T14:00', '05-01T15:00', '05-01T16:00', '05-01T17:00']);
  });

  it('goes on after the last run where the definition or the clock changes, and doubles none', async () => {
    const p = platform();
    p.call('dags.add', { dags: [hourly({ catchup: true })] });
    await pass(2 * hour);
    await answerAll(p);
    vi.setSystemTime(noon + 30 * minute);
    p.call('dags.add', { dags: [hourly({ catchup: true, description: 'changed' })] });
    await pass(hour);
    await answerAll(p);
    expect(dates(p)).toEqual(['05-01T13:00', '05-01T14:00']);
    await pass(2 * hour);
    await answerAll(p);
    expect(dates(p)).toEqual(['05-01T13:00', '05-01T14:00', '05-01T15:00']);
    expect(p.lines).toEqual([]);
  });

  it('loses no run when the clock jumps forward', async () => {
    const p = platform();
    p.call('dags.add', { dags: [hourly({ catchup: true })] });
    await turns();
    vi.setSystemTime(noon + 3 * hour + minute);
    await pass(minute);
    await answerAll(p);
    await pass(minute);
    await answerAll(p);
    expect(dates(p)).toEqual(['05-01T13:00', '05-01T14:00', '05-01T15:00']);
  });

  it('lets no DAG that waits for room hold up the others', async () => {
    const p = platform();
    p.call('dags.add', { dags: [...Array.from({ length: 120 }, (_, index) => ({ ...hourly({ catchup: true, start_date: '2024-04-01' }), dag_id: `slow${index}` })), hourly()] });
    await turns();
    await pass(200);
    await pass(hour);
    expect(dates(p)).toEqual(['05-01T13:00']);
  }, 60_000);

  it('ends at the end date', async () => {
    const p = platform();
    p.call('dags.add', { dags: [hourly({ catchup: true, start_date: '2024-05-01T10:00:00Z', end_date: '2024-05-01T11:30:00Z' })] });
    await turns();
    await answerAll(p);
    await pass(3 * hour);
    expect(dates(p)).toEqual(['05-01T10:00', '05-01T11:00']);
  });
});

describe('other schedules', () => {
  it('runs @once a single time, also where its date has passed, over restarts and new versions', async () => {
    const p = platform();
    p.call('dags.add', { dags: [hourly({ schedule: '@once', start_date: '2024-01-01' })] });
    await turns();
    await answerAll(p);
    p.call('dags.add', { dags: [hourly({ schedule: '@once', start_date: '2024-01-02' })] });
    await pass(hour);
    expect(dates(p)).toEqual(['01-01T00:00']);
  });

  it('runs an interval, and a daily schedule of a zone once on the days when clocks change', async () => {
    vi.setSystemTime(Date.UTC(2024, 2, 30, 12));
    const p = platform();
    p.call('dags.add', { dags: [hourly({ schedule: '30 2 * * *', timezone: 'Europe/Berlin' }), { ...hourly({ schedule: 'PT6H' }), dag_id: 'e' }] });
    for (let day = 0; day < 3; day += 1) {
      await pass(24 * hour);
      await answerAll(p);
    }
    expect(dates(p)).toEqual(['03-31T01:30', '04-01T00:30', '04-02T00:30']);
    expect(p.runs('e').length).toBeGreaterThan(3);
  });
});

describe('a continuous schedule', () => {
  const continuous = (more: Record<string, unknown> = {}) => hourly({ schedule: '@continuous', ...more });

  it('begins a run when the last one has ended, whatever came of it, and has one at a time, over a restart', async () => {
    const p = platform();
    p.call('dags.add', { dags: [continuous({ catchup: true })] });
    await turns();
    await pass(hour);
    expect(p.runs('d')).toMatchObject([{ state: 'running', run_type: 'scheduled', logical_date: iso(noon) }]);
    p.task('a').fail('no');
    await turns();
    await pass(1);
    expect(p.runs('d').map(({ state, logical_date }) => `${state} ${logical_date.slice(11, 16)}`)).toEqual(['failed 12:00', 'running 13:00']);
    await p.scheduler.stop();
    const again = platform({ db: p.db });
    await pass(minute);
    again.task('a').answer();
    await turns();
    await pass(1);
    expect(again.runs('d').map(({ state, logical_date }) => `${state} ${logical_date.slice(11, 16)}`)).toEqual(['failed 12:00', 'success 13:00', 'running 13:01']);
  });

  it('leaves a second between the begins of two runs that end at once', async () => {
    const p = platform();
    p.call('dags.add', { dags: [continuous({ tasks: [{ task_id: 'a', operator: 'transform', expression: '1' }] })] });
    await turns();
    for (let count = 0; count < 35; count += 1) await pass(100);
    expect(dates(p).length).toBeGreaterThanOrEqual(3);
    expect(dates(p).length).toBeLessThanOrEqual(4);
  });

  it('waits for a run that a person started, and keeps to a pause, to the start and to the end', async () => {
    const p = platform();
    p.call('dags.add', { dags: [continuous({ start_date: iso(noon + minute), end_date: iso(noon + hour) })] });
    await pass(minute - 1);
    expect(p.runs('d')).toEqual([]);
    p.call('dags.trigger', { dag_id: 'd' });
    await pass(minute);
    expect(p.runs('d')).toMatchObject([{ run_type: 'manual', state: 'running' }]);
    p.task('a').answer();
    await turns();
    await pass(1);
    expect(p.runs('d').map(({ run_type, state }) => `${run_type} ${state}`)).toEqual(['manual success', 'scheduled running']);
    p.call('dags.pause', { dag_id: 'd' });
    p.task('a').answer();
    await pass(minute);
    expect(p.runs('d')).toHaveLength(2);
    p.call('dags.unpause', { dag_id: 'd' });
    await pass(1);
    expect(p.runs('d')).toHaveLength(3);
    await pass(hour);
    p.task('a').answer();
    await pass(minute);
    expect(p.runs('d').map(({ state }) => state)).toEqual(['success', 'success', 'success']);
  });

  it('goes on from where it was where the clock is set back, and gives no date twice', async () => {
    const p = platform();
    p.call('dags.add', { dags: [continuous()] });
    await turns();
    vi.setSystemTime(noon - hour);
    p.task('a').answer();
    p.call('dags.pause', { dag_id: 'd' });
    p.call('dags.unpause', { dag_id: 'd' });
    await pass(hour);
    expect(dates(p)).toHaveLength(1);
    await pass(minute);
    expect(p.runs('d').map(({ logical_date }) => logical_date)).toEqual([iso(noon), iso(noon + 1)]);
  });

  it('has no dates to predict or to fill in', () => {
    const p = platform();
    p.call('dags.add', { dags: [continuous()] });
    expect(p.call('dagTimeline.get', { start: iso(noon), end: iso(noon + hour) })).toMatchObject({ predicted: [] });
    expect(() => p.call('backfills.preview', { dag_id: 'd', from_date: '2024-04-01', to_date: '2024-04-02', run_backwards: false, reprocess_behavior: 'none' })).toThrow('runs continuously, so there are no dates to run');
    expect(() => p.call('dags.add', { dags: [continuous({ max_active_runs: 2 })] })).toThrow('DAG “d”: max_active_runs must be 1 with the schedule “@continuous”');
  });
});

describe('a pause', () => {
  const paused = { dag_id: 'd', reason: 'the target is moved', until: iso(noon + 2.5 * hour) };

  it('says who, when, why and until when in list and details, and in the event log', () => {
    const p = platform();
    p.call('dags.add', { dags: [hourly()] });
    p.call('dags.pause', paused);
    const shown = { is_paused: true, paused_by: 'ada', paused_at: iso(noon), pause_reason: 'the target is moved', paused_until: iso(noon + 2.5 * hour) };
    expect(p.call('dags.details', { dag_id: 'd' })).toMatchObject(shown);
    expect(p.call('dags.list', {})).toMatchObject({ dags: [shown] });
    expect(p.call('dags.events', { dag_id: 'd', event: 'pause_dag' })).toMatchObject({ event_logs: [{ owner: 'ada', extra: JSON.stringify({ reason: paused.reason, until: paused.until }) }] });
    expect(() => p.call('dags.pause', { dag_id: 'd', until: iso(noon) })).toThrow('until must be in the future');
    expect(p.call('dags.unpause', { dag_id: 'd' })).toMatchObject({ is_paused: false, paused_by: null, paused_at: null, pause_reason: null, paused_until: null });
  });

  it('ends by itself at its time, and is noted', async () => {
    const p = platform();
    p.call('dags.add', { dags: [hourly()] });
    p.call('dags.pause', paused);
    await pass(2.5 * hour - 1);
    expect(p.call('dags.details', { dag_id: 'd' })).toMatchObject({ is_paused: true });
    await pass(1);
    expect(p.call('dags.details', { dag_id: 'd' })).toMatchObject({ is_paused: false, next_dagrun_run_after: iso(noon + 3 * hour) });
    expect(p.events('d').at(-1)).toMatchObject({ event: 'unpause_dag', owner: 'scheduler' });
    expect(dates(p)).toEqual([]);
    await pass(0.5 * hour);
    expect(dates(p)).toEqual(['05-01T15:00']);
  });

  it('ends by itself over a restart, and what came after its end is made up for', async () => {
    const p = platform();
    p.call('dags.add', { dags: [hourly()] });
    p.call('dags.pause', paused);
    await p.scheduler.stop();
    vi.setSystemTime(noon + 4.5 * hour);
    const again = platform({ db: p.db });
    await turns();
    expect(again.call('dags.details', { dag_id: 'd' })).toMatchObject({ is_paused: false });
    expect(dates(again)).toEqual(['05-01T16:00']);
  });
});

describe('a run that takes longer than its DAG lets it', () => {
  const limited = { dag_id: 'd', dagrun_timeout_seconds: 60, max_active_runs: 1, tasks: [httpTask('a'), httpTask('b', ['a'])] };

  it('fails at its time, what it runs is cut off, and the next one begins', async () => {
    const p = platform();
    p.call('dags.add', { dags: [limited] });
    p.call('dags.trigger', { dag_id: 'd', dag_run_id: 'first' });
    p.call('dags.trigger', { dag_id: 'd', dag_run_id: 'second' });
    await turns();
    await pass(minute - 1);
    expect(p.runs('d').map(({ state }) => state)).toEqual(['running', 'queued']);
    await pass(1);
    await pass(1);
    expect(p.runs('d').map(({ state }) => state)).toEqual(['failed', 'running']);
    expect(p.states('d', 'first')).toEqual({ a: 'skipped', b: 'skipped' });
    expect(p.sent[0]!.signal.aborted).toBe(true);
    expect(p.call('dags.events', { dag_id: 'd', event: 'dag_run_failed' })).toMatchObject({ event_logs: [{ run_id: 'first', extra: 'The run took longer than its limit of 60 s.' }] });
    p.task('a').answer();
    await turns();
    p.task('b').answer();
    await turns();
    await pass(5 * minute);
    expect(p.runs('d').map(({ state }) => state)).toEqual(['failed', 'success']);
  });
});
