import { readDag } from './definition.ts';
import type { EventStore } from './event-store.ts';
import type { RunStore } from './run-store.ts';
import { timetableOf } from './schedule.ts';
import type { DagRow, DagStore } from './store.ts';
import { tasksOf } from './task-definition.ts';

/** Makes the runs that schedules ask for. The schedule's cursor moves in the transaction that makes the run. */
export interface DueRuns {
  /** Queues what is due; the DAGs that got a run. To be called in a transaction. */
  make(now: number): Set<number>;
  /** When there is something to make next. */
  nextAt(): number | undefined;
}

export interface DueRunsParts {
  readonly dags: DagStore;
  readonly runs: RunStore;
  readonly events: EventStore;
}

/** Due schedules in one turn; more of them take another turn, so that requests are answered in between. */
const dueAtOnce = 100;

export function createDueRuns({ dags, runs, events }: DueRunsParts): DueRuns {
  function queue(dag: DagRow, logical_date: number, now: number): void {
    const run = { dag: dag.dag, version: dag.version, run_type: 'scheduled', logical_date, conf: '{}', triggered_by: 'timetable', user_id: dag.versioned_by } as const;
    const { dag_run_id } = runs.insert(run, tasksOf(readDag(JSON.parse(dag.definition))), now);
    events.add({ tenant_id: dag.tenant_id, environment_id: dag.environment_id, event: 'dag_run_scheduled', owner: 'scheduler', dag_id: dag.dag_id, run_id: dag_run_id }, now);
  }

  return {
    /** After a pause of the platform only the last instant that was missed is made up for (catchup is false). */
    make(now) {
      const queued = new Set<number>();
      for (const dag of dags.due(now, dueAtOnce)) {
        const timetable = timetableOf(readDag(JSON.parse(dag.definition)));
        dags.setNextRun(dag.dag, timetable?.after(now));
        if (!timetable) continue;
        const instant = Math.max(timetable.upTo(now) ?? 0, dag.next_run_at!);
        // A DAG that is slower than its schedule has at most one run waiting.
        if (runs.hasScheduled(dag.dag, instant)) continue;
        queue(dag, instant, now);
        queued.add(dag.dag);
      }
      return queued;
    },

    nextAt: () => dags.nextDue(),
  };
}
