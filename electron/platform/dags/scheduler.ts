import { toErrorValue } from '../../../shared/errors.ts';
import type { Core } from '../core.ts';
import { fileReason } from '../database.ts';
import type { DagSecrets } from './dag-secrets.ts';
import type { DueRuns } from './due-runs.ts';
import type { EventStore } from './event-store.ts';
import type { LiveInstance, LiveRun } from './live-run.ts';
import { createLiveRuns, type TryEnding } from './live-runs.ts';
import { platformStops, type Deeds } from './operators/operator.ts';
import type { Plans } from './plan.ts';
import type { PoolStore } from './pool-store.ts';
import { createReadyQueue } from './ready-queue.ts';
import { dataOf } from './run-data.ts';
import { runTask } from './run-task.ts';
import type { RunStore } from './run-store.ts';
import { createSlots } from './slots.ts';
import type { DagStore, Scope } from './store.ts';
import { groupsOf } from './task-groups.ts';
import type { OpenLog } from './task-log.ts';

/**
 * Makes runs when they are due, and takes them through their tasks. It acts in turns: each turn writes everything that
 * follows from what has happened in one transaction, and only then acts on it, so that what is under way is always in
 * the store before it begins. Between turns it sleeps until something ends, is asked for, or is due.
 */
export interface Scheduler {
  start(): void;
  /** Cuts off what is under way; the store still calls it running, and the next start takes it up again. */
  stop(): Promise<void>;
  /** A run was queued, a DAG or a pool changed. */
  wake(dag?: number): void;
  /** Cuts off what runs of a DAG that is gone. */
  abandon(dag: number): void;
  /** Somebody changed these runs, or deleted them: what is under way of them and is not to be is cut off at once. */
  refresh(runs: Iterable<number>): void;
  /** Why a task instance that has not ended is not further than it is; null if there is nothing to say. */
  waitingFor(run: number, instance: number): string | null;
  /** Why nothing can be written, and so nothing begins, at the moment; null while all is well. */
  trouble(): string | null;
  /** Slots in use and asked for, by pool, in one tenant's environment. */
  poolUse(scope: Scope): Map<string, PoolUse>;
}

export interface PoolUse {
  running: number;
  scheduled: number;
  /** Some of those that wait for a slot. */
  readonly waiting: { readonly dag_id: string; readonly dag_run_id: string; readonly task_id: string; readonly map_index: number }[];
}

/** Tasks that are named of those that wait in a pool. */
const mostNamed = 20;

export interface SchedulerLimits {
  /** Tasks under way at the same time, over all runs; Airflow's core.parallelism. */
  readonly parallelism?: number;
  /** Tasks of one run where its DAG does not say it; Airflow's core.max_active_tasks_per_dag. */
  readonly max_active_tasks?: number;
}

export interface SchedulerParts {
  readonly core: Pick<Core, 'now' | 'log' | 'transaction' | 'access'>;
  readonly dags: DagStore;
  readonly runs: RunStore;
  readonly events: EventStore;
  readonly due: DueRuns;
  readonly pools: PoolStore;
  readonly plans: Plans;
  readonly secrets: DagSecrets;
  readonly deeds: Deeds;
  readonly openLog: OpenLog;
  readonly limits?: SchedulerLimits | undefined;
}

/** One try that was begun; it is known by its instance until its end is written. */
interface UnderWay {
  readonly dag: number;
  readonly run: number;
  readonly instance: number;
  readonly try_number: number;
  readonly abort: AbortController;
  done: Promise<void>;
}

/** The clock may jump and the machine may sleep, neither of which a timer heeds. */
const longestSleep = 60_000;
const afterFailure = 1000;
/** How long one turn may go on making runs, and how long it may go on beginning them, so that requests are answered in between. */
const makingMs = 8;
const beginningMs = 8;

const reasonOf = (thrown: unknown): string => {
  const { message, details } = toErrorValue(thrown);
  return fileReason(thrown) ?? (typeof details === 'string' ? details : message);
};
const ended = (why: string) => new DOMException(why, 'AbortError');
/** A run that was deleted may come again under its id, but not at the same instant. */
const keyOf = ({ dag, row }: LiveRun, task_id: string, map_index: number, try_number: number): string => JSON.stringify(['dag', dag.dag_id, row.dag_run_id, row.queued_at, task_id, map_index, try_number]);
const isLateBy = (ms: number, since = performance.now()) => () => performance.now() - since > ms;

export function createScheduler({ core, dags, runs, events, due, pools, plans, secrets, deeds, openLog, limits = {} }: SchedulerParts): Scheduler {
  const { parallelism = 32, max_active_tasks = 16 } = limits;
  const queue = createReadyQueue();
  const underWay = new Map<number, UnderWay>();
  const live = createLiveRuns({ dags, runs, events, plans, queue, isUnderWay: (instance, try_number) => underWay.get(instance)?.try_number === try_number });
  let endings: (TryEnding & { readonly of: UnderWay })[] = [];
  /** DAGs that may begin a queued run. */
  const startable = new Set<number>();
  /** Runs that are to be taken from the store anew. */
  const changed = new Set<number>();
  /** What was cut off and has not come to its end. */
  const cutting = new Set<Promise<void>>();
  let stale = true;
  /** Some run waits for its task instances. */
  let isIncomplete = false;
  let stopping = false;
  let pending = false;
  let timer: NodeJS.Timeout | undefined;
  /** Why nothing can be written, as it was told; it is told once. */
  let trouble: string | undefined;

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
    const tried = new Set<number>();
    try {
      const begun = core.transaction(() => write(tried));
      if (trouble !== undefined) core.log('The scheduler can write again, and goes on.');
      trouble = undefined;
      for (const { of } of endings) if (underWay.get(of.instance) === of) underWay.delete(of.instance);
      endings = [];
      changed.clear();
      for (const dag of tried) startable.delete(dag);
      for (const dag of live.takeFreed()) startable.add(dag);
      for (const one of begun) act(one);
      if (startable.size > 0 || isIncomplete) wake();
      else sleep();
    } catch (thrown) {
      // Nothing was written, and nothing is acted on: what has ended is kept, and everything else read again.
      stale = true;
      const reason = reasonOf(thrown);
      if (reason !== trouble) core.log(`The scheduler could not write, and tries again every second: ${reason}`);
      trouble = reason;
      timer = setTimeout(wake, afterFailure);
    }
  }

  /** Everything that a turn writes. Returns the task instances that begin. */
  function write(tried: Set<number>): LiveInstance[] {
    const now = core.now();
    if (stale) reload(now);
    else for (const run of changed) retake(run, now);
    recordEndings(now);
    for (const dag of due.make(now, isLateBy(makingMs))) startable.add(dag);
    complete();
    const isLate = isLateBy(beginningMs);
    for (const dag of startable) {
      if (tried.size > 0 && isLate()) break;
      tried.add(dag);
      beginRuns(dag, now);
    }
    live.wakeUp(now);
    const slots = slotsNow();
    const room = parallelism - underWay.size + endings.length;
    const begin = (one: LiveInstance) => {
      slots.begin(one);
      live.beginTry(one, now);
    };
    return queue.take(room, { blocks: (one) => slots.blocks(one), begin });
  }

  /** Makes the task instances of a run with many tasks, some in each turn. */
  function complete(): void {
    const row = runs.incomplete();
    isIncomplete = row !== undefined;
    if (row && runs.fill(row.run, [...plans(row.dag, row.version).tasks.values()])) startable.add(row.dag);
  }

  const slotsNow = () => createSlots(running(), pools, max_active_tasks);

  function* running(): Generator<LiveInstance> {
    for (const { run, instance } of underWay.values()) {
      const one = live.get(run)?.byKey.get(instance);
      if (one?.state === 'running') yield one;
    }
  }

  function recordEndings(now: number): void {
    for (const { of, ...ending } of endings) {
      const one = live.get(of.run)?.byKey.get(of.instance);
      if (one?.state === 'running' && one.try_number === of.try_number) live.endTry(one, ending, now);
    }
  }

  /** Takes the runs under way from the store; tasks that were cut off are to run again. */
  function reload(now: number): void {
    live.clear();
    for (const row of runs.running()) live.take(row, now);
    for (const dag of runs.dagsWithQueued()) startable.add(dag);
    stale = false;
  }

  function retake(run: number, now: number): void {
    live.drop(run);
    const row = runs.byKey(run);
    if (row?.state === 'running') live.take(row, now);
    if (row) startable.add(row.dag);
  }

  function beginRuns(key: number, now: number): void {
    const dag = dags.byKey(key);
    if (!dag || !runs.hasQueued(key)) return;
    const room = plans(key, dag.version).definition.max_active_runs - runs.countRunning(key);
    for (const row of runs.queued(key, dag.is_paused === 1, room)) {
      runs.begin(row.run, now);
      live.take({ ...row, state: 'running', start_date: now }, now);
    }
  }

  function act({ run: one, task, instance, try_number, map_index }: LiveInstance): void {
    const { run, version, user_id } = one.row;
    const { dag, tenant_id, environment_id } = one.dag;
    const abort = new AbortController();
    const log = openLog(instance, try_number);
    const work = async (): Promise<string> =>
      runTask(
        deeds,
        {
          task, map_index, log, key: keyOf(one, task.task_id, map_index, try_number),
          auth: secrets.authOf(dag, version, task.task_id, task.fields['auth']),
          data: dataOf(one, runs),
          targetsOf: (id) => (one.plan.tasks.has(id) ? [id] : groupsOf([...one.plan.tasks.values()]).rootsOf(id)),
          caller: () => core.access.enter(user_id, { tenant_id, environment_id }),
        },
        abort.signal,
      );
    const entry: UnderWay = { dag, run, instance, try_number, abort, done: Promise.resolve() };
    const ended = (ending: TryEnding) => {
      log.end();
      if (abort.signal.aborted) return;
      endings.push({ of: entry, ...ending });
      wake();
    };
    log.write('info', `Try ${try_number} of “${task.task_id}” in the run ${one.row.dag_run_id} begins`);
    entry.done = work().then(
      (result) => ended({ result }),
      (thrown: unknown) => {
        const error = messageOf(thrown);
        log.write('error', error);
        ended({ error });
      },
    );
    underWay.set(instance, entry);
  }

  function messageOf(thrown: unknown): string {
    const { code, message } = toErrorValue(thrown);
    if (code === 'internal') core.log(thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown));
    return message;
  }

  function sleep(): void {
    if (pending) return;
    const at = Math.min(due.nextAt() ?? Infinity, live.nextRetry() ?? Infinity);
    if (at !== Infinity) timer = setTimeout(wake, Math.min(Math.max(at - core.now(), 0), longestSleep));
  }

  function cut(entry: UnderWay, why: DOMException): void {
    if (underWay.get(entry.instance) === entry) underWay.delete(entry.instance);
    endings = endings.filter(({ of }) => of !== entry);
    entry.abort.abort(why);
    cutting.add(entry.done);
    void entry.done.then(() => cutting.delete(entry.done));
  }

  return {
    start: () => wake(),
    wake,
    abandon(dag) {
      for (const entry of underWay.values()) if (entry.dag === dag) cut(entry, ended('The DAG was deleted.'));
      for (const one of live.all()) if (one.row.dag === dag) live.drop(one.row.run);
      wake();
    },
    refresh(those) {
      const all = new Set(those);
      for (const entry of underWay.values()) {
        if (!all.has(entry.run)) continue;
        const row = runs.instance(entry.instance);
        if (row?.state !== 'running' || row.try_number !== entry.try_number) cut(entry, ended('Somebody ended the task.'));
      }
      for (const run of all) changed.add(run);
      wake();
    },
    waitingFor(run, instance) {
      if (trouble !== undefined) return `The platform's data file cannot be written, and until it can no task begins or ends: ${trouble}.`;
      const one = live.get(run)?.byKey.get(instance);
      if (one?.state === 'none') return live.heldFor(run, one.task.task_id) ?? null;
      if (one?.state !== 'scheduled') return null;
      return slotsNow().reason(one) ?? (underWay.size >= parallelism ? `${underWay.size} tasks are under way on this platform, as many as it runs at a time.` : null);
    },
    trouble: () => trouble ?? null,
    poolUse({ tenant_id, environment_id }) {
      const uses = new Map<string, PoolUse>();
      for (const one of live.all()) {
        if (one.dag.tenant_id !== tenant_id || one.dag.environment_id !== environment_id) continue;
        for (const { state, task, map_index } of one.byKey.values()) {
          if (state !== 'running' && state !== 'scheduled') continue;
          const use = uses.get(task.pool) ?? { running: 0, scheduled: 0, waiting: [] };
          use[state] += task.pool_slots;
          if (state === 'scheduled' && use.waiting.length < mostNamed) use.waiting.push({ dag_id: one.dag.dag_id, dag_run_id: one.row.dag_run_id, task_id: task.task_id, map_index });
          uses.set(task.pool, use);
        }
      }
      return uses;
    },
    async stop() {
      // What has ended already is written once more; what has not is cut off, and stays `running` in the store.
      clearTimeout(timer);
      stopping = true;
      try {
        if (!stale) core.transaction(() => recordEndings(core.now()));
      } catch (thrown) {
        core.log(`The scheduler could not write as it stopped: ${reasonOf(thrown)}`);
      }
      const written = new Set(endings.map(({ of }) => of));
      for (const entry of underWay.values()) if (!written.has(entry)) cut(entry, platformStops);
      await Promise.all(cutting);
    },
  };
}
