import { z } from 'zod';
import { call, required } from './define.ts';
import { crud, entity, resource, rowOf } from './entity.ts';
import { json, jsonList, long, name, reference, search, text, withDetails } from './fields.ts';
import { workflowRun } from './workflow-runs.ts';

/** Flow recipes and the instances made of them. */

/** [C-086][I-009]; `otherParam` is passed on as it is. */
export const flowRecipes = entity({
  one: 'flow recipe', many: 'flow recipes', path: '/api/saas_db/flow_recipes', scope: ['tenant_id'],
  filters: { otherParam: search('Other parameter') },
  fields: {
    name: name(),
    description: long('Description'),
    environment_id: reference('Environment', 'environments'),
    flow_recipe_config: jsonList('Configuration', { help: 'What instances are asked for: [{"name": "city", "label": "City", "type": "text", "required": true, "default": "Ulm"}].' }),
    nodes: json('Nodes'),
    edges: json('Edges'),
  },
});

const spec = {
  one: 'flow instance', many: 'flow instances', path: '/api/saas_db/flow_instances', scope: ['tenant_id', 'environment_id'],
  columns: ['name', 'description', 'flow_recipe_name', 'version_id'],
  filters: { flow_recipe_id: reference('Recipe', 'flowRecipes') },
  fields: {
    name: name(),
    description: long('Description'),
    /** A flow recipe, or a workflow recipe. */
    flow_recipe_id: reference('Recipe', 'flowRecipes'),
    flow_recipe_name: text('Recipe name', { readOnly: true }),
    flow_instance_config: jsonList('Instance configuration', { help: 'What its runs are given: [{"name": "city", "value": "Bonn"}].' }),
    flow_recipe_config: jsonList('Recipe configuration', { help: 'What the recipe asked for when the instance was made of it.' }),
    version_id: text('Version of the recipe', { help: 'Without it, the latest.' }),
  },
} as const;
const calls = crud(spec);
const id = required('ID is required');

/** [C-085][I-010] */
export const flowInstances = resource(spec, {
  ...calls,
  get: call({
    method: 'GET', path: `${spec.path}/{id}`, input: { id, details: withDetails },
    output: rowOf(spec.fields), answer: 'row', plural: 'flow_instances', fallback: calls.get.fallback,
  }),
  /** Runs its recipe with its configuration; `data` goes over that for this one run. The run has the instance as its session. */
  start: call({
    method: 'POST', path: `${spec.path}/{id}/start`, input: { id, data: z.record(z.string(), z.unknown()).optional() }, answer: 'router', output: workflowRun,
    fallback: 'Failed to start the flow instance',
  }),
  /** Its runs, the newest first. */
  runs: call({
    method: 'GET', path: `${spec.path}/{id}/runs`, answer: 'routerList', fallback: 'Failed to fetch the runs of the flow instance',
    input: { id, limit: z.coerce.number().int().min(1).max(1000).default(50), offset: z.coerce.number().int().min(0).default(0) },
    output: z.object({ rows: z.array(workflowRun), total: z.number().optional() }),
  }),
});
