import { HTMLSelect, InputGroup } from '@blueprintjs/core';
import { Search } from '@blueprintjs/icons';
import { useMemo, useRef, useState } from 'react';
import { elapsed } from '../../../components/rows/duration.ts';
import { nothing, RowTable, type RowColumn } from '../../../components/rows/row-table.tsx';
import { Took, When } from '../../../components/rows/times.tsx';
import { useCommand } from '../../../state/commands.ts';
import type { InstanceKey } from '../../../state/dag-desk.ts';
import { refresh, type Source } from '../../../state/lists.ts';
import type { Instance } from '../airflow.ts';
import { InstanceBar } from '../deeds/instance-bar.tsx';
import { keepsTask } from '../grid/grid-filter.ts';
import { StateBadge, stateWord } from '../state-badge.tsx';
import type { Place } from '../task-order.ts';
import { useAddress } from '../../../components/use-address.ts';

/** "extract", or "extract [3]" for one that a mapped task mapped to. */
export const nameOf = ({ taskId, mapIndex }: Pick<Instance, 'taskId' | 'mapIndex'>): string => (mapIndex < 0 ? taskId : `${taskId} [${mapIndex}]`);

export const keyOf = (run_id: string, { taskId, mapIndex }: Pick<Instance, 'taskId' | 'mapIndex'>): InstanceKey => ({ dag_run_id: run_id, task_id: taskId, ...(mapIndex < 0 ? {} : { map_index: mapIndex }) });

const time = (at: string | null) => (at === null ? null : Date.parse(at));

const columnsOf = (places: ReadonlyMap<string, Place>, now: number): RowColumn<Instance>[] => [
  { name: 'task', label: 'Task', width: 190, kind: 'mono', sortBy: nameOf, cell: (row) => <span title={nameOf(row)}>{nameOf(row)}</span> },
  { name: 'state', label: 'State', width: 140, sortBy: ({ state }) => stateWord(state), cell: ({ state }) => <StateBadge state={state} /> },
  { name: 'after', label: 'After', cell: ({ taskId }) => places.get(taskId)?.after.join(', ') || nothing },
  {
    name: 'try', label: 'Try', width: 64, kind: 'number', sortBy: ({ tryNumber }) => tryNumber,
    cell: ({ tryNumber, maxTries }) => (tryNumber === 0 ? nothing : maxTries === null || maxTries === 0 ? tryNumber : `${tryNumber} of ${maxTries + 1}`),
  },
  { name: 'start', label: 'Started', width: 120, sortBy: ({ start }) => time(start), cell: ({ start }) => <When at={start} now={now} /> },
  { name: 'took', label: 'Duration', width: 84, kind: 'number', sortBy: ({ start, end }) => elapsed(start, end, now), cell: ({ start, end }) => <Took start={start} end={end} now={now} /> },
  { name: 'operator', label: 'Operator', width: 90, sortBy: ({ operator }) => operator, cell: ({ operator }) => operator ?? nothing },
];

interface RunTasksProps {
  readonly dag_id: string;
  readonly run_id: string;
  readonly source: Source;
  readonly instances: readonly Instance[];
  readonly places: ReadonlyMap<string, Place>;
  readonly now: number;
  readonly chosen: Instance | undefined;
  readonly onOpen: (taskId: string, mapIndex: number) => void;
}

/** The task instances of a run: filtered, sorted, and several of them changed at once. */
export function RunTasks({ dag_id, run_id, source, instances, places, now, chosen, onOpen }: RunTasksProps) {
  const { search, put } = useAddress();
  const [text, state, sort] = [search.get('tasks') ?? '', search.get('state') ?? '', search.get('sort') ?? ''];
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const field = useRef<HTMLInputElement>(null);
  useCommand('list.filter', () => field.current?.focus());
  const states = [...new Set(instances.map((one) => one.state))].toSorted();
  const keeps = keepsTask({ text });
  const shown = instances.filter(({ taskId, operator, state: is }) => keeps({ task_id: taskId, operator_name: operator }) && (state === '' || is === state));
  const keys = useMemo(() => instances.filter((one) => picked.has(nameOf(one))).map((one) => keyOf(run_id, one)), [instances, picked, run_id]);
  return (
    <div className="run-tasks">
      <div className="dag-bar run-filter" role="search">
        <InputGroup inputRef={field} type="search" size="small" leftIcon={<Search size={14} />} className="filter-text" placeholder="Filter tasks" aria-label="Filter tasks" title="Words of task ids; a word after - must not be there" value={text} onValueChange={(tasks) => put({ tasks })} />
        <HTMLSelect aria-label="State" value={state} onChange={({ currentTarget }) => put({ state: currentTarget.value })}>
          <option value="">Any state</option>
          {(states.includes(state) || state === '' ? states : [...states, state]).map((one) => <option key={one} value={one}>{stateWord(one)}</option>)}
        </HTMLSelect>
        <span className="tr-muted">{shown.length === instances.length ? `${instances.length.toLocaleString()} tasks` : `${shown.length.toLocaleString()} of ${instances.length.toLocaleString()} tasks`}</span>
      </div>
      <div className="run-scroll">
        <RowTable
          label="Tasks of the run" rows={shown} idOf={nameOf} columns={columnsOf(places, now)} chosen={chosen ? nameOf(chosen) : null} picked={picked} onPick={setPicked} sort={sort} onSort={(next) => put({ sort: next })}
          onOpen={({ taskId, mapIndex }) => onOpen(taskId, mapIndex)} onRefresh={() => refresh(source)}
        />
      </div>
      <InstanceBar dag_id={dag_id} keys={keys} onDrop={() => setPicked(new Set())} />
    </div>
  );
}
