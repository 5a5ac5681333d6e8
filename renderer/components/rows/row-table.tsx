import { useRef, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import type { Row } from '../../../shared/contract/entity.ts';
import { useCommand } from '../../state/commands.ts';
import { nextSort, sorted, type SortColumn } from './row-order.ts';
import './rows.css';

export interface RowColumn<T> extends SortColumn<T> {
  readonly label: string;
  /** CSS pixels; the columns without one share what is left. */
  readonly width?: number;
  readonly kind?: 'number' | 'mono';
  readonly cell: (row: T) => ReactNode;
}

interface RowTableProps<T> {
  readonly label: string;
  readonly rows: readonly T[];
  readonly idOf: (row: T) => string;
  readonly columns: readonly RowColumn<T>[];
  /** The row that is looked at. */
  readonly chosen: string | null;
  readonly onOpen: (row: T) => void;
  readonly onRefresh?: () => void;
  /** By which column, and how it is changed; the columns that can be sorted say by what. */
  readonly sort?: string;
  readonly onSort?: (sort: string | null) => void;
  /** The rows that are selected, where several can be acted on. */
  readonly picked?: ReadonlySet<string>;
  readonly onPick?: (ids: ReadonlySet<string>) => void;
}

const classOf = (kind: RowColumn<Row>['kind']) => (kind === 'number' ? 'tr-number' : kind === 'mono' ? 'tr-mono' : undefined);
const arrow = (sort: string, name: string) => (sort === name ? ' ↑' : sort === `-${name}` ? ' ↓' : '');
const ariaSort = (sort: string, name: string) => (sort === name ? 'ascending' : sort === `-${name}` ? 'descending' : undefined);

/** A short list inside a page: the same keys as every list has, all rows drawn. */
export function RowTable<T>({ label, rows: given, idOf, columns, chosen, onOpen, onRefresh, sort = '', onSort, picked, onPick }: RowTableProps<T>) {
  const rows = sorted(given, columns, sort);
  const body = useRef<HTMLTableSectionElement>(null);
  const rowsThere = () => [...(body.current?.rows ?? [])];
  const focused = () => rowsThere().indexOf(document.activeElement?.closest('tr') as HTMLTableRowElement);
  const step = (by: number) => {
    const all = rowsThere();
    const at = focused();
    const next = all[at < 0 ? Math.max(0, rows.findIndex((row) => idOf(row) === chosen)) : Math.max(0, Math.min(all.length - 1, at + by))];
    next?.focus();
    next?.scrollIntoView({ block: 'nearest' });
  };
  const openFocused = () => {
    const row = rows[focused()];
    if (row !== undefined) onOpen(row);
  };
  const last = useRef(0);
  /** Turns a row, or sets all from the one that was turned last up to it. */
  const pick = (at: number, range: boolean) => {
    const row = rows[at];
    if (!picked || !onPick || row === undefined) return;
    const next = new Set(picked);
    const on = !picked.has(idOf(row));
    for (let place = range ? Math.min(last.current, at) : at; place <= (range ? Math.max(last.current, at) : at); place += 1) {
      if (on) next.add(idOf(rows[place]!));
      else next.delete(idOf(rows[place]!));
    }
    last.current = at;
    onPick(next);
  };
  const pickAll = () => onPick?.(picked?.size === rows.length ? new Set() : new Set(rows.map(idOf)));
  const canPick = picked !== undefined && rows.length > 0;
  useCommand('list.next', rows.length > 0 ? () => step(1) : null);
  useCommand('list.previous', rows.length > 0 ? () => step(-1) : null);
  useCommand('list.open', rows.length > 0 ? openFocused : null);
  useCommand('list.refresh', onRefresh ?? null);
  useCommand('list.select', canPick ? () => pick(focused(), false) : null);
  useCommand('list.selectAll', canPick ? pickAll : null);

  const click = (event: MouseEvent) => {
    const target = event.target as Element;
    const at = rowsThere().indexOf(target.closest('tr') as HTMLTableRowElement);
    if (at < 0 || rows[at] === undefined) return;
    const isCheck = target.closest('.row-check') !== null;
    if (canPick && (isCheck || event.ctrlKey || event.metaKey || event.shiftKey)) pick(at, event.shiftKey);
    else onOpen(rows[at]);
  };
  const press = (event: KeyboardEvent) => {
    const to = { Home: -rows.length, End: rows.length }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    step(to);
  };
  const entry = Math.max(0, rows.findIndex((row) => idOf(row) === chosen));
  return (
    // A table in which rows are chosen by keyboard is a grid (ARIA 1.2).
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
    <table className="tr-table row-table" role="grid" aria-label={label} aria-rowcount={rows.length + 1} onClick={click} onKeyDown={press}>
      <colgroup>{picked && <col style={{ width: 32 }} />}{columns.map(({ name, width }) => <col key={name} style={width === undefined ? undefined : { width }} />)}</colgroup>
      <thead>
        <tr>
          {picked && <th scope="col"><input type="checkbox" aria-label="Select all" checked={canPick && picked.size === rows.length} onChange={pickAll} /></th>}
          {columns.map(({ name, label, kind, sortBy }) => (
            <th key={name} scope="col" className={kind === 'number' ? 'tr-number' : undefined} aria-sort={ariaSort(sort, name)}>
              {onSort && sortBy ? <button type="button" className="row-sort" onClick={() => onSort(nextSort(sort, name))}>{label}{arrow(sort, name)}</button> : label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody ref={body}>
        {rows.map((row, at) => (
          <tr key={idOf(row)} aria-selected={idOf(row) === chosen} tabIndex={at === entry ? 0 : -1} data-picked={picked?.has(idOf(row)) || undefined}>
            {picked && <td className="row-check"><input type="checkbox" tabIndex={-1} aria-label={`Select ${idOf(row)}`} checked={picked.has(idOf(row))} readOnly /></td>}
            {columns.map(({ name, kind, cell }) => <td key={name} className={classOf(kind)}>{cell(row)}</td>)}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What a cell shows where there is nothing. */
export const nothing = <span className="row-none">–</span>;
