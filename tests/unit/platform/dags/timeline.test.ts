import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { caller, httpTask, noon, pass, platform, turns, useClock } from './harness.ts';

beforeEach(useClock);
afterEach(() => {
  vi.useRealTimers();
});

const minute = 60_000;
const hour = 60 * minute;
const iso = (at: number) => new Date(at).toISOString();
type P = ReturnType<typeof platform>;
interface Timeline {
  readonly dag_runs: { dag_id: string; dag_run_id: string; state: string; start: number; end: number | null }[];
  readonly predicted: { dag_id: string; start: number; end: number | null }[];
  readonly truncated: boolean;
}
const timeline = (p: P, start: number, end: number, more: Record<string, unknown> = {}, as = caller) => p.call('dagTimeline.get', { start: iso(start), end: iso(end), ...more }, as) as unknown as Timeline;
const hourly = (dag_id: string, more: Record<string, unknown> = {}) => ({ dag_id, schedule: '0 * * * *', tasks: [httpTask(dag_id)], ...more });

const day = 24 * hour;
/** A run that ended, by its start and end from noon in hours. */
const past = (p: P, name: string, start: number, end: number | null, state = 'success') =>
  p.db.prepare(`INSERT INTO dag_runs (dag, version, dag_run_id, run_type, state, logical_date, queued_at, start_date, end_date, conf, triggered_by, user_id) VALUES (1, 1, ?, 'manual', ?, ?, ?, ?, ?, '{}', 'rest_api', 'ada')`)
    .run(name, state, noon + start * hour, noon + start * hour, noon + start * hour, end === null ? null : noon + end * hour);

describe('the timeline', () => {
  it('tells the runs that touch a span of time, long ones and those under way among them', () => {
    const p = platform();
    p.call('dags.add', { dags: [{ dag_id: 'd', tasks: [httpTask('d')] }] });
    past(p, 'before', -10, -9);
    past(p, 'into', -7, -5);
    past(p, 'within', -5, -4.5);
    past(p, 'out', -4.2, -1);
    past(p, 'after', -3, -2);
    past(p, 'long', -100, -4.5);
    past(p, 'longer', -1000, -1);
    past(p, 'long ago', -1000, -900);
    past(p, 'open', -6, null, 'running');
    const { dag_runs, predicted, truncated } = timeline(p, noon - 6 * hour, noon - 4 * hour);
    expect(dag_runs.map(({ dag_run_id }) => dag_run_id)).toEqual(['out', 'within', 'open', 'into', 'long', 'longer']);
    expect(dag_runs[1]).toEqual({ dag_id: 'd', dag_run_id: 'within', state: 'success', run_type: 'manual', start: noon - 5 * hour, end: noon - 4.5 * hour });
    expect({ predicted, truncated }).toEqual({ predicted: [], truncated: false });
    expect(timeline(p, noon - 6 * hour, noon - 4 * hour, { limit: 2 })).toMatchObject({ dag_runs: [{ dag_run_id: 'out' }, { dag_run_id: 'within' }], truncated: true });
    expect(timeline(p, noon - 6 * hour, noon, {}, { ...caller, environment_id: 'e2' })).toEqual({ dag_runs: [], predicted: [], truncated: false });
  });

  it('predicts what schedules will bring, with the time that the last successful runs took', async () => {
    const p = platform();
    p.call('dags.add', { dags: [hourly('a'), hourly('b', { schedule: '30 14 * * *', timezone: 'Europe/Berlin' }), hourly('paused', { is_paused: true }), { dag_id: 'manual', tasks: [httpTask('m')] }] });
    past(p, 'quick', -3, -2.9);
    past(p, 'slow', -2, -1.7);
    past(p, 'failed', -1, 0, 'failed');
    const { predicted } = timeline(p, noon - hour, noon + 2 * hour);
    expect(predicted).toEqual([
      { dag_id: 'b', start: noon + 0.5 * hour, end: null },
      { dag_id: 'a', start: noon + hour, end: noon + 1.2 * hour },
      { dag_id: 'a', start: noon + 2 * hour, end: noon + 2.2 * hour },
    ]);
    await pass(hour);
    await turns();
    expect(timeline(p, noon, noon + 2 * hour, { dag_id_pattern: 'a' })).toMatchObject({ dag_runs: [{ dag_id: 'a', state: 'running', start: noon + hour, end: null }, {}], predicted: [{ dag_id: 'a', start: noon + 2 * hour }] });
  });

  it('says that there is more than it tells', () => {
    const p = platform();
    p.call('dags.add', { dags: [hourly('often', { schedule: '* * * * *' }), hourly('seldom')] });
    const week = timeline(p, noon, noon + 7 * day);
    expect(week.truncated).toBe(true);
    expect(week.predicted.filter(({ dag_id }) => dag_id === 'often')).toHaveLength(500);
    expect(week.predicted.filter(({ dag_id }) => dag_id === 'seldom')).toHaveLength(168);
    expect(() => timeline(p, noon, noon - 1)).toThrow('end must not be before start');
  });

  it('tells what comes first where it cannot tell all, whichever DAG it is of', () => {
    const p = platform();
    p.call('dags.add', { dags: [hourly('a'), hourly('b', { schedule: '30 * * * *' }), hourly('z', { schedule: '10 12 * * *' })] });
    const { predicted, truncated } = timeline(p, noon, noon + day, { limit: 4 });
    expect(predicted.map(({ dag_id, start }) => [dag_id, (start - noon) / minute])).toEqual([['z', 10], ['b', 30], ['a', 60], ['b', 90]]);
    expect(truncated).toBe(true);
    expect(timeline(p, noon, noon + 90 * minute, { limit: 4 })).toMatchObject({ predicted: [{ dag_id: 'z' }, {}, {}, {}], truncated: false });
  });

  it('reads only runs of its span, by their index', () => {
    const p = platform();
    p.call('dags.add', { dags: Array.from({ length: 300 }, (_, index) => hourly(`d${index}`)) });
    p.db.exec(`WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 99999)
      INSERT INTO dag_runs (dag, version, dag_run_id, run_type, state, logical_date, queued_at, start_date, end_date, conf, triggered_by, user_id)
      SELECT 1 + i % 300, 1, 'r' || i, 'manual', 'success', i, ${noon} - i * 60000, ${noon} - i * 60000, ${noon} - i * 60000 + 30000, '{}', 'rest_api', 'ada' FROM n`);
    const { dag_runs, truncated } = timeline(p, noon - 40 * day, noon - 40 * day + hour);
    expect(dag_runs).toHaveLength(61);
    expect(truncated).toBe(false);
  });
});
