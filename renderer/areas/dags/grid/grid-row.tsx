import { ChevronDown, ChevronRight } from '@blueprintjs/icons';
import { memo } from 'react';
import { cellOf, type GridModel } from './grid-model.ts';

/** Of the cell under the cursor, which alone is named by the grid. */
export const cellId = (row: number, run: number): string => `grid-cell-${row}-${run}`;

interface GridRowProps {
  readonly model: GridModel;
  readonly row: number;
  readonly firstRun: number;
  readonly lastRun: number;
  /** One sign a run from `firstRun` on: 1 where it is selected. A text, so that a row whose cells stay as they were is not drawn. */
  readonly selected: string;
  /** The run under the cursor; -1 where it is in another row. */
  readonly active: number;
  readonly onTurn: (group: string) => void;
}

/** One task's or group's name and its cells among the runs that are drawn: what they say. */
export const GridRowView = memo(function GridRowView({ model, row, firstRun, lastRun, selected, active, onTurn }: GridRowProps) {
  const { kind, id, label, depth, isOpen, isMapped, tasks } = model.rows[row]!;
  const cells = [];
  for (let run = firstRun; run < lastRun; run += 1) {
    const { state, label: text, count } = cellOf(model, row, run);
    cells.push(
      <div
        key={run} id={run === active ? cellId(row, run) : undefined} role="gridcell" className="grid-cell" aria-colindex={run + 2} aria-label={text} aria-selected={selected[run - firstRun] === '1'}
        data-sign={count === '' ? state ?? 'no' : undefined} data-state={count === '' ? undefined : state} data-active={run === active || undefined}
      >{count}</div>,
    );
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
      <div className="grid-before" role="presentation" />
      {cells}
    </div>
  );
});
