import { AppError } from '../../../shared/errors.ts';
import { reachedFrom } from './graph.ts';
import type { Plan } from './plan.ts';
import type { InstanceRow, RunRow, RunStore } from './run-store.ts';
import type { DagRow } from './store.ts';

/** What a person chose of task instances, over any number of runs. */
export interface Choice {
  readonly task_instances: readonly { readonly dag_run_id: string; readonly task_id: string; readonly map_index?: number | undefined }[];
  readonly include_upstream: boolean;
  readonly include_downstream: boolean;
}

/** What was chosen of one run, with all of its instances beside. */
export interface ChosenOfRun {
  readonly run: RunRow;
  readonly plan: Plan;
  readonly all: readonly InstanceRow[];
  readonly chosen: readonly InstanceRow[];
}

export interface ChoiceParts {
  readonly runs: RunStore;
  readonly plans: (dag: number, version: number) => Plan;
}

/** The chosen instances by run. Without a map index, a mapped task is meant with all that it maps to. Throws `not_found`. */
export function chosenOf({ runs, plans }: ChoiceParts, { dag, dag_id }: DagRow, { task_instances, include_upstream, include_downstream }: Choice): ChosenOfRun[] {
  return [...Map.groupBy(task_instances, ({ dag_run_id }) => dag_run_id)].map(([dag_run_id, named]) => {
    const run = runs.find(dag, dag_run_id);
    if (!run) throw new AppError('not_found', `Not found: DAG run ${dag_run_id}`);
    const plan = plans(dag, run.version);
    const all = runs.instances(run.run);
    const whole = new Set<string>();
    const single = new Set<string>();
    for (const { task_id, map_index } of named) {
      if (!plan.tasks.has(task_id)) throw new AppError('not_found', `Not found: task ${task_id} of the DAG ${dag_id} in the run ${dag_run_id}`);
      if (map_index === undefined) whole.add(task_id);
      else single.add(`${map_index}/${task_id}`);
    }
    const ids = named.map(({ task_id }) => task_id);
    if (include_upstream) for (const id of reachedFrom(plan.graph.upstream, ids)) whole.add(id);
    if (include_downstream) for (const id of reachedFrom(plan.graph.downstream, ids)) whole.add(id);
    const chosen = all.filter(({ task_id, map_index, state }) => state !== 'removed' && (whole.has(task_id) || single.has(`${map_index}/${task_id}`)));
    return { run, plan, all, chosen };
  });
}
