import { toErrorValue } from '../../../shared/errors.ts';
import { notChosen } from './branch-choice.ts';
import type { EventStore, NewEvent } from './event-store.ts';
import { mappedTo } from './expansion.ts';
import type { TaskState } from './graph.ts';
import { mostInterruptions, waitAfterInterruption } from './interruption.ts';
import { liveRun, outcome, replaceInstances, type LiveInstance, type LiveRun } from './live-run.ts';
import type { Plans } from './plan.ts';
import type { Decision, Ended } from './progress.ts';
import type { ReadyQueue } from './ready-queue.ts';
import { retryDelay } from './retry-delay.ts';
import { dataOf } from './run-data.ts';
import type { InstanceState, RunRow, RunStore } from './run-store.ts';
import type { DagStore } from './store.ts';

/** The runs under way, and what follows for them from what happens. Everything here is to be called in a transaction. */
export interface LiveRuns {
  get(run: number): LiveRun | undefined;
  all(): Iterable<LiveRun>;
  /** Takes a run from the store, and decides of its tasks; those that were cut off are to run again. */
  take(row: RunRow, now: number): void;
  drop(run: number): void;
  clear(): void;
  beginTry(one: LiveInstance, now: number): void;
  endTry(one: LiveInstance, ending: TryEnding, now: number): void;
  /** Makes ready what is to be tried again by now, and what waited for an earlier run that has gone on. */
  wakeUp(now: number): void;
  /** When a task is tried again next. */
  nextRetry(): number | undefined;
  /** Why a task that nothing upstream keeps from beginning has not been made ready. */
  heldFor(run: number, task_id: string): string | undefined;
  /** The DAGs of which a run has ended since this was last asked. */
  takeFreed(): number[];
}

export type TryEnding = { readonly result: string } | { readonly error: string };

export interface LiveRunsParts {
  readonly dags: DagStore;
  readonly runs: RunStore;
  readonly events: EventStore;
  readonly plans: Plans;
  readonly queue: ReadyQueue;
  /** Is this try of the instance under way in this process? */
  readonly isUnderWay: (instance: number, try_number: number) => boolean;
}

export function createLiveRuns({ dags, runs, events, plans, queue, isUnderWay }: LiveRunsParts): LiveRuns {
  const live = new Map<number, LiveRun>();
  const retries = new Map<LiveInstance, number>();
  /** Tasks that wait for the run before theirs, by DAG. */
  const held = new Map<number, Set<{ readonly one: LiveRun; readonly task_id: string }>>();
  /** DAGs whose held tasks are to be looked at again. */
  const moved = new Set<number>();
  const freed = new Set<number>();

  function note(one: LiveRun, event: string, now: number, more: Partial<NewEvent> = {}): void {
    events.add({ ...eventOf(one, event), ...more }, now);
  }

  function takeBackCutOff(states: readonly InstanceState[], now: number): InstanceState[] | undefined {
    const cutOff = states.filter(({ state, instance, try_number }) => state === 'running' && !isUnderWay(instance, try_number));
    if (cutOff.length === 0) return undefined;
    const givenUp: InstanceState[] = [];
    for (const state of cutOff) {
      const { instance, operator, interruptions } = state;
      const wait = waitAfterInterruption(operator, interruptions + 1);
      if (wait !== undefined) runs.takeBack(instance, wait === 0 ? null : now + wait);
      else {
        runs.fail(instance, 'failed', `The platform ended ${mostInterruptions} times while this expression ran, so it is not tried again.`, null, now);
        givenUp.push(state);
      }
    }
    return givenUp;
  }

  function take(row: RunRow, now: number): void {
    const states = runs.instanceStates(row.run);
    const givenUp = takeBackCutOff(states, now);
    const one = liveRun(row, dags.byKey(row.dag)!, plans(row.dag, row.version), givenUp ? runs.instanceStates(row.run) : states);
    live.set(row.run, one);
    moved.add(row.dag);
    if (givenUp) events.addOf(eventOf(one, 'failed'), givenUp, now);
    for (const instance of one.byKey.values()) {
      if (instance.state === 'scheduled') queue.add(instance);
      else if (instance.state === 'up_for_retry') retries.set(instance, instance.retry_at ?? 0);
    }
    apply(one, [...one.progress.skip(skippedByBranches(one)), ...one.progress.review()], now);
  }

  function skippedByBranches(one: LiveRun): string[] {
    const branches = [...one.instances.values()].flatMap(([first]) => (first!.task.operator === 'branch' && first!.state === 'success' ? [first!.task.task_id] : []));
    if (branches.length === 0) return [];
    const chosen = runs.results(one.row.run, branches, () => false);
    // A branch that a person called a success has not chosen, and leaves every way open.
    return branches.flatMap((id) => (Array.isArray(chosen.get(id)) ? notChosen(one.plan.graph, id, chosen.get(id) as string[]) : []));
  }

  /** Does what was decided of tasks, and all that follows from it; ends the run if nothing of it is open. */
  function apply(one: LiveRun, decisions: readonly Decision[], now: number): void {
    const open = [...decisions];
    const ready: LiveInstance[] = [];
    const ended = new Map<TaskState, LiveInstance[]>();
    for (let at = 0; at < open.length; at += 1) {
      const [task_id, state] = open[at]!;
      if (state === 'scheduled') {
        for (const decision of schedule(one, task_id, ready, now)) open.push(decision);
        continue;
      }
      const list = ended.get(state) ?? [];
      ended.set(state, list);
      for (const instance of one.instances.get(task_id)!) {
        if (instance.state !== 'none') continue;
        instance.state = state;
        one.open -= 1;
        list.push(instance);
      }
    }
    makeReady(ready);
    for (const [state, list] of ended) {
      runs.skipTo(list.map(({ instance }) => instance), state, now);
      events.addOf(eventOf(one, state), list.map(({ task: { task_id }, map_index }) => ({ task_id, map_index })), now);
    }
    if (decisions.length > 0) moved.add(one.row.dag);
    conclude(one, now);
  }

  function makeReady(ready: readonly LiveInstance[]): void {
    if (ready.length === 0) return;
    runs.setStates(ready.map(({ instance }) => instance), 'scheduled');
    for (const instance of ready) queue.add(instance);
  }

  /** Makes a task ready that nothing upstream keeps from beginning, unless the run before does; maps it first, if it is to be. */
  function schedule(one: LiveRun, task_id: string, ready: LiveInstance[], now: number): Decision[] {
    if (waitsForPast(one, task_id) !== undefined) {
      const waiting = held.get(one.row.dag) ?? new Set();
      held.set(one.row.dag, waiting.add({ one, task_id }));
      return [];
    }
    const fresh = one.instances.get(task_id)!.every(({ state }) => state === 'none' || state === 'removed');
    if (fresh && one.plan.tasks.get(task_id)!.is_mapped) {
      const decisions = map(one, task_id, now);
      if (decisions) return decisions;
    }
    for (const instance of one.instances.get(task_id)!) {
      if (instance.state !== 'none') continue;
      instance.state = 'scheduled';
      ready.push(instance);
    }
    return [];
  }

  /** Undefined where there is something to run; else what follows from there being nothing, or from not being able to tell. */
  function map(one: LiveRun, task_id: string, now: number): Decision[] | undefined {
    const task = one.plan.tasks.get(task_id)!;
    const all = one.instances.get(task_id)!;
    const end = (state: 'skipped' | 'failed', error?: string) => {
      const waiting = all.filter((instance) => instance.state === 'none');
      if (error === undefined) runs.skipTo(waiting.map(({ instance }) => instance), state, now);
      for (const instance of waiting) {
        if (error !== undefined) runs.fail(instance.instance, 'failed', error, null, now);
        instance.state = state;
        one.open -= 1;
      }
      events.addOf(eventOf(one, state), waiting.map(({ map_index }) => ({ task_id, map_index, extra: error })), now);
      return one.progress.ended(task_id, state, waiting.length);
    };
    try {
      const { expand, expand_kwargs } = task.fields;
      const { length } = mappedTo(task.fields, dataOf(one, runs).named({ expand, expand_kwargs }));
      if (length === 0) return end('skipped');
      replaceInstances(one, task_id, runs.mapTo(one.row.run, task_id, length));
      return undefined;
    } catch (thrown) {
      return end('failed', toErrorValue(thrown).message);
    }
  }

  function waitsForPast(one: LiveRun, task_id: string): string | undefined {
    const { depends_on_past, wait_for_downstream } = one.plan.tasks.get(task_id)!;
    if (!depends_on_past) return undefined;
    const previous = runs.previous(one.row);
    if (!previous) return undefined;
    const awaited = [task_id, ...(wait_for_downstream ? one.plan.graph.downstream.get(task_id)! : [])];
    for (const id of awaited) {
      const states = runs.statesOf(previous.run, id);
      if (states.length === 0 && (id !== task_id || !runs.hasBegunBefore(one.row, task_id))) continue;
      const missing = states.length === 0 ? 'none' : states.find(({ state }) => state !== 'success' && state !== 'skipped' && state !== 'removed')?.state;
      if (missing !== undefined) return `It waits for “${id}” of the run before, ${previous.dag_run_id}, which has to succeed or be skipped; its state is ${missing}.`;
    }
    return undefined;
  }

  function conclude(one: LiveRun, now: number): void {
    if (one.open > 0) return;
    const state = outcome(one);
    runs.end(one.row.run, state, now);
    note(one, `dag_run_${state}`, now);
    drop(one.row.run);
    freed.add(one.row.dag);
  }

  function drop(run: number): void {
    const one = live.get(run);
    if (!one) return;
    live.delete(run);
    queue.drop(run);
    for (const instance of retries.keys()) if (instance.run === one) retries.delete(instance);
    const waiting = held.get(one.row.dag);
    for (const entry of waiting ?? []) if (entry.one === one) waiting!.delete(entry);
    moved.add(one.row.dag);
  }

  function endTry(instance: LiveInstance, ending: TryEnding, now: number): void {
    const { run: one, task: { task_id }, try_number } = instance;
    one.running -= 1;
    if ('error' in ending) return failTry(instance, ending.error, now);
    instance.state = 'success';
    one.open -= 1;
    runs.succeed(instance.instance, ending.result, now);
    note(one, 'success', now, { task_id, map_index: instance.map_index, try_number });
    const skipped = instance.task.operator === 'branch' ? one.progress.skip(notChosen(one.plan.graph, task_id, JSON.parse(ending.result) as string[])) : [];
    follow(one, task_id, 'success', skipped, now);
  }

  function failTry(instance: LiveInstance, error: string, now: number): void {
    const { run: one, task, try_number, max_tries } = instance;
    const again = try_number <= max_tries;
    instance.state = again ? 'up_for_retry' : 'failed';
    const retry_at = again ? now + retryDelay(task, `${one.dag.dag_id}#${task.task_id}#${one.row.dag_run_id}`, try_number) * 1000 : null;
    runs.fail(instance.instance, instance.state, error, retry_at === null ? null : Math.round(retry_at), now);
    note(one, instance.state, now, { task_id: task.task_id, map_index: instance.map_index, try_number, extra: error });
    if (retry_at !== null) return void retries.set(instance, retry_at);
    one.open -= 1;
    follow(one, task.task_id, 'failed', [], now);
  }

  function follow(one: LiveRun, task_id: string, state: Ended, before: readonly Decision[], now: number): void {
    moved.add(one.row.dag);
    apply(one, [...before, ...one.progress.ended(task_id, state)], now);
  }

  return {
    get: (run) => live.get(run),
    all: () => live.values(),
    take,
    drop,
    clear() {
      live.clear();
      queue.clear();
      retries.clear();
      held.clear();
      moved.clear();
    },
    beginTry(instance, now) {
      instance.try_number += 1;
      instance.state = 'running';
      instance.run.running += 1;
      runs.beginTry(instance.instance, now);
      note(instance.run, 'running', now, { task_id: instance.task.task_id, map_index: instance.map_index, try_number: instance.try_number });
    },
    endTry,
    wakeUp(now) {
      const ready: LiveInstance[] = [];
      for (const [instance, at] of retries) {
        if (at > now) continue;
        retries.delete(instance);
        instance.state = 'scheduled';
        ready.push(instance);
      }
      makeReady(ready);
      for (const dag of moved) {
        const waiting = held.get(dag);
        held.delete(dag);
        for (const { one, task_id } of waiting ?? []) if (live.get(one.row.run) === one) apply(one, [[task_id, 'scheduled']], now);
      }
      moved.clear();
    },
    nextRetry() {
      let next: number | undefined;
      for (const at of retries.values()) next = Math.min(next ?? at, at);
      return next;
    },
    heldFor: (run, task_id) => {
      const one = live.get(run);
      const waits = one && [...(held.get(one.row.dag) ?? [])].some((entry) => entry.one === one && entry.task_id === task_id);
      return waits ? waitsForPast(one, task_id) : undefined;
    },
    takeFreed() {
      const all = [...freed];
      freed.clear();
      return all;
    },
  };
}

function eventOf({ dag: { tenant_id, environment_id, dag_id }, row }: LiveRun, event: string): NewEvent {
  return { tenant_id, environment_id, dag_id, event, owner: 'scheduler', run_id: row.dag_run_id };
}
