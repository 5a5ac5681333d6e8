import { Button } from '@blueprintjs/core';
import { ArrowLeft } from '@blueprintjs/icons';
import { useMemo } from 'react';
import { EmptyState } from '../../components/empty-state.tsx';
import { AsOf } from '../../components/resource/as-of.tsx';
import { instancesOf, runsOf, tasksOf, useClientId } from '../../state/dags.ts';
import { refresh, useList } from '../../state/lists.ts';
import { instanceOf, runOf, taskOf, type Instance, type Run } from './airflow.ts';
import { DetailPane, Split } from './detail-pane.tsx';
import { PanelStates } from './panel-states.tsx';
import { nothing, RowTable, type RowColumn } from './row-table.tsx';
import { StateBadge } from './state-badge.tsx';
import { taskOrder, type Place } from './task-order.ts';
import { Took, When } from './times.tsx';
import { useAddress } from './use-address.ts';
import { useClock } from './use-clock.ts';
import { Who } from './who.tsx';

interface DagRunProps {
  readonly dag_id: string;
  readonly run_id: string;
}

const columnsOf = (places: ReadonlyMap<string, Place>, now: number): RowColumn<Instance>[] => [
  { name: 'task', label: 'Task', kind: 'mono', cell: ({ taskId }) => <span title={taskId}>{taskId}</span> },
  { name: 'state', label: 'State', width: 140, cell: ({ state }) => <StateBadge state={state} /> },
  { name: 'after', label: 'After', cell: ({ taskId }) => places.get(taskId)?.after.join(', ') || nothing },
  { name: 'try', label: 'Try', width: 64, kind: 'number', cell: ({ tryNumber, maxTries }) => (tryNumber === 0 ? nothing : maxTries === null || maxTries === 0 ? tryNumber : `${tryNumber} of ${maxTries + 1}`) },
  { name: 'start', label: 'Started', width: 130, cell: ({ start }) => <When at={start} now={now} /> },
  { name: 'took', label: 'Duration', width: 100, kind: 'number', cell: ({ start, end }) => <Took start={start} end={end} now={now} /> },
  { name: 'operator', label: 'Operator', width: 100, cell: ({ operator }) => operator ?? nothing },
];

/** One run: its tasks in the order of their dependencies, live, and what the one that is looked at has yielded. */
export function DagRun({ dag_id, run_id }: DagRunProps) {
  const client_id = useClientId();
  const source = instancesOf(client_id, dag_id, run_id);
  const slice = useList(source);
  const tasks = useList(tasksOf(client_id, dag_id)).data;
  const found = useList(runsOf(dag_id)).data.find(({ id }) => id === run_id);
  const run = found && runOf(found);
  const { search, put } = useAddress();
  const places = useMemo(() => taskOrder(tasks.map(taskOf)), [tasks]);
  const instances = useMemo(() => {
    const order = [...places.keys()];
    const rank = (id: string) => (places.has(id) ? order.indexOf(id) : order.length);
    return slice.data.map(instanceOf).toSorted((a, b) => rank(a.taskId) - rank(b.taskId));
  }, [slice.data, places]);
  const now = useClock(run?.end === null || instances.some(({ start, end }) => start !== null && end === null));
  const chosen = instances.find(({ taskId }) => taskId === search.get('task'));
  const close = () => put({ task: null });

  return (
    <div className="dag-panel">
      <div className="dag-bar">
        <Button variant="minimal" size="small" icon={<ArrowLeft size={14} />} text="Runs" onClick={() => put({ run: null, task: null }, { replace: false })} />
        <h2 className="tr-mono">{run_id}</h2>
        {run && <StateBadge state={run.state} />}
        <AsOf meta={slice.meta} />
      </div>
      {run && <Facts run={run} now={now} />}
      <PanelStates source={source} slice={slice} many="tasks" empty={<EmptyState title="No tasks in this run" text="A run gets its tasks when it begins." />}>
        <Split onClose={close} detail={chosen ? <Outcome instance={chosen} now={now} onClose={close} /> : null}>
          <RowTable
            label="Tasks of the run" rows={instances} idOf={({ taskId }) => taskId} columns={columnsOf(places, now)} chosen={chosen?.taskId ?? null}
            onOpen={({ taskId }) => put({ task: taskId })} onRefresh={() => refresh(source)}
          />
        </Split>
      </PanelStates>
    </div>
  );
}

function Facts({ run, now }: { readonly run: Run; readonly now: number }) {
  return (
    <dl className="dag-facts">
      <div><dt>Type</dt><dd>{run.type ?? nothing}</dd></div>
      <div><dt>Logical date</dt><dd><When at={run.logicalDate} now={now} /></dd></div>
      <div><dt>Duration</dt><dd><Took start={run.start} end={run.end} now={now} /></dd></div>
      {run.user !== null && <div><dt>By</dt><dd><Who id={run.user} /></dd></div>}
      {Object.keys(run.conf).length > 0 && <div><dt>Conf</dt><dd className="tr-mono">{JSON.stringify(run.conf)}</dd></div>}
    </dl>
  );
}

interface OutcomeProps {
  readonly instance: Instance;
  readonly now: number;
  readonly onClose: () => void;
}

/** What came of a task: its result as JSON, or why it failed. */
function Outcome({ instance: { taskId, state, error, nextTry, result, resultSize, end }, now, onClose }: OutcomeProps) {
  const isLong = result === null && resultSize > 'null'.length;
  return (
    <DetailPane label={`Task ${taskId}`} title={taskId} badge={<StateBadge state={state} />} onClose={onClose}>
      {error !== null && <><h3>{state === 'failed' ? 'Error' : 'Error of the last try'}</h3><pre className="tr-details">{error}</pre></>}
      {nextTry !== null && state === 'up_for_retry' && <p>It is tried again <When at={nextTry} now={now} />.</p>}
      {isLong ? <p>The result has {resultSize.toLocaleString()} characters, too many to be shown here.</p>
        : end === null && error === null ? <p className="tr-muted">Its result stands here once it has ended.</p>
        : state === 'success' && <><h3>Result</h3><pre className="tr-details">{JSON.stringify(result ?? null, null, 2)}</pre></>}
    </DetailPane>
  );
}
