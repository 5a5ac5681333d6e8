import { expect, test } from 'vitest';
import { cellOf, gridModel, runLabel, worstState } from '../../../../../../renderer/areas/dags/grid/grid-model.ts';
import { answer, everything, modelOf } from './sample-grid.ts';

const rows = (...args: Parameters<typeof modelOf>) => modelOf(...args).rows.map(({ id, depth, kind }) => `${'  '.repeat(depth)}${kind === 'group' ? '▾ ' : ''}${id}`);

test('shows the newest run last, and tasks under their groups where the first of each stands [C-151]', () => {
  expect(modelOf().runs.map(({ id }) => id)).toEqual(['r1', 'r2']);
  expect(rows()).toEqual(['extract', '▾ load', '  load.clean', '  ▾ load.inner', '    load.inner.write', 'report']);
  expect(modelOf().rows.map(({ label }) => label)).toEqual(['extract', 'load', 'clean', 'inner', 'write', 'report']);
});

test('a closed group hides what it holds and stands for all of it', () => {
  const model = modelOf({ closed: new Set(['load']) });
  expect(model.rows.map(({ id }) => id)).toEqual(['extract', 'load', 'report']);
  expect(model.rows[1]!.tasks).toEqual([1, 3]);
  expect(cellOf(model, 1, 1)).toEqual({ state: 'failed', label: 'group load, run r2, 1 failed, 1 upstream failed', count: '' });
});

test('says of a cell its task, run, state, try and duration', () => {
  const model = modelOf();
  expect(cellOf(model, 2, 1)).toEqual({ state: 'failed', label: 'load.clean, run r2, failed, try 2, 3 s', count: '' });
  expect(cellOf(model, 5, 0)).toEqual({ state: null, label: 'report, run r1, no instance', count: '' });
});

test('shows a mapped task as one cell with the count of what it maps to', () => {
  expect(cellOf(modelOf(), 4, 0)).toMatchObject({ state: 'success', count: '3', label: expect.stringContaining('mapped to 2 success and 1 failed') as string });
});

test('only failed keeps the runs and tasks in which something failed', () => {
  const model = modelOf({ onlyFailed: true });
  expect(model.runs.map(({ id }) => id)).toEqual(['r2']);
  expect(model.rows.map(({ id }) => id)).toEqual(['load', 'load.clean', 'load.inner', 'load.inner.write']);
});

test('a group without a task that is kept is not shown, and a group that nobody describes leaves its tasks where they are', () => {
  expect(rows({ keepTask: ({ task_id }) => task_id === 'report' })).toEqual(['report']);
  const stray = gridModel({ ...answer, task_groups: [] }, everything);
  expect(stray.rows.every(({ depth, kind }) => depth === 0 && kind === 'task')).toBe(true);
});

test('leaves out a run without a column, since nothing is known of its tasks', () => {
  const model = gridModel({ ...answer, columns: answer.columns.slice(1) }, everything);
  expect(model.runs.map(({ id }) => id)).toEqual(['r1']);
});

test.each([
  [['success', 'failed', 'running'], 'failed'], [['success', 'running'], 'running'], [[null, null], null], [['success', null, 'skipped'], 'success'],
])('of %j the one that matters most is %j', (states, worst) => {
  expect(worstState(states)).toBe(worst);
});

test('says of a run its state, type, duration and note', () => {
  const [older, newer] = modelOf().runs;
  expect(runLabel(newer!, 0)).toBe('run r2, failed, manual, 20 s, note: look');
  expect(runLabel({ ...older!, state: 'running', end: null }, Date.parse('2026-01-01T00:01:05Z'))).toBe('run r1, running, scheduled, 1 min 05 s');
});
