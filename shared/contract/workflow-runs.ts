import { z } from 'zod';
import { anything, call, group, required, stream } from './define.ts';
import { json as jsonValue } from './fields.ts';

/** Runs of workflows: what was run, with what, and what came of each node. */

const root = '/api/workflow/run';
const scope = ['tenant_id', 'environment_id'] as const;
const record = z.record(z.string(), z.unknown());
const count = z.number().int().nonnegative();

export const runStates = ['queued', 'running', 'waiting', 'success', 'failed', 'cancelled'] as const;
export type RunState = (typeof runStates)[number];
/** Has it come to its end? */
export const isEnded = (state: RunState): boolean => state === 'success' || state === 'failed' || state === 'cancelled';

export const executionStates = ['running', 'waiting', 'success', 'failed', 'cancelled', 'skipped'] as const;

/** Tokens that models took, as they counted them. */
export const tokens = z.looseObject({ prompt: count, completion: count, total: count });
export type Tokens = z.infer<typeof tokens>;

/** What became of one node, or, within a loop, of one node and item. */
export const nodeExecution = z.looseObject({
  node_id: z.string(),
  /** Within loops: which item, counted from 0, from the outermost loop inward: `3`, `3.0`. Empty outside of them. */
  iteration: z.string(),
  state: z.enum(executionStates),
  start_date: z.string().nullish(), end_date: z.string().nullish(), duration_ms: z.number().nullish(),
  attempts: count.nullish(),
  error: z.string().nullish(),
  /** The way that was taken, of a node with more than one. */
  handle: z.string().nullish(),
  tokens: tokens.nullish(),
  /** Why it waits: somebody has to approve, or it is a breakpoint. */
  waits_for: z.enum(['approval', 'breakpoint', 'workflow']).nullish(),
  /** What somebody is asked: `{message, fields?, input?}`; an input that is large stands in the execution alone. */
  question: anything,
  /** The run from which its output was taken, or `pin`: it was not run itself. */
  taken_from: z.string().nullish(),
  /** The run of the workflow that it ran. */
  child_run_id: z.string().nullish(),
  /** Place in the order in which nodes ended; a run can be forked behind each of them. */
  seq: count.nullish(),
  input_preview: z.string().nullish(), output_preview: z.string().nullish(),
  /** Are the previews less than all? */
  is_cut: z.boolean().nullish(),
});
export type NodeExecution = z.infer<typeof nodeExecution>;

export const origin = z.looseObject({ run_id: z.string(), node_id: z.string().nullish(), checkpoint_id: z.string().nullish() });

/** A run without its nodes. `graph` is there where it ran no version. */
export const workflowRun = z.looseObject({
  run_id: z.string(), workflow_id: z.string(), workflow_name: z.string().nullish(),
  version_id: z.string().nullable(), version: z.number().nullish(),
  state: z.enum(runStates),
  data: anything, output: anything, error: z.string().nullish(), failed_node_id: z.string().nullish(),
  started_by: z.string(), session_id: z.string().nullish(), user_id: z.string().nullish(),
  start_date: z.string(), end_date: z.string().nullish(), duration_ms: z.number().nullish(),
  tokens: tokens.nullish(),
  parent_run_id: z.string().nullish(), parent_node_id: z.string().nullish(),
  from: origin.nullish(),
  /** How often the platform ended while it was under way, and took it up again. */
  resumed: count.nullish(),
});
export type WorkflowRun = z.infer<typeof workflowRun>;

export const runWithNodes = workflowRun.extend({
  executions: z.array(nodeExecution),
  /** What ran, where that is no version. */
  graph: z.looseObject({ nodes: z.array(z.unknown()), edges: z.array(z.unknown()) }).nullish(),
  breakpoints: z.array(z.string()).nullish(),
});
export type RunWithNodes = z.infer<typeof runWithNodes>;

/** A point behind which a run can be forked: what had ended by then is taken as it is, all else runs. */
export const checkpoint = z.looseObject({ checkpoint_id: z.string(), seq: count, node_id: z.string(), iteration: z.string(), state: z.enum(executionStates), date: z.string() });
export type Checkpoint = z.infer<typeof checkpoint>;

/** `run`: the run has changed. `node`: a node has. `token`: a model has said more, which adds to what it said before. */
export const runEvent = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('run'), run: workflowRun }),
  z.looseObject({ type: z.literal('node'), node: nodeExecution }),
  z.looseObject({ type: z.literal('token'), node_id: z.string(), iteration: z.string(), text: z.string() }),
]);
export type RunEvent = z.infer<typeof runEvent>;

const runId = required('Run ID is required');
const nodeId = required('Node ID is required');
const graph = z.looseObject({ nodes: z.array(z.unknown(), 'Nodes are a list'), edges: z.array(z.unknown(), 'Edges are a list') });

export const workflowRuns = group({
  /** Begins a run and answers it at once. Refused with `problems` where the graph has errors. */
  start: call({
    method: 'POST', path: `${root}/start`, scope, answer: 'router', output: workflowRun, fallback: 'Failed to start the workflow',
    input: {
      workflow_id: required('Workflow ID is required'), version_id: z.string().nullish(), data: anything,
      session_id: z.string().nullish(), user_id: z.string().nullish(),
      /**
       * Takes what an earlier run has: with `node_id`, of all that does not come behind that node, which runs with `inputs`
       * in the place of its input where they are given; with `checkpoint_id`, of all that had ended by then.
       */
      from: z.object({ run_id: runId, node_id: z.string().nullish(), checkpoint_id: z.string().nullish(), inputs: z.unknown().optional() }).nullish(),
      /** Outputs that take the place of running these nodes. */
      pins: record.nullish(),
      /** One that was not saved; the run keeps a copy of it. */
      graph: graph.nullish(),
      /** Nodes before which the run waits. */
      breakpoints: z.array(z.string()).nullish(),
      /** For the run as a whole, without the time in which it waits for somebody. */
      timeout_ms: z.number().int().positive().max(604_800_000).nullish(),
    },
  }),
  /** The newest first. Those of sub-workflows only where their parent is named. */
  list: call({
    method: 'GET', path: `${root}/list`, scope, answer: 'routerList', fallback: 'Failed to fetch the runs',
    input: {
      workflow_id: z.string().optional(), session_id: z.string().optional(), state: z.enum(runStates).optional(), parent_run_id: z.string().optional(),
      limit: z.coerce.number().int().min(1).max(1000).default(50), offset: z.coerce.number().int().min(0).default(0),
    },
    output: z.object({ rows: z.array(workflowRun), total: z.number().optional() }),
  }),
  get: call({ method: 'GET', path: `${root}/get`, scope, answer: 'router', input: { run_id: runId }, output: runWithNodes, fallback: 'Failed to fetch the run' }),
  /** A node's execution with its whole input and output. */
  node: call({
    method: 'GET', path: `${root}/node`, scope, answer: 'router', input: { run_id: runId, node_id: nodeId, iteration: z.string().default('') },
    output: nodeExecution.extend({ input: anything, output: anything }), fallback: 'Failed to fetch the node’s execution',
  }),
  checkpoints: call({
    method: 'GET', path: `${root}/checkpoints`, scope, answer: 'router', input: { run_id: runId }, output: z.array(checkpoint), fallback: 'Failed to fetch the checkpoints',
  }),
  /** Answers a node that waits. For an approval `{approved: boolean, …}`; behind a breakpoint, `{input}` where another input is to be taken. */
  resume: call({
    method: 'POST', path: `${root}/resume`, scope, answer: 'router', output: workflowRun, fallback: 'Failed to resume the run',
    input: { run_id: runId, node_id: nodeId, iteration: z.string().default(''), answer: jsonValue('Answer') },
  }),
  /** Ends it at once; what is under way is given up. A run that has ended stays as it is. */
  cancel: call({ method: 'POST', path: `${root}/cancel`, scope, answer: 'router', input: { run_id: runId }, output: workflowRun, fallback: 'Failed to cancel the run' }),
  /** Forgets a run that has ended, and those of its sub-workflows. */
  remove: call({ method: 'POST', path: `${root}/remove`, scope, answer: 'done', input: { run_id: runId }, fallback: 'Failed to delete the run' }),
  /** The run as a file: as it is, or as a trace of OpenTelemetry (OTLP in JSON). */
  export: call({
    method: 'GET', path: `${root}/export`, scope, answer: 'router', offline: 'never', input: { run_id: runId, format: z.enum(['json', 'otlp']).default('json') },
    output: z.object({ file_name: z.string(), text: z.string() }), fallback: 'Failed to export the run',
  }),
  /** The run and each of its nodes as they are, then what changes; ends with the run. */
  follow: stream({ path: `${root}/events`, scope, input: { run_id: runId }, event: runEvent, fallback: 'Failed to follow the run' }),
});
