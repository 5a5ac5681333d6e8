import type { BackfillRow, BackfillStore, ReprocessBehavior } from './backfill-store.ts';
import type { EventStore } from './event-store.ts';
import { changesOf } from './instance-changes.ts';
import type { Plans } from './plan.ts';
import type { RunRow, RunStore } from './run-store.ts';
import type { DagRow, DagStore } from './store.ts';

/**
 * Makes the runs of backfills, as many at a time as each may have; a date is marked in the transaction that makes its run.
 * As in Airflow, a date that has had its run gets no second one: that run is cleared, and becomes the backfill's.
 */
export interface BackfillRuns {
  /** The DAGs that got a run. To be called in a transaction. */
  make(now: number): Set<number>;
  /** When there is something to make next; undefined while all wait for runs to end. */
  nextAt(): number | undefined;
}

export interface BackfillRunsParts {
  readonly dags: DagStore;
  readonly runs: RunStore;
  readonly events: EventStore;
  readonly backfills: BackfillStore;
  readonly plans: Plans;
}

/** Whether a date is run whose latest run is in this state; undefined for none. */
export function isToRun(behavior: ReprocessBehavior, state: string | undefined): boolean {
  if (state === undefined) return true;
  if (state === 'failed') return behavior !== 'none';
  return behavior === 'completed' && state === 'success';
}

/** Dates that are looked at in one turn: those that have had their run meanwhile are passed over. */
const datesAtOnce = 100;

export function createBackfillRuns({ dags, runs, events, backfills, plans }: BackfillRunsParts): BackfillRuns {
  let isMore = false;

  const note = ({ tenant_id, environment_id, dag_id }: DagRow, event: string, id: number, now: number, run_id?: string) =>
    events.add({ tenant_id, environment_id, dag_id, event, owner: 'scheduler', run_id, extra: JSON.stringify({ backfill: id }) }, now);

  /** Lets a run of the past begin anew, with the version, the id and the conf that it had. */
  function reprocess(dag: DagRow, { run, version, dag_run_id }: RunRow, id: number, now: number): string {
    const { tasks } = plans(dag.dag, version);
    const { tenant_id, environment_id, dag_id } = dag;
    const begun = runs.instanceStates(run).filter(({ state }) => state !== 'none' && state !== 'removed');
    runs.clear(begun.map(({ instance, task_id }) => ({ instance, retries: tasks.get(task_id)!.retries })), now);
    runs.takeOver(run, id, now);
    events.addOf({ tenant_id, environment_id, dag_id, event: 'clear_task_instances', owner: 'scheduler', run_id: dag_run_id }, changesOf(begun, null), now);
    return dag_run_id;
  }

  function makeRuns({ id, dag, reprocess_behavior, max_active_runs, conf, user_id }: BackfillRow, now: number): boolean {
    const active = backfills.countActive(id);
    const dates = backfills.waiting(id, datesAtOnce);
    const row = dags.byKey(dag)!;
    let room = max_active_runs - active;
    if (dates.length === 0 && active === 0) {
      backfills.complete(id, now);
      note(row, 'backfill_completed', id, now);
    }
    if (room <= 0 || dates.length === 0) return false;
    const before = room;
    for (const { place, logical_date } of dates) {
      if (room === 0) break;
      backfills.setMade(id, place);
      const had = runs.at(dag, logical_date);
      if (!isToRun(reprocess_behavior, had?.state)) continue;
      const { version } = row;
      const made = () => runs.insert({ dag, version, run_type: 'backfill', logical_date, conf, triggered_by: 'backfill', user_id, backfill: id }, [...plans(dag, version).tasks.values()], now).dag_run_id;
      note(row, 'dag_run_backfilled', id, now, had ? reprocess(row, had, id, now) : made());
      room -= 1;
    }
    // Without a run whose end would bring the next turn, or with room left, the next dates are looked at in a turn of their own.
    isMore ||= room > 0;
    return room < before;
  }

  return {
    make(now) {
      isMore = false;
      const queued = new Set<number>();
      for (const row of backfills.open()) if (row.is_paused === 0 && makeRuns(row, now)) queued.add(row.dag);
      return queued;
    },
    nextAt: () => (isMore ? 0 : undefined),
  };
}
