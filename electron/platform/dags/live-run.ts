import { isFinished, type TaskState } from './graph.ts';
import type { Plan } from './plan.ts';
import { createProgress, type Ended, type Progress } from './progress.ts';
import type { InstanceState, RunRow } from './run-store.ts';
import type { DagRow } from './store.ts';
import type { Task } from './task-definition.ts';

/** A run that is under way, in memory: a copy of what the store says, read again whenever a write of it failed. */
export interface LiveRun {
  readonly row: RunRow;
  readonly dag: Pick<DagRow, 'dag' | 'dag_id' | 'tenant_id' | 'environment_id'>;
  readonly plan: Plan;
  readonly progress: Progress;
  /** By task, in the order of their map indexes; one with the index -1 for a task that is not mapped, or not yet. */
  readonly instances: Map<string, LiveInstance[]>;
  readonly byKey: Map<number, LiveInstance>;
  /** Instances that are not finished. */
  open: number;
  /** Instances under way. */
  running: number;
}

export interface LiveInstance {
  readonly run: LiveRun;
  readonly task: Task;
  /** The key within the store. */
  readonly instance: number;
  readonly map_index: number;
  readonly max_tries: number;
  readonly retry_at: number | null;
  state: TaskState;
  try_number: number;
}

export function liveRun(row: RunRow, dag: DagRow, plan: Plan, stored: readonly InstanceState[]): LiveRun {
  const instances = new Map<string, LiveInstance[]>();
  const one: LiveRun = {
    row, dag, plan, instances, byKey: new Map(), open: 0, running: 0,
    progress: createProgress(plan.graph, {
      ruleOf: (id) => plan.tasks.get(id)!.trigger_rule,
      openOf: (id) => instances.get(id)!.reduce((count, { state }) => count + Number(state === 'none'), 0),
    }),
  };
  for (const given of stored) add(one, given);
  for (const [id, list] of instances) {
    const there = list.filter(({ state }) => state !== 'removed');
    if (there.length !== 1) one.progress.mapTo(id, there.length);
    for (const { state } of there) if (isFinished(state)) one.progress.count(id, state as Ended);
    if (!there.some(({ state }) => state === 'none')) one.progress.settle([id]);
  }
  return one;
}

function add(one: LiveRun, { instance, task_id, map_index, state, try_number, max_tries, retry_at }: InstanceState): void {
  const made: LiveInstance = { run: one, task: one.plan.tasks.get(task_id)!, instance, map_index, max_tries, retry_at, state, try_number };
  one.byKey.set(instance, made);
  const known = one.instances.get(task_id);
  if (known) known.push(made);
  else one.instances.set(task_id, [made]);
  if (!isFinished(state)) one.open += 1;
  if (state === 'running') one.running += 1;
}

/** Takes in what a task has been mapped to. */
export function replaceInstances(one: LiveRun, task_id: string, stored: readonly InstanceState[]): void {
  for (const { instance, state } of one.instances.get(task_id)!) {
    one.byKey.delete(instance);
    if (!isFinished(state)) one.open -= 1;
  }
  one.instances.delete(task_id);
  for (const given of stored) add(one, given);
  one.progress.mapTo(task_id, stored.filter(({ state }) => state !== 'removed').length);
}

/** A run's end, from its last tasks, as in Airflow. */
export function outcome({ plan: { graph }, instances }: { readonly plan: Pick<Plan, 'graph'>; readonly instances: ReadonlyMap<string, readonly { readonly state: TaskState }[]> }): 'success' | 'failed' {
  for (const [id, list] of instances) {
    if (graph.downstream.get(id)!.length === 0 && list.some(({ state }) => state === 'failed' || state === 'upstream_failed')) return 'failed';
  }
  return 'success';
}
