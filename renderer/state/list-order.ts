import type { Row } from '../../shared/contract/entity.ts';
import { isSecretMark } from '../../shared/contract/fields.ts';
import type { Condition, ListView, SortKey } from './list-view.ts';

/**
 * Which rows are shown, in which order, as an array of positions into the rows: nothing is made per row, and the rows
 * themselves are never copied.
 */
export type Order = Uint32Array;

const empty: ReadonlySet<string> = new Set();

/** A value as text, for searching and for the clipboard. Secrets are never text. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined || isSecretMark(value)) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return JSON.stringify(value) ?? '';
}

const collator = new Intl.Collator();

function compareValues(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return collator.compare(textOf(a), textOf(b));
}

const isNothing = (value: unknown) => value === null || value === undefined || value === '';

/** The instant of a value in milliseconds, NaN where it is none. Numbers below 10^11 are seconds. */
export function instantOf(value: unknown): number {
  if (typeof value === 'number') return Math.abs(value) < 1e11 ? value * 1000 : value;
  return typeof value === 'string' && value !== '' ? Date.parse(value) : Number.NaN;
}

/** `before` compares numbers as numbers, instants as instants, and all else by the alphabet. */
function isBefore(value: unknown, bound: string): boolean {
  if (isNothing(value)) return false;
  const number = Number(bound);
  if (typeof value === 'number' && bound.trim() !== '' && !Number.isNaN(number)) return value < number;
  const [at, limit] = [instantOf(value), Date.parse(bound)];
  if (!Number.isNaN(at) && !Number.isNaN(limit)) return at < limit;
  return collator.compare(textOf(value), bound) < 0;
}

export function meets(row: Row, { field, operator, value }: Condition): boolean {
  const own = row[field];
  switch (operator) {
    case 'is':
      return textOf(own).toLowerCase() === value.toLowerCase();
    case 'is not':
      return textOf(own).toLowerCase() !== value.toLowerCase();
    case 'contains':
      return textOf(own).toLowerCase().includes(value.toLowerCase());
    case 'before':
      return isBefore(own, value);
  }
}

/** The positions of the rows that match; each word of the text must stand in one of the fields. */
export function filterRows(rows: readonly Row[], view: Pick<ListView, 'text' | 'conditions'>, fields: readonly string[], hidden = empty): Order {
  const words = view.text.toLowerCase().split(/\s+/).filter(Boolean);
  const order = new Uint32Array(rows.length);
  let count = 0;
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at]!;
    if (hidden.has(row.id) || !view.conditions.every((condition) => meets(row, condition))) continue;
    if (words.every((word) => fields.some((field) => textOf(row[field]).toLowerCase().includes(word)))) order[count++] = at;
  }
  return count === rows.length ? order : order.slice(0, count);
}

/** Positions in order. What is empty stands last either way; equals keep the platform's order. */
export function sortOrder(rows: readonly Row[], order: Order, sort: readonly SortKey[]): Order {
  if (sort.length === 0) return order;
  const keys = sort.map(({ field, descending }) => ({ values: rows.map((row) => row[field]), sign: descending ? -1 : 1 }));
  return order.toSorted((a, b) => {
    for (const { values, sign } of keys) {
      const [left, right] = [values[a], values[b]];
      const [noLeft, noRight] = [isNothing(left), isNothing(right)];
      if (noLeft !== noRight) return noLeft ? 1 : -1;
      const difference = noLeft ? 0 : compareValues(left, right) * sign;
      if (difference !== 0) return difference;
    }
    return a - b;
  });
}
