import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useEffect, useLayoutEffect, useRef, type KeyboardEvent, type MouseEvent } from 'react';
import type { Row } from '../../../shared/contract/entity.ts';
import { titleOf } from '../../state/list-entity.ts';
import type { Order } from '../../state/list-order.ts';
import type { SortKey } from '../../state/list-view.ts';
import { goTo } from '../../state/navigation.ts';
import { cellClass, cellOf } from './cell.tsx';
import { checkboxWidth, stays, type Cells, type Column } from './columns.ts';
import { TableHead } from './table-head.tsx';
import { useNow } from './use-now.ts';

export interface ResourceTableProps {
  /** What the table lists, for screen readers. */
  readonly label: string;
  readonly rows: readonly Row[];
  /** Which rows are shown, in which order: positions into `rows`. */
  readonly order: Order;
  readonly columns: readonly Column[];
  readonly cells?: Cells | undefined;
  readonly sort: readonly SortKey[];
  readonly selection: ReadonlySet<string>;
  /** The place in `order` of the row that the keys act on. */
  readonly active: number;
  readonly comfortable: boolean;
  /** Where to begin, in CSS pixels. */
  readonly initialOffset?: number | undefined;
  readonly hrefOf: (row: Row) => string;
  readonly onActivate: (at: number, extend: boolean) => void;
  readonly onOpen: (row: Row) => void;
  readonly onToggle: (at: number, range: boolean) => void;
  readonly onSelectAll: () => void;
  readonly onSort: (field: string, more: boolean) => void;
  readonly onWidth: (field: string, width: number) => void;
  readonly onScrolled?: ((offset: number) => void) | undefined;
  /** Opens the menu of a row, at a place of the page in pixels. */
  readonly onMenu?: ((at: number, left: number, top: number) => void) | undefined;
}

const rowHeights = { compact: 28, comfortable: 36 } as const;
const headHeight = 32;
/** Rows are drawn in blocks: the virtualizer keeps a record per item, and a quarter of them is enough. */
const block = 4;

interface TableRowProps {
  readonly row: Row;
  readonly at: number;
  readonly columns: readonly Column[];
  readonly cells: Cells | undefined;
  readonly selected: boolean;
  readonly active: boolean;
  readonly now: number;
  readonly href: string;
}

/** One row. It has no handlers of its own: the body listens for all of them. */
const TableRow = memo(function TableRow({ row, at, columns, cells, selected, active, now, href }: TableRowProps) {
  return (
    <tr data-at={at} aria-rowindex={at + 2} aria-selected={selected} className={active ? 'table-active' : undefined} tabIndex={active ? 0 : -1}>
      <td className="table-check table-stays" style={stays(0)}>
        <input type="checkbox" tabIndex={-1} checked={selected} readOnly aria-label={`Select ${titleOf(row)}`} />
      </td>
      {columns.map(({ name, meta, left }, place) => {
        const value = cells?.[name]?.(row, now) ?? cellOf(row[name], meta, now);
        const className = `${cellClass(name, meta)}${left === undefined ? '' : ' table-stays'}`;
        return (
          <td key={name} className={className} style={stays(left)}>
            {place === 0 ? <a className="table-link" href={href} tabIndex={-1}>{value}</a> : value}
          </td>
        );
      })}
    </tr>
  );
});

/** Scrolls as little as it takes to show a row in full; the head lies over the first pixels. */
function reveal(scroller: HTMLElement, top: number, size: number): void {
  const height = scroller.clientHeight - headHeight;
  if (top < scroller.scrollTop) scroller.scrollTop = top;
  else if (top + size > scroller.scrollTop + height) scroller.scrollTop = top + size - height;
}

/** Stands for the rows that are not drawn. */
const Space = ({ height }: { readonly height: number }) => (height > 0 ? <tr aria-hidden="true" className="table-space" style={{ height }} /> : null);

/** The place in the order of the row in which something happened. */
function placeOf(target: EventTarget): number | undefined {
  const at = (target as Element).closest<HTMLElement>('tr[data-at]')?.dataset['at'];
  return at === undefined ? undefined : Number(at);
}

/** A list as a table. It draws what is on the screen, so that 100,000 rows cost what 40 do. */
export function ResourceTable(props: ResourceTableProps) {
  const { rows, order, columns, selection, active, comfortable, onActivate, onOpen, onToggle, onScrolled } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const holdsFocus = useRef(false);
  const now = useNow();
  const size = comfortable ? rowHeights.comfortable : rowHeights.compact;
  // It keeps its own state and changes under React's eyes, which is what it is for.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count: Math.ceil(order.length / block),
    getScrollElement: () => scroller.current,
    estimateSize: () => size * block,
    overscan: 2,
    scrollMargin: headHeight,
    initialOffset: props.initialOffset ?? 0,
  });
  const blocks = virtualizer.getVirtualItems();
  const from = (blocks[0]?.index ?? 0) * block;
  const to = Math.min(order.length, ((blocks.at(-1)?.index ?? -1) + 1) * block);

  useLayoutEffect(() => virtualizer.measure(), [virtualizer, size]);

  const shown = useRef(active);
  useEffect(() => {
    if (shown.current === active) return;
    shown.current = active;
    if (active >= 0 && scroller.current) reveal(scroller.current, active * size, size);
  }, [active, size]);

  // The focus follows the active row; when that row is scrolled away, the table itself keeps it.
  useLayoutEffect(() => {
    if (!holdsFocus.current) return;
    const focused = document.activeElement;
    if (focused !== document.body && focused !== scroller.current && !(focused instanceof HTMLTableRowElement)) return;
    const row = scroller.current?.querySelector<HTMLElement>(`tr[data-at="${active}"]`);
    (row ?? scroller.current)?.focus({ preventScroll: true });
  });

  const rowAt = (at: number) => rows[order[at]!]!;

  const click = (event: MouseEvent) => {
    const at = placeOf(event.target);
    if (at === undefined) return;
    const target = event.target as Element;
    if (target.closest('.table-check')) return onToggle(at, event.shiftKey);
    if (event.shiftKey || event.ctrlKey || event.metaKey) {
      event.preventDefault();
      return onToggle(at, event.shiftKey);
    }
    onActivate(at, false);
    const link = target.closest('a');
    if (!link) return;
    event.preventDefault();
    if (link.classList.contains('table-link')) onOpen(rowAt(at));
    else goTo(link.getAttribute('href') ?? '');
  };
  const askMenu = (event: MouseEvent) => {
    const at = placeOf(event.target);
    if (at === undefined || !props.onMenu) return;
    event.preventDefault();
    // By the keyboard, it comes without a place of its own.
    const box = (event.target as Element).getBoundingClientRect();
    props.onMenu(at, event.clientX || box.left, event.clientY || box.bottom);
  };
  const page = Math.max(1, Math.floor(((scroller.current?.clientHeight ?? 0) - headHeight) / size) - 1);
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || (event.target as Element).closest('thead')) return;
    const last = order.length - 1;
    const next = {
      PageDown: Math.min(last, active + page), PageUp: Math.max(0, active - page), Home: 0, End: last,
      ...(event.shiftKey ? { ArrowDown: Math.min(last, active + 1), ArrowUp: Math.max(0, active - 1) } : {}),
    }[event.key];
    if (next === undefined || last < 0) return;
    event.preventDefault();
    event.stopPropagation();
    onActivate(next, event.shiftKey);
  };

  const width = columns.reduce((sum, column) => sum + column.width, checkboxWidth);
  const allSelected = selection.size === 0 ? false : selection.size >= order.length ? true : 'some';
  return (
    <div
      ref={scroller}
      className="table-scroll"
      data-density={comfortable ? 'comfortable' : 'compact'}
      tabIndex={active >= 0 ? -1 : 0}
      role="presentation"
      onScroll={({ currentTarget }) => {
        currentTarget.toggleAttribute('data-shifted', currentTarget.scrollLeft > 0);
        onScrolled?.(currentTarget.scrollTop);
      }}
      onFocus={() => {
        holdsFocus.current = true;
      }}
      onBlur={(event) => {
        if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) holdsFocus.current = false;
      }}
      onKeyDown={press}
      onClick={click}
      onContextMenu={askMenu}
      onDoubleClick={(event) => {
        const at = placeOf(event.target);
        if (at !== undefined && !(event.target as Element).closest('.table-check')) onOpen(rowAt(at));
      }}
    >
      {/* A table in which rows are chosen by keyboard is a grid (ARIA 1.2), and a table where no role is known. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role */}
      <table className="table" role="grid" aria-label={props.label} aria-rowcount={order.length + 1} aria-colcount={columns.length + 1} aria-multiselectable="true" style={{ width }}>
        <colgroup>
          <col style={{ width: checkboxWidth }} />
          {columns.map((column) => <col key={column.name} style={{ width: column.width }} />)}
        </colgroup>
        <TableHead columns={columns} sort={props.sort} allSelected={allSelected} onSort={props.onSort} onWidth={props.onWidth} onSelectAll={props.onSelectAll} />
        <tbody>
          <Space height={from * size} />
          {Array.from(order.subarray(from, to), (position, step) => {
            const row = rows[position]!;
            const at = from + step;
            return <TableRow key={row.id} row={row} at={at} columns={columns} cells={props.cells} selected={selection.has(row.id)} active={at === active} now={now} href={props.hrefOf(row)} />;
          })}
          <Space height={(order.length - to) * size} />
        </tbody>
      </table>
    </div>
  );
}
