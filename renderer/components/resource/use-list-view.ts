import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Row } from '../../../shared/contract/entity.ts';
import { plainLayout, keepLayout, recallLayout, type ListLayout } from '../../state/list-layout.ts';
import { filterRows, sortOrder, type Order } from '../../state/list-order.ts';
import { rememberPosition } from '../../state/list-position.ts';
import { viewOf, withView, type ListView } from '../../state/list-view.ts';
import type { ColumnValues } from './columns.ts';

/** The list's view, which is the address, and how to change it. */
export function useListView(group: string): readonly [ListView, (view: ListView) => void] {
  const [search, setSearch] = useSearchParams();
  const text = search.toString();
  const view = useMemo(() => viewOf(new URLSearchParams(text)), [text]);
  useEffect(() => rememberPosition(group, { search: text }), [group, text]);
  const setView = useCallback((next: ListView) => setSearch((now) => withView(now, next), { replace: true }), [setSearch]);
  return [view, setView];
}

/** The user's layout of the list; on first opening it without a wish, their default view is applied. */
export function useListLayout(group: string): readonly [ListLayout, (change: (layout: ListLayout) => ListLayout) => void] {
  const [layout, setLayout] = useState<ListLayout>(plainLayout);
  const [search, setSearch] = useSearchParams();
  const bare = useRef(search.toString() === '');
  useEffect(() => {
    let here = true;
    const begin = async () => {
      const kept = await recallLayout(group);
      if (!here) return;
      setLayout(kept);
      const view = kept.views.find(({ isDefault }) => isDefault);
      if (view && bare.current) setSearch(new URLSearchParams(view.search), { replace: true });
      bare.current = false;
    };
    void begin();
    return () => {
      here = false;
    };
  }, [group, setSearch]);
  const change = useCallback((recipe: (layout: ListLayout) => ListLayout) => setLayout((now) => {
    const next = recipe(now);
    keepLayout(group, next);
    return next;
  }), [group]);
  return [layout, change];
}

/** Which rows are shown in which order; typing stays quick because the order follows when there is time. */
export function useOrder(rows: readonly Row[], view: ListView, fields: readonly string[], leaving: ReadonlySet<string>, values?: ColumnValues, found?: Pick<ReadonlySet<string>, 'has'>): Order {
  const { text, conditions, sort } = useDeferredValue(view);
  const read = useMemo(() => (values ? rows.map((row) => withValues(row, values)) : rows), [rows, values]);
  const matching = useMemo(() => filterRows(read, { text, conditions }, fields, leaving, found), [read, text, conditions, fields, leaving, found]);
  return useMemo(() => sortOrder(read, matching, sort), [read, matching, sort]);
}

/** Rows with what their columns hold, by the rows as they were sent: a list that grows makes only those that are new. */
const readRows = new WeakMap<ColumnValues, WeakMap<Row, Row>>();

function withValues(row: Row, values: ColumnValues): Row {
  let known = readRows.get(values);
  if (!known) readRows.set(values, (known = new WeakMap()));
  let read = known.get(row);
  if (!read) known.set(row, (read = { ...row, ...Object.fromEntries(Object.entries(values).map(([name, valueOf]) => [name, valueOf(row)])) }));
  return read;
}
