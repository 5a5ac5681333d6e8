import { readDag, type Dag } from './definition.ts';
import { graphOf, isFinished, type Graph, type TaskState } from './graph.ts';
import type { InstanceRow, RunRow } from './run-store.ts';
import type { DagRow } from './store.ts';
import { tasksOf, type Task } from './task-definition.ts';

/** A run that is under way, in memory: a copy of what the store says, read again whenever a write of it failed. */
export interface LiveRun {
  readonly row: RunRow;
  readonly dag: Pick<DagRow, 'dag' | 'dag_id' | 'tenant_id' | 'environment_id'>;
  readonly definition: Dag;
  readonly tasks: ReadonlyMap<string, Task>;
  readonly graph: Graph;
  readonly instances: ReadonlyMap<string, LiveInstance>;
  readonly states: Map<string, TaskState>;
  /** Tasks that may begin, in the order in which they became ready. */
  readonly ready: string[];
  /** When tasks that failed are tried again. */
  readonly retries: Map<string, number>;
  /** Tasks that are not finished. */
  open: number;
  /** Tasks under way. */
  running: number;
}

export interface LiveInstance {
  readonly instance: number;
  readonly max_tries: number;
  readonly interruptions: number;
  try_number: number;
}

export function liveRun(row: RunRow, dag: DagRow, definition: string, instances: readonly Omit<InstanceRow, 'result' | 'error'>[]): LiveRun {
  const parsed = readDag(JSON.parse(definition));
  const tasks = tasksOf(parsed);
  const inState = (state: TaskState) => instances.filter((one) => one.state === state);
  return {
    row,
    dag,
    definition: parsed,
    tasks: new Map(tasks.map((task) => [task.task_id, task])),
    graph: graphOf(tasks),
    instances: new Map(
      instances.map(({ task_id, instance, max_tries, interruptions, try_number }) => [task_id, { instance, max_tries, interruptions, try_number }]),
    ),
    states: new Map(instances.map(({ task_id, state }) => [task_id, state])),
    ready: inState('scheduled').map(({ task_id }) => task_id),
    retries: new Map(inState('up_for_retry').map(({ task_id, retry_at }) => [task_id, retry_at ?? 0])),
    open: instances.filter(({ state }) => !isFinished(state)).length,
    running: inState('running').length,
  };
}
