import { expect, test } from 'vitest';
import {
  extendTo, instanceKey, isSelected, moveTo, noSelection, refound, selectAll, selectedInstances, selectOnly, stepFrom, toggle, type GridSelection,
} from '../../../../../../renderer/areas/dags/grid/grid-selection.ts';
import { gridModel } from '../../../../../../renderer/areas/dags/grid/grid-model.ts';
import { everything, largeAnswer, modelOf } from './sample-grid.ts';

const model = modelOf();
const shown = (selection: GridSelection) => selectedInstances(selection).map(({ dag_run_id, task_id }) => `${dag_run_id}:${task_id}`).toSorted();

test('a rectangle holds every task of every run between its corners, whichever way it is drawn', () => {
  const drawn = extendTo(model, selectOnly(model, { row: 2, run: 1 }), { row: 0, run: 0 });
  const other = extendTo(model, selectOnly(model, { row: 0, run: 0 }), { row: 2, run: 1 });
  // The group in its rows brings all that it holds.
  expect(shown(drawn)).toEqual(['r1:extract', 'r1:load.clean', 'r1:load.inner.write', 'r2:extract', 'r2:load.clean', 'r2:load.inner.write']);
  expect(shown(other)).toEqual(shown(drawn));
});

test('a rectangle that shrinks again gives back what it had reached', () => {
  const wide = extendTo(model, selectOnly(model, { row: 5, run: 0 }), { row: 5, run: 1 });
  expect(shown(extendTo(model, wide, { row: 5, run: 0 }))).toEqual(['r1:report']);
});

test('Ctrl adds a cell and takes it away, and a range after it adds to what is there', () => {
  const one = selectOnly(model, { row: 0, run: 0 });
  const two = toggle(model, one, { row: 5, run: 1 });
  expect(shown(two)).toEqual(['r1:extract', 'r2:report']);
  expect(shown(extendTo(model, two, { row: 5, run: 0 }))).toEqual(['r1:extract', 'r1:report', 'r2:report']);
  expect(shown(toggle(model, two, { row: 0, run: 0 }))).toEqual(['r2:report']);
});

test('a group cell counts as selected only when all under it is', () => {
  const clean = selectOnly(model, { row: 2, run: 0 });
  expect(isSelected(model, clean, { row: 1, run: 0 })).toBe(false);
  expect(isSelected(model, toggle(model, clean, { row: 4, run: 0 }), { row: 1, run: 0 })).toBe(true);
});

test('what begins at the heads selects runs, not tasks', () => {
  const runs = extendTo(model, selectOnly(model, { row: -1, run: 0 }), { row: 4, run: 1 });
  expect([...runs.runs]).toEqual(['r1', 'r2']);
  expect(runs.instances.size).toBe(0);
});

test('the cursor moves to the edges and no further, and begins at the newest run', () => {
  expect(stepFrom(model, noSelection, 0, 0)).toEqual({ row: 0, run: 1 });
  const at = moveTo(noSelection, { row: 0, run: 1 });
  expect(stepFrom(model, at, 0, 1)).toEqual({ row: 0, run: 1 });
  expect(stepFrom(model, at, -5, -5)).toEqual({ row: -1, run: 0 });
  expect(moveTo(selectOnly(model, { row: 0, run: 0 }), { row: 1, run: 1 }).instances.size).toBe(1);
});

test('all that is shown is selected at once, and no more than is shown', () => {
  const narrowed = modelOf({ keepTask: ({ task_id }) => task_id !== 'report' });
  expect(selectAll(narrowed, noSelection).instances.size).toBe(6);
  expect(selectAll(gridModel(largeAnswer(100, 1000), everything), noSelection).instances.size).toBe(100_000);
});

test('the cursor stays with its task and run when rows go and runs come', () => {
  const narrowed = modelOf({ closed: new Set(['load']) });
  expect(refound(model, narrowed, { row: 5, run: 0 })).toEqual({ row: 2, run: 0 });
  expect(refound(model, narrowed, { row: 2, run: 0 })).toBeNull();
  expect(refound(model, modelOf({ keepRun: ({ id }) => id === 'r2' }), { row: -1, run: 1 })).toEqual({ row: -1, run: 0 });
});

test('a key holds any name that a run and a task can have', () => {
  const instances = new Set([instanceKey('manual__2026-01-01T00:00:00+00:00', 'a.b-c')]);
  expect(selectedInstances({ instances })).toEqual([{ dag_run_id: 'manual__2026-01-01T00:00:00+00:00', task_id: 'a.b-c' }]);
});
