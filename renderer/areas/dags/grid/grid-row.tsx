import { ChevronDown, ChevronRight } from '@blueprintjs/icons';
import { memo } from 'react';
import { cellOf, type GridModel } from './grid-model.ts';
import { blockRuns } from './grid-window.ts';

/** Of the cell under the cursor, which alone is named by the grid. */
export const cellId = (row: number, run: number): string => `grid-cell-${row}-${run}`;

interface CellsProps {
  readonly model: GridModel;
  readonly row: number;
  readonly firstRun: number;
  readonly lastRun: number;
  /** One sign a run from `firstRun` on: 1 where it is selected. A text, so that cells which stay as they were are not drawn. */
  readonly selected: string;
  /** The run under the cursor; -1 where it is elsewhere. */
  readonly active: number;
}

const Cells = memo(function Cells({ model, row, firstRun, lastRun, selected, active }: CellsProps) {
  const cells = [];
  for (let run = firstRun; run < lastRun; run += 1) {
    const { state, label, count } = cellOf(model, row, run);
    cells.push(
      <div
        key={run} id={run === active ? cellId(row, run) : undefined} role="gridcell" className="grid-cell" aria-colindex={run + 2} aria-label={label} aria-selected={selected[run - firstRun] === '1'}
        data-sign={count === '' ? state ?? 'no' : undefined} data-state={count === '' ? undefined : state} data-active={run === active || undefined}
      >{count}</div>,
    );
  }
  return <div role="presentation" className="grid-block">{cells}</div>;
});

interface GridRowProps extends CellsProps {
  /** CSS pixels of the runs before those that are drawn. */
  readonly before: number;
  readonly onTurn: (group: string) => void;
}

/** One task's or group's name and its cells among the runs that are drawn. */
export const GridRowView = memo(function GridRowView({ model, row, firstRun, lastRun, selected, active, before, onTurn }: GridRowProps) {
  const { kind, id, label, depth, isOpen, isMapped, tasks } = model.rows[row]!;
  const blocks = [];
  for (let run = firstRun; run < lastRun; run += blockRuns) {
    const end = Math.min(lastRun, run + blockRuns);
    blocks.push(<Cells key={run} model={model} row={row} firstRun={run} lastRun={end} selected={selected.slice(run - firstRun, end - firstRun)} active={active >= run && active < end ? active : -1} />);
  }
  return (
    <div role="row" aria-rowindex={row + 2} className="grid-line" data-kind={kind}>
      <div role="rowheader" aria-colindex={1} className="grid-name" data-depth={Math.min(depth, 6)} title={id}>
        {kind === 'group' ? (
          // The keyboard turns groups by the grid's own keys, whose cursor stands in a cell.
          <button type="button" tabIndex={-1} className="grid-turn" aria-expanded={isOpen} onClick={() => onTurn(id)}>
            {isOpen ? <ChevronDown size={14} /> : <ChevronRight size={14} />} <span>{label}</span> <span className="tr-muted">{tasks.length}</span>
          </button>
        ) : <span className="tr-mono">{label}{isMapped && <span className="tr-muted"> [ ]</span>}</span>}
      </div>
      <div className="grid-before" role="presentation" style={{ width: before }} />
      {blocks}
    </div>
  );
});
