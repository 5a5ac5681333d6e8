import { expect, test } from 'vitest';
import { writeCells } from '../../../../../../renderer/areas/dags/grid/grid-cells.ts';
import { cellOf, gridModel } from '../../../../../../renderer/areas/dags/grid/grid-model.ts';
import { everything, largeAnswer } from './sample-grid.ts';

const model = gridModel(largeAnswer(40, 30), everything);
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at);

/** Cells that were written, and what stands in them. */
function strip() {
  const place = document.createElement('div');
  const show = (row: number, firstRun: number, lastRun: number, selected = '', active = -1) => writeCells(place, { model, row, firstRun, lastRun, selected, active });
  return { place, show, said: () => Array.from(place.children, (cell) => cell.getAttribute('aria-label')) };
}

test('says the cells of a row in the order of its runs, wherever it is scrolled to', () => {
  const { place, show, said } = strip();
  for (const [row, first, last] of [[0, 0, 16], [0, 8, 24], [7, 8, 24], [7, 4, 20], [7, 24, 40], [2, 0, 12], [2, 20, 40], [2, 16, 36], [2, 30, 31]] as const) {
    show(row, first, last);
    expect(said()).toEqual(range(first, last).map((run) => cellOf(model, row, run).label));
    expect(Array.from(place.children, (cell) => Number(cell.getAttribute('aria-colindex')))).toEqual(range(first + 2, last + 2));
  }
});

test('gives what comes into sight the elements of what has left', () => {
  const { place, show } = strip();
  show(0, 0, 16);
  const made = new Set(place.children);
  show(12, 8, 24);
  show(3, 0, 16);
  expect(new Set(place.children)).toEqual(made);
});

test('marks what is selected and what is under the cursor, and lets go of both', () => {
  const { place, show } = strip();
  show(1, 0, 4, '0110', 2);
  expect(Array.from(place.children, (cell) => cell.getAttribute('aria-selected'))).toEqual(['false', 'true', 'true', 'false']);
  expect(Array.from(place.children, ({ id }) => id)).toEqual(['', '', 'grid-cell-1-2', '']);
  show(1, 0, 4);
  expect(place.querySelectorAll('[id], [aria-selected="true"]')).toHaveLength(0);
});
