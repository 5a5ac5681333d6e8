import { useLayoutEffect, useRef, useState, type CSSProperties, type PointerEvent } from 'react';
import { cellId } from './grid-cells.ts';
import { GridHead } from './grid-head.tsx';
import { cellOf, runLabel, type GridModel } from './grid-model.ts';
import { GridRowView } from './grid-row.tsx';
import { extendTo, isSelected, moveTo, noSelection, selectOnly, toggle, type Cell, type GridSelection } from './grid-selection.ts';
import { useGridWindow, useIsScrolling } from './grid-window.ts';
import { useStateSigns } from './state-signs.ts';
import './grid.css';

export const sizes = { row: 22, run: 24, names: 232, head: 76 } as const;

interface GridTableProps {
  readonly model: GridModel;
  readonly selection: GridSelection;
  readonly onSelect: (change: (now: GridSelection) => GridSelection) => void;
  readonly onOpen: (cell: Cell) => void;
  readonly onTurn: (group: string) => void;
  /** The oldest run that is loaded has come into sight. */
  readonly onOldest: (() => void) | undefined;
  readonly now: number;
}

/** The grid itself: only what is seen of it is drawn, in both directions. Names stay at the left, runs at the top. */
export function GridTable({ model, selection, onSelect, onOpen, onTurn, onOldest, now }: GridTableProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const { rows, runs } = model;
  const shown = useGridWindow(scroller, sizes, rows.length, runs.length);
  const isScrolling = useIsScrolling(scroller);
  const { tip, over, hide } = useTip(scroller, model, now);
  const press = usePress(scroller, model, selection, onSelect, onOpen);
  useStateSigns();
  useNewestInSight(scroller, model);
  useInSight(scroller, selection.active);
  const marks = (row: number) => {
    if (selection.instances.size === 0 && selection.runs.size === 0) return '';
    let text = '';
    for (let run = shown.firstRun; run < shown.lastRun; run += 1) text += isSelected(model, selection, { row, run }) ? '1' : '0';
    return text;
  };
  const activeIn = (row: number) => (selection.active?.row === row ? selection.active.run : -1);
  // Said to each row: a change of what all cells inherit would work out the style of every one anew.
  const before = shown.firstRun * sizes.run;
  const drawn = [];
  for (let row = shown.firstRow; row < shown.lastRow; row += 1) {
    // The elements of a row that has left are those of one that comes: hundreds of cells a frame need not be made and thrown away.
    drawn.push(<GridRowView key={row % shown.slots} model={model} row={row} top={row * sizes.row} firstRun={shown.firstRun} lastRun={shown.lastRun} selected={marks(row)} active={activeIn(row)} before={before} onTurn={onTurn} />);
  }
  // Elements stay where they are while it is scrolled, and stand in the order in which they are read once it rests.
  if (isScrolling) drawn.sort((a, b) => Number(a.key) - Number(b.key));
  const { active } = selection;
  const isDrawn = active !== null && active.run >= shown.firstRun && active.run < shown.lastRun && (active.row < 0 || (active.row >= shown.firstRow && active.row < shown.lastRow));
  const space = { '--grid-wide': `${sizes.names + runs.length * sizes.run}px` } as CSSProperties;
  return (
    <>
      <div
        ref={scroller} className="grid-scroll" role="grid" tabIndex={0} aria-label="Runs and tasks" aria-multiselectable="true" aria-rowcount={rows.length + 1} aria-colcount={runs.length + 1}
        aria-activedescendant={isDrawn ? cellId(active.row, active.run) : undefined} style={space} {...press} onPointerLeave={hide} onWheel={hide}
        onPointerMove={(event) => {
          press.onPointerMove(event);
          // What is drawn is not covered.
          if (event.buttons === 0) over(event);
          else hide();
        }}
        onScroll={({ currentTarget }) => currentTarget.scrollLeft <= sizes.run && currentTarget.scrollWidth > currentTarget.clientWidth && onOldest?.()}
      >
        <GridHead model={model} firstRun={shown.firstRun} lastRun={shown.lastRun} selected={marks(-1)} active={activeIn(-1)} before={before} now={now} />
        <div role="presentation" className="grid-lines" style={{ height: rows.length * sizes.row }}>{drawn}</div>
      </div>
      {tip && <div className="grid-tip" role="presentation" style={{ left: tip.x, top: tip.y }}>{tip.text}</div>}
    </>
  );
}

type Scroller = React.RefObject<HTMLDivElement | null>;

/** The cell under the pointer; null over a name or past the end. Past the end is the last one where `nearest`. */
function cellUnder(element: HTMLDivElement, { clientX, clientY }: { readonly clientX: number; readonly clientY: number }, { rows, runs }: GridModel, nearest = false): Cell | null {
  const box = element.getBoundingClientRect();
  const [x, y] = [clientX - box.left, clientY - box.top];
  if (!nearest && x < sizes.names) return null;
  const run = Math.floor((x - sizes.names + element.scrollLeft) / sizes.run);
  const row = y < sizes.head ? -1 : Math.floor((y - sizes.head + element.scrollTop) / sizes.row);
  if (!nearest) return run >= runs.length || row >= rows.length || x > element.clientWidth || y > element.clientHeight ? null : { row, run };
  return runs.length === 0 ? null : { row: Math.min(rows.length - 1, row), run: Math.max(0, Math.min(runs.length - 1, run)) };
}

/** Press, Ctrl and press, Shift and press, drag; a double press opens. */
function usePress(scroller: Scroller, model: GridModel, selection: GridSelection, onSelect: GridTableProps['onSelect'], onOpen: GridTableProps['onOpen']) {
  const drag = useRef<Cell | null>(null);
  const end = () => {
    drag.current = null;
  };
  return {
    onPointerDown(event: PointerEvent<HTMLDivElement>) {
      const element = scroller.current!;
      const cell = event.button === 0 ? cellUnder(element, event, model) : null;
      if (!cell) return;
      const { ctrlKey, metaKey, shiftKey } = event;
      // A selection of text would begin with the drag.
      event.preventDefault();
      element.focus({ preventScroll: true });
      element.setPointerCapture(event.pointerId);
      drag.current = cell;
      onSelect((now) => (shiftKey ? extendTo(model, now, cell) : ctrlKey || metaKey ? toggle(model, now, cell) : selectOnly(model, cell)));
    },
    onPointerMove(event: PointerEvent<HTMLDivElement>) {
      if (!drag.current) return;
      const element = scroller.current!;
      const box = element.getBoundingClientRect();
      // What is dragged past an edge moves the grid along.
      if (event.clientY > box.bottom - 12) element.scrollBy({ top: sizes.row });
      else if (event.clientY < box.top + sizes.head && drag.current.row >= 0) element.scrollBy({ top: -sizes.row });
      if (event.clientX > box.right - 12) element.scrollBy({ left: sizes.run });
      else if (event.clientX < box.left + sizes.names) element.scrollBy({ left: -sizes.run });
      const cell = cellUnder(element, event, model, true);
      if (!cell || (cell.row === drag.current.row && cell.run === drag.current.run)) return;
      drag.current = drag.current.row < 0 ? { row: -1, run: cell.run } : cell;
      onSelect((now) => extendTo(model, now, cell));
    },
    onPointerUp: end,
    onPointerCancel: end,
    onDoubleClick(event: React.MouseEvent<HTMLDivElement>) {
      const cell = cellUnder(scroller.current!, event, model);
      if (cell) onOpen(cell);
    },
    onFocus() {
      if (selection.active || model.runs.length === 0) return;
      onSelect((now) => (now.active ? now : moveTo(noSelection, { row: model.rows.length > 0 ? 0 : -1, run: model.runs.length - 1 })));
    },
  };
}

/** What the cell under the pointer is, beside it. */
function useTip(scroller: Scroller, model: GridModel, now: number) {
  const [tip, setTip] = useState<{ readonly x: number; readonly y: number; readonly cell: Cell } | null>(null);
  const over = (event: { readonly clientX: number; readonly clientY: number }) => {
    const cell = scroller.current && cellUnder(scroller.current, event, model);
    setTip((before) => {
      if (!cell) return null;
      if (before && before.cell.row === cell.row && before.cell.run === cell.run) return before;
      return { cell, x: Math.min(event.clientX + 14, window.innerWidth - 340), y: Math.min(event.clientY + 18, window.innerHeight - 72) };
    });
  };
  const run = tip ? model.runs[tip.cell.run] : undefined;
  const text = !tip || !run || tip.cell.row >= model.rows.length ? null : tip.cell.row < 0 ? runLabel(run, now) : cellOf(model, tip.cell.row, tip.cell.run).label;
  const hide = () => setTip(null);
  return { tip: tip && text !== null ? { ...tip, text } : null, over, hide };
}

/** Shows the newest run first, and keeps what is seen where it is when older ones come before it. */
function useNewestInSight(scroller: Scroller, { runs }: GridModel): void {
  const before = useRef<{ readonly ids: readonly string[]; readonly atEnd: boolean }>({ ids: [], atEnd: true });
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const ids = runs.map(({ id }) => id);
    const { ids: known, atEnd } = before.current;
    if (atEnd) element.scrollTo({ left: element.scrollWidth });
    else element.scrollBy({ left: Math.max(0, ids.indexOf(known[0] ?? '')) * sizes.run });
    const note = () => {
      before.current = { ids, atEnd: element.scrollLeft + element.clientWidth >= element.scrollWidth - sizes.run };
    };
    note();
    element.addEventListener('scroll', note, { passive: true });
    return () => element.removeEventListener('scroll', note);
  }, [scroller, runs]);
}

/** Keeps the cursor in sight. */
function useInSight(scroller: Scroller, active: Cell | null): void {
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element || !active) return;
    const left = active.run * sizes.run;
    const [width, height] = [element.clientWidth - sizes.names, element.clientHeight - sizes.head];
    if (left < element.scrollLeft) element.scrollTo({ left });
    else if (left + sizes.run > element.scrollLeft + width) element.scrollTo({ left: left + sizes.run - width });
    if (active.row < 0) return;
    const top = active.row * sizes.row;
    if (top < element.scrollTop) element.scrollTo({ top });
    else if (top + sizes.row > element.scrollTop + height) element.scrollTo({ top: top + sizes.row - height });
  }, [scroller, active]);
}
