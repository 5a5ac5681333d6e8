import { useRef, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import type { Row } from '../../../shared/contract/entity.ts';
import { useCommand } from '../../state/commands.ts';

export interface RowColumn<T> {
  readonly name: string;
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
  readonly onRefresh: () => void;
}

const classOf = (kind: RowColumn<Row>['kind']) => (kind === 'number' ? 'tr-number' : kind === 'mono' ? 'tr-mono' : undefined);

/** A short list inside a page: the same keys as every list has, all rows drawn. */
export function RowTable<T>({ label, rows, idOf, columns, chosen, onOpen, onRefresh }: RowTableProps<T>) {
  const body = useRef<HTMLTableSectionElement>(null);
  const rowsThere = () => [...(body.current?.rows ?? [])];
  const focused = () => rowsThere().indexOf(document.activeElement as HTMLTableRowElement);
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
  useCommand('list.next', rows.length > 0 ? () => step(1) : null);
  useCommand('list.previous', rows.length > 0 ? () => step(-1) : null);
  useCommand('list.open', rows.length > 0 ? openFocused : null);
  useCommand('list.refresh', onRefresh);

  const click = (event: MouseEvent) => {
    const at = rowsThere().indexOf((event.target as Element).closest('tr') as HTMLTableRowElement);
    if (at >= 0 && rows[at] !== undefined) onOpen(rows[at]);
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
    <table className="tr-table dag-table" role="grid" aria-label={label} aria-rowcount={rows.length + 1} onClick={click} onKeyDown={press}>
      <colgroup>{columns.map(({ name, width }) => <col key={name} style={width === undefined ? undefined : { width }} />)}</colgroup>
      <thead><tr>{columns.map(({ name, label, kind }) => <th key={name} scope="col" className={kind === 'number' ? 'tr-number' : undefined}>{label}</th>)}</tr></thead>
      <tbody ref={body}>
        {rows.map((row, at) => (
          <tr key={idOf(row)} aria-selected={idOf(row) === chosen} tabIndex={at === entry ? 0 : -1}>
            {columns.map(({ name, kind, cell }) => <td key={name} className={classOf(kind)}>{cell(row)}</td>)}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What a cell shows where there is nothing. */
export const nothing = <span className="dag-none">–</span>;
