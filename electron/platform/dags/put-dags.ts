import { isDeepStrictEqual } from 'node:util';
import { AppError } from '../../../shared/errors.ts';
import type { Caller } from '../domain.ts';
import { strayMarks } from './dag-secrets.ts';
import { cursorOf } from './due-runs.ts';
import type { HandlerParts } from './handlers.ts';
import { after } from './judge/judge.ts';
import type { Digest } from './judge/judgement.ts';
import type { DagRow, Scope } from './store.ts';

/** Adds DAGs, and versions to known ones. */

type Raw = Readonly<Record<string, unknown>>;
type Path = readonly (string | number)[];

/** A definition that has been judged and has no problems. */
export interface Judged {
  readonly definition: Raw;
  readonly digest: Digest;
  /** Where it stands in its input. */
  readonly at: Path;
}

export interface PutDags {
  /**
   * Throws `invalid_input` with every problem of every definition; `at` is where each stands in its input. Within a
   * transaction, which waits for nobody, what takes long must have been judged before it; else it throws `conflict`.
   */
  readonly judge: (definitions: readonly Raw[], scope: Scope, caller: Caller, at: (index: number) => Path) => Judged[] | Promise<Judged[]>;
  /**
   * To be called in a transaction. A definition that says what the current one says makes no version. Throws `invalid_input`
   * for the mark of a secret that is not stored.
   */
  readonly put: (judged: readonly Judged[], scope: Scope, caller: Caller) => { readonly row: DagRow; readonly unchanged: boolean }[];
}

function refuse(problems: ReturnType<typeof strayMarks>): void {
  if (problems.length > 0) throw new AppError('invalid_input', problems[0]!.message, { problems });
}

export function createPutDags({ core, dags, runs, events, secrets, pools, judge, scheduler }: HandlerParts): PutDags {
  /** The definition with secrets in clear, those that it marks taken from the versions of its DAG. */
  const inClear = (definition: Raw, known: DagRow | undefined) =>
    known ? secrets.clear(known.dag, dags.versions(known.dag).map(({ version }) => version), definition) : definition;

  function putOne({ definition, digest: { summary, weights } }: Judged, clear: Raw, scope: Scope, caller: Caller) {
    const now = core.now();
    // Paused or not is the DAG's state, not a part of what it is.
    const { is_paused, ...lasting } = clear as Raw & { readonly is_paused?: boolean };
    const dag_id = definition['dag_id'] as string;
    const known = dags.find(scope, dag_id);
    const unchanged = known !== undefined && isDeepStrictEqual(lasting, inClear(JSON.parse(known.definition) as Raw, known));
    const key = known?.dag ?? dags.insert(scope, dag_id, now);
    const note = (event: string, extra?: string) => events.add({ ...scopeOnly(scope), event, owner: caller.user_id, dag_id, extra }, now);
    if (!unchanged) {
      const version = (known?.version ?? 0) + 1;
      dags.addVersion(key, { version, definition: JSON.stringify(secrets.keep(key, version, lasting)), weights }, summary, caller.user_id, now);
      note(known ? 'update_dag' : 'add_dag', JSON.stringify({ version }));
    }
    const was = known?.is_paused === 1;
    const is = is_paused ?? was;
    if (is && !was) dags.pause(key, { by: caller.user_id, at: now });
    if (was && !is) dags.unpause(key);
    if (known && is !== was) note(is ? 'pause_dag' : 'unpause_dag');
    if (!unchanged || (was && !is)) dags.setNextRun(key, cursorOf(summary, runs.lastScheduled(key), known?.next_run_at, now));
    scheduler.wake(key);
    return { row: dags.byKey(key)!, unchanged };
  }

  return {
    judge(definitions, scope, { user_id }, at) {
      const places = definitions.map((_, index) => at(index));
      const question = { definitions, places, pools: pools.names(scope), user_id };
      if (core.db.isTransaction && judge.takesLong(question)) {
        throw new AppError('conflict', `DAG “${String(definitions[0]!['dag_id'])}” was changed while it was judged. Look at it again, and then save it again.`);
      }
      return after(judge.definitions(question), (judgements) => {
        const seen = new Set<unknown>();
        refuse(judgements.flatMap(({ problems }, index) => {
          const { dag_id } = definitions[index]!;
          const twice = seen.has(dag_id) ? [{ path: [...places[index]!, 'dag_id'], message: `DAG “${String(dag_id)}”: dag_id is used twice in this request` }] : [];
          seen.add(dag_id);
          return [...problems, ...twice];
        }));
        return definitions.map((definition, index) => ({ definition, digest: judgements[index]!.digest!, at: places[index]! }));
      });
    },

    put(judged, scope, caller) {
      const clear = judged.map(({ definition }) => inClear(definition, dags.find(scope, definition['dag_id'] as string)));
      refuse(clear.flatMap((definition, index) => strayMarks(definition, judged[index]!.at)));
      return judged.map((one, index) => putOne(one, clear[index]!, scope, caller));
    },
  };
}

const scopeOnly = ({ tenant_id, environment_id }: Scope): Scope => ({ tenant_id, environment_id });
