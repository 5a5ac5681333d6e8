import { ChevronDown, ChevronRight } from '@blueprintjs/icons';
import { memo, useLayoutEffect, useRef } from 'react';
import { writeCells, type CellsProps } from './grid-cells.ts';

interface GridRowProps extends CellsProps {
  /** CSS pixels of the rows before it. */
  readonly top: number;
  /** CSS pixels of the runs before those that are drawn. */
  readonly before: number;
  readonly onTurn: (group: string) => void;
}

/** One task's or group's name and its cells among the runs that are drawn. */
export const GridRowView = memo(function GridRowView({ model, row, firstRun, lastRun, selected, active, top, before, onTurn }: GridRowProps) {
  const { kind, id, label, depth, isOpen, isMapped, tasks } = model.rows[row]!;
  const strip = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => writeCells(strip.current!, { model, row, firstRun, lastRun, selected, active }), [model, row, firstRun, lastRun, selected, active]);
  return (
    <div role="row" aria-rowindex={row + 2} className="grid-line" data-kind={kind} style={{ top }}>
      <div role="rowheader" aria-colindex={1} className="grid-name" data-depth={Math.min(depth, 6)} title={id}>
        {kind === 'group' ? (
          // The keyboard turns groups by the grid's own keys, whose cursor stands in a cell.
          <button type="button" tabIndex={-1} className="grid-turn" aria-expanded={isOpen} onClick={() => onTurn(id)}>
            {isOpen ? <ChevronDown size={14} /> : <ChevronRight size={14} />} <span>{label}</span> <span className="tr-muted">{tasks.length}</span>
          </button>
        ) : <span className="tr-mono">{label}{isMapped && <span className="tr-muted"> [ ]</span>}</span>}
      </div>
      <div className="grid-before" role="presentation" style={{ width: before }} />
      <div ref={strip} role="presentation" className="grid-strip" />
    </div>
  );
});
