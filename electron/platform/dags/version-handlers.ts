import { AppError } from '../../../shared/errors.ts';
import { versionAnswer } from './answers.ts';
import type { HandlerParts } from './handlers.ts';
import { after } from './judge/judge.ts';
import type { Context, Lookup } from './lookup.ts';

/** The versions of a DAG. One is brought back by adding its definition again: the marks in it stand for its secrets. */
export function versionHandlers({ dags, lookup, pools, judge }: Pick<HandlerParts, 'dags' | 'pools' | 'judge'> & { readonly lookup: Lookup }) {
  return {
    list({ dag_id }: { dag_id: string }, { caller }: Context) {
      const row = lookup.dag(caller, dag_id);
      const versions = dags.versions(row.dag).map((version) => versionAnswer(version, row.version));
      return { dag_versions: versions, total_entries: versions.length };
    },

    get({ dag_id, version_number }: { dag_id: string; version_number: number }, { caller }: Context) {
      const row = lookup.dag(caller, dag_id);
      const found = dags.definition(row.dag, version_number);
      if (!found) throw new AppError('not_found', `Not found: version ${version_number} of DAG ${dag_id}`);
      return { ...versionAnswer({ version: version_number, ...found }, row.version), definition: JSON.parse(found.definition) as Record<string, unknown> };
    },

    validate({ dag }: { dag: Record<string, unknown> }, { caller }: Context) {
      const scope = lookup.scopeOf(caller);
      return after(judge.definitions({ definitions: [dag], places: [[]], pools: pools.names(scope), user_id: caller.user_id }), ([judged]) => ({
        problems: judged!.problems.map(({ path, message }) => ({ path: [...path], message })),
      }));
    },
  };
}
