import type { Row } from '../../shared/contract/entity.ts';
import { holds, meets, textOf, wordsOf } from '../../shared/rules/row-conditions.ts';
import type { ListView, SortKey } from './list-view.ts';

export { instantOf, meets, textOf } from '../../shared/rules/row-conditions.ts';

/**
 * Which rows are shown, in which order, as an array of positions into the rows: nothing is made per row, and the rows
 * themselves are never copied.
 */
export type Order = Uint32Array;

const empty: ReadonlySet<string> = new Set();

const collator = new Intl.Collator();

function compareValues(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return collator.compare(textOf(a), textOf(b));
}

const isNothing = (value: unknown) => value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** The positions of the rows that match; each word of the text must stand in one of the fields, or the row be among those that were found by it elsewhere. */
export function filterRows(rows: readonly Row[], view: Pick<ListView, 'text' | 'conditions'>, fields: readonly string[], hidden = empty, found: Pick<ReadonlySet<string>, 'has'> = empty): Order {
  const words = wordsOf(view.text);
  const order = new Uint32Array(rows.length);
  let count = 0;
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at]!;
    if (hidden.has(row.id) || !view.conditions.every((condition) => meets(row, condition))) continue;
    if (found.has(row.id) || holds(row, words, fields)) order[count++] = at;
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
