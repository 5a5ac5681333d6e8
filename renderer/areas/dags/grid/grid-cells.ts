import { cellOf, type GridModel } from './grid-model.ts';

/** The cells of one row among the runs that are drawn. */
export interface CellsProps {
  readonly model: GridModel;
  readonly row: number;
  readonly firstRun: number;
  readonly lastRun: number;
  /** One sign a run from `firstRun` on: 1 where it is selected. A text, so that rows which stay as they were are not drawn. */
  readonly selected: string;
  /** The run under the cursor; -1 where it is elsewhere. */
  readonly active: number;
}

/** Of the cell under the cursor, which alone is named by the grid. */
export const cellId = (row: number, run: number): string => `grid-cell-${row}-${run}`;

/** An element and what was written to it last, since reading an element is as dear as writing to it. */
interface Cell {
  readonly element: HTMLElement;
  sign: string;
  state: string | null;
  label: string;
  run: number;
  count: string;
  id: string | null;
  isSelected: string;
}

/** The cells in a strip, in order, of the runs from `firstRun` on. */
interface Strip {
  readonly cells: Cell[];
  firstRun: number;
}

const strips = new WeakMap<HTMLElement, Strip>();

/**
 * Makes the elements in `place` the cells of a row. They are written by hand: hundreds change in each frame that is scrolled, which took
 * React three times as long. A cell that comes into sight is the element of one that has left.
 */
export function writeCells(place: HTMLElement, { model, row, firstRun, lastRun, selected, active }: CellsProps): void {
  const strip = strips.get(place) ?? { cells: [], firstRun };
  strips.set(place, strip);
  turn(place, strip, firstRun);
  const { cells } = strip;
  while (cells.length > lastRun - firstRun) cells.pop()!.element.remove();
  while (cells.length < lastRun - firstRun) {
    const cell = newCell();
    cells.push(cell);
    place.append(cell.element);
  }
  cells.forEach((cell, at) => write(cell, model, row, firstRun + at, selected[at] === '1', firstRun + at === active));
}

/** Takes the cells that are left on one side to the other. */
function turn(place: HTMLElement, strip: Strip, firstRun: number): void {
  const { cells } = strip;
  const by = firstRun - strip.firstRun;
  strip.firstRun = firstRun;
  if (Math.abs(by) >= cells.length) return;
  const moved = by > 0 ? cells.splice(0, by) : cells.splice(cells.length + by);
  if (by > 0) {
    cells.push(...moved);
    place.append(...moved.map(({ element }) => element));
  } else {
    cells.unshift(...moved);
    place.prepend(...moved.map(({ element }) => element));
  }
}

function newCell(): Cell {
  const element = document.createElement('div');
  element.setAttribute('role', 'gridcell');
  return { element, sign: '', state: null, label: '', run: -1, count: '', id: null, isSelected: '' };
}

function put(element: HTMLElement, name: string, value: string | null): void {
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
}

/** A cell shows its state as a sign, or beneath the count of what it maps to. */
function write(cell: Cell, model: GridModel, row: number, run: number, isSelected: boolean, isActive: boolean): void {
  const { element } = cell;
  const { state, label, count } = cellOf(model, row, run);
  const sign = count === '' ? `grid-cell grid-sign-${state ?? 'no'}` : 'grid-cell';
  if (cell.sign !== sign) element.className = cell.sign = sign;
  const counted = count === '' ? null : state;
  if (cell.state !== counted) put(element, 'data-state', cell.state = counted);
  if (cell.count !== count) element.textContent = cell.count = count;
  if (cell.label !== label) put(element, 'aria-label', cell.label = label);
  if (cell.run !== run) put(element, 'aria-colindex', String((cell.run = run) + 2));
  const choice = String(isSelected);
  if (cell.isSelected !== choice) put(element, 'aria-selected', cell.isSelected = choice);
  const id = isActive ? cellId(row, run) : null;
  if (cell.id !== id) put(element, 'id', cell.id = id);
}
