import { Button, NavbarDivider } from '@blueprintjs/core';
import { Add, Refresh } from '@blueprintjs/icons';
import { useCallback, useMemo, useRef, useState, type ComponentType, type JSX, type ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { Row } from '../../../shared/contract/entity.ts';
import { callOf, fieldMeta, kindOf, sentence, titleOf, type Values } from '../../state/list-entity.ts';
import { useAbsence, useObstacle } from '../../state/list-permission.ts';
import type { SavedView } from '../../state/list-layout.ts';
import { positionIn, rememberPosition } from '../../state/list-position.ts';
import { plainView, sortedBy } from '../../state/list-view.ts';
import { remove, useLeaving } from '../../state/list-removal.ts';
import { dismissError, refresh, select, useList, type Source } from '../../state/lists.ts';
import { useSettings } from '../../state/settings.ts';
import { useTitle } from '../../state/tabs.ts';
import { ActionButton } from './action-button.tsx';
import { AsOf } from './as-of.tsx';
import { columnNames, columnsOf, type Cells, type ColumnValues } from './columns.ts';
import { FilterBar } from './filter-bar.tsx';
import { LayoutMenu } from './layout-menu.tsx';
import { Absent, Empty, Failure, FilteredEmpty, Skeleton, Unasked } from './list-states.tsx';
import { ResourceTable, type ResourceTableProps } from './resource-table.tsx';
import { RowCommand, type RowAction } from './row-action.tsx';
import { SelectionBar, type RemovalProps } from './selection-bar.tsx';
import { ListParameters } from './list-parameters.tsx';
import { LookSwitch } from './look-switch.tsx';
import { RowMenu } from '../row-menu.tsx';
import { useListKeys } from './use-list-keys.tsx';
import { useListSource } from './use-list-source.ts';
import { useListLayout, useListView, useOrder } from './use-list-view.ts';
import { useSelectionAddress } from './use-selection-address.ts';
import { ViewMenu } from './view-menu.tsx';
import './resource.css';

export interface ResourcePageProps {
  /** Name of a group of the contract that is a kind of thing. */
  readonly group: string;
  /** What its list takes beside the scope, such as a parent's id. */
  readonly input?: Values | undefined;
  /** What else the kind's list offers, beside making a new one. */
  readonly actions?: ReactNode;
  /** What can be done with the selected rows beside what every kind offers. */
  readonly rowActions?: readonly RowAction[];
  /** The calls behind making one and changing one, where they have names of their own. */
  readonly methods?: { readonly create: string; readonly update: string };
  /** How this kind shows some of its columns. */
  readonly cells?: Cells;
  /** By what some of its columns are sorted and filtered. */
  readonly columnValues?: ColumnValues;
  /** The filter's text went to the platform with `input`, and filters nothing here. */
  readonly textAsked?: boolean;
  /** Stands in the filter bar: filters that this kind is often looked at by. */
  readonly filters?: ReactNode;
  /** Where a new one is made, with what it is given there; default: `new` below the list. */
  readonly newPath?: string;
  /** What is said when there is none yet. */
  readonly empty?: ReactNode;
  /** The rows change by themselves. */
  readonly live?: boolean;
  /** The list is read page by page, each of `input.limit` rows, until all are there. */
  readonly paged?: boolean;
  /** What asks for the rows of a paged list that changed last. */
  readonly newest?: Source['newest'];
  /** The address of the rows' own pages, where the list stands inside another page, which has a title of its own. */
  readonly inside?: string | undefined;
  /** What a row is at a glance, where its fields one by one do not say it well. */
  readonly Peek?: ComponentType<{ readonly row: Row }>;
  /** The rows as cards; the user chooses between them and the table. */
  readonly Gallery?: ComponentType<ResourceTableProps>;
  /** Rows that were found by the filter's text in what the list does not have. */
  readonly found?: Pick<ReadonlySet<string>, 'has'>;
  /** What can be done with a row, in the menu that opens on it. */
  readonly menuOf?: (row: Row, acted: readonly Row[]) => JSX.Element;
  /** What can be done with a saved view of this kind beside opening the list with it. */
  readonly viewItems?: ComponentType<{ readonly view: SavedView }>;
  /** Asks before rows are deleted, where that breaks something. */
  readonly Removal?: ComponentType<RemovalProps>;
  /** For which rows the key asks first; default: for any. The others go at once, with undo. */
  readonly removalAsks?: (rows: readonly Row[]) => boolean;
}

const always = () => true;
const usual = { create: 'create', update: 'update' } as const;

/** The list of any kind of thing. What it offers follows from the calls that the kind has. */
export function ResourcePage(props: ResourcePageProps) {
  return (
    <>
      {props.inside === undefined && <Title text={sentence(kindOf(props.group).many)} />}
      <List key={props.group} {...props} />
    </>
  );
}

function Title({ text }: { readonly text: string }) {
  useTitle(text);
  return null;
}

function List({
  group, input, actions, rowActions, methods = usual, cells, columnValues, textAsked = false, filters, newPath, empty, live = false, paged = false, newest, inside, Peek, Gallery, found, menuOf, viewItems, Removal, removalAsks = always,
}: ResourcePageProps) {
  const entity = kindOf(group);
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { source: wanted, parameters, values, setValue, more } = useListSource(group, input);
  const absence = useAbsence(group, 'list');
  const asked = wanted && absence === undefined ? { ...wanted, live, paged, ...(newest ? { newest } : {}) } : null;
  const source: Source = asked ?? { group };
  const slice = useList(asked);
  const leaving = useLeaving(group);
  const comfortable = useSettings(({ density }) => density === 'comfortable');
  const [view, setView] = useListView(group);
  const [layout, changeLayout] = useListLayout(group);
  const names = useMemo(() => columnNames(entity, slice.data), [entity, slice.data]);
  const columns = useMemo(() => columnsOf(entity, layout, columnValues), [entity, layout, columnValues]);
  const filtering = useMemo(() => (textAsked ? { ...view, text: '' } : view), [view, textAsked]);
  const order = useOrder(slice.data, filtering, names, leaving, columnValues, filtering.text === '' ? undefined : found);
  const rows = slice.data;
  useSelectionAddress(source, slice.selection);

  const [place] = useState(() => positionIn(group));
  const [removing, setRemoving] = useState<readonly Row[] | null>(null);
  const [menu, setMenu] = useState<{ readonly row: Row; readonly acted: readonly Row[]; readonly left: number; readonly top: number } | null>(null);
  const [activeId, setActiveId] = useState<string | undefined>(place?.active);
  const [anchor, setAnchor] = useState(0);
  const lastActive = useMemo(() => order.findIndex((at) => rows[at]!.id === activeId), [order, rows, activeId]);
  const active = lastActive >= 0 ? lastActive : Math.min(anchor, order.length - 1);
  const filter = useRef<HTMLInputElement>(null);
  const body = useRef<HTMLDivElement>(null);

  const rowAt = useCallback((at: number): Row | undefined => rows[order[at] ?? -1], [rows, order]);
  const activate = (at: number, extend: boolean) => {
    const row = rowAt(at);
    if (!row) return;
    if (extend) select(source, selectRange(slice.selection, active, at));
    else setAnchor(at);
    setActiveId(row.id);
    rememberPosition(group, { active: row.id });
  };
  const selectRange = (before: ReadonlySet<string>, from: number, to: number) => {
    const next = new Set(before);
    for (let at = Math.min(from, to); at <= Math.max(from, to); at += 1) next.add(rowAt(at)!.id);
    return next;
  };
  const toggle = (at: number, range: boolean) => {
    const row = rowAt(at);
    if (!row) return;
    if (range) select(source, selectRange(slice.selection, anchor, at));
    else {
      const next = new Set(slice.selection);
      if (!next.delete(row.id)) next.add(row.id);
      select(source, next);
      setAnchor(at);
    }
    setActiveId(row.id);
  };
  const selectAll = () => select(source, slice.selection.size >= order.length ? new Set() : selectRange(new Set(), 0, order.length - 1));
  const chosen = useMemo(
    () => (slice.selection.size === 0 ? [] : Array.from(order, (at) => rows[at]!).filter(({ id }) => slice.selection.has(id))),
    [slice.selection, order, rows],
  );

  const hrefOf = useCallback((row: Row) => `${inside ?? pathname}/${encodeURIComponent(row.id)}`, [inside, pathname]);
  const open = useCallback((row: Row) => void navigate(hrefOf(row)), [navigate, hrefOf]);
  const canCreate = callOf(group, methods.create) !== undefined;
  const toCreate = useObstacle(group, methods.create);
  const toRemove = useObstacle(group, 'remove');
  const toUpdate = useObstacle(group, methods.update);
  const makeNew = () => void navigate(newPath ?? `${pathname}/new`);
  const acted = () => (chosen.length > 0 ? chosen : [rowAt(active)].filter((row) => row !== undefined));
  const removeRows = (when: 'later' | 'now') => {
    const gone = acted();
    if (gone.length === 0) return;
    if (Removal && removalAsks(gone)) return setRemoving(gone);
    remove(group, gone, when);
    select(source, new Set());
  };
  const askMenu = (at: number, left: number, top: number) => {
    const row = rowAt(at);
    if (!row) return;
    activate(at, false);
    setMenu({ row, acted: slice.selection.has(row.id) ? chosen : [row], left, top });
  };
  const closeMenu = () => {
    setMenu(null);
    focusTable(body.current);
  };
  const retry = () => {
    if (asked) refresh(asked);
  };
  useListKeys({
    group, order, rows, active, acted, body, filter, Peek,
    activate, toggle, selectAll, open,
    create: canCreate && !toCreate ? makeNew : null,
    edit: toUpdate ? null : (row) => void navigate(`${hrefOf(row)}?edit=1`),
    remove: toRemove ? null : removeRows,
    refresh: retry,
  });

  const total = slice.total !== undefined && slice.total > rows.length ? slice.total : rows.length - leaving.size;
  const known = slice.meta !== null;
  const isGallery = Gallery !== undefined && layout.look === 'gallery';
  const Body = isGallery ? Gallery : ResourceTable;
  return (
    <section className="resource" aria-busy={slice.loading} aria-label={sentence(entity.many)}>
      <header className="resource-head">
        {inside === undefined && <h1>{sentence(entity.many)}</h1>}
        {known && <span className="resource-count">{countText(order.length, Math.max(0, total))}</span>}
        {more && slice.total !== undefined && slice.total > rows.length && <Button variant="minimal" size="small" text="Load more" onClick={more} />}
        <AsOf meta={slice.meta} />
        <span className="filter-space" />
        <Button variant="minimal" size="small" icon={<Refresh size={14} />} aria-label="Refresh" title="Refresh" onClick={retry} />
        {actions}
        {canCreate && <ActionButton intent="primary" size="small" icon={<Add size={14} />} obstacle={toCreate} text={`New ${entity.one}`} onClick={makeNew} />}
      </header>
      <ListParameters parameters={parameters} values={values} onValue={setValue} />
      <FilterBar view={view} many={entity.many} inputRef={filter} onView={setView} fields={names.map((name) => ({ name, label: fieldMeta(entity, name).label }))} onLeave={() => focusTable(body.current)}>
        {filters}
        <ViewMenu layout={layout} onLayout={changeLayout} Items={viewItems} />
        <NavbarDivider />
        {Gallery && <LookSwitch look={layout.look} onLook={(look) => changeLayout((now) => ({ ...now, look }))} />}
        <LayoutMenu entity={entity} names={names} layout={layout} onLayout={changeLayout} rows={rows} order={order} columns={columns} isGallery={isGallery} />
      </FilterBar>
      <div className="resource-progress">{slice.loading && <div className="tr-line" role="progressbar" aria-label={`Loading ${entity.many}`} />}</div>
      {slice.error && <Failure failure={slice.error} onRetry={retry} onDismiss={known ? () => dismissError(source) : undefined} />}
      <div className="resource-main" ref={body}>
        {order.length > 0 ? (
          <Body
            label={sentence(entity.many)} rows={rows} order={order} columns={columns} cells={cells} sort={view.sort} selection={slice.selection} active={active}
            comfortable={comfortable} initialOffset={place?.offset} hrefOf={hrefOf} onActivate={activate} onOpen={open} onToggle={toggle}
            onSelectAll={selectAll} onSort={(field, more) => setView({ ...view, sort: sortedBy(view.sort, field, more) })}
            onWidth={(field, width) => changeLayout((now) => ({ ...now, widths: { ...now.widths, [field]: width } }))}
            onScrolled={(offset) => rememberPosition(group, { offset })} onMenu={menuOf && askMenu}
          />
        ) : known && rows.length > leaving.size ? (
          <FilteredEmpty many={entity.many} total={total} onClear={() => setView({ ...plainView, sort: view.sort })} />
        ) : known && empty ? (
          empty
        ) : known ? (
          <Empty entity={entity} obstacle={toCreate} onCreate={canCreate ? makeNew : undefined} actions={actions} />
        ) : asked ? (
          slice.loading && <Skeleton label={`Loading ${entity.many}`} />
        ) : absence !== undefined ? (
          <Absent reason={absence} />
        ) : (
          <Unasked many={entity.many} missing={parameters.filter(({ name, required }) => required && !values[name]).map(({ meta }) => meta.label)} />
        )}
      </div>
      <SelectionBar group={group} rows={chosen} columns={columns} actions={rowActions} obstacle={toRemove} onRemove={Removal && setRemoving} onClear={() => select(source, new Set())} />
      {menu && menuOf && <RowMenu left={menu.left} top={menu.top} onClose={closeMenu}>{menuOf(menu.row, menu.acted)}</RowMenu>}
      {Removal && removing && <Removal rows={removing} onClose={() => setRemoving(null)} />}
      {rowActions?.map((action) => <RowCommand key={action.text} action={action} acted={acted} />)}
      <div className="visually-hidden" aria-live="polite">{chosen.length > 0 ? `${chosen.length} selected, the last is ${titleOf(chosen.at(-1)!)}` : ''}</div>
    </section>
  );
}

const countText = (shown: number, total: number) => (shown === total ? total.toLocaleString() : `${shown.toLocaleString()} of ${total.toLocaleString()}`);

export const focusTable = (body: HTMLElement | null) => body?.querySelector<HTMLElement>('.table-active, .table-scroll')?.focus();
