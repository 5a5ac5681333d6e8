import { expect, test } from 'vitest';
import { runOf } from '../../../../../../renderer/areas/dags/airflow.ts';
import { barsOf } from '../../../../../../renderer/areas/dags/list/run-bars.ts';

const now = Date.parse('2026-03-29T10:00:00Z');
const run = (dag_run_id: string, state: string, seconds: number | null, end = true) => runOf({
  dag_run_id, state, run_type: 'scheduled',
  ...(seconds === null ? {} : { start_date: new Date(now - seconds * 1000).toISOString(), end_date: end ? new Date(now).toISOString() : null }),
});

test('draws the last runs oldest first, each as tall as it was long beside the longest', () => {
  const bars = barsOf([run('c', 'success', 40), run('b', 'failed', 80), run('a', 'success', 1)], now);
  expect(bars.map(({ id, state, level }) => [id, state, level])).toEqual([['a', 'success', 1], ['b', 'failed', 8], ['c', 'success', 4]]);
});

test('counts a run under way up to now, and gives one that has not begun the least', () => {
  const bars = barsOf([run('queued', 'queued', null), run('running', 'running', 30, false), run('done', 'success', 60)], now);
  expect(bars.map(({ level }) => level)).toEqual([8, 4, 1]);
  expect(bars[2]!.title).toBe('queued, scheduled');
});

test('says state, kind, start and duration of each, so that its colour is never all that tells', () => {
  expect(barsOf([run('b', 'failed', 80)], now)[0]!.title).toMatch(/^failed, scheduled, .*2026.*, 1 min 20 s$/);
});

test('shows fourteen at most, and of runs that took no time the least', () => {
  const many = Array.from({ length: 20 }, (_, at) => run(String(at), 'success', 0));
  const bars = barsOf(many, now);
  expect(bars).toHaveLength(14);
  expect(bars.at(-1)!.id).toBe('0');
  expect(new Set(bars.map(({ level }) => level))).toEqual(new Set([1]));
  expect(barsOf([], now)).toEqual([]);
});
