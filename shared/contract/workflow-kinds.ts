import { z } from 'zod';
import { choice, code, count, flag, json, long, number, reference, requiredCode, requiredReference, tags, text } from './fields.ts';
import type { Shape } from './define.ts';

/**
 * What a node of a workflow can be. Canvas and list draw their forms from this table, `rules/workflow-graph.ts` judges
 * graphs by it, and the platform runs them by it.
 *
 * Texts may hold `{{ input.x }}`, `{{ nodes.<id>.x }}`, `{{ item }}`, `{{ index }}` and `{{ run.x }}`, which are looked up as
 * data. Expressions are JSONata over the node's input, and see `$nodes.<id>`, `$item`, `$index` and `$run`.
 */

export type NodeGroup = 'flow' | 'model' | 'data' | 'call';
type Data = Readonly<Record<string, unknown>>;

/** A way out of a node. An edge names it in `sourceHandle`; the only way out of most kinds has no name. */
export interface Handle {
  readonly id: string | null;
  readonly label: string;
}

export interface NodeKind {
  readonly title: string;
  /** One sentence. */
  readonly description: string;
  readonly group: NodeGroup;
  /** Does it take part in a run? Notes and groups do not. */
  readonly runs: boolean;
  /** What it alone is told, in the order of its form. */
  readonly fields: Shape;
  /** Names of the fields that are JSONata. */
  readonly expressions: readonly string[];
  /** `data` as a whole: `label`, its own fields, and its `runFields`. */
  readonly data: z.ZodType<Data>;
  /** What it may be told of how it is run, in the order of its form. */
  readonly runFields: Shape;
  handles(data: Data): readonly Handle[];
}

/** What every node that does something may say of how it is run. */
export const runFields = {
  timeout_ms: count('Time limit in milliseconds', 1, 86_400_000, { help: 'Of one attempt. Without it, a minute; for models, five.' }),
  retries: count('Retries', 0, 100, { help: 'How often a failed attempt is made again.' }),
  retry_delay_seconds: count('Seconds between attempts', 0, 86_400, { help: 'Doubles with each attempt.' }),
  continue_on_error: flag('Go on where it fails', { help: 'Its output is then {"error": …}.' }),
} satisfies Shape;

export const labelField = text('Title');
export const templateHelp = 'May hold {{ input.name }}, {{ nodes.<id>.name }} and, within a loop, {{ item }}.';

const oneWay: readonly Handle[] = [{ id: null, label: 'Next' }];
const noWay: readonly Handle[] = [];

interface KindSpec {
  readonly title: string;
  readonly description: string;
  readonly group: NodeGroup;
  readonly fields?: Shape;
  readonly expressions?: readonly string[];
  readonly runs?: boolean;
  /** Names of `runFields`; all of them unless said. */
  readonly heeds?: readonly (keyof typeof runFields)[];
  readonly handles?: (data: Data) => readonly Handle[];
  /** Fields of which one must be there. */
  readonly oneOf?: { readonly names: readonly string[]; readonly message: string };
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

function kind({ fields = {}, expressions = [], runs = true, heeds, handles = () => oneWay, oneOf, ...rest }: KindSpec): NodeKind {
  const heeded = heeds ? Object.fromEntries(heeds.map((name) => [name, runFields[name]])) : runFields;
  const shape = z.looseObject({ label: labelField, ...fields, ...heeded });
  const data = oneOf ? shape.refine((given) => oneOf.names.some((name) => isGiven(given[name])), { message: oneOf.message, path: [oneOf.names[0]!] }) : shape;
  return { ...rest, fields, expressions, runs, runFields: heeded, handles, data: data as unknown as z.ZodType<Data> };
}

export const otherwise = 'otherwise';

/** The named ways of a branch, and the one that is taken where none of them is meant; true and false where none is named. */
const branchHandles = ({ branches }: Data): readonly Handle[] => {
  const names = Array.isArray(branches) ? [...new Set(branches.filter((name) => typeof name === 'string' && name !== ''))] as string[] : [];
  if (names.length === 0) return [{ id: 'true', label: 'True' }, { id: 'false', label: 'False' }];
  return [...names.filter((name) => name !== otherwise), otherwise].map((id) => ({ id, label: id === otherwise ? 'Otherwise' : id }));
};

/** Every kind of node, by its `type`. */
export const nodeKinds = {
  start: kind({
    title: 'Start', description: 'Where a run begins; its output is what the run is given.', group: 'flow', heeds: [],
    fields: { sample: json('Sample input', { help: 'What a run from the canvas is given at first.' }) },
  }),
  end: kind({
    title: 'End', description: 'What reaches it is what the workflow answers.', group: 'flow', handles: () => noWay,
    fields: { expression: code('Answer', { help: 'JSONata over what reaches it. Without it, all of that.' }) }, expressions: ['expression'],
  }),
  branch: kind({
    title: 'Branch', description: 'Chooses which way the run takes.', group: 'flow', handles: branchHandles, expressions: ['expression'],
    fields: {
      expression: requiredCode('Expression', { help: 'JSONata that yields true or false, or the name of a branch.' }),
      branches: tags('Branches', { help: 'Without them: true and false. Where the expression names none of them, the way is “otherwise”.' }),
    },
  }),
  loop: kind({
    title: 'Loop', description: 'Runs the nodes behind “item” once for each item, and goes on with the list of what came of them.', group: 'flow', expressions: ['items'], heeds: ['continue_on_error'],
    handles: () => [{ id: 'item', label: 'Item' }, { id: 'done', label: 'Done' }],
    fields: {
      items: requiredCode('Items', { help: 'JSONata that yields a list.' }),
      max_parallel: count('At the same time', 1, 100, { initial: 4, help: 'How many items are under way at once.' }),
    },
  }),
  approval: kind({
    title: 'Approval', description: 'Waits until somebody approves or rejects.', group: 'flow', heeds: [],
    handles: () => [{ id: 'approved', label: 'Approved' }, { id: 'rejected', label: 'Rejected' }],
    fields: {
      message: long('Question', { help: templateHelp }),
      fields: json('Fields', { help: 'What the answer is asked for: [{"name": "amount", "label": "Amount", "type": "number", "required": true}].' }),
    },
  }),
  workflow: kind({
    title: 'Workflow', description: 'Runs another workflow and goes on with its answer.', group: 'flow',
    fields: {
      workflow_id: requiredReference('Workflow', 'workflowRecipes'),
      version_id: text('Version', { help: 'Without it, the latest.' }),
      input: json('Input', { help: `Without it, the node’s own. ${templateHelp}` }),
    },
  }),
  llm: kind({
    title: 'Model', description: 'Asks a language model.', group: 'model',
    fields: {
      agent_llm_id: reference('LLM', 'agentLlms', { help: 'Without it, the one that is the default.' }),
      system: long('Instructions', { help: templateHelp }),
      prompt: long('Prompt', { help: `Without it, the node’s input. ${templateHelp}` }),
      response_format: choice('Answer', ['text', 'json_object'], { initial: 'text', help: 'With json_object the output’s “json” is the answer read.' }),
      temperature: number('Temperature', { help: 'Without it, that of the LLM.' }),
      max_tokens: count('Most tokens in the answer', 1, 10_000_000),
    },
  }),
  prompt: kind({
    title: 'Prompt', description: 'Makes a text of a kept prompt, or of one of its own.', group: 'model',
    oneOf: { names: ['agent_prompt_id', 'template'], message: 'Choose a kept prompt, or write a text' },
    fields: {
      agent_prompt_id: reference('Prompt', 'agentPrompts', { help: 'One of those that are kept.' }),
      template: long('Text', { help: `Instead of a kept prompt. ${templateHelp}` }),
    },
  }),
  transform: kind({
    title: 'Transform', description: 'Makes a new value of its input.', group: 'data', expressions: ['expression'],
    fields: { expression: requiredCode('Expression', { help: 'JSONata over the node’s input; $nodes.<id> is the output of an earlier one.' }) },
  }),
  vector_search: kind({
    title: 'Document search', description: 'Finds documents by a question; on this computer, by its words.', group: 'data',
    fields: {
      collection: text('Collection', { help: 'Without it, all of them.' }),
      query: long('Question', { help: `Without it, the node’s input. ${templateHelp}` }),
      limit: count('Most results', 1, 1000, { initial: 10 }),
    },
  }),
  endpoint: kind({
    title: 'Endpoint', description: 'Calls an endpoint of a composed API.', group: 'call',
    fields: {
      api_id: reference('API', 'composerApis', { help: 'Narrows the choice of endpoints.' }),
      endpoint_id: requiredReference('Endpoint', 'composerEndpoints'),
      path_variables: json('Path variables', { help: templateHelp }),
      query: json('Query', { help: templateHelp }),
      headers: json('Headers', { help: templateHelp }),
      body: json('Body', { help: templateHelp }),
      expect_status: text('Expected status', { help: 'Such as 200 or 2xx, which is meant without it; * takes any.' }),
    },
  }),
  http: kind({
    title: 'HTTP request', description: 'Sends a request to an address.', group: 'call',
    fields: {
      method: choice('Method', ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'], { initial: 'GET' }),
      url: requiredCode('Address', { message: 'Address is required', help: templateHelp }),
      query: json('Query', { help: templateHelp }),
      headers: json('Headers', { help: templateHelp }),
      body: json('Body', { help: templateHelp }),
      auth_config_id: reference('Sign in by', 'authConfigs', { help: 'Credentials are kept in an auth config, never in a workflow.' }),
      expect_status: text('Expected status', { help: 'Such as 200 or 2xx, which is meant without it; * takes any.' }),
    },
  }),
  tool: kind({
    title: 'Tool', description: 'Runs a tool of an agent or of an MCP server.', group: 'call',
    fields: {
      tool_name: requiredCode('Tool', { message: 'Tool is required', help: 'The name of an agent tool or of an MCP tool.' }),
      arguments: json('Arguments', { help: `Without them, the node’s input. ${templateHelp}` }),
    },
  }),
  note: kind({ title: 'Note', description: 'A comment on the canvas.', group: 'flow', runs: false, heeds: [], handles: () => noWay, fields: { text: long('Text') } }),
  group: kind({
    title: 'Group', description: 'A frame around nodes that belong together.', group: 'flow', runs: false, heeds: [], handles: () => noWay,
    fields: { width: number('Width'), height: number('Height') },
  }),
} as const satisfies Readonly<Record<string, NodeKind>>;

export type NodeType = keyof typeof nodeKinds;

/** The kind of a node's `type`, or undefined for one that is not known here. */
export const kindOf = (type: unknown): NodeKind | undefined => (typeof type === 'string' && Object.hasOwn(nodeKinds, type) ? nodeKinds[type as NodeType] : undefined);
