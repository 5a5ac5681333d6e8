import { expect, test } from 'vitest';
import { lineOf, mostLanes, runsByDag, type Run } from '../../../../../../renderer/areas/dags/timeline/timeline-bars.ts';
import { barWords } from '../../../../../../renderer/areas/dags/timeline/timeline-words.ts';

const run = (start: number, end: number | null, state = 'success'): Run => ({ dag_id: 'd', run_id: `r${start}`, state, type: 'manual', start, end });
const window = { from: 0, to: 1000 };
const line = (runs: readonly Run[]) => lineOf(runs, window, 1000, 500);

test('lays a run where it ran, and what goes on until now', () => {
  expect(line([run(100, 200), run(300, null, 'running')]).bars.map(({ left, width, isOpen }) => [left, width, isOpen])).toEqual([[100, 100, false], [300, 200, true]]);
});

test('cuts what reaches beyond the window, leaves out what lies beside it, and draws nothing thinner than can be seen', () => {
  expect(line([run(-300, -100), run(-100, 50), run(400, 400), run(950, 2000), run(1100, 1200)]).bars.map(({ left, width }) => [left, width])).toEqual([[0, 50], [400, 4], [950, 50]]);
});

test('lays what overlaps beside each other, in as few lanes as there is room for', () => {
  const { bars, lanes } = line([run(0, 300), run(100, 200), run(210, 400), run(350, 500)]);
  expect(bars.map(({ lane }) => lane)).toEqual([0, 1, 1, 0]);
  expect(lanes).toBe(2);
  expect(line(Array.from({ length: 9 }, (_, at) => run(at * 10, 900))).lanes).toBe(mostLanes);
});

test('shows runs that are too close as one, in the state that matters most, but never what is expected with what has been', () => {
  const { bars } = line([run(100, 101), run(102, 103, 'failed'), run(104, 105), run(106, null, 'running'), { ...run(800, 801, 'expected'), run_id: null }, { ...run(802, 803, 'expected'), run_id: null }]);
  expect(bars.map(({ runs, state }) => [runs.length, state])).toEqual([[3, 'failed'], [1, 'running'], [2, 'expected']]);
  expect(barWords(bars[0]!, 500)).toMatch(/^3 runs: 2 success, 1 failed, /);
});

test('sorts runs and what is expected by DAG and time', () => {
  const byDag = runsByDag({
    dag_runs: [{ dag_id: 'a', dag_run_id: '2', state: 'success', run_type: 'manual', start: 20, end: 30 }, { dag_id: 'a', dag_run_id: '1', state: 'failed', run_type: 'manual', start: 10, end: 15 }],
    predicted: [{ dag_id: 'a', start: 40, end: null }, { dag_id: 'b', start: 1, end: 2 }],
  });
  expect(byDag.get('a')!.map(({ run_id, state }) => [run_id, state])).toEqual([['1', 'failed'], ['2', 'success'], [null, 'expected']]);
  expect(barWords({ runs: [byDag.get('a')![2]!] }, 0)).toContain('for how long is not known yet');
  expect(barWords({ runs: [byDag.get('a')![0]!] }, 0)).toMatch(/^failed, manual, .*0\.01 s$/);
});
