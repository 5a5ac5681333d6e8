import { call, required } from './define.ts';
import { crud, entity, resource, rowOf } from './entity.ts';
import { json, jsonList, long, name, reference, search, text, withDetails } from './fields.ts';

/** Flow recipes and the instances made of them. */

/** [C-086][I-009]; `otherParam` is passed on as it is. */
export const flowRecipes = entity({
  one: 'flow recipe', many: 'flow recipes', path: '/api/saas_db/flow_recipes', scope: ['tenant_id'],
  filters: { otherParam: search('Other parameter') },
  fields: {
    name: name(),
    description: long('Description'),
    environment_id: reference('Environment', 'environments'),
    flow_recipe_config: jsonList('Configuration'),
    nodes: json('Nodes'),
    edges: json('Edges'),
  },
});

const spec = {
  one: 'flow instance', many: 'flow instances', path: '/api/saas_db/flow_instances', scope: ['tenant_id', 'environment_id'],
  filters: { flow_recipe_id: reference('Recipe', 'flowRecipes') },
  fields: {
    name: name(),
    description: long('Description'),
    flow_recipe_id: reference('Recipe', 'flowRecipes'),
    flow_recipe_name: text('Recipe name', { readOnly: true }),
    flow_instance_config: jsonList('Instance configuration'),
    flow_recipe_config: jsonList('Recipe configuration'),
  },
} as const;
const calls = crud(spec);

/** [C-085][I-010] */
export const flowInstances = resource(spec, {
  ...calls,
  get: call({
    method: 'GET', path: '/api/saas_db/flow_instances/{id}', input: { id: required('ID is required'), details: withDetails },
    output: rowOf(spec.fields), answer: 'row', plural: 'flow_instances', fallback: calls.get.fallback,
  }),
});
