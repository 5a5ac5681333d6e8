import { AppError } from '../../../shared/errors.ts';
import { defaultCreator, defaultWorkflowType } from '../../../shared/rules/constants.ts';
import { imageProblem } from '../../../shared/rules/recipe-image.ts';
import { statements } from '../database.ts';
import type { Core } from '../core.ts';
import type { Caller, HandlerContext, Handlers } from '../domain.ts';
import { after } from '../dags/judge/judge.ts';
import { pageOf } from '../kinds.ts';
import { without, type Fields, type Row } from '../rows.ts';
import { workflowRunnerOf } from './engine/workflow-runner.ts';
import { forgetNodes } from './nodes.ts';
import { cardsFor } from './recipe-shelf.ts';
import type { Saving } from './saving.ts';
import type { Schedules } from './schedule.ts';
import type { Versions } from './versions.ts';

/** Workflow recipes [C-087…C-091]; what they show of version, tenant and environment is looked up, not stored. */
export function recipeHandlers(core: Core, versions: Versions, saving: Saving, schedules: Schedules): Handlers {
  const { kinds, rows, now, transaction } = core;
  const recipes = kinds.of('workflowRecipes');
  const nameOf = (kind: string, id: unknown): unknown => {
    const row = typeof id === 'string' ? rows.find(kind, id) : undefined;
    return row ? (JSON.parse(row.json) as Row)['name'] : null;
  };
  const time = () => new Date(now()).toISOString();

  return {
    'workflowRecipes.list': ({ fields, ...query }, { caller }) => {
      const latest = versions.latestNames(caller.tenant_id);
      const found = (cardsFor(core, { fields, ...query }, caller) ?? recipes.all(query, caller)).map((row): Row => Object.assign(row, latest.get(row.id)));
      const wanted = Array.isArray(fields) && fields.length > 0 ? new Set(['id', ...(fields as string[])]) : undefined;
      const shown = wanted ? found.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => wanted.has(name)))) : found;
      return pageOf(shown);
    },
    'workflowRecipes.get': ({ id, version_id }, { caller }) => {
      const row = recipes.find(id as string, caller);
      const version = typeof version_id === 'string' ? versions.find(row.id, version_id) : undefined;
      const shown = version ?? versions.newest(row.id);
      return {
        ...row,
        ...(version ? { nodes: version.nodes, edges: version.edges } : {}),
        ...(shown ? { version_id: shown.version_id, version_tag: shown.version_tag, version: shown.version } : {}),
        tenant_name: nameOf('tenants', row['tenant_id']),
        environment_name: nameOf('environments', row['environment_id']),
      };
    },
    /** Dates, type and creator are filled in where the client did not [Q-005][K-019][K-020]. */
    'workflowRecipes.create': (fields, context) => {
      refuseImage(fields);
      const made = newRecipe(fields, time(), { user_id: defaultCreator });
      return after(schedules.ahead(made, undefined, context), () => saving.create(made, context));
    },
    'workflowRecipes.update': ({ id, base_version_id, ...fields }, context) => {
      const known = recipes.find(id as string, context.caller);
      return after(schedules.ahead({ ...known, ...said(fields) }, known, context), () => transaction(() => {
        const before = recipes.find(id as string, context.caller);
        refuseImage(fields, before);
        return saving.fields(before, said(fields), context, base_version_id as string | null | undefined);
      }));
    },
    'workflowRecipes.remove': ({ id }, context) => transaction(() => removeRecipe(id as string, context)),
  };

  function removeRecipe(id: string, context: HandlerContext): void {
    schedules.end(recipes.find(id, context.caller), 'Its recipe was deleted', context);
    recipes.remove(id, context.caller);
    versions.forget(id);
    forgetNodes(statements(core.db), id);
    workflowRunnerOf(core).forget(id);
  }
}

/**
 * What a read has looked up, and what the platform knows of its own saves, is not taken from whoever writes it back: a
 * recipe is synced once a version of it was saved here, so neither a draft nor a clone or an import is.
 */
const said = (fields: Fields): Fields => without(fields, ['version', 'version_id', 'version_tag', 'tenant_name', 'environment_name', 'is_backend_synced', 'backend_sync_time', 'dag_id', 'node_count', 'has_image']);

/** A recipe without versions, and never synced. */
export const newRecipe = (fields: Fields, time: string, { user_id }: Pick<Caller, 'user_id'>): Fields => ({
  workflow_type: defaultWorkflowType, crt_user: user_id, crt_date: time, upd_date: time, ...said(fields), is_backend_synced: false, backend_sync_time: null,
});

function refuseImage({ recipe_image: image }: Fields, before?: Row): void {
  if (typeof image !== 'string' || image === '' || image === before?.['recipe_image']) return;
  const message = imageProblem(image);
  if (message !== undefined) throw new AppError('invalid_input', message, { problems: [{ path: ['recipe_image'], message }] });
}
