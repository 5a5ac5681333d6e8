import { defaultCreator, defaultWorkflowType } from '../../../shared/rules/constants.ts';
import { statements } from '../database.ts';
import type { Core } from '../core.ts';
import type { Caller, Handlers } from '../domain.ts';
import { pageOf } from '../kinds.ts';
import { without, type Fields, type Row } from '../rows.ts';
import { forgetNodes } from './nodes.ts';
import type { Versions } from './versions.ts';

/** Workflow recipes [C-087…C-091]; what they show of version, tenant and environment is looked up, not stored. */
export function recipeHandlers(core: Core, versions: Versions): Handlers {
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
      const found = recipes.all(query, caller).map((row): Row => Object.assign(row, latest.get(row.id)));
      const wanted = Array.isArray(fields) && fields.length > 0 ? new Set(['id', ...(fields as string[])]) : undefined;
      const shown = wanted ? found.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => wanted.has(name)))) : found;
      return pageOf(shown);
    },
    'workflowRecipes.get': ({ id, version_id }, { caller }) => {
      const row = recipes.find(id as string, caller);
      const version = typeof version_id === 'string' ? versions.find(row.id, version_id) : undefined;
      const shown = version ?? versions.latest(row.id);
      return {
        ...row,
        ...(version ? { nodes: version.nodes, edges: version.edges } : {}),
        ...(shown ? { version_id: shown.version_id, version_tag: shown.version_tag } : {}),
        tenant_name: nameOf('tenants', row['tenant_id']),
        environment_name: nameOf('environments', row['environment_id']),
      };
    },
    /** Dates, type and creator are filled in where the client did not [Q-005][K-019][K-020]. */
    'workflowRecipes.create': (fields, { caller }) =>
      recipes.create(
        { workflow_type: defaultWorkflowType, crt_user: defaultCreator, crt_date: time(), upd_date: time(), is_backend_synced: false, backend_sync_time: null, ...fields },
        caller,
      ),
    'workflowRecipes.update': ({ id, ...fields }, { caller }) => recipes.update(id as string, { ...editable(fields), upd_date: time(), upd_user: caller.user_id }, caller),
    'workflowRecipes.remove': ({ id }, { caller }) => transaction(() => removeRecipe(id as string, caller)),
  };

  function removeRecipe(id: string, caller: Caller): void {
    recipes.remove(id, caller);
    versions.forget(id);
    forgetNodes(statements(core.db), id);
  }
}

/** What a read has looked up is not stored when it is written back. */
const editable = (fields: Fields): Fields => without(fields, ['version_id', 'version_tag', 'tenant_name', 'environment_name']);
