import { dagRuns } from '../../../shared/contract/dag-desk.ts';
import type { Core } from '../core.ts';
import { implement, type Caller, type HandlerContext, type Handlers } from '../domain.ts';
import { runAnswer } from './answers.ts';
import type { EventStore } from './event-store.ts';
import { isFinished } from './graph.ts';
import { gridOf } from './grid.ts';
import { changesOf, type End } from './instance-changes.ts';
import type { Lookup } from './lookup.ts';
import type { Plan } from './plan.ts';
import { instant, lastInstantOf, pageOf } from './query.ts';
import type { RunRow, RunStore } from './run-store.ts';
import type { Scheduler } from './scheduler.ts';
import type { DagRow } from './store.ts';

/** Runs as a grid, and as people end them, let them begin anew, or delete them. */

export interface RunHandlerParts {
  readonly core: Pick<Core, 'now' | 'transaction'>;
  readonly runs: RunStore;
  readonly events: EventStore;
  readonly lookup: Lookup;
  readonly plans: (dag: number, version: number) => Plan;
  readonly scheduler: Pick<Scheduler, 'refresh' | 'wake'>;
}

const mostColumns = 365;

export function runHandlers({ core, runs, events, lookup, plans, scheduler }: RunHandlerParts): Handlers {
  const note = ({ tenant_id, environment_id, dag_id }: DagRow, event: string, { user_id }: Caller, run_id: string, extra?: string) =>
    events.add({ tenant_id, environment_id, dag_id, event, owner: user_id, run_id, extra }, core.now());

  /** As Airflow ends a run: what ran has failed, and what was still to come is skipped; or everything is a success. */
  function end({ tenant_id, environment_id, dag_id }: DagRow, { run, dag_run_id }: RunRow, state: 'success' | 'failed', { user_id }: Caller, now: number): void {
    const states = runs.instanceStates(run).filter((one) => one.state !== 'removed');
    const mark = (as: End, which: (state: string) => boolean, error: string | null) => {
      const rows = states.filter((one) => which(one.state));
      runs.mark(rows.map(({ instance }) => instance), as, error, now);
      events.addOf({ tenant_id, environment_id, dag_id, event: 'set_task_instances_state', owner: user_id, run_id: dag_run_id }, changesOf(rows, as), now);
    };
    if (state === 'success') return mark('success', (one) => one !== 'success', null);
    mark('failed', (one) => one === 'running', `Cut off: ${user_id} set the run to failed.`);
    mark('skipped', (one) => one !== 'running' && !isFinished(one as 'none'), null);
  }

  return implement('dagRuns', dagRuns, {
    grid({ dag_id, run_type, state, start_date_gte, end_date_lte, ...page }, { caller }) {
      const dag = lookup.dag(caller, dag_id);
      const filter = { run_type, state, start_date_gte: instant('start_date_gte', start_date_gte), end_date_lte: lastInstantOf('end_date_lte', end_date_lte), ...pageOf(page, mostColumns) };
      const { rows, total } = runs.list(dag.dag, filter, core.now());
      return { dag_runs: rows.map((row) => runAnswer(row, dag_id)), ...gridOf(plans(dag.dag, dag.version), rows, runs.statesOfRuns(rows.map(({ run }) => run))), total_entries: total };
    },

    setState({ dag_id, dag_run_id, state }, { caller }: HandlerContext) {
      const { dag, run } = core.transaction(() => {
        const found = lookup.run(caller, dag_id, dag_run_id);
        const now = core.now();
        if (state !== 'queued') end(found.dag, found.run, state, caller, now);
        runs.setRunState(found.run.run, state, now);
        note(found.dag, 'set_dag_run_state', caller, dag_run_id, state);
        return found;
      });
      scheduler.refresh([run.run]);
      scheduler.wake(dag.dag);
      return runAnswer(runs.byKey(run.run)!, dag_id);
    },

    remove({ dag_id, dag_run_id }, { caller }) {
      const { dag, run } = core.transaction(() => {
        const found = lookup.run(caller, dag_id, dag_run_id);
        runs.removeRun(found.run.run);
        note(found.dag, 'delete_dag_run', caller, dag_run_id);
        return found;
      });
      scheduler.refresh([run.run]);
      scheduler.wake(dag.dag);
      return { dag_id, dag_run_id };
    },
  });
}
