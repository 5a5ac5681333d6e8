/** How a list is looked at: text, conditions and order. It stands in the address, so that it can be returned to and shared. */

import { operators, type Condition, type Operator } from '../../shared/rules/row-conditions.ts';

export { operators, type Condition, type Operator } from '../../shared/rules/row-conditions.ts';

export interface SortKey {
  readonly field: string;
  readonly descending: boolean;
}

export interface ListView {
  readonly text: string;
  readonly conditions: readonly Condition[];
  /** First key first; none: the platform's own order. */
  readonly sort: readonly SortKey[];
}

export const plainView: ListView = { text: '', conditions: [], sort: [] };

const isOperator = (text: string | undefined): text is Operator => operators.includes(text as Operator);

/** The view that an address asks for; what it says amiss is left out. */
export function viewOf(search: URLSearchParams): ListView {
  const conditions = search.getAll('f').flatMap((text): Condition[] => {
    const [field, operator, ...value] = text.split('~');
    return field && isOperator(operator) ? [{ field, operator, value: value.join('~') }] : [];
  });
  const sort = (search.get('sort') ?? '').split(',').filter((key) => key.replace(/^-/, '') !== '').map((key) => ({
    field: key.replace(/^-/, ''),
    descending: key.startsWith('-'),
  }));
  return { text: search.get('q') ?? '', conditions, sort };
}

/** The same view in an address; what else the address says stays. */
export function withView(search: URLSearchParams, view: ListView): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const name of ['q', 'f', 'sort']) next.delete(name);
  if (view.text !== '') next.set('q', view.text);
  for (const { field, operator, value } of view.conditions) next.append('f', [field, operator, value].join('~'));
  if (view.sort.length > 0) next.set('sort', view.sort.map(({ field, descending }) => `${descending ? '-' : ''}${field}`).join(','));
  return next;
}

export const sameView = (a: ListView, b: ListView) => withView(new URLSearchParams(), a).toString() === withView(new URLSearchParams(), b).toString();

/** Rows asked for at once of a list that is paged, at first and at most: sorting and filtering here are over what is loaded. */
export const rowCounts = [1000, 10_000] as const;

/** The same, as the address says it. */
export const rowsAsked = (search: URLSearchParams): number => Math.min(Number(search.get('rows')) || rowCounts[0], rowCounts[1]);

/** Sorting by a column: ascending, then descending, then not at all; with `more`, beside the other keys. */
export function sortedBy(sort: readonly SortKey[], field: string, more: boolean): SortKey[] {
  const found = sort.find((key) => key.field === field);
  const next = !found ? [{ field, descending: false }] : found.descending ? [] : [{ field, descending: true }];
  if (!more) return next;
  if (!found) return [...sort, ...next];
  return sort.flatMap((key) => (key.field === field ? next : [key]));
}

/** Selected ids in the address, up to 50 of them; a larger selection is not an address. */
const mostSelected = 50;

export const selectionOf = (search: URLSearchParams): ReadonlySet<string> => new Set(search.getAll('sel').slice(0, mostSelected));

export function withSelection(search: URLSearchParams, ids: ReadonlySet<string>): URLSearchParams {
  const next = new URLSearchParams(search);
  next.delete('sel');
  if (ids.size <= mostSelected) for (const id of ids) next.append('sel', id);
  return next;
}
