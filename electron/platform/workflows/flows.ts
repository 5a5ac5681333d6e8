import type { Core } from '../core.ts';
import type { Caller, Handlers } from '../domain.ts';
import { pageOf } from '../kinds.ts';
import type { Row } from '../rows.ts';

const named = (row: Row, names: Map<string, unknown>): Row => ({ ...row, flow_recipe_name: names.get(String(row['flow_recipe_id'])) ?? null });

/** Flow instances show the name of the recipe that they were made of [N-044]; `otherParam` of recipes asks for nothing. */
export function flowHandlers({ kinds }: Core): Handlers {
  const recipes = kinds.of('flowRecipes');
  const instances = kinds.of('flowInstances');
  const namesOf = (caller: Caller) => new Map(recipes.all({}, caller).map((recipe) => [recipe.id, recipe['name']]));

  return {
    'flowInstances.list': (query, { caller }) => {
      const names = namesOf(caller);
      return pageOf(instances.all(query, caller).map((row) => named(row, names)));
    },
    'flowInstances.get': ({ id }, { caller }) => named(instances.find(id as string, caller), namesOf(caller)),
  };
}
