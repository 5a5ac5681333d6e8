import { AppError } from '../../../shared/errors.ts';
import type { Caller } from '../domain.ts';
import { strayMarks } from './dag-secrets.ts';
import { problemsOf, readDag } from './definition.ts';
import { cursorOf } from './due-runs.ts';
import type { HandlerParts } from './handlers.ts';
import type { DagRow, Scope } from './store.ts';
import { summaryOf } from './summary.ts';

/** Adds DAGs, and versions to known ones. */

type Raw = Readonly<Record<string, unknown>>;
type Path = readonly (string | number)[];

export interface PutDags {
  /** Throws `invalid_input` with every problem of every definition; `at` is where each stands in its input. */
  readonly judge: (definitions: readonly Raw[], scope: Scope, at: (index: number) => Path) => void;
  /** To be called in a transaction, with a definition that has no problems. A definition that says what the current one says makes no version. */
  readonly put: (definition: Raw, scope: Scope, caller: Caller) => { readonly row: DagRow; readonly unchanged: boolean };
}

/** JSON that is the same for values that are the same, whatever the order of their fields. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner) ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1))) : inner,
  );
}

export function createPutDags({ core, dags, runs, events, secrets, pools, scheduler }: HandlerParts): PutDags {
  /** The definition with secrets in clear, those that it marks taken from the versions of its DAG. */
  const inClear = (definition: Raw, known: DagRow | undefined) =>
    known ? secrets.clear(known.dag, dags.versions(known.dag).map(({ version }) => version), definition) : definition;

  return {
    judge(definitions, scope, at) {
      const seen = new Set<unknown>();
      const problems = definitions.flatMap((definition, index) => {
        const found = problemsOf(definition, at(index), (pool) => pools.find(scope, pool) !== undefined);
        const { dag_id } = definition;
        if (seen.has(dag_id)) found.push({ path: [...at(index), 'dag_id'], message: `DAG “${String(dag_id)}”: dag_id is used twice in this request` });
        seen.add(dag_id);
        return found.length > 0 ? found : strayMarks(inClear(definition, dags.find(scope, dag_id as string)), at(index));
      });
      if (problems.length > 0) throw new AppError('invalid_input', problems[0]!.message, { problems });
    },

    put(definition, scope, caller) {
      const dag = readDag(definition);
      const now = core.now();
      // Paused or not is the DAG's state, not a part of what it is.
      const { is_paused, ...lasting } = definition as Raw & { readonly is_paused?: boolean };
      const known = dags.find(scope, dag.dag_id);
      const clear = inClear(lasting, known);
      const unchanged = known !== undefined && canonical(clear) === canonical(inClear(JSON.parse(known.definition) as Raw, known));
      const key = known?.dag ?? dags.insert(scope, dag.dag_id, now);
      const note = (event: string, extra?: string) => events.add({ ...scopeOnly(scope), event, owner: caller.user_id, dag_id: dag.dag_id, extra }, now);
      if (!unchanged) {
        const version = (known?.version ?? 0) + 1;
        dags.addVersion(key, version, JSON.stringify(secrets.keep(key, version, clear)), summaryOf(dag, caller.user_id), caller.user_id, now);
        note(known ? 'update_dag' : 'add_dag', JSON.stringify({ version }));
      }
      const was = known?.is_paused === 1;
      const is = is_paused ?? was;
      if (is && !was) dags.pause(key, { by: caller.user_id, at: now });
      if (was && !is) dags.unpause(key);
      if (known && is !== was) note(is ? 'pause_dag' : 'unpause_dag');
      if (!unchanged || (was && !is)) dags.setNextRun(key, cursorOf(dag, runs.lastScheduled(key), known?.next_run_at, now));
      scheduler.wake(key);
      return { row: dags.byKey(key)!, unchanged };
    },
  };
}

const scopeOnly = ({ tenant_id, environment_id }: Scope): Scope => ({ tenant_id, environment_id });
