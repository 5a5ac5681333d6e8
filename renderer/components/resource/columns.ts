import type { CSSProperties, ReactNode } from 'react';
import type { Entity, Row } from '../../../shared/contract/entity.ts';
import type { FieldMeta, Widget } from '../../../shared/contract/fields.ts';
import { fieldMeta } from '../../state/list-entity.ts';
import type { ListLayout } from '../../state/list-layout.ts';

export interface Column {
  readonly name: string;
  readonly meta: FieldMeta;
  /** CSS pixels. */
  readonly width: number;
  /** What it holds, where that is not the field as the server sent it. */
  readonly value?: ((row: Row) => unknown) | undefined;
  /** Distance from the left edge where the column stays while the others scroll; undefined if it scrolls. */
  readonly left: number | undefined;
}

/** How a kind shows columns of its own, by name; the time in milliseconds since the epoch. */
export type Cells = Readonly<Record<string, (row: Row, now: number) => ReactNode>>;

/** What columns are sorted, filtered and written to files by, where that is not the field as the server sent it, by name. */
export type ColumnValues = Readonly<Record<string, (row: Row) => unknown>>;

export const checkboxWidth = 36;
export const narrowest = 64;
export const widest = 800;

const widths: Partial<Record<Widget, number>> = { number: 100, flag: 96, time: 140, json: 220, long: 260, code: 220, tags: 180 };

/** Every column that a list can show: the contract's fields, the id, and what else the server sends. */
export function columnNames(entity: Entity, rows: readonly Row[]): string[] {
  const seen = rows.slice(0, 20).flatMap((row) => Object.keys(row));
  return [...new Set([...entity.columns, ...Object.keys(entity.fields), 'id', ...seen])];
}

/** The columns as the user wants them; the first one and the pinned ones come first and stay. */
export function columnsOf(entity: Entity, layout: ListLayout, values: ColumnValues = {}): Column[] {
  const names = layout.columns ?? [...entity.columns];
  const [first = 'id', ...rest] = names;
  const pinned = rest.filter((name) => layout.pinned.includes(name));
  const staying = [first, ...pinned];
  let left = checkboxWidth;
  return [...staying, ...rest.filter((name) => !pinned.includes(name))].map((name, at) => {
    const meta = fieldMeta(entity, name);
    const width = layout.widths[name] ?? meta.width ?? (at === 0 ? 260 : (widths[meta.widget] ?? 180));
    const column = { name, meta, width, value: values[name], left: at < staying.length ? left : undefined };
    left += width;
    return column;
  });
}

/** The style of a cell that stays; the stylesheet takes the place only once the table is moved sideways. */
export const stays = (left: number | undefined) => (left === undefined ? undefined : ({ '--stays-at': `${left}px` } as CSSProperties));

export const isId = (name: string) => name === 'id' || name.endsWith('_id');
