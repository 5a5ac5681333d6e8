import { flowInstances } from '../../../shared/contract/flows.ts';
import type { WorkflowRun } from '../../../shared/contract/workflow-runs.ts';
import { AppError } from '../../../shared/errors.ts';
import { configFields, instanceData, recipeConfig } from '../../../shared/rules/instance-config.ts';
import { statements } from '../database.ts';
import type { Core } from '../core.ts';
import { implement, type Caller, type Handlers } from '../domain.ts';
import { pageOf, type Kinds } from '../kinds.ts';
import type { Row } from '../rows.ts';

/** Flow instances: made of a recipe, with a configuration of their own, and run with it; `otherParam` of recipes asks for nothing. */

/** A recipe of either kind. Throws `not_found`. */
export function recipeOf(kinds: Kinds, id: string, caller: Caller): Row {
  const isFlow = kinds.of('flowRecipes').placeOf(id) !== undefined;
  return kinds.of(isFlow ? 'flowRecipes' : 'workflowRecipes').find(id, caller);
}

const known = (id: unknown): id is string => typeof id === 'string' && id !== '';

export function flowHandlers(core: Core): Handlers {
  const { db, kinds } = core;
  const sql = statements(db);
  const instances = kinds.of('flowInstances');

  /** With the names of their recipes [N-044]; null where a recipe is gone. */
  const named = (rows: readonly Row[], { tenant_id }: Caller): Row[] => {
    const ids = [...new Set(rows.map((row) => row['flow_recipe_id']).filter(known))];
    const found = sql("SELECT id, data ->> '$.name' AS name FROM rows WHERE kind IN ('flowRecipes', 'workflowRecipes') AND tenant_id = ? AND id IN (SELECT value FROM json_each(?))").all(tenant_id, JSON.stringify(ids));
    const names = new Map(found.map(({ id, name }) => [id, name]));
    return rows.map((row) => Object.assign(row, { flow_recipe_name: names.get(String(row['flow_recipe_id'])) ?? null }));
  };

  return {
    'flowInstances.list': (query, { caller }) => pageOf(named(instances.all(query, caller), caller)),
    'flowInstances.get': ({ id }, { caller }) => named([instances.find(id as string, caller)], caller)[0],
    /** What the recipe asks for is kept with the instance, so that a recipe that changes later asks nothing new of it. */
    'flowInstances.create': (fields, { caller }) => {
      const { flow_recipe_id, flow_recipe_config } = fields;
      const isAsked = !known(flow_recipe_id) || (Array.isArray(flow_recipe_config) && flow_recipe_config.length > 0);
      return instances.create(isAsked ? fields : { ...fields, flow_recipe_config: recipeConfig(recipeOf(kinds, flow_recipe_id, caller)) }, caller);
    },
    ...implement('flowInstances', flowInstances, {
      start: ({ id, data }, context) => {
        const instance = instances.find(id, context.caller);
        const { flow_recipe_id, version_id } = instance;
        if (!known(flow_recipe_id)) throw new AppError('invalid_input', `“${String(instance['name'])}” is made of no recipe. Choose one for it.`, { problems: [{ path: ['flow_recipe_id'], message: 'Choose a recipe' }] });
        const given = instanceData(configFields(instance['flow_recipe_config']), [instance['flow_instance_config'] ?? [], data ?? {}].flat());
        if (given.problems.length > 0) {
          throw new AppError('invalid_input', `“${String(instance['name'])}” cannot start: ${given.problems.map(({ message }) => message).join('; ')}. Change its configuration.`, {
            problems: given.problems.map(({ name, message }) => ({ path: ['flow_instance_config', name], message })),
          });
        }
        recipeOf(kinds, flow_recipe_id, context.caller);
        return core.ask('workflowRuns.start', { workflow_id: flow_recipe_id, version_id: known(version_id) ? version_id : null, data: given.data, session_id: id, user_id: context.caller.user_id }, context) as WorkflowRun;
      },
      runs: ({ id, limit, offset }, context) => {
        const { flow_recipe_id } = instances.find(id, context.caller);
        if (!known(flow_recipe_id)) return { rows: [], total: 0 };
        return core.ask('workflowRuns.list', { workflow_id: flow_recipe_id, session_id: id, limit, offset }, context) as { rows: WorkflowRun[]; total: number };
      },
    }),
  };
}
