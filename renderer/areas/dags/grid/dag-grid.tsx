import { Button } from '@blueprintjs/core';
import { useCallback, useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { EmptyState } from '../../../components/empty-state.tsx';
import { AsOf } from '../../../components/resource/as-of.tsx';
import { useCommand } from '../../../state/commands.ts';
import { gridOf, type GridAnswer } from '../../../state/dag-desk.ts';
import { refresh, useList } from '../../../state/lists.ts';
import { countOf } from '../deeds/instance-words.ts';
import { InstanceBar } from '../deeds/instance-bar.tsx';
import { RunBar } from '../deeds/run-bar.tsx';
import { PanelStates } from '../panel-states.tsx';
import { instancePath, runPath } from '../paths.ts';
import { useAddress } from '../../../components/use-address.ts';
import { useClock } from '../use-clock.ts';
import { GridFilterBar } from './grid-filter-bar.tsx';
import { filterNames, filterOf, isNarrowed, keepsRun, keepsTask, queryOf } from './grid-filter.ts';
import { cellOf, gridModel, runLabel, type GridModel } from './grid-model.ts';
import { noSelection, refound, selectedInstances, type Cell, type GridSelection } from './grid-selection.ts';
import { GridTable } from './grid-table.tsx';
import { useGridKeys } from './use-grid-keys.ts';

/** Runs that are asked for at first, and more at a time. */
const batch = 50;

/** The runs of a DAG by its tasks, live: what of it is shown stands in the address. */
export function DagGrid({ dag_id }: { readonly dag_id: string }) {
  const { search, put } = useAddress();
  const filter = useMemo(() => filterOf(search), [search]);
  const limit = Math.max(batch, Number(search.get('runs')) || batch);
  const source = gridOf(dag_id, queryOf(filter, limit));
  const slice = useList(source);
  const answer = useKept(slice.data[0] as unknown as GridAnswer | undefined);
  const closed = useMemo(() => new Set(search.getAll('closed')), [search]);
  const model = useMemo(() => answer && gridModel(answer, { closed, keepRun: keepsRun(filter), keepTask: keepsTask(filter), onlyFailed: filter.onlyFailed }), [answer, closed, filter]);
  useCommand('list.refresh', () => refresh(source));
  const turn = useCallback((changed: readonly string[]) => put((now) => {
    const next = new Set(now.getAll('closed'));
    for (const id of changed) if (!next.delete(id)) next.add(id);
    now.delete('closed');
    for (const id of next) now.append('closed', id);
  }), [put]);
  const groups = answer?.task_groups.map(({ group_id }) => group_id) ?? [];
  const turnAll = () => turn(closed.size === 0 ? groups : [...closed]);
  const loaded = answer?.dag_runs.length ?? 0;
  const more = answer && answer.total_entries > loaded ? () => put({ runs: String(limit + batch) }) : undefined;
  const clear = () => put(Object.fromEntries(filterNames.map((name) => [name, null])));
  const isEmpty = model !== undefined && (model.runs.length === 0 || model.rows.length === 0);
  return (
    <div className="dag-panel">
      <GridFilterBar filter={filter} onFilter={put}>
        {more && <Button size="small" variant="minimal" text={`Load ${Math.min(batch, answer!.total_entries - loaded)} older runs`} loading={slice.loading && slice.meta === null} onClick={more} />}
        <AsOf meta={slice.meta} />
      </GridFilterBar>
      <PanelStates source={source} slice={model ? { ...slice, data: [model as never] } : slice} many="runs" empty={null}>
        {model && isEmpty && (isNarrowed(filter)
          ? <EmptyState title="Nothing matches" text={`None of the ${loaded === 1 ? '1 run that is' : `${loaded.toLocaleString()} runs that are`} loaded matches the filter.`} actions={<Button text="Clear the filter" onClick={clear} />} />
          : <EmptyState title="No runs yet" text="Trigger a run, or give the DAG a schedule; its runs and tasks stand here." />)}
        {model && !isEmpty && <Grid dag_id={dag_id} model={model} onTurn={turn} onTurnAll={turnAll} onOldest={more} />}
      </PanelStates>
    </div>
  );
}

/** What was answered last, while another question about the same is under way. */
function useKept<T>(value: T | undefined): T | undefined {
  const [kept, setKept] = useState(value);
  if (value !== undefined && value !== kept) setKept(value);
  return value ?? kept;
}

interface GridProps {
  readonly dag_id: string;
  readonly model: GridModel;
  readonly onTurn: (groups: readonly string[]) => void;
  readonly onTurnAll: () => void;
  readonly onOldest: (() => void) | undefined;
}

function Grid({ dag_id, model, onTurn, onTurnAll, onOldest }: GridProps) {
  const navigate = useNavigate();
  const [held, setHeld] = useState<{ readonly model: GridModel; readonly selection: GridSelection }>({ model, selection: noSelection });
  // The cursor stays on its task and run when the model changes under it.
  const selection = useMemo(() => (held.model === model ? held.selection : {
    ...held.selection, base: null, anchor: refound(held.model, model, held.selection.anchor), active: refound(held.model, model, held.selection.active),
  }), [held, model]);
  if (held.model !== model) setHeld({ model, selection });
  const onSelect = useCallback((change: (now: GridSelection) => GridSelection) => setHeld((now) => ({ ...now, selection: change(now.selection) })), []);
  const now = useClock(model.runs.some(({ end }) => end === null));
  const turnOne = useCallback((id: string) => onTurn([id]), [onTurn]);
  const open = (cell: Cell) => {
    const run = model.runs[cell.run]!;
    const row = cell.row < 0 ? undefined : model.rows[cell.row];
    if (row?.kind === 'group') return onTurn([row.id]);
    void navigate(row ? instancePath(dag_id, { dag_run_id: run.id, task_id: row.id }) : runPath(dag_id, run.id));
  };
  useGridKeys({ model, selection, onSelect, onOpen: open, onTurn: turnOne, onTurnAll });
  const keys = useMemo(() => selectedInstances({ instances: selection.instances }), [selection.instances]);
  const runs = useMemo(() => model.runs.filter(({ id }) => selection.runs.has(id)), [model.runs, selection.runs]);
  const drop = () => onSelect(({ active }) => ({ ...noSelection, active, anchor: active }));
  const { active } = selection;
  const one = keys.length === 1 ? keys[0] : undefined;
  return (
    <>
      <GridTable model={model} selection={selection} onSelect={onSelect} onOpen={open} onTurn={turnOne} onOldest={onOldest} now={now} />
      {keys.length === 0 && runs.length === 0 && (
        <div className="grid-words">
          {active ? (active.row < 0 ? runLabel(model.runs[active.run]!, now) : cellOf(model, active.row, active.run).label)
            : `${countOf(model.runs.length, 'run')}, ${countOf(model.tasks.length, 'task')}. Drag, Ctrl and Shift select; Enter opens.`}
        </div>
      )}
      <InstanceBar dag_id={dag_id} keys={keys} onDrop={drop}>
        {one && <Button size="small" variant="minimal" text="Open" onClick={() => void navigate(instancePath(dag_id, one))} />}
      </InstanceBar>
      <RunBar dag_id={dag_id} runs={runs} onDrop={drop} onRemoved={drop} />
    </>
  );
}
