import { useMemo } from 'react';
import { EmptyState } from '../../components/empty-state.tsx';
import { AsOf } from '../../components/resource/as-of.tsx';
import { durationText } from '../../components/rows/duration.ts';
import { nothing, RowTable, type RowColumn } from '../../components/rows/row-table.tsx';
import { tasksOf, useClientId } from '../../state/dags.ts';
import { refresh, useList } from '../../state/lists.ts';
import { taskOf, type Task } from './airflow.ts';
import { DetailPane, Split } from './detail-pane.tsx';
import { PanelStates } from './panel-states.tsx';
import { taskOrder, type Place } from './task-order.ts';
import { useAddress } from '../../components/use-address.ts';

const columnsOf = (places: ReadonlyMap<string, Place>): RowColumn<Task>[] => [
  { name: 'task', label: 'Task', kind: 'mono', cell: ({ id }) => <span title={id}>{id}</span> },
  { name: 'operator', label: 'Operator', width: 110, cell: ({ operator }) => operator ?? nothing },
  { name: 'after', label: 'After', cell: ({ id }) => places.get(id)?.after.join(', ') || nothing },
  { name: 'rule', label: 'Trigger rule', width: 120, cell: ({ triggerRule }) => triggerRule?.replaceAll('_', ' ') ?? nothing },
  { name: 'retries', label: 'Retries', width: 80, kind: 'number', cell: ({ retries }) => retries ?? nothing },
  { name: 'delay', label: 'Retry after', width: 110, kind: 'number', cell: ({ retryDelay }) => (retryDelay === null ? nothing : durationText(retryDelay * 1000)) },
  { name: 'timeout', label: 'Timeout', width: 100, kind: 'number', cell: ({ timeout }) => (timeout === null ? nothing : durationText(timeout * 1000)) },
];

/** The tasks of the present version, in the order of their dependencies. */
export function DagTasks({ dag_id }: { readonly dag_id: string }) {
  const source = tasksOf(useClientId(), dag_id);
  const slice = useList(source);
  const { search, put } = useAddress();
  const tasks = useMemo(() => slice.data.map(taskOf), [slice.data]);
  const places = useMemo(() => taskOrder(tasks), [tasks]);
  const ordered = [...places.keys()].map((id) => tasks.find((task) => task.id === id)!);
  const chosen = tasks.find(({ id }) => id === search.get('task'));
  const close = () => put({ task: null });
  return (
    <div className="dag-panel">
      <div className="dag-bar"><span className="tr-muted">{slice.meta && `${tasks.length.toLocaleString()} ${tasks.length === 1 ? 'task' : 'tasks'}`}</span><AsOf meta={slice.meta} /></div>
      <PanelStates source={source} slice={slice} many="tasks" empty={<EmptyState title="No tasks" text="The tasks that the definition names stand here." />}>
        <Split onClose={close} detail={chosen ? (
          <DetailPane label={`Task ${chosen.id}`} title={chosen.id} onClose={close}>
            <pre className="tr-details">{JSON.stringify(chosen.definition, null, 2)}</pre>
          </DetailPane>
        ) : null}>
          <RowTable label="Tasks" rows={ordered} idOf={({ id }) => id} columns={columnsOf(places)} chosen={chosen?.id ?? null} onOpen={({ id }) => put({ task: id })} onRefresh={() => refresh(source)} />
        </Split>
      </PanelStates>
    </div>
  );
}
