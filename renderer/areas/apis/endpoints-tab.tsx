import { Button, InputGroup } from '@blueprintjs/core';
import { Add, Cross, Disable, FolderNew, Move, Play, Search, Tick, Trash } from '@blueprintjs/icons';
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Row } from '../../../shared/contract/entity.ts';
import { folderOf, partsOfFolder } from '../../../shared/rules/endpoint-folders.ts';
import { ActionButton } from '../../components/resource/action-button.tsx';
import { AsOf } from '../../components/resource/as-of.tsx';
import { BulkDialog } from '../../components/resource/bulk-dialog.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Failure, FilteredEmpty, Skeleton } from '../../components/resource/list-states.tsx';
import { pathOf } from '../../state/areas.ts';
import { useCommand } from '../../state/commands.ts';
import { changeEndpoints, removeEndpoints } from '../../state/endpoint-changes.ts';
import { filterRows } from '../../state/list-order.ts';
import { useObstacle } from '../../state/list-permission.ts';
import { useLeaving } from '../../state/list-removal.ts';
import { dismissError, refresh, select, useList } from '../../state/lists.ts';
import { goTo } from '../../state/navigation.ts';
import { chooseForSuite, testsPath } from '../../state/suites.ts';
import { nameOf, type Moved } from './endpoint-moves.ts';
import { treeLines, treeOf, type Branch, type TreeLine } from './endpoint-tree.ts';
import { EndpointMenu, GroupMenu } from './endpoint-menu.tsx';
import { EndpointTree, type TreeHandle } from './endpoint-tree-view.tsx';
import { FolderDialog } from './folder-dialog.tsx';
import { allFolders, MoveDialog } from './move-dialog.tsx';
import { NewEndpointDialog } from './new-endpoint-dialog.tsx';
import { isEnabled, switchEndpoints } from './switch-endpoints.ts';
import { foldersOf, useEndpointMoves } from './use-endpoint-moves.ts';
import './apis.css';

const group = 'composerEndpoints';
const searched = ['method', 'path', 'name', 'description', 'operation_id', 'tags', 'folder'];
const nothing: ReadonlySet<string> = new Set();

/** A dialog about folders that is open. */
type Asking = { readonly what: 'new'; readonly around: string } | { readonly what: 'rename'; readonly group: Branch } | { readonly what: 'move'; readonly moved: Moved; readonly toOther: boolean };

/** The endpoints of an API, as a tree of their folders and paths: filter, open, put in order, switch on and off, delete. */
export function EndpointsTab({ row: api }: { readonly row: Row }) {
  const source = useMemo(() => ({ group, input: { api_id: api.id } }), [api.id]);
  const { data, meta, loading, error, selection } = useList(source);
  const leaving = useLeaving(group);
  const [text, setText] = useFilter();
  const wanted = useDeferredValue(text);
  const [turned, setTurned] = useState(nothing);
  const [making, setMaking] = useState(false);
  const [deleting, setDeleting] = useState<readonly Row[] | null>(null);
  const toCreate = useObstacle(group, 'create');
  const [asking, setAsking] = useState<Asking | null>(null);
  const toRemove = useObstacle(group, 'remove');
  const toMove = useObstacle(group, 'arrange');
  const toSwitch = useObstacle(group, 'disable');
  const toTest = useObstacle('composerSuites', 'run');
  const filter = useRef<HTMLInputElement>(null);
  const tree = useRef<TreeHandle>(null);

  const rows = useMemo(() => Array.from(filterRows(data, { text: wanted, conditions: [] }, searched, leaving), (at) => data[at]!), [data, wanted, leaving]);
  const named = foldersOf(api);
  const moves = useEndpointMoves(api, source);
  // While something is looked for, folders without any of it are in the way.
  const grown = useMemo(() => treeOf(rows, named, wanted === ''), [rows, named, wanted]);
  const lines = useMemo(() => treeLines(grown, turned, wanted !== ''), [grown, turned, wanted]);
  const chosen = useMemo(() => rows.filter(({ id }) => selection.has(id)), [rows, selection]);
  const disabled = useMemo(() => rows.filter((row) => !isEnabled(row)).length, [rows]);

  const clear = () => select(source, nothing);
  const turn = (prefix: string) => setTurned((now) => {
    const next = new Set(now);
    if (!next.delete(prefix)) next.add(prefix);
    return next;
  });
  const toggle = (line: TreeLine) => {
    const ids = line.kind === 'leaf' ? [line.row.id] : line.rowsUnder().map(({ id }) => id);
    const next = new Set(selection);
    const all = ids.every((id) => next.has(id));
    for (const id of ids) {
      if (all) next.delete(id);
      else next.add(id);
    }
    select(source, next);
  };
  const acted = (): readonly Row[] => {
    const line = tree.current?.active();
    return chosen.length > 0 ? chosen : line?.kind === 'leaf' ? [line.row] : [];
  };
  const movedWith = (line: TreeLine): Moved => (line.kind === 'branch' ? { group: line } : { rows: selection.has(line.row.id) ? chosen : [line.row] });
  const stepActive = (step: 1 | -1) => {
    const line = tree.current?.active();
    if (line) moves.step(movedWith(line), line, step);
  };
  const askMove = (moved: Moved, toOther = false) => setAsking({ what: 'move', moved, toOther });
  const moveActive = () => {
    const line = tree.current?.active();
    if (chosen.length > 0) askMove({ rows: chosen });
    else if (line) askMove(movedWith(line));
  };
  const askFolder = (around = '') => setAsking({ what: 'new', around });
  const renameActive = () => {
    const line = tree.current?.active();
    if (line?.kind === 'branch' && line.isFolder) setAsking({ what: 'rename', group: line });
  };
  const switchAll = (on: boolean) => void switchEndpoints(acted(), on);
  const switchSome = () => {
    const some = acted();
    if (some.length > 0) void switchEndpoints(some, !some.every(isEnabled));
  };
  const testSome = () => {
    test(acted());
  };
  const test = (some: readonly Row[]) => {
    if (some.length === 0) return;
    chooseForSuite(api.id, some.map(({ id }) => id));
    goTo(testsPath(api.id));
  };
  const removeSome = (when: 'later' | 'now') => {
    const some = acted();
    if (some.length === 0) return;
    removeEndpoints(some, when);
    clear();
  };
  const make = () => setMaking(true);
  useCommand('list.new', toCreate ? null : make);
  useCommand('list.refresh', () => refresh(source));
  useCommand('list.filter', () => {
    filter.current?.focus();
    filter.current?.select();
  });
  useCommand('list.selectAll', rows.length > 0 ? () => select(source, chosen.length === rows.length ? nothing : new Set(rows.map(({ id }) => id))) : null);
  useCommand('list.remove', toRemove ? null : () => removeSome('later'));
  useCommand('list.removeNow', toRemove ? null : () => removeSome('now'));
  useCommand('endpoints.test', toTest ? null : testSome);
  useCommand('endpoints.toggle', toSwitch ? null : switchSome);
  useCommand('endpoints.moveUp', toMove ? null : () => stepActive(-1));
  useCommand('endpoints.moveDown', toMove ? null : () => stepActive(1));
  useCommand('endpoints.move', toMove || lines.length === 0 ? null : moveActive);
  useCommand('endpoints.newFolder', toMove ? null : () => askFolder());
  useCommand('endpoints.renameFolder', toMove ? null : renameActive);

  const retry = () => refresh(source);
  const total = data.length - leaving.size;
  return (
    <div className="endpoints" aria-busy={loading}>
      <div className="endpoints-bar" role="search">
        <InputGroup
          inputRef={filter} className="filter-text" type="search" size="small" leftIcon={<Search size={14} />} placeholder="Filter endpoints" aria-label="Filter endpoints"
          value={text} onValueChange={setText}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown' && event.key !== 'Enter' && !(event.key === 'Escape' && text === '')) return;
            event.preventDefault();
            event.stopPropagation();
            tree.current?.focus();
          }}
        />
        {meta && <span className="resource-count">{rows.length === total ? total.toLocaleString() : `${rows.length.toLocaleString()} of ${total.toLocaleString()}`}{disabled > 0 && `, ${disabled.toLocaleString()} disabled`}</span>}
        <AsOf meta={meta} />
        <span className="filter-space" />
        <ActionButton size="small" variant="minimal" icon={<FolderNew size={14} />} obstacle={toMove} text="New folder" onClick={() => askFolder()} />
        <ActionButton size="small" icon={<Add size={14} />} obstacle={toCreate} text="New endpoint" onClick={make} />
      </div>
      {error && <Failure failure={error} onRetry={retry} onDismiss={meta ? () => dismissError(source) : undefined} />}
      {lines.length > 0 ? (
        <EndpointTree
          ref={tree} lines={lines} selection={selection} chosen={chosen} words={wanted} toSwitch={toSwitch} toMove={toMove} onTurn={turn} onToggle={toggle} onOpen={({ id }) => goTo(pathOf(group, id) ?? '/apis')}
          onMove={moves.move} onMoveOut={(moved) => askMove(moved, true)}
          renderMenu={(line) => {
            const moving = { toMove, onMove: () => askMove(movedWith(line)), onStep: (step: 1 | -1) => moves.step(movedWith(line), line, step) };
            return line.kind === 'leaf'
              ? <EndpointMenu {...moving} row={line.row} toSwitch={toSwitch} toTest={toTest} toRemove={toRemove} onTest={() => test([line.row])} />
              : (
                <GroupMenu
                  {...moving} group={line} onTurn={() => turn(line.prefix)} onNew={() => askFolder(line.isFolder ? line.prefix : '')}
                  onRename={() => setAsking({ what: 'rename', group: line })} onDissolve={() => moves.dissolve(line)}
                />
              );
          }}
        />
      ) : !meta ? loading && <Skeleton label="Loading endpoints" />
        : total > 0 ? <FilteredEmpty many="endpoints" total={total} onClear={() => setText('')} />
        : (
          <EmptyState
            title="No endpoints yet" text="An endpoint is one request that this API answers: a method and a path."
            actions={<ActionButton intent="primary" obstacle={toCreate} text="Create an endpoint" onClick={make} />}
          />
        )}
      {chosen.length > 0 && (
        <div className="selection-bar" role="toolbar" aria-label="Selected endpoints">
          <strong>{chosen.length === 1 ? '1 endpoint' : `${chosen.length.toLocaleString()} endpoints`} selected</strong>
          <ActionButton size="small" variant="minimal" icon={<Tick size={14} />} text="Enable" obstacle={toSwitch} onClick={() => switchAll(true)} />
          <ActionButton size="small" variant="minimal" icon={<Disable size={14} />} text="Disable" obstacle={toSwitch} onClick={() => switchAll(false)} />
          <ActionButton size="small" variant="minimal" icon={<Move size={14} />} text="Move to…" obstacle={toMove} onClick={() => askMove({ rows: chosen })} />
          <ActionButton size="small" variant="minimal" icon={<Play size={14} />} text="Run tests…" obstacle={toTest} onClick={testSome} />
          <ActionButton size="small" variant="minimal" intent="danger" icon={<Trash size={14} />} text="Delete…" obstacle={toRemove} onClick={() => setDeleting(chosen)} />
          <span className="filter-space" />
          <Button size="small" variant="minimal" icon={<Cross size={14} />} text="Clear" onClick={clear} />
        </div>
      )}
      {deleting && (
        <BulkDialog
          group={group} rows={deleting} verb="Delete" done="deleted" intent="danger" preview="These would be deleted, with their tests and examples. The platform does not keep deleted endpoints, so this cannot be undone."
          run={(some, tell, signal) => changeEndpoints(some, 'delete', tell, signal)} onClose={() => setDeleting(null)}
        />
      )}
      {asking?.what === 'move' && <MoveDialog api={api} moved={asking.moved} toOther={asking.toOther} moves={moves} onClose={() => setAsking(null)} />}
      {asking?.what === 'new' && (
        <FolderDialog
          title="New folder" verb="Make folder" around={asking.around} initial="" taken={new Set(allFolders(api, data))} onClose={() => setAsking(null)}
          onName={(name) => moves.newFolder(folderOf([...partsOfFolder(asking.around), ...partsOfFolder(name)]))}
        />
      )}
      {asking?.what === 'rename' && (
        <FolderDialog
          title="Rename folder" verb="Rename" around={folderOf(partsOfFolder(asking.group.prefix).slice(0, -1))} initial={nameOf(asking.group)} taken={new Set(allFolders(api, data))}
          onName={(name) => moves.rename(asking.group, name)} onClose={() => setAsking(null)}
        />
      )}
      {making && <NewEndpointDialog api={api} onClose={() => setMaking(false)} />}
    </div>
  );
}

/** Typing waits this long before the address follows, in milliseconds. */
const typingPause = 150;

/** The filter's text, which the address follows. */
function useFilter(): readonly [string, (text: string) => void] {
  const [search, setSearch] = useSearchParams();
  const kept = search.get('q') ?? '';
  const [text, setText] = useState(kept);
  useEffect(() => {
    if (text === kept) return;
    const timer = setTimeout(() => setSearch((now) => {
      const next = new URLSearchParams(now);
      if (text === '') next.delete('q');
      else next.set('q', text);
      return next;
    }, { replace: true }), typingPause);
    return () => clearTimeout(timer);
  }, [text, kept, setSearch]);
  return [text, setText];
}
