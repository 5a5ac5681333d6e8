import type { InstanceKey } from '../../../state/dag-desk.ts';
import type { GridModel } from './grid-model.ts';

/**
 * What is selected in a grid: task instances by run and task, so that it outlives new runs, filters and closed groups; and runs.
 * A cell is a place in the model; the head of a column is the row -1.
 */

export interface Cell {
  readonly row: number;
  readonly run: number;
}

export interface GridSelection {
  /** Run and task, parted by a line break, which neither can hold. */
  readonly instances: ReadonlySet<string>;
  readonly runs: ReadonlySet<string>;
  /** What was selected when the present range began; the range adds to it. */
  readonly base: Pick<GridSelection, 'instances' | 'runs'> | null;
  readonly anchor: Cell | null;
  readonly active: Cell | null;
}

const nothing = { instances: new Set<string>(), runs: new Set<string>() } as const;
export const noSelection: GridSelection = { ...nothing, base: null, anchor: null, active: null };

export const instanceKey = (run_id: string, task_id: string): string => `${run_id}\n${task_id}`;

/** The task instances that are selected, as calls take them. */
export const selectedInstances = ({ instances }: Pick<GridSelection, 'instances'>): InstanceKey[] => Array.from(instances, (key) => {
  const at = key.indexOf('\n');
  return { dag_run_id: key.slice(0, at), task_id: key.slice(at + 1) };
});

/** The instances under a cell: one, or all of a group. */
function keysAt(model: GridModel, { row, run }: Cell): string[] {
  const { id } = model.runs[run]!;
  return model.rows[row]!.tasks.map((at) => instanceKey(id, model.tasks[at]!.task_id));
}

/** Is all that stands under the cell selected? */
export function isSelected(model: GridModel, { instances, runs }: Pick<GridSelection, 'instances' | 'runs'>, cell: Cell): boolean {
  if (cell.row < 0) return runs.has(model.runs[cell.run]?.id ?? '');
  return instances.size > 0 && keysAt(model, cell).every((key) => instances.has(key));
}

/** The rectangle between two cells, added to a base. One that begins at the heads selects runs. */
function rectangle(model: GridModel, base: Pick<GridSelection, 'instances' | 'runs'>, from: Cell, to: Cell): Pick<GridSelection, 'instances' | 'runs'> {
  const [left, right] = [Math.min(from.run, to.run), Math.max(from.run, to.run)];
  if (from.row < 0) {
    const runs = new Set(base.runs);
    for (let run = left; run <= right; run += 1) runs.add(model.runs[run]!.id);
    return { instances: base.instances, runs };
  }
  const [top, bottom] = [Math.max(0, Math.min(from.row, to.row)), Math.max(from.row, to.row)];
  const instances = new Set(base.instances);
  for (let row = top; row <= bottom; row += 1) {
    for (let run = left; run <= right; run += 1) for (const key of keysAt(model, { row, run })) instances.add(key);
  }
  return { instances, runs: base.runs };
}

/** Selects one cell alone. */
export const selectOnly = (model: GridModel, cell: Cell): GridSelection =>
  ({ ...rectangle(model, nothing, cell, cell), base: nothing, anchor: cell, active: cell });

/** Moves to a cell without selecting it. */
export const moveTo = (selection: GridSelection, cell: Cell): GridSelection => ({ ...selection, base: null, anchor: cell, active: cell });

/** Selects a cell beside what is selected, or takes it away. A range that is drawn from here adds to what stays. */
export function toggle(model: GridModel, selection: GridSelection, cell: Cell): GridSelection {
  if (!isSelected(model, selection, cell)) {
    const base = { instances: selection.instances, runs: selection.runs };
    return { ...rectangle(model, base, cell, cell), base, anchor: cell, active: cell };
  }
  const [instances, runs] = [new Set(selection.instances), new Set(selection.runs)];
  if (cell.row < 0) runs.delete(model.runs[cell.run]!.id);
  else for (const key of keysAt(model, cell)) instances.delete(key);
  return { instances, runs, base: { instances, runs }, anchor: cell, active: cell };
}

/** Draws the rectangle from where it began to this cell. */
export function extendTo(model: GridModel, selection: GridSelection, cell: Cell): GridSelection {
  const anchor = selection.anchor ?? cell;
  const to = anchor.row < 0 ? { row: -1, run: cell.run } : { row: Math.max(0, cell.row), run: cell.run };
  const base = selection.base ?? { instances: selection.instances, runs: selection.runs };
  return { ...rectangle(model, base, anchor, to), base, anchor, active: to };
}

/** Every instance that is shown. */
export function selectAll(model: GridModel, { active }: GridSelection): GridSelection {
  if (model.rows.length === 0 || model.runs.length === 0) return noSelection;
  const all = rectangle(model, nothing, { row: 0, run: 0 }, { row: model.rows.length - 1, run: model.runs.length - 1 });
  return { ...all, base: null, anchor: active, active };
}

/** The cell beside the active one; the newest run's first task where none is. It ends at the edges. */
export function stepFrom(model: GridModel, { active }: GridSelection, rows: number, runs: number): Cell | null {
  if (model.runs.length === 0) return null;
  if (!active) return { row: model.rows.length > 0 ? 0 : -1, run: model.runs.length - 1 };
  return {
    row: Math.max(-1, Math.min(model.rows.length - 1, active.row + rows)),
    run: Math.max(0, Math.min(model.runs.length - 1, active.run + runs)),
  };
}

/** The same cell after the model changed: found again by its task and its run; null where it is gone. */
export function refound(before: GridModel, after: GridModel, cell: Cell | null): Cell | null {
  if (!cell || before === after) return cell;
  const runId = before.runs[cell.run]?.id;
  const run = after.runs.findIndex(({ id }) => id === runId);
  if (run < 0) return null;
  if (cell.row < 0) return { row: -1, run };
  const old = before.rows[cell.row];
  const row = after.rows.findIndex(({ id, kind }) => id === old?.id && kind === old.kind);
  return row < 0 ? null : { row, run };
}
