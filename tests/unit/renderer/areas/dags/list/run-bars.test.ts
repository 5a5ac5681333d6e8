import { expect, test } from 'vitest';
import { runOf } from '../../../../../../renderer/areas/dags/airflow.ts';
import { barsOf, failedLines, pathsOf, titleOf, wordsOf } from '../../../../../../renderer/areas/dags/list/run-bars.ts';

const now = Date.parse('2026-03-29T10:00:00Z');
const run = (dag_run_id: string, state: string, seconds: number | null, end = true) => runOf({
  dag_run_id, state, run_type: 'scheduled',
  ...(seconds === null ? {} : { start_date: new Date(now - seconds * 1000).toISOString(), end_date: end ? new Date(now).toISOString() : null }),
});
const heights = (runs: Parameters<typeof barsOf>[0]) => barsOf(runs, now).map(({ run, height }) => [run.id, height]);

test('draws the last runs oldest first, each as tall as it was long beside the longest', () => {
  expect(heights([run('c', 'success', 40), run('b', 'failed', 80), run('a', 'success', 1)])).toEqual([['a', 4], ['b', 20], ['c', 12]]);
});

test('counts a run under way up to now, and gives one that has not begun the least', () => {
  expect(heights([run('queued', 'queued', null), run('running', 'running', 30, false), run('done', 'success', 60)])).toEqual([['done', 20], ['running', 12], ['queued', 4]]);
});

test('says state, kind, start and duration of each, and marks what failed by more than its colour', () => {
  const failed = run('b', 'failed', 80);
  expect(titleOf(failed, now)).toMatch(/^failed, scheduled, .*2026.*, 1 min 20 s$/);
  expect(titleOf(run('q', 'queued', null), now)).toBe('queued, scheduled');
  expect(failedLines(barsOf([run('a', 'success', 80), failed], now))).toBe('M0 18h8M0 14h8M0 10h8M0 6h8');
  expect(wordsOf(barsOf([run('d', 'up_for_retry', 1), failed, failed, run('a', 'success', 1)], now))).toBe('Last runs, oldest first: success, 2 failed, up for retry');
});

test('draws all bars of a state as one shape', () => {
  expect([...pathsOf(barsOf([run('c', 'success', 80), run('b', 'failed', 80), run('a', 'success', 80)], now))]).toEqual([
    ['success', 'M0 0h8v20h-8zM20 0h8v20h-8z'], ['failed', 'M10 0h8v20h-8z'],
  ]);
});

test('shows fourteen at most, and of runs that took no time the least', () => {
  const bars = heights(Array.from({ length: 20 }, (_, at) => run(String(at), 'success', 0)));
  expect([bars.length, bars.at(-1)![0], new Set(bars.map(([, height]) => height))]).toEqual([14, '0', new Set([4])]);
  expect(heights([])).toEqual([]);
});
