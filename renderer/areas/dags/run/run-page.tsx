import { Button, SegmentedControl } from '@blueprintjs/core';
import { ArrowLeft, Error as ErrorIcon } from '@blueprintjs/icons';
import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import { EmptyState } from '../../../components/empty-state.tsx';
import { AsOf } from '../../../components/resource/as-of.tsx';
import { exactTime } from '../../../components/resource/cell.tsx';
import { nothing } from '../../../components/rows/row-table.tsx';
import { Took, When } from '../../../components/rows/times.tsx';
import { Who } from '../../../components/rows/who.tsx';
import { pathOf } from '../../../state/areas.ts';
import { useCommand } from '../../../state/commands.ts';
import { instancesOf, tasksOf, useClientId } from '../../../state/dags.ts';
import { useList } from '../../../state/lists.ts';
import { instanceOf, taskOf, type Instance, type Run } from '../airflow.ts';
import { RunBar } from '../deeds/run-bar.tsx';
import { Split } from '../detail-pane.tsx';
import { PanelStates } from '../panel-states.tsx';
import { StateBadge } from '../state-badge.tsx';
import { taskOrder } from '../task-order.ts';
import { useAddress } from '../../../components/use-address.ts';
import { useClock } from '../use-clock.ts';
import { InstancePane, noPane, showsLog } from './instance-pane.tsx';
import { RunGantt } from './run-gantt.tsx';
import { RunTasks } from './run-tasks.tsx';
import { useFoundRun } from './use-found-run.ts';

interface RunPageProps {
  readonly dag_id: string;
  readonly run_id: string;
}

/** One run: its tasks in the order of their dependencies or along the time, live, and what the one that is looked at has yielded. */
export function RunPage({ dag_id, run_id }: RunPageProps) {
  const client_id = useClientId();
  const source = instancesOf(client_id, dag_id, run_id);
  const slice = useList(source);
  const tasks = useList(tasksOf(client_id, dag_id)).data;
  const run = useFoundRun(dag_id, run_id);
  const { search, put } = useAddress();
  const places = useMemo(() => taskOrder(tasks.map(taskOf)), [tasks]);
  const instances = useMemo(() => {
    const rank = new Map([...places.keys()].map((id, at) => [id, at]));
    const place = (id: string) => rank.get(id) ?? rank.size;
    return slice.data.map(instanceOf).toSorted((a, b) => place(a.taskId) - place(b.taskId) || a.mapIndex - b.mapIndex);
  }, [slice.data, places]);
  const now = useClock(run?.end === null || instances.some(({ start, end }) => start !== null && end === null));
  const map = Number(search.get('map') ?? -1);
  const ofTask = instances.filter(({ taskId }) => taskId === search.get('task'));
  const chosen = ofTask.find(({ mapIndex }) => mapIndex === map) ?? ofTask[0];
  const close = () => put({ ...noPane, task: null, map: null });
  const view = search.get('view') === 'gantt' ? 'gantt' : 'tasks';
  const back = () => put({ ...noPane, run: null, task: null, map: null, view: null }, { replace: false });
  const isLog = showsLog(search);
  /** Who looks at logs goes on to do so with the next task. */
  const open = (taskId: string, mapIndex: number, more: Readonly<Record<string, string>> = {}) =>
    put({ ...noPane, task: taskId, map: mapIndex < 0 ? null : String(mapIndex), ...(isLog ? { pane: 'log' } : {}), ...more });
  const failed = firstFailed(instances);
  const toError = () => failed && open(failed.taskId, failed.mapIndex, { pane: 'log', line: 'error' });
  useCommand('runs.error', failed ? toError : null);

  return (
    <div className="dag-panel">
      <div className="dag-bar">
        <Button variant="minimal" size="small" icon={<ArrowLeft size={14} />} text="Runs" onClick={back} />
        <h2 className="tr-mono">{run_id}</h2>
        {run && <StateBadge state={run.state} />}
        <AsOf meta={slice.meta} />
        <span className="filter-space" />
        {failed && <Button variant="minimal" size="small" intent="danger" icon={<ErrorIcon size={14} />} text="First error" title={`Show the first error of ${failed.taskId} (Shift+F)`} onClick={toError} />}
        <Link className="bp6-button bp6-minimal bp6-small" to={`${pathOf('dags', dag_id)}?${new URLSearchParams({ tab: 'graph', run: run_id })}`}>Graph</Link>
        <SegmentedControl size="small" aria-label="Show as" options={[{ value: 'tasks', label: 'Tasks' }, { value: 'gantt', label: 'Gantt' }]} value={view} onValueChange={(next) => put({ view: next === 'gantt' ? next : null })} />
      </div>
      {run && <RunBar dag_id={dag_id} runs={[run]} onRemoved={back} />}
      {run && <Facts run={run} now={now} />}
      <PanelStates source={source} slice={slice} many="tasks" empty={<EmptyState title="No tasks in this run" text="A run gets its tasks when it begins." />}>
        <Split wide={isLog && chosen !== undefined} onClose={close} detail={chosen ? <InstancePane key={`${chosen.taskId} ${chosen.mapIndex}`} dag_id={dag_id} run_id={run_id} instance={chosen} all={instances} places={places} now={now} onOpen={open} onClose={close} /> : null}>
          {view === 'gantt' ? <RunGantt run={run} instances={instances} now={now} onOpen={open} />
            : <RunTasks dag_id={dag_id} run_id={run_id} source={source} instances={instances} places={places} now={now} chosen={chosen} onOpen={open} />}
        </Split>
      </PanelStates>
    </div>
  );
}

/** What failed first of its own: the others may have failed for that. */
const firstFailed = (instances: readonly Instance[]): Instance | undefined =>
  instances.filter(({ state, tryNumber }) => state === 'failed' && tryNumber > 0).toSorted((a, b) => Date.parse(a.end ?? '') - Date.parse(b.end ?? ''))[0];

const isShort = (conf: Run['conf']) => JSON.stringify(conf).length <= 80;

function Facts({ run, now }: { readonly run: Run; readonly now: number }) {
  const waited = run.queued !== null && run.start !== null;
  const hasConf = Object.keys(run.conf).length > 0;
  return (
    <dl className="dag-facts">
      <div><dt>Type</dt><dd>{run.type ?? nothing}</dd></div>
      <div><dt>Logical date</dt><dd><When at={run.logicalDate} now={now} /></dd></div>
      {run.start !== null && <div><dt>Started</dt><dd>{exactTime(Date.parse(run.start))}</dd></div>}
      <div><dt>Duration</dt><dd><Took start={run.start} end={run.end} now={now} /></dd></div>
      {waited && <div><dt>Queued for</dt><dd><Took start={run.queued} end={run.start} now={now} /></dd></div>}
      {run.version !== null && <div><dt>Version</dt><dd>{run.version}</dd></div>}
      {run.user !== null && <div><dt>By</dt><dd><Who id={run.user} /></dd></div>}
      {run.note !== null && <div className="run-note"><dt>Note</dt><dd>{run.note}</dd></div>}
      {hasConf && <div><dt>Conf</dt><dd className="tr-mono">{isShort(run.conf) ? JSON.stringify(run.conf) : <details><summary>{Object.keys(run.conf).join(', ')}</summary><pre className="tr-details">{JSON.stringify(run.conf, null, 2)}</pre></details>}</dd></div>}
    </dl>
  );
}
