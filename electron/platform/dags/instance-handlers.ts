import { taskInstances } from '../../../shared/contract/dag-desk.ts';
import { AppError } from '../../../shared/errors.ts';
import type { Core } from '../core.ts';
import { implement, type Caller, type Handlers } from '../domain.ts';
import type { EventStore } from './event-store.ts';
import { changesOf, type End } from './instance-changes.ts';
import { isFinished, reachedFrom } from './graph.ts';
import { chosenOf, type ChosenOfRun } from './instance-choice.ts';
import { outcome } from './live-run.ts';
import type { Lookup } from './lookup.ts';
import type { Plan } from './plan.ts';
import { pageOf } from './query.ts';
import type { InstanceRow, RunRow, RunStore } from './run-store.ts';
import type { Scheduler } from './scheduler.ts';
import type { DagRow } from './store.ts';
import { instanceAnswer, tryAnswer } from './task-answers.ts';

/** Task instances, one at a time, and as people change them: cleared to run again, or said to have come to an end. */

export interface InstanceHandlerParts {
  readonly core: Pick<Core, 'now' | 'transaction'>;
  readonly runs: RunStore;
  readonly events: EventStore;
  readonly lookup: Lookup;
  readonly plans: (dag: number, version: number) => Plan;
  readonly scheduler: Pick<Scheduler, 'refresh' | 'waitingFor'>;
}

type Of = { readonly dag_id: string; readonly dag_run_id: string; readonly task_id: string; readonly map_index?: number | undefined };

const listOf = <T>(task_instances: T[], total_entries = task_instances.length) => ({ task_instances, total_entries });

const failures: ReadonlySet<string> = new Set(['failed', 'upstream_failed']);

export function instanceHandlers({ core, runs, events, lookup, plans, scheduler }: InstanceHandlerParts): Handlers {
  function find(caller: Caller, { dag_id, dag_run_id, task_id, map_index }: Of): { row: InstanceRow; run: RunRow } {
    const { run } = lookup.run(caller, dag_id, dag_run_id);
    const all = runs.instancesOf(run.run, task_id);
    const row = map_index === undefined ? all[0] : all.find((one) => one.map_index === map_index);
    if (!row) throw new AppError('not_found', `Not found: task instance ${task_id}${map_index === undefined ? '' : `[${map_index}]`} of the run ${dag_run_id}`);
    return { row, run };
  }

  const answer = (row: InstanceRow, run: RunRow, dag_id: string) => ({ ...instanceAnswer(row, run, dag_id), waiting_for: isFinished(row.state) ? null : scheduler.waitingFor(run.run, row.instance) });

  const note = (dag: DagRow, event: string, { user_id }: Caller, { dag_run_id }: RunRow, rows: readonly InstanceRow[], to: End | null, now: number) =>
    events.addOf({ tenant_id: dag.tenant_id, environment_id: dag.environment_id, dag_id: dag.dag_id, event, owner: user_id, run_id: dag_run_id }, changesOf(rows, to), now);

  const clearRows = ({ plan }: ChosenOfRun, rows: readonly InstanceRow[], now: number) =>
    runs.clear(rows.map(({ instance, task_id }) => ({ instance, retries: plan.tasks.get(task_id)!.retries })), now);

  /** A run that had ended goes on where something of it is open again. */
  function goOn({ run, plan }: ChosenOfRun, now: number): void {
    if (run.state === 'queued' || run.state === 'running') return;
    const states = runs.instanceStates(run.run);
    const state = states.some((one) => !isFinished(one.state)) ? 'queued' : outcome({ plan, instances: Map.groupBy(states, ({ task_id }) => task_id) });
    if (state !== run.state) runs.setRunState(run.run, state, now);
  }

  /** Does to each run what `act` does, in one transaction, unless it is only to be said; answers what it concerns. */
  function change(dag: DagRow, dry: boolean, affected: readonly { of: ChosenOfRun; rows: readonly InstanceRow[] }[], act: (of: ChosenOfRun, rows: readonly InstanceRow[], now: number) => void) {
    const some = affected.filter(({ rows }) => rows.length > 0);
    if (!dry) {
      const now = core.now();
      for (const { of, rows } of some) {
        act(of, rows, now);
        goOn(of, now);
      }
    }
    return some.flatMap(({ of: { run }, rows }) => rows.map((row) => instanceAnswer(dry ? row : runs.instance(row.instance)!, run, dag.dag_id)));
  }

  const changed = <T>(all: readonly ChosenOfRun[], dry: boolean, answers: T[]) => {
    if (!dry) scheduler.refresh(all.map(({ run }) => run.run));
    return listOf(answers);
  };

  return implement('taskInstances', taskInstances, {
    get(input, { caller }) {
      const { row, run } = find(caller, input);
      return answer(row, run, input.dag_id);
    },

    tries(input, { caller }) {
      const { row, run } = find(caller, input);
      return listOf(runs.tries(row.instance).map((one) => tryAnswer(one, row, run, input.dag_id)));
    },

    mapped({ dag_id, dag_run_id, task_id, state, ...page }, { caller }) {
      const { dag, run } = lookup.run(caller, dag_id, dag_run_id);
      if (!plans(dag.dag, run.version).tasks.has(task_id)) throw new AppError('not_found', `Not found: task ${task_id} of the run ${dag_run_id}`);
      const rows = runs.instancesOf(run.run, task_id).filter((row) => row.map_index >= 0 && (state === undefined || row.state === state));
      const { limit, offset } = pageOf(page);
      return listOf(rows.slice(offset, offset + limit).map((row) => answer(row, run, dag_id)), rows.length);
    },

    clear({ dag_id, only_failed, dry_run, ...choice }, { caller }) {
      const dag = lookup.dag(caller, dag_id);
      const all = chosenOf({ runs, plans }, dag, choice);
      const affected = all.map((of) => ({ of, rows: of.chosen.filter(({ state }) => (only_failed ? failures.has(state) : state !== 'none')) }));
      const answers = core.transaction(() =>
        change(dag, dry_run, affected, (of, rows, now) => {
          clearRows(of, rows, now);
          note(dag, 'clear_task_instances', caller, of.run, rows, null, now);
        }),
      );
      return changed(all, dry_run, answers);
    },

    /** What failed downstream of them is cleared, as in Airflow, so that the run goes on from there. */
    setState({ dag_id, state, dry_run, ...choice }, { caller }) {
      const dag = lookup.dag(caller, dag_id);
      const all = chosenOf({ runs, plans }, dag, choice);
      const affected = all.map((of) => ({ of, rows: of.chosen.filter((row) => row.state !== state) }));
      const answers = core.transaction(() =>
        change(dag, dry_run, affected, (of, rows, now) => {
          runs.mark(rows.map(({ instance }) => instance), state, state === 'failed' ? `Marked as failed by ${caller.user_id}.` : null, now);
          const marked = new Set(of.chosen.map(({ task_id }) => task_id));
          const after = reachedFrom(of.plan.graph.downstream, marked);
          const again = of.all.filter((row) => after.has(row.task_id) && !marked.has(row.task_id) && failures.has(row.state));
          clearRows(of, again, now);
          note(dag, 'set_task_instances_state', caller, of.run, rows, state, now);
          note(dag, 'clear_task_instances', caller, of.run, again, null, now);
        }),
      );
      return changed(all, dry_run, answers);
    },
  });
}
