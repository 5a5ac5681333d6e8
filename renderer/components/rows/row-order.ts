/** Rows in the order of one column, as the address says it: a column's name, with `-` before it for the largest first. */

type Sortable = string | number | null;

export interface SortColumn<T> {
  readonly name: string;
  readonly sortBy?: ((row: T) => Sortable) | undefined;
}

/** The order after a press on a column's head: its own, its reverse, then the rows' own again. */
export const nextSort = (sort: string, name: string): string | null => (sort === name ? `-${name}` : sort === `-${name}` ? null : name);

/** Rows without a value stand last in either direction. */
export function sorted<T>(rows: readonly T[], columns: readonly SortColumn<T>[], sort: string): readonly T[] {
  const falls = sort.startsWith('-');
  const sortBy = columns.find(({ name }) => name === (falls ? sort.slice(1) : sort))?.sortBy;
  if (!sortBy) return rows;
  return rows.toSorted((a, b) => {
    const [one, other] = [sortBy(a), sortBy(b)];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    const order = typeof one === 'number' && typeof other === 'number' ? one - other : String(one).localeCompare(String(other), undefined, { numeric: true });
    return falls ? -order : order;
  });
}
