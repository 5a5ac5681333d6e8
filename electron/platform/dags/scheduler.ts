import { toErrorValue } from '../../../shared/errors.ts';
import type { Core } from '../core.ts';
import { readDag } from './definition.ts';
import type { DagSecrets } from './dag-secrets.ts';
import { createDueRuns } from './due-runs.ts';
import type { EventStore, NewEvent } from './event-store.ts';
import { isFinished, outcome, rootsOf, settle, type TaskState } from './graph.ts';
import { mostInterruptions, waitAfterInterruption } from './interruption.ts';
import { liveRun, type LiveRun } from './live-run.ts';
import type { Deeds } from './operators.ts';
import { defaultsOf } from './params.ts';
import { runTask } from './run-task.ts';
import type { RunRow, RunStore } from './run-store.ts';
import type { DagStore } from './store.ts';

/**
 * Makes runs when they are due, and takes them through their tasks. It acts in turns: each turn writes everything that
 * follows from what has happened in one transaction, and only then acts on it, so that what is under way is always in
 * the store before it begins. Between turns it sleeps until something ends, is asked for, or is due.
 */
export interface Scheduler {
  start(): void;
  /** Cuts off what is under way; the store still calls it running, and the next start takes it up again. */
  stop(): Promise<void>;
  /** A run was queued, or a DAG changed. */
  wake(dag?: number): void;
  /** Cuts off what runs of a DAG that is gone. */
  abandon(dag: number): void;
}

export interface SchedulerLimits {
  /** Tasks under way at the same time, over all runs; Airflow's core.parallelism. */
  readonly parallelism?: number;
  /** Tasks of one run; Airflow's max_active_tasks. */
  readonly max_active_tasks?: number;
}

export interface SchedulerParts {
  readonly core: Pick<Core, 'now' | 'log' | 'transaction' | 'access'>;
  readonly dags: DagStore;
  readonly runs: RunStore;
  readonly events: EventStore;
  readonly secrets: DagSecrets;
  readonly deeds: Deeds;
  readonly limits?: SchedulerLimits | undefined;
}

type Ending = { readonly run: number; readonly task_id: string; readonly instance: number } & ({ readonly result: string } | { readonly error: string });

/** The clock may jump and the machine may sleep, neither of which a timer heeds. */
const longestSleep = 60_000;
const afterFailure = 1000;

export function createScheduler({ core, dags, runs, events, secrets, deeds, limits = {} }: SchedulerParts): Scheduler {
  const { parallelism = 32, max_active_tasks = 16 } = limits;
  const due = createDueRuns({ dags, runs, events });
  const live = new Map<number, LiveRun>();
  /** By instance, until its end is written. */
  const underWay = new Map<number, { readonly dag: number; readonly abort: AbortController; readonly done: Promise<void> }>();
  let endings: Ending[] = [];
  /** DAGs that may begin a queued run. */
  const startable = new Set<number>();
  let stale = true;
  let stopping = false;
  let pending = false;
  let timer: NodeJS.Timeout | undefined;

  function wake(dag?: number): void {
    if (dag !== undefined) startable.add(dag);
    if (pending || stopping) return;
    pending = true;
    setImmediate(turn);
  }

  function turn(): void {
    pending = false;
    if (stopping) return;
    clearTimeout(timer);
    try {
      const begun = core.transaction(write);
      for (const { instance } of endings) underWay.delete(instance);
      endings = [];
      startable.clear();
      for (const [run, one] of live) if (one.open === 0) live.delete(run);
      for (const [run, task_id] of begun) act(run, task_id);
      sleep();
    } catch (thrown) {
      // Nothing was written, and nothing is acted on: what has ended is kept, and everything else read again.
      stale = true;
      core.log(`The scheduler could not write: ${toErrorValue(thrown).message}`);
      timer = setTimeout(wake, afterFailure);
    }
  }

  /** Everything that a turn writes. Returns the tasks that begin. */
  function write(): [LiveRun, string][] {
    const now = core.now();
    if (stale) reload(now);
    for (const ending of endings) recordEnding(ending, now);
    for (const dag of due.make(now)) startable.add(dag);
    for (const dag of startable) beginRuns(dag, now);
    for (const one of live.values()) {
      for (const [task_id, at] of one.retries) {
        if (at > now) continue;
        one.retries.delete(task_id);
        become(one, task_id, 'scheduled', now);
      }
    }
    return beginTasks(now);
  }

  /** Takes the runs under way from the store; tasks that were cut off are to run again. */
  function reload(now: number): void {
    live.clear();
    for (const row of runs.running()) take(row, now);
    for (const dag of runs.dagsWithQueued()) startable.add(dag);
    stale = false;
  }

  function take(row: RunRow, now: number): LiveRun {
    const instances = runs.instanceStates(row.run);
    const cutOff = instances.filter(({ state, instance }) => state === 'running' && !underWay.has(instance));
    const givenUp: string[] = [];
    for (const { instance, task_id, operator, interruptions } of cutOff) {
      const wait = waitAfterInterruption(operator, interruptions + 1);
      if (wait !== undefined) runs.takeBack(instance, wait === 0 ? null : now + wait);
      else {
        runs.fail(instance, 'failed', `The platform ended ${mostInterruptions} times while this expression ran, so it is not tried again.`, null, now);
        givenUp.push(task_id);
      }
    }
    const one = liveRun(row, dags.byKey(row.dag)!, dags.definition(row.dag, row.version)!.definition, cutOff.length === 0 ? instances : runs.instanceStates(row.run));
    live.set(row.run, one);
    for (const task_id of givenUp) note(one, 'failed', now, { task_id });
    follow(one, [...one.states].filter(([, state]) => isFinished(state)).map(([task_id]) => task_id), now);
    return one;
  }

  function note(one: LiveRun, event: string, now: number, more: Partial<NewEvent> = {}): void {
    const { tenant_id, environment_id, dag_id } = one.dag;
    events.add({ tenant_id, environment_id, dag_id, event, owner: 'scheduler', run_id: one.row.dag_run_id, ...more }, now);
  }

  /** A state to which a task comes without having been tried. */
  function become(one: LiveRun, task_id: string, state: TaskState, now: number): void {
    const { instance } = one.instances.get(task_id)!;
    one.states.set(task_id, state);
    if (state === 'scheduled') {
      runs.setState(instance, state);
      one.ready.push(task_id);
      return;
    }
    runs.skipTo(instance, state, now);
    one.open -= 1;
    note(one, state, now, { task_id });
  }

  function recordEnding(ending: Ending, now: number): void {
    const one = live.get(ending.run);
    if (!one) return;
    const { task_id } = ending;
    one.running -= 1;
    if ('error' in ending) {
      fail(one, task_id, ending.error, now);
    } else {
      const { instance, try_number } = one.instances.get(task_id)!;
      runs.succeed(instance, ending.result, now);
      one.states.set(task_id, 'success');
      one.open -= 1;
      note(one, 'success', now, { task_id, try_number });
    }
    follow(one, [task_id], now);
  }

  function fail(one: LiveRun, task_id: string, error: string, now: number): void {
    const { instance, try_number, max_tries } = one.instances.get(task_id)!;
    const again = try_number <= max_tries;
    const state = again ? 'up_for_retry' : 'failed';
    const retry_at = again ? now + one.tasks.get(task_id)!.retry_delay_seconds * 1000 : null;
    runs.fail(instance, state, error, retry_at, now);
    one.states.set(task_id, state);
    if (retry_at === null) one.open -= 1;
    else one.retries.set(task_id, retry_at);
    note(one, state, now, { task_id, try_number, extra: error });
  }

  /** What follows from tasks that ended: for those downstream of them, and for the run. */
  function follow(one: LiveRun, ended: readonly string[], now: number): void {
    for (const [task_id, state] of settle(one.graph, one.states, ended)) become(one, task_id, state, now);
    const state = one.open === 0 ? outcome(one.graph, one.states) : undefined;
    if (!state) return;
    runs.end(one.row.run, state, now);
    note(one, `dag_run_${state}`, now);
    startable.add(one.row.dag);
  }

  function beginRuns(key: number, now: number): void {
    const dag = dags.byKey(key);
    if (!dag) return;
    const room = readDag(JSON.parse(dag.definition)).max_active_runs - runs.countRunning(key);
    if (room <= 0) return;
    for (const row of runs.queued(key, dag.is_paused === 1, room)) {
      runs.begin(row.run, now);
      const one = take({ ...row, state: 'running', start_date: now }, now);
      for (const task_id of rootsOf(one.graph)) become(one, task_id, 'scheduled', now);
    }
  }

  function beginTasks(now: number): [LiveRun, string][] {
    const begun: [LiveRun, string][] = [];
    let room = parallelism - underWay.size + endings.length;
    for (const one of live.values()) {
      while (room > 0 && one.running < (one.definition.max_active_tasks ?? max_active_tasks) && one.ready.length > 0) {
        const task_id = one.ready.shift()!;
        const instance = one.instances.get(task_id)!;
        instance.try_number += 1;
        runs.beginTry(instance.instance, now);
        one.states.set(task_id, 'running');
        one.running += 1;
        room -= 1;
        note(one, 'running', now, { task_id, try_number: instance.try_number });
        begun.push([one, task_id]);
      }
      if (room === 0) break;
    }
    return begun;
  }

  function act(one: LiveRun, task_id: string): void {
    const { instance } = one.instances.get(task_id)!;
    const { run, dag_run_id, run_type, logical_date, start_date, version, user_id } = one.row;
    const { dag, dag_id, tenant_id, environment_id } = one.dag;
    const conf = JSON.parse(one.row.conf) as Record<string, unknown>;
    const abort = new AbortController();
    const work = async (): Promise<string> =>
      runTask(
        deeds,
        {
          task: one.tasks.get(task_id)!,
          graph: one.graph,
          auth: secrets.authOf(dag, version, task_id, one.tasks.get(task_id)!.fields['auth']),
          params: { ...defaultsOf(one.definition.params), ...conf },
          run: { dag_id, dag_run_id, run_type, logical_date: isoOf(logical_date), start_date: isoOf(start_date), conf },
          resultOf: (id) => runs.result(run, id),
          caller: () => core.access.enter(user_id, { tenant_id, environment_id }),
        },
        abort.signal,
      );
    const ended = (how: { result: string } | { error: string }) => {
      if (abort.signal.aborted) return void underWay.delete(instance);
      endings.push({ run, task_id, instance, ...how });
      wake();
    };
    const done = work().then(
      (result) => ended({ result }),
      (thrown: unknown) => ended({ error: messageOf(thrown) }),
    );
    underWay.set(instance, { dag, abort, done });
  }

  function messageOf(thrown: unknown): string {
    const { code, message } = toErrorValue(thrown);
    if (code === 'internal') core.log(thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown));
    return message;
  }

  function sleep(): void {
    if (pending) return;
    let at = due.nextAt() ?? Infinity;
    for (const one of live.values()) for (const retry of one.retries.values()) at = Math.min(at, retry);
    if (at !== Infinity) timer = setTimeout(wake, Math.min(Math.max(at - core.now(), 0), longestSleep));
  }

  function cutOff(which: (dag: number) => boolean): Promise<void>[] {
    const cut = [...underWay.values()].filter(({ dag }) => which(dag));
    for (const { abort } of cut) abort.abort(new DOMException('The platform stops.', 'AbortError'));
    return cut.map(({ done }) => done);
  }

  return {
    start: () => wake(),
    wake,
    abandon(dag) {
      for (const [run, one] of live) if (one.row.dag === dag) live.delete(run);
      void cutOff((one) => one === dag);
      wake();
    },
    async stop() {
      // What has ended already is written once more; what has not is cut off, and stays `running` in the store.
      clearTimeout(timer);
      stopping = true;
      try {
        if (!stale) core.transaction(() => endings.forEach((ending) => recordEnding(ending, core.now())));
      } catch (thrown) {
        core.log(`The scheduler could not write as it stopped: ${toErrorValue(thrown).message}`);
      }
      await Promise.all(cutOff(() => true));
    },
  };
}

const isoOf = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());
