import { AppError } from '../../../shared/errors.ts';
import type { Core } from '../core.ts';
import type { Caller } from '../domain.ts';
import type { RunRow, RunStore } from './run-store.ts';
import { scopeOf } from './scope.ts';
import type { DagRow, DagStore, Scope } from './store.ts';

/** What a call names, found in its caller's scope. Throws `not_found`, for what belongs to others too. */
export interface Lookup {
  scopeOf(caller: Caller): Scope;
  dag(caller: Caller, dag_id: string): DagRow;
  run(caller: Caller, dag_id: string, dag_run_id: string): { readonly dag: DagRow; readonly run: RunRow };
}

export interface Context {
  readonly caller: Caller;
}

export function createLookup({ core, dags, runs }: { readonly core: Pick<Core, 'access'>; readonly dags: DagStore; readonly runs: RunStore }): Lookup {
  const lookup: Lookup = {
    scopeOf: (caller) => scopeOf(core, caller),
    dag(caller, dag_id) {
      const row = dags.find(lookup.scopeOf(caller), dag_id);
      if (!row) throw new AppError('not_found', `Not found: DAG ${dag_id}`);
      return row;
    },
    run(caller, dag_id, dag_run_id) {
      const dag = lookup.dag(caller, dag_id);
      const run = runs.find(dag.dag, dag_run_id);
      if (!run) throw new AppError('not_found', `Not found: DAG run ${dag_run_id}`);
      return { dag, run };
    },
  };
  return lookup;
}
