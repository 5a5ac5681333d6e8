import { Callout, Tab, Tabs } from '@blueprintjs/core';
import { useMemo } from 'react';
import { Editor } from '../../../components/json-editor/editor.tsx';
import { nothing } from '../../../components/rows/row-table.tsx';
import { Took, When } from '../../../components/rows/times.tsx';
import { useCommand } from '../../../state/commands.ts';
import { instanceOf as instanceSource, mappedOf, triesOf } from '../../../state/dag-desk.ts';
import { useAbsence } from '../../../state/list-permission.ts';
import { useList } from '../../../state/lists.ts';
import { instanceOf, type Instance } from '../airflow.ts';
import { InstanceBar } from '../deeds/instance-bar.tsx';
import { DetailPane } from '../detail-pane.tsx';
import { logNames } from '../logs/log-address.ts';
import { TaskLog } from '../logs/task-log.tsx';
import { StateBadge, StateSign, stateWord } from '../state-badge.tsx';
import type { Place } from '../task-order.ts';
import { useAddress } from '../../../components/use-address.ts';
import { Part } from './part.tsx';
import { keyOf, nameOf } from './run-tasks.tsx';
import { Tries, Where } from './tries.tsx';

interface InstancePaneProps {
  readonly dag_id: string;
  readonly run_id: string;
  readonly instance: Instance;
  /** Of the run. */
  readonly all: readonly Instance[];
  readonly places: ReadonlyMap<string, Place>;
  readonly now: number;
  readonly onOpen: (taskId: string, mapIndex: number) => void;
  readonly onClose: () => void;
}

/** Does the address ask for the log of the task that is looked at? */
export const showsLog = (search: URLSearchParams): boolean => search.get('pane') === 'log';
/** Takes what the pane has in the address away: the next task has lines of its own. */
export const noPane = Object.fromEntries(['pane', ...logNames].map((name) => [name, null])) as Readonly<Record<string, null>>;

/** One task instance: what it was given, what came of it try by try, its neighbours, and its log. */
export function InstancePane({ dag_id, run_id, instance: listed, all, places, now, onOpen, onClose }: InstancePaneProps) {
  const { taskId, mapIndex } = listed;
  const key = useMemo(() => keyOf(run_id, { taskId, mapIndex }), [run_id, taskId, mapIndex]);
  const keys = useMemo(() => [key], [key]);
  const absent = useAbsence('taskInstances', 'get') !== undefined;
  const read = useList(absent ? null : instanceSource(dag_id, key)).data[0];
  const tries = useList(absent ? null : triesOf(dag_id, key)).data.map(instanceOf);
  // The list's state is the newer one while the instance itself is asked anew.
  const instance = read ? { ...instanceOf(read), state: listed.state } : listed;
  const { state, error, nextTry, end, waitingFor, interruptions } = instance;
  const { search, put } = useAddress();
  const isLog = showsLog(search);
  const turn = (next: string) => put(next === 'log' ? { pane: 'log' } : noPane);
  useCommand('instance.log', () => turn(isLog ? 'details' : 'log'));
  const details = (
    <>
      <InstanceBar dag_id={dag_id} keys={keys} />
      <dl className="dag-facts">
        <div><dt>Try</dt><dd>{instance.tryNumber === 0 ? nothing : instance.tryNumber}</dd></div>
        <div><dt>Started</dt><dd>{instance.start === null ? nothing : <When at={instance.start} now={now} />}</dd></div>
        {end !== null && <div><dt>Ended</dt><dd><When at={end} now={now} /></dd></div>}
        <div><dt>Duration</dt><dd><Took start={instance.start} end={end} now={now} /></dd></div>
        {instance.operator !== null && <div><dt>Operator</dt><dd>{instance.operator}</dd></div>}
        {instance.host !== null && <div><dt>Host</dt><dd><Where host={instance.host} pid={instance.pid} /></dd></div>}
      </dl>
      {waitingFor !== null && <Callout compact role="status" className="instance-waits">{waitingFor}</Callout>}
      {interruptions > 0 && <p className="tr-muted">The platform ended {interruptions === 1 ? 'once' : `${interruptions} times`} while it ran. It was begun anew each time, which spends no try.</p>}
      <Neighbours taskId={taskId} all={all} places={places} onOpen={onOpen} />
      {error !== null && <Part title={state === 'failed' ? 'Error' : 'Error of the last try'}><pre className="tr-details">{error}</pre></Part>}
      {nextTry !== null && state === 'up_for_retry' && <p>It is tried again <When at={nextTry} now={now} />.</p>}
      <Result instance={instance} />
      {tries.length > 0 && <Tries tries={tries} now={now} />}
      {instance.rendered !== null && <Part title="Rendered fields"><Editor readOnly language="json" label="Rendered fields as JSON" lines={3} value={JSON.stringify(instance.rendered, null, 2)} /></Part>}
      {listed.isMapped && <Mapped dag_id={dag_id} run_id={run_id} taskId={taskId} onOpen={onOpen} />}
    </>
  );
  return (
    <DetailPane label={`Task ${nameOf(listed)}`} title={nameOf(listed)} badge={<StateBadge state={state} />} fills={isLog} onClose={onClose}>
      <Tabs id="instance" selectedTabId={isLog ? 'log' : 'details'} renderActiveTabPanelOnly onChange={(next) => turn(String(next))} className="instance-tabs">
        <Tab id="details" disabled={false} title="Details" panel={details} />
        <Tab id="log" disabled={false} title="Log" panel={<TaskLog dag_id={dag_id} instance={key} latest={listed.tryNumber} tries={tries} state={state} now={now} />} />
      </Tabs>
    </DetailPane>
  );
}

function Result({ instance: { state, result, resultSize, end, error } }: { readonly instance: Instance }) {
  const isLong = result === null && resultSize > 'null'.length;
  if (isLong) return <p>The result has {resultSize.toLocaleString()} characters, too many to be shown here.</p>;
  if (end === null && error === null) return <p className="tr-muted">Its result stands here once it has ended.</p>;
  if (state !== 'success') return null;
  return <Part title="Result"><Editor readOnly language="json" label="Result as JSON" lines={1} value={JSON.stringify(result ?? null, null, 2)} /></Part>;
}

interface NeighboursProps {
  readonly taskId: string;
  readonly all: readonly Instance[];
  readonly places: ReadonlyMap<string, Place>;
  readonly onOpen: (taskId: string, mapIndex: number) => void;
}

/** What it waited for and what waits for it, each with its state. */
function Neighbours({ taskId, all, places, onOpen }: NeighboursProps) {
  const after = places.get(taskId)?.after ?? [];
  const before = [...places].filter(([, place]) => place.after.includes(taskId)).map(([id]) => id);
  const line = (label: string, ids: readonly string[]) => ids.length > 0 && (
    <p className="run-neighbours">
      <span className="tr-muted">{label}</span>
      {ids.map((id) => {
        const found = all.find((one) => one.taskId === id);
        return <button key={id} type="button" className="run-neighbour tr-mono" disabled={!found} title={found ? `${id}, ${stateWord(found.state)}` : id} onClick={() => onOpen(id, -1)}>{found && <StateSign state={found.state} />} {id}</button>;
      })}
    </p>
  );
  return <>{line('After', after)}{line('Before', before)}</>;
}

function Mapped({ dag_id, run_id, taskId, onOpen }: { readonly dag_id: string; readonly run_id: string; readonly taskId: string; readonly onOpen: InstancePaneProps['onOpen'] }) {
  const slice = useList(mappedOf(dag_id, { dag_run_id: run_id, task_id: taskId }));
  const instances = slice.data.map(instanceOf);
  if (instances.length === 0) return null;
  return (
    <Part title={`Mapped instances (${(slice.total ?? instances.length).toLocaleString()})`}>
      <div className="run-mapped">
        {instances.map(({ mapIndex, state }) => (
          <button key={mapIndex} type="button" className="run-neighbour tr-mono" title={`${taskId} [${mapIndex}], ${stateWord(state)}`} onClick={() => onOpen(taskId, mapIndex)}><StateSign state={state} /> {mapIndex}</button>
        ))}
      </div>
    </Part>
  );
}
