import { expect, test } from 'vitest';
import { runOf } from '../../../../../renderer/areas/dags/airflow.ts';
import { scaleOf } from '../../../../../renderer/areas/dags/charts/run-chart.tsx';
import { daysOf, figuresOf, weeksOf } from '../../../../../renderer/areas/dags/charts/run-figures.ts';

/** Without a zone: an instant of the place where this runs. */
const local = (text: string) => new Date(text).toISOString();
const run = (id: string, start: string, seconds: number | null, more: Record<string, unknown> = {}) => runOf({
  dag_run_id: id, state: seconds === null ? 'running' : 'success', start_date: local(start), end_date: seconds === null ? null : new Date(Date.parse(local(start)) + seconds * 1000).toISOString(), ...more,
});

test('says of each run how long it waited, ran and landed after it was due, oldest first', () => {
  const runs = [run('new', '2026-03-02T06:00:10', 20, { queued_at: local('2026-03-02T06:00:04'), run_after: local('2026-03-02T06:00:00') }), run('old', '2026-03-01T06:00:00', 5)];
  const [old, fresh] = figuresOf(runs, 0);
  expect(fresh).toMatchObject({ waited: 6000, ran: 20_000, landed: 30_000 });
  expect(old).toMatchObject({ waited: null, ran: 5000, landed: null });
});

test('a run under way takes until now and has not landed; one that has not begun is left out', () => {
  const open = run('open', '2026-03-01T06:00:00', null, { logical_date: local('2026-03-01T06:00:00') });
  expect(figuresOf([open, runOf({ dag_run_id: 'waits', state: 'queued' })], Date.parse(local('2026-03-01T06:01:00')))).toMatchObject([{ ran: 60_000, landed: null }]);
});

test('counts runs by the day on which they began, without leaving out days', () => {
  const days = daysOf([run('c', '2026-03-04T23:59:00', 120), run('b', '2026-03-02T00:00:00', 30, { state: 'failed' }), run('a', '2026-03-02T12:00:00', 10)]);
  expect(days.map(({ day, total }) => [day, total])).toEqual([['2026-03-02', 2], ['2026-03-03', 0], ['2026-03-04', 1]]);
  expect(days[0]).toMatchObject({ counts: { failed: 1, success: 1 }, ran: 20_000 });
  expect(days[1]!.ran).toBeNull();
});

test('goes through the days on which clocks change, and no further back than it is told', () => {
  expect(daysOf([run('b', '2026-03-31T12:00:00', 1), run('a', '2026-03-27T12:00:00', 1)]).map(({ day }) => day)).toEqual(['2026-03-27', '2026-03-28', '2026-03-29', '2026-03-30', '2026-03-31']);
  expect(daysOf([run('b', '2026-11-02T12:00:00', 1), run('a', '2020-01-01T12:00:00', 1)], 30)).toHaveLength(30);
  expect(daysOf([])).toEqual([]);
});

test('weeks begin on Monday', () => {
  const weeks = weeksOf(daysOf([run('b', '2026-03-09T12:00:00', 1), run('a', '2026-03-06T12:00:00', 1)]));
  expect(weeks.map((week) => week.map((day) => day?.day.slice(8) ?? '–').join(' '))).toEqual(['– – – – 06 07 08', '09 – – – – – –']);
});

test.each([[90_000, 60_000], [3_600_000 * 5, 3_600_000], [1500, 1000]])('marks for %i ms are round', (most, unit) => {
  const marks = scaleOf(most);
  expect(marks.at(-1)).toBeGreaterThanOrEqual(most);
  expect(marks.every((mark) => Math.abs((mark * 20) / unit - Math.round((mark * 20) / unit)) < 1e-9)).toBe(true);
});
