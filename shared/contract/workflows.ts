import { z } from 'zod';
import { defaultCreator, defaultWorkflowType } from '../rules/constants.ts';
import { anything, call, group, local, required, type Prepare } from './define.ts';
import { crud, resource, rowOf } from './entity.ts';
import { choice, flag, json, listOf, long, name, number, reference, search, secret, text, time, withDetails } from './fields.ts';

/** Workflow recipes, their versions, and what their nodes keep. Some texts say "flow recipe": they are the spec's. */

const id = required('ID is required');
const workflowId = required('Workflow ID is required');
const record = z.record(z.string(), z.unknown());

const spec = {
  one: 'workflow recipe', many: 'workflow recipes', path: '/api/saas_db/workflow_recipes', scope: ['tenant_id'],
  columns: ['name', 'description', 'workflow_type', 'version_tag', 'node_count', 'upd_date'],
  filters: { otherParam: search('Other parameter'), fields: listOf('Fields') },
  texts: {
    list: 'Failed to fetch flow recipes', create: 'Failed to create flow recipe', update: 'Failed to update flow recipe', remove: 'Failed to delete flow recipe',
  },
  fields: {
    name: name(),
    description: long('Description'),
    workflow_type: choice('Type', ['langgraph', 'dag', 'flow'], { initial: defaultWorkflowType }),
    environment_id: reference('Environment', 'environments'),
    /** Drawn on the canvas, and never asked for in a form. */
    nodes: json('Nodes', { readOnly: true }),
    edges: json('Edges', { readOnly: true }),
    flowpath: json('Flow path'),
    dag_config: json('DAG configuration', { help: 'With a schedule, such as {"schedule": "@daily"}, a DAG runs the latest version; "data" is what each run is given. Taking the schedule away pauses the DAG.' }),
    default_args: json('Default arguments', { help: 'What a scheduled run is given where its configuration has no data.' }),
    recipe_image: text('Image'),
    pass_phrase: secret('Pass phrase', { help: 'Files of this recipe are encrypted with it; on the platform, whoever may read recipes can read it without.' }),
    dag_id: text('DAG', { readOnly: true }),
    version_id: text('Version', { readOnly: true }),
    version_tag: text('Version tag', { readOnly: true }),
    is_backend_synced: flag('Synced', { readOnly: true, help: 'A version of it was saved on this platform; drafts, clones and imports were not, yet.' }),
    backend_sync_time: time('Last synced', { readOnly: true }),
    crt_user: text('Created by', { readOnly: true }),
    upd_user: text('Changed by', { readOnly: true }),
    crt_date: time('Created', { readOnly: true }),
    upd_date: time('Changed', { readOnly: true }),
    node_count: number('Node count', { readOnly: true }),
    has_image: flag('Has an image', { readOnly: true }),
    tenant_name: text('Tenant', { readOnly: true }),
    environment_name: text('Environment name', { readOnly: true }),
  },
} as const;
const calls = crud(spec);
const recipe = rowOf(spec.fields);

/** A create is dated, and has a type and a creator [Q-005][K-019][K-020]. */
const dated: Prepare = (input, { now }) => {
  const date = new Date(now).toISOString();
  return { workflow_type: defaultWorkflowType, crt_user: defaultCreator, ...input, crt_date: date, upd_date: date };
};

/** The version that was edited; null where there was none. Where the latest is another one by now, the call fails with `conflict` and `details: {latest_version_id}`. */
const base = { base_version_id: z.string().nullish() };

/** What a list of recipes shows: thousands of them with their graphs and images would be gigabytes. */
const listed = [
  'name', 'description', 'workflow_type', 'environment_id', 'dag_config', 'dag_id', 'pass_phrase', 'version_id', 'version_tag', 'node_count', 'has_image',
  'is_backend_synced', 'backend_sync_time', 'crt_user', 'upd_user', 'crt_date', 'upd_date',
] as const;

/** [C-087…C-091] */
export const workflowRecipes = resource(spec, {
  ...calls,
  /** Without graphs and images, unless `fields` says otherwise. */
  list: { ...calls.list, prepare: ({ fields = listed, ...input }) => ({ ...input, fields }) },
  get: call({
    method: 'GET', path: `${spec.path}/{id}`, input: { id, details: withDetails, version_id: z.string().optional() },
    output: recipe, answer: 'row', plural: 'workflow_recipes', fallback: 'Failed to fetch original workflow',
  }),
  /** Of a recipe with versions, nodes or edges that change make a version, too. */
  update: { ...calls.update, input: calls.update.input.extend(base) },
  create: {
    ...calls.create, prepare: dated,
    reread: { path: `${spec.path}/{id}`, query: 'details=true', fallback: 'Failed to fetch newly created flow recipe' },
  },
  /** Read the original, or one version of it, create the copy, give it its first version; the backend composes the three [I-012]. */
  clone: local({
    input: z.object({ id, version_id: z.string().optional(), name: z.string().trim().min(1).optional(), tenant_id: required('Tenant must be selected'), environment_id: z.string().optional() }),
    output: recipe, fallback: 'Failed to clone workflow',
  }),
});

const versionId = required('Version is required');
const ofVersion = { workflow_id: workflowId, version_id: versionId };

/** What a list tells of a version: all but its graph. */
const versionSummary = z.looseObject({
  version_id: z.string(), workflow_id: z.string().nullish(), version: z.number().nullish(), version_tag: z.string().nullish(), note: z.string().nullish(),
  crt_user: z.string().nullish(), crt_date: z.string().nullish(), node_count: z.number().nullish(), edge_count: z.number().nullish(),
});
const version = versionSummary.extend({ nodes: anything, edges: anything });

/** Versions of a recipe's graph: numbered from 1, never changed but for tag and note, and the latest is the graph of the recipe [C-092][C-093]. */
export const workflowVersions = group({
  create: call({
    method: 'POST', path: '/api/workflow/version/create', output: version, answer: 'router', fallback: 'Failed to create/update workflow version',
    input: { workflow_id: workflowId, nodes: anything, edges: anything, version_tag: z.string().optional(), note: z.string().optional(), ...base },
  }),
  latest: call({ method: 'GET', path: '/api/workflow/version/latest', input: { workflow_id: workflowId }, output: version, answer: 'router', fallback: 'Failed to fetch workflow version' }),
  /** The newest first. */
  list: call({
    method: 'GET', path: '/api/workflow/version/list', input: { workflow_id: workflowId }, output: z.object({ rows: z.array(versionSummary), total: z.number().optional() }),
    answer: 'routerList', fallback: 'Failed to fetch workflow versions',
  }),
  get: call({ method: 'GET', path: '/api/workflow/version/get', input: ofVersion, output: version, answer: 'router', fallback: 'Failed to fetch workflow version' }),
  /** Sets tag and note, those that are given; empty takes them away. */
  annotate: call({
    method: 'POST', path: '/api/workflow/version/annotate', output: versionSummary, answer: 'router', fallback: 'Failed to change the workflow version',
    input: { ...ofVersion, version_tag: z.string().optional(), note: z.string().optional() },
  }),
  /** Makes the graph of an older version the newest version; nothing is taken away. */
  restore: call({
    method: 'POST', path: '/api/workflow/version/restore', input: { ...ofVersion, ...base }, output: version, answer: 'router', fallback: 'Failed to restore the workflow version',
  }),
});

const problems = z.array(z.looseObject({ where: z.string(), message: z.string() }));

/** A recipe as one file, with its versions and its image. */
export const recipeFiles = group({
  /** Encrypted with the pass phrase of the recipe where it has one, else with the given one; else in clear, and without credentials, of which `problems` tells. */
  export: call({
    method: 'POST', path: '/api/workflow/recipe/export', answer: 'router', fallback: 'Failed to export the recipe',
    input: { id, pass_phrase: z.string().optional(), versions: z.enum(['all', 'latest']).default('all') },
    output: z.object({ file_name: z.string(), text: z.string(), problems }),
  }),
  /** A new recipe of a file; `problems` says what of it was left out or changed. */
  import: call({
    method: 'POST', path: '/api/workflow/recipe/import', scope: ['tenant_id', 'environment_id'], answer: 'router', fallback: 'Failed to import the recipe',
    input: { text: required('The file is empty'), pass_phrase: z.string().optional(), name: z.string().trim().min(1).optional() },
    output: z.looseObject({ id: z.string(), versions: z.number(), problems }),
  }),
});

const edgesKey = { flowId: workflowId, version_id: z.string().optional() };
const edges = z.looseObject({ edges: z.array(z.unknown()) });

/** Per workflow and version [C-094][C-095]. */
export const nodeEdges = group({
  get: call({ method: 'GET', path: '/api/workflow/node/edges', input: edgesKey, output: edges, answer: 'router', fallback: 'Failed to fetch node edges' }),
  save: call({ method: 'POST', path: '/api/workflow/node/edges', input: { ...edgesKey, edges: z.array(z.unknown()) }, output: edges, answer: 'router', fallback: 'Failed to save node edges' }),
});

const nodeId = required('Node ID is required');
const metadata = z.looseObject({ node_id: z.string(), data: anything });
const ofNode = { node_id: nodeId, workflow_id: workflowId, version_id: z.string().optional() };

/** Per workflow and version [C-096…C-098]. */
export const nodeMetadata = group({
  all: call({
    method: 'POST', path: '/api/workflow/node/metadata/all', offline: 'cached', answer: 'router',
    input: { workflow_id: workflowId, node_id: z.string().optional(), version_id: z.string().optional() },
    output: z.array(metadata), fallback: 'Failed to fetch node metadata',
  }),
  save: call({
    method: 'POST', path: '/api/workflow/node/metadata/create-or-update', input: { ...ofNode, data: z.unknown() }, output: metadata, answer: 'router',
    fallback: 'Failed to save node metadata',
  }),
  store: call({
    method: 'POST', path: '/api/workflow/node/metadata/store', input: { ...ofNode, data: z.unknown() }, output: metadata, answer: 'router',
    fallback: 'Failed to store node metadata',
  }),
});

/** [C-099]; where nothing comes back, that is said [E-070]. */
export const workflowNodes = group({
  preview: call({
    method: 'POST', path: '/api/workflow/node/preview', scope: ['tenant_id', 'environment_id'], answer: 'router',
    input: {
      is_columnar: z.boolean().default(false), node_id: nodeId, workflow_id: workflowId, component_id: z.string().optional(), client_id: z.string().optional(),
      data_json: anything, task_config: record.optional(),
    },
    output: z.unknown().refine((data) => data !== undefined && data !== null, 'Empty result from component execution'),
    errorFields: ['error', 'message'], fallback: 'Empty result from component execution',
  }),
});
