import { toErrorValue } from '../../../shared/errors.ts';
import type { Core } from '../core.ts';
import type { EventStore } from './event-store.ts';
import { isFinished } from './graph.ts';
import type { RunStore } from './run-store.ts';

/**
 * Fails runs that take longer than their DAG lets them, as Airflow's dagrun_timeout does: what has not ended is skipped. It
 * happens between the scheduler's turns, as if a person had said so.
 */
export interface RunTimeouts {
  /** Sees to the runs whose time is over, soon after the turn in which this is called. */
  check(now: number): void;
  /** When the time of a run that is under way will be over. */
  nextAt(): number | undefined;
}

export interface RunTimeoutsParts {
  readonly core: Pick<Core, 'now' | 'log' | 'transaction'>;
  readonly runs: RunStore;
  readonly events: EventStore;
  /** The scheduler's: these runs were changed in the store. */
  readonly refresh: (runs: readonly number[]) => void;
}

export function createRunTimeouts({ core, runs, events, refresh }: RunTimeoutsParts): RunTimeouts {
  function fail(): readonly number[] {
    const now = core.now();
    const overdue = runs.overdue(now);
    for (const { run, dag_run_id, dag_id, tenant_id, environment_id, run_timeout } of overdue) {
      const words = `The run took longer than its limit of ${run_timeout / 1000} s.`;
      const open = runs.instanceStates(run).filter(({ state }) => !isFinished(state));
      runs.mark(open.map(({ instance }) => instance), 'skipped', words, now);
      runs.end(run, 'failed', now);
      const of = { tenant_id, environment_id, dag_id, owner: 'scheduler', run_id: dag_run_id };
      events.addOf({ ...of, event: 'skipped' }, open.map(({ task_id, map_index }) => ({ task_id, map_index, extra: words })), now);
      events.add({ ...of, event: 'dag_run_failed', extra: words }, now);
    }
    return overdue.map(({ run }) => run);
  }

  function act(): void {
    try {
      refresh(core.transaction(fail));
    } catch (thrown) {
      core.log(`Runs whose time is over could not be ended: ${toErrorValue(thrown).message}`);
    }
  }

  return {
    check(now) {
      if (runs.overdue(now).length > 0) setImmediate(act);
    },
    nextAt: () => runs.nextDeadline(),
  };
}
