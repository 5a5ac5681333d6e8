import { Button, Tab, Tabs } from '@blueprintjs/core';
import { ArrowLeft, Duplicate, Edit, Refresh, Trash } from '@blueprintjs/icons';
import { useEffect, useMemo, useState, type ComponentType } from 'react';
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router-dom';
import type { Row } from '../../../shared/contract/entity.ts';
import { pathOf } from '../../state/areas.ts';
import { useCommand } from '../../state/commands.ts';
import { callOf, itemInput, kindOf, sentence, titleOf } from '../../state/list-entity.ts';
import { useObstacle } from '../../state/list-permission.ts';
import { positionIn, rememberPosition } from '../../state/list-position.ts';
import { remove, useLeaving } from '../../state/list-removal.ts';
import { dismissError, listNow, refresh, useList, type Source } from '../../state/lists.ts';
import { useTitle } from '../../state/tabs.ts';
import { notify } from '../../state/toasts.ts';
import { Editor } from '../json-editor/editor.tsx';
import { ActionButton } from './action-button.tsx';
import { AsOf } from './as-of.tsx';
import { copyText, rowsAsJson } from './copy-rows.ts';
import { Failure, Skeleton } from './list-states.tsx';
import { ResourceForm, type FormFields } from './resource-form.tsx';
import { RowActivity } from './row-activity.tsx';
import { RowFields } from './row-fields.tsx';
import { RowState } from './row-state.tsx';
import type { RemovalProps } from './selection-bar.tsx';
import { UsedBy } from './used-by.tsx';
import './resource.css';

/** A tab that only this kind has; it stands after the overview. */
export interface OwnTab {
  readonly id: string;
  readonly title: string;
  readonly Panel: ComponentType<{ readonly row: Row }>;
}

interface ResourceDetailPageProps {
  readonly group: string;
  readonly tabs?: readonly OwnTab[];
  /** What only this kind can do with a row. */
  readonly Actions?: ComponentType<{ readonly row: Row }>;
  /** How this kind is read, in the place of its fields one by one. */
  readonly Overview?: ComponentType<{ readonly row: Row }>;
  /** How it is asked for, in the same way. */
  readonly Fields?: FormFields;
  /** Asks before it is deleted, where that breaks something. */
  readonly Removal?: ComponentType<RemovalProps>;
  /** It is listed in a tab of another row, which one of its fields names. */
  readonly of?: { readonly group: string; readonly field: string; readonly tab: string };
}

/** One row of any kind of thing, at `<list>/<id>`; `<list>/new` makes one. What it offers follows from the kind's calls. */
export function ResourceDetailPage(props: ResourceDetailPageProps) {
  const { group, Fields } = props;
  const { id = '' } = useParams();
  return id === 'new' && callOf(group, 'create') ? <NewPage group={group} Fields={Fields} /> : <DetailPage key={`${group} ${id}`} {...props} id={id} />;
}

const none: readonly OwnTab[] = [];

/** The list's address with the filter, sort and selection that it had. */
function useListAddress(group: string): string {
  const { pathname } = useLocation();
  const search = positionIn(group)?.search;
  return `${pathname.slice(0, pathname.lastIndexOf('/'))}${search ? `?${search}` : ''}`;
}

/** The same of a row that is listed in another's tab. */
function listIn({ group, field, tab }: NonNullable<ResourceDetailPageProps['of']>, row: Row): string | undefined {
  const id = row[field];
  const search = new URLSearchParams(positionIn(group)?.search);
  search.set('tab', tab);
  return typeof id === 'string' ? `${pathOf(group, id)}?${search.toString()}` : undefined;
}

function BackLink({ group, to }: { readonly group: string; readonly to: string }) {
  const navigate = useNavigate();
  const { many } = kindOf(group);
  return <Button variant="minimal" size="small" icon={<ArrowLeft size={14} />} text={sentence(many)} onClick={() => void navigate(to)} />;
}

/** What the address gives a new row: `with.<field>`, as text. */
const givenIn = (search: URLSearchParams) => Object.fromEntries([...search].filter(([name]) => name.startsWith('with.')).map(([name, value]) => [name.slice('with.'.length), value]));

function NewPage({ group, Fields }: Pick<ResourceDetailPageProps, 'group' | 'Fields'>) {
  const entity = kindOf(group);
  const navigate = useNavigate();
  const list = useListAddress(group);
  const [search] = useSearchParams();
  const [given] = useState(() => givenIn(search));
  useTitle(`New ${entity.one}`);
  const saved = (row: Row) => {
    notify(`${sentence(entity.one)} “${titleOf(row)}” created`, { intent: 'success' });
    rememberPosition(group, { active: row.id, offset: 0 });
    void navigate(row.id ? `${list.split('?')[0]}/${encodeURIComponent(row.id)}` : list, { replace: true });
  };
  return (
    <section className="resource" aria-label={`New ${entity.one}`}>
      <header className="resource-head">
        <BackLink group={group} to={list} />
        <h1>New {entity.one}</h1>
      </header>
      <div className="detail-tabs"><div className="detail-panel"><ResourceForm group={group} Fields={Fields} given={given} onSaved={saved} onCancel={() => void navigate(list)} /></div></div>
    </section>
  );
}

/** A row is read by itself where the kind can do that with its id alone; else it is found in the list. */
function sourceOf(group: string, id: string): Source {
  const known = listNow({ group }).data.find((row) => row.id === id);
  if (!callOf(group, 'get')) return { group };
  return { group, method: 'get', input: known ? itemInput(group, 'get', known) : { id } };
}

/** Written out when it is looked at: a row may have megabytes. */
function RowJson({ row, title }: { readonly row: Row; readonly title: string }) {
  const text = useMemo(() => JSON.stringify(row, null, 2), [row]);
  return <Editor readOnly language="json" label={`${title} as JSON`} lines={16} value={text} />;
}

function DetailPage({ group, id, tabs = none, Actions, Overview, Fields, Removal, of }: ResourceDetailPageProps & { readonly id: string }) {
  const entity = kindOf(group);
  const navigate = useNavigate();
  const ownList = useListAddress(group);
  const source = sourceOf(group, id);
  const slice = useList(source);
  const leaving = useLeaving(group);
  const listed = listNow({ group });
  const own = slice.data.find((row) => row.id === id);
  const row = own ?? listed.data.find((row) => row.id === id);
  const list = (of && row && listIn(of, row)) ?? ownList;
  const [removing, setRemoving] = useState(false);
  const [search, setSearch] = useSearchParams();
  const tab = search.get('tab') ?? 'overview';
  const editing = search.get('edit') === '1';
  const toUpdate = useObstacle(group, 'update');
  const toRemove = useObstacle(group, 'remove');
  const title = row ? titleOf(row) : sentence(entity.one);
  useTitle(title);
  const gone = leaving.has(id);
  useEffect(() => {
    if (gone) void navigate(list, { replace: true });
  }, [gone, navigate, list]);

  const put = (values: Readonly<Record<string, string | null>>) => setSearch((now) => {
    const next = new URLSearchParams(now);
    for (const [name, value] of Object.entries(values)) {
      if (value === null) next.delete(name);
      else next.set(name, value);
    }
    return next;
  }, { replace: true });
  const edit = () => put({ edit: '1' });
  const stop = () => put({ edit: null });
  const removeIt = () => {
    if (Removal) setRemoving(true);
    else if (row) remove(group, [row]);
  };
  useCommand('detail.edit', row && !editing && !toUpdate ? edit : null);
  useCommand('detail.remove', row && !editing && !toRemove ? removeIt : null);

  const retry = () => refresh(source);
  return (
    <section className="resource" aria-busy={slice.loading} aria-label={title}>
      <header className="resource-head">
        <BackLink group={group} to={list} />
        <h1>{title}</h1>
        {row && <RowState row={row} />}
        {/* What only the list has is as old as the list. */}
        <AsOf meta={own ? slice.meta : listed.meta} />
        <span className="filter-space" />
        <Button variant="minimal" size="small" icon={<Refresh size={14} />} aria-label="Refresh" title="Refresh" onClick={retry} />
        {row && <Button variant="minimal" size="small" icon={<Duplicate size={14} />} text="Copy as JSON" onClick={() => void copyText(rowsAsJson([row]), title)} />}
        {row && Actions && <Actions row={row} />}
        {row && callOf(group, 'remove') && <ActionButton variant="minimal" size="small" intent="danger" icon={<Trash size={14} />} obstacle={toRemove} text={entity.removal.verb} onClick={removeIt} />}
        {row && callOf(group, 'update') && !editing && <ActionButton intent="primary" size="small" icon={<Edit size={14} />} obstacle={toUpdate} text="Edit" onClick={edit} />}
      </header>
      <div className="resource-progress">{slice.loading && <div className="tr-line" role="progressbar" aria-label={`Loading ${entity.one}`} />}</div>
      {slice.error && <Failure failure={slice.error} onRetry={retry} onDismiss={row ? () => dismissError(source) : undefined} />}
      {row ? (
        <div className="detail-tabs">
          {editing ? (
            <div className="detail-panel">
              <ResourceForm group={group} row={row} Fields={Fields} onCancel={stop} onSaved={() => {
                notify(`${sentence(entity.one)} saved`, { intent: 'success' });
                stop();
              }} />
            </div>
          ) : (
            <Tabs id="detail" selectedTabId={tab} renderActiveTabPanelOnly onChange={(next) => put({ tab: next === 'overview' ? null : String(next) })}>
              <Tab id="overview" disabled={false} title="Overview" panel={<div className="detail-panel">{Overview ? <Overview row={row} /> : <RowFields group={group} row={row} />}</div>} />
              {tabs.map(({ id, title, Panel }) => <Tab key={id} id={id} disabled={false} title={title} panel={<Panel row={row} />} />)}
              <Tab id="json" disabled={false} title="JSON" panel={<div className="detail-panel"><RowJson row={row} title={title} /></div>} />
              <Tab id="used-by" disabled={false} title="Used by" panel={<div className="detail-panel"><UsedBy group={group} id={id} /></div>} />
              <Tab id="activity" disabled={false} title="Activity" panel={<div className="detail-panel"><RowActivity id={id} /></div>} />
            </Tabs>
          )}
        </div>
      ) : slice.loading ? <Skeleton label={`Loading ${entity.one}`} /> : !slice.error && (
        <div className="resource-body"><p>There is no {entity.one} with the id <code>{id}</code> in this environment.</p></div>
      )}
      {Removal && row && removing && <Removal rows={[row]} onClose={() => setRemoving(false)} />}
    </section>
  );
}
