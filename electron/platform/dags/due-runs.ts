import { timetableOf, type Scheduled } from '../../../shared/rules/dag-schedule.ts';
import type { BackfillRuns } from './backfill-runs.ts';
import type { EventStore } from './event-store.ts';
import type { Plan, Plans } from './plan.ts';
import type { RunStore } from './run-store.ts';
import type { RunTimeouts } from './run-timeouts.ts';
import type { DagStore, ListedDag } from './store.ts';

/** Makes the runs that schedules and backfills ask for. The schedule's cursor moves in the transaction that makes the run. */
export interface DueRuns {
  /**
   * Ends pauses whose time has come, and queues what is due, until `isLate` says that the rest takes another turn; the DAGs
   * that got a run. To be called in a transaction.
   */
  make(now: number, isLate?: () => boolean): Set<number>;
  /** When there is something to make next. */
  nextAt(): number | undefined;
}

export interface DueRunsParts {
  readonly dags: DagStore;
  readonly runs: RunStore;
  readonly events: EventStore;
  readonly backfills: BackfillRuns;
  readonly timeouts: RunTimeouts;
  readonly plans: Plans;
}

/** Due schedules that are looked at in one turn at the most. */
const dueAtOnce = 100;

/**
 * Where a schedule stands when its DAG is added, changed or resumed at `now`: the next instant for which a run is to be
 * made. With catchup it goes on after the last run, or begins at the start date, or, without one, where it stood (`before`);
 * without catchup, what has passed is left out.
 */
export function cursorOf(dag: Scheduled & { readonly catchup: boolean }, lastScheduled: number | undefined, before: number | null | undefined, now: number): number | undefined {
  const timetable = timetableOf(dag);
  if (!timetable) return undefined;
  if (timetable.once) return lastScheduled === undefined ? timetable.after(-Infinity) : undefined;
  // A clock that was set back makes no instant come twice.
  if (timetable.continuous) {
    const first = Math.max(now, (lastScheduled ?? -Infinity) + 1);
    return timetable.upTo(first) === first ? first : timetable.after(first);
  }
  if (!dag.catchup) return timetable.after(Math.max(now, lastScheduled ?? now));
  const begin = dag.start_date ? -Infinity : Math.min((before ?? Infinity) - 1, now);
  return timetable.after(lastScheduled ?? begin);
}

export function createDueRuns({ dags, runs, events, backfills, timeouts, plans }: DueRunsParts): DueRuns {
  const note = ({ tenant_id, environment_id, dag_id }: ListedDag, event: string, now: number, more: { run_id?: string; extra?: string }) =>
    events.add({ tenant_id, environment_id, dag_id, event, owner: 'scheduler', ...more }, now);

  function resume(now: number): void {
    for (const row of dags.resuming(now)) {
      dags.unpause(row.dag);
      dags.setNextRun(row.dag, cursorOf(plans(row.dag, row.version).definition, runs.lastScheduled(row.dag), row.next_run_at, row.paused_until!));
      note(row, 'unpause_dag', now, { extra: JSON.stringify({ paused_by: row.paused_by, until: new Date(row.paused_until!).toISOString() }) });
    }
  }

  function queue(row: ListedDag, { tasks }: Plan, logical_date: number, now: number): void {
    const run = { dag: row.dag, version: row.version, run_type: 'scheduled', logical_date, conf: '{}', triggered_by: 'timetable', user_id: row.versioned_by } as const;
    note(row, 'dag_run_scheduled', now, { run_id: runs.insert(run, [...tasks.values()], now).dag_run_id });
  }

  return {
    make(now, isLate = () => false) {
      timeouts.check(now);
      resume(now);
      const queued = new Set<number>();
      for (const row of dags.due(now, dueAtOnce)) {
        if (queued.size > 0 && isLate()) break;
        const plan = plans(row.dag, row.version);
        const dag = plan.definition;
        const timetable = timetableOf(dag);
        if (timetable?.continuous) {
          dags.setNextRun(row.dag, timetable.after(now));
          if (timetable.upTo(now) !== now) continue;
          queue(row, plan, now, now);
          queued.add(row.dag);
          continue;
        }
        // With catchup each instant has its turn; without, the last one stands for all that passed meanwhile.
        const instant = dag.catchup ? row.next_run_at! : Math.max(timetable?.upTo(now) ?? 0, row.next_run_at!);
        dags.setNextRun(row.dag, timetable?.after(dag.catchup ? instant : Math.max(instant, now)));
        if (!timetable || runs.hasAutomated(row.dag, instant)) continue;
        // A DAG that is slower than its schedule has at most one run waiting.
        if (!dag.catchup && runs.hasScheduled(row.dag, instant)) continue;
        queue(row, plan, instant, now);
        queued.add(row.dag);
      }
      for (const dag of backfills.make(now)) queued.add(dag);
      return queued;
    },

    nextAt() {
      const next = [dags.nextDue(), dags.nextResume(), backfills.nextAt(), timeouts.nextAt()].filter((at) => at !== undefined);
      return next.length > 0 ? Math.min(...next) : undefined;
    },
  };
}
