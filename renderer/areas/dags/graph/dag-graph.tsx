import { Button, HTMLSelect, InputGroup, SegmentedControl, Switch } from '@blueprintjs/core';
import { Search, ZoomIn, ZoomToFit } from '@blueprintjs/icons';
import { useCallback, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { EmptyState } from '../../../components/empty-state.tsx';
import { GraphCanvas } from '../../../components/graph/graph-canvas.tsx';
import type { Look } from '../../../components/graph/use-look.ts';
import { useLayout } from '../../../components/graph/use-layout.ts';
import { Skeleton } from '../../../components/resource/list-states.tsx';
import { AsOf } from '../../../components/resource/as-of.tsx';
import { useCommand } from '../../../state/commands.ts';
import { gridOf, type GridAnswer, type InstanceKey } from '../../../state/dag-desk.ts';
import { refresh, useList } from '../../../state/lists.ts';
import { runOf } from '../airflow.ts';
import { InstanceBar } from '../deeds/instance-bar.tsx';
import { countOf } from '../deeds/instance-words.ts';
import { keepsTask } from '../grid/grid-filter.ts';
import { PanelStates } from '../panel-states.tsx';
import { instancePath } from '../paths.ts';
import { StateSign, stateWord } from '../state-badge.tsx';
import { useAddress } from '../../../components/use-address.ts';
import { GraphList } from './graph-list.tsx';
import { criticalPath, itemsOf, markedEdges, shapeOf, walk, type DagItem } from './graph-model.ts';
import './dag-graph.css';

/** Runs among which one is chosen. */
const offered = 50;

/** A DAG's tasks and what they wait for, with how they went in one run, live. */
export function DagGraph({ dag_id }: { readonly dag_id: string }) {
  const source = gridOf(dag_id, { limit: offered });
  const slice = useList(source);
  const answer = slice.data[0] as unknown as GridAnswer | undefined;
  useCommand('list.refresh', () => refresh(source));
  return (
    <div className="dag-panel">
      <PanelStates source={source} slice={slice} many="tasks" empty={null}>
        {answer && (answer.tasks.length === 0 ? <EmptyState title="No tasks" text="The tasks that the definition names stand here." /> : <Graph dag_id={dag_id} answer={answer}><AsOf meta={slice.meta} /></Graph>)}
      </PanelStates>
    </div>
  );
}

const noPath: readonly string[] = [];

function Graph({ dag_id, answer, children }: { readonly dag_id: string; readonly answer: GridAnswer; readonly children: React.ReactNode }) {
  const { search, put } = useAddress();
  const navigate = useNavigate();
  const closed = useMemo(() => new Set(search.getAll('closed')), [search]);
  const [text, asList, critical] = [search.get('tasks') ?? '', search.get('as') === 'list', search.get('critical') === '1'];
  const runId = search.get('run') ?? answer.dag_runs[0]?.dag_run_id ?? '';
  const column = answer.columns.find(({ dag_run_id }) => dag_run_id === runId);
  // The structure is kept by what it says, so that a change of states lays nothing out anew.
  const key = JSON.stringify([answer.tasks, answer.task_groups]);
  const structure = useMemo(() => {
    const [tasks, task_groups] = JSON.parse(key) as [GridAnswer['tasks'], GridAnswer['task_groups']];
    return { tasks, task_groups };
  }, [key]);
  const shape = useMemo(() => shapeOf(structure, closed), [structure, closed]);
  const items = useMemo(() => {
    const keeps = keepsTask({ text });
    return itemsOf(structure, shape, closed, column, (at) => keeps(structure.tasks[at]!));
  }, [structure, shape, closed, column, text]);
  const path = useMemo(() => (critical && column ? criticalPath(structure, column) : noPath), [critical, column, structure]);
  const marked = useMemo(() => markedEdges(structure, shape, closed, path), [structure, shape, closed, path]);
  const { laid, problem } = useLayout(shape);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [cursor, setCursor] = useState<string | null>(null);
  const [look, setLook] = useState<Look>({ ids: [] });

  const turn = useCallback((id: string) => put((now) => {
    const all = new Set(now.getAll('closed'));
    if (!all.delete(id)) all.add(id);
    now.delete('closed');
    for (const one of all) now.append('closed', one);
  }), [put]);
  const open = (id: string) => {
    if (items.get(id)?.kind === 'group') return turn(id);
    if (column) void navigate(instancePath(dag_id, { dag_run_id: runId, task_id: id }));
  };
  const go = (id: string) => {
    setCursor(id);
    setLook({ ids: [id] });
  };
  const found = text === '' ? [] : [...items.values()].filter(({ dim, holds }) => !dim && !holds).map(({ id }) => id);
  const step = (way: Parameters<typeof walk>[3]) => (laid ? () => {
    const to = cursor === null || !items.has(cursor) ? shape.nodes.find(({ id }) => !items.get(id)?.holds)?.id : walk(shape, laid.layout.boxes, cursor, way);
    if (to !== null && to !== undefined) go(to);
  } : null);
  const toggle = (id: string) => setSelected((now) => {
    const next = new Set(now);
    if (!next.delete(id)) next.add(id);
    return next;
  });
  useCommand('grid.up', asList ? null : step('up'));
  useCommand('grid.down', asList ? null : step('down'));
  useCommand('grid.left', asList ? null : step('left'));
  useCommand('grid.right', asList ? null : step('right'));
  useCommand('grid.open', cursor === null || asList ? null : () => open(cursor));
  useCommand('grid.toggle', cursor === null ? null : () => toggle(cursor));
  useCommand('grid.selectAll', () => setSelected(new Set([...items.values()].filter(({ holds }) => !holds).map(({ id }) => id))));
  useCommand('grid.drop', selected.size > 0 ? () => setSelected(new Set()) : null);
  useCommand('grid.turn', cursor !== null && items.get(cursor)?.kind === 'group' ? () => turn(cursor) : null);
  useCommand('graph.fit', () => setLook({ ids: [] }));
  useCommand('graph.zoom', selected.size > 0 ? () => setLook({ ids: [...selected] }) : null);

  const keys = useMemo(() => (column ? [...selected].flatMap((id) => items.get(id)?.tasks ?? []).map((at): InstanceKey => ({ dag_run_id: runId, task_id: structure.tasks[at]!.task_id })) : []), [selected, items, column, runId, structure]);
  const draw = useCallback((item: DagItem) => <BoxContent item={item} onTurn={turn} />, [turn]);
  const said = cursor === null ? undefined : items.get(cursor);
  return (
    <>
      <div className="grid-filter" role="search" aria-label="Find in the graph">
        <Find text={text} count={found.length} onText={(tasks) => put({ tasks })} onNext={() => {
          const at = cursor === null ? -1 : found.indexOf(cursor);
          const next = found[(at + 1) % found.length];
          if (next !== undefined) go(next);
        }} />
        <HTMLSelect aria-label="Run" value={runId} onChange={({ currentTarget }) => put({ run: currentTarget.value })}>
          {answer.dag_runs.length === 0 && <option value="">No runs yet</option>}
          {answer.dag_runs.map((row) => {
            const run = runOf(row);
            return <option key={run.id} value={run.id}>{`${run.id} (${stateWord(run.state)})`}</option>;
          })}
        </HTMLSelect>
        <Switch label="Critical path" checked={critical} disabled={!column} onChange={({ currentTarget }) => put({ critical: currentTarget.checked ? '1' : null })} />
        <Button size="small" variant="minimal" icon={<ZoomToFit size={14} />} text="Whole graph" onClick={() => setLook({ ids: [] })} />
        <Button size="small" variant="minimal" icon={<ZoomIn size={14} />} text="Selection" disabled={selected.size === 0} onClick={() => setLook({ ids: [...selected] })} />
        <span className="filter-space" />
        {children}
        <SegmentedControl size="small" aria-label="Show as" options={[{ value: 'graph', label: 'Graph' }, { value: 'list', label: 'List' }]} value={asList ? 'list' : 'graph'} onValueChange={(as) => put({ as: as === 'list' ? 'list' : null })} />
      </div>
      {asList ? <GraphList structure={structure} column={column} onOpen={(id) => open(id)} /> : (
        <div className="dag-graph">
          {laid && <GraphCanvas label={`Graph of ${structure.tasks.length} tasks`} laid={laid} items={items} selected={selected} cursor={cursor} marked={marked} look={look} draw={draw} onSelect={setSelected} onCursor={setCursor} onOpen={open} />}
          {!laid && problem === null && <Skeleton label="Laying the graph out" />}
          {problem !== null && <EmptyState title="The graph cannot be laid out" text={problem} actions={<Button text="Show it as a list" onClick={() => put({ as: 'list' })} />} />}
        </div>
      )}
      <div className="grid-words" role="status">
        {said ? wordsOf(said, structure) : `${countOf(structure.tasks.length, 'task')}. Arrow keys follow the edges; Shift and drag, or Ctrl and press, select; Enter opens.`}
        {path.length > 0 && !said && ` Critical path: ${path.join(' → ')}`}
      </div>
      <InstanceBar dag_id={dag_id} keys={keys} onDrop={() => setSelected(new Set())} />
    </>
  );
}

function wordsOf({ id, kind, state, tasks }: DagItem, structure: Pick<GridAnswer, 'tasks'>): string {
  const task = structure.tasks[tasks[0]!];
  const after = kind === 'task' && task ? task.upstream_task_ids : [];
  const before = structure.tasks.filter(({ upstream_task_ids }) => upstream_task_ids.includes(id)).map(({ task_id }) => task_id);
  return [`${kind === 'group' ? `group ${id} of ${tasks.length} tasks` : id}, ${state === undefined ? 'no instance' : stateWord(state)}`, after.length > 0 ? `after ${after.join(', ')}` : '', before.length > 0 ? `before ${before.join(', ')}` : ''].filter((part) => part !== '').join('; ');
}

const BoxContent = ({ item: { id, kind, label, state, tasks, operator, holds }, onTurn }: { readonly item: DagItem; readonly onTurn: (id: string) => void }) => (
  <>
    {state !== undefined && <StateSign state={state} />}
    <span className="graph-label" title={[id, state === undefined ? null : stateWord(state), operator].filter((part) => part !== null).join(', ')}>{label}</span>
    {kind === 'group' && <button type="button" tabIndex={-1} className="graph-turn" aria-label={`${holds ? 'Close' : 'Open'} group ${id}`} onClick={() => onTurn(id)}>{holds ? '−' : `+ ${tasks.length}`}</button>}
    {kind === 'task' && operator !== null && <span className="tr-muted graph-operator">{operator}</span>}
  </>
);

interface FindProps {
  readonly text: string;
  readonly count: number;
  readonly onText: (text: string) => void;
  readonly onNext: () => void;
}

/** What is found stays bright; Enter goes from one to the next. */
function Find({ text, count, onText, onNext }: FindProps) {
  const field = useRef<HTMLInputElement>(null);
  useCommand('list.filter', () => field.current?.focus());
  return (
    <InputGroup
      inputRef={field} type="search" size="small" leftIcon={<Search size={14} />} className="filter-text" placeholder="Find tasks" aria-label="Find tasks" title="Words of task ids; a word after - must not be there" value={text} onValueChange={onText}
      rightElement={text === '' ? undefined : <span className="graph-found">{count} found</span>}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || count === 0) return;
        event.preventDefault();
        onNext();
      }}
    />
  );
}
