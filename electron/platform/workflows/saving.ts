import { isDeepStrictEqual } from 'node:util';
import { AppError } from '../../../shared/errors.ts';
import type { Core } from '../core.ts';
import type { Caller, HandlerContext } from '../domain.ts';
import type { Fields, Row } from '../rows.ts';
import type { Schedules } from './schedule.ts';
import { isSave, written, type NewVersion, type Version, type Versions, type WrittenGraph } from './versions.ts';

/** Whoever makes or changes a recipe goes through here: its graph is that of its latest version, and its DAG does as its configuration says. */

type Base = string | null | undefined;

/** Answers of more than 32 MB are not read by those who ask. */
const graphBytes = 28 * 1024 * 1024;

/** Throws `too_large` for a graph that could be saved, but never be read again. */
export const mustFit = (nodes: unknown, edges: unknown): void => mustFitWritten(written({ nodes, edges }));

export function mustFitWritten({ nodes, edges }: Pick<WrittenGraph, 'nodes' | 'edges'>): void {
  if (Buffer.byteLength(nodes) + Buffer.byteLength(edges) <= graphBytes) return;
  throw new AppError('too_large', `The graph is larger than the ${graphBytes / 1024 / 1024} MB that a recipe can hold. Move parts of it to recipes of their own.`);
}

export interface Saving {
  create(fields: Fields, context: HandlerContext): Row;
  /** Gives a recipe a new version and its graph, both or neither; `more` are other fields of the recipe that change with it. */
  version(workflowId: string, given: Omit<NewVersion, 'crt_user'> & { readonly base_version_id?: Base }, caller: Caller, more?: Fields): { version: Version; recipe: Row };
  /** Changes fields of a recipe. A graph that has versions never changes without one, so that nothing is lost by writing over it. */
  fields(before: Row, changes: Fields, context: HandlerContext, base?: Base): Row;
}

export function createSaving({ kinds, transaction, now }: Pick<Core, 'kinds' | 'transaction' | 'now'>, versions: Versions, schedules: Schedules): Saving {
  const recipes = kinds.of('workflowRecipes');
  const time = () => new Date(now()).toISOString();

  const saveVersion: Saving['version'] = (workflowId, { base_version_id, ...given }, caller, more = {}) =>
    transaction(() => {
      recipes.find(workflowId, caller);
      versions.checkBase(workflowId, base_version_id);
      mustFit(given.nodes, given.edges);
      const version = versions.add(caller.tenant_id, workflowId, { ...given, crt_user: caller.user_id });
      const synced = isSave(version) ? { is_backend_synced: true, backend_sync_time: version.crt_date } : {};
      const recipe = recipes.update(workflowId, { ...more, nodes: version.nodes, edges: version.edges, upd_date: version.crt_date, upd_user: caller.user_id, ...synced }, caller);
      return { version, recipe };
    });

  const saveFields = (before: Row, changes: Fields, caller: Caller): Row => {
    const { nodes = before['nodes'], edges = before['edges'] } = changes;
    const isSame = isDeepStrictEqual([nodes, edges], [before['nodes'], before['edges']]);
    if (isSame) return recipes.update(before.id, { ...changes, upd_date: time(), upd_user: caller.user_id }, caller);
    if (versions.newest(before.id)) return saveVersion(before.id, { nodes, edges, note: 'Saved without a version' }, caller, changes).recipe;
    mustFit(nodes, edges);
    return recipes.update(before.id, { ...changes, upd_date: time(), upd_user: caller.user_id }, caller);
  };

  return {
    create: (fields, context) =>
      transaction(() => {
        mustFit(fields['nodes'], fields['edges']);
        const made = recipes.create(fields, context.caller);
        const dag = schedules.idOf(made.id, made);
        const recipe = Object.keys(dag).length > 0 ? recipes.update(made.id, dag, context.caller) : made;
        schedules.follow(recipe, undefined, context);
        return recipe;
      }),
    version: saveVersion,
    fields: (before, changes, context, base) =>
      transaction(() => {
        versions.checkBase(before.id, base);
        const recipe = saveFields(before, { ...changes, ...schedules.idOf(before.id, { ...before, ...changes }) }, context.caller);
        schedules.follow(recipe, before, context);
        return recipe;
      }),
  };
}
