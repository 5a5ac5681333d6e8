import type { NodeResult, WorkflowDefinition, WorkflowNode } from '../../../shared/contract/composer-graph.ts';
import { AppError, toErrorValue } from '../../../shared/errors.ts';
import type { BodySpec } from '../../execution/request.ts';
import { ancestorsOf, type Graph } from '../dags/graph.ts';
import { createProgress, type Decision } from '../dags/progress.ts';
import type { Evaluator } from '../expressions/evaluator.ts';
import type { ExecutionInput } from './execute-endpoint.ts';
import { graphFrom } from './workflow-graph.ts';

/** One run of a workflow's graph: every node as soon as what it waits for has ended. */

/** Calls at the same time; more of them wait. */
const atOnce = 16;

export interface GraphRun {
  readonly definition: WorkflowDefinition;
  readonly input: unknown;
  /** What takes the place of calls, by node. */
  readonly pins: ReadonlyMap<string, NodeResult>;
  readonly evaluator: Evaluator;
  /** Calls a node's endpoint; throws where nothing could be sent. */
  readonly call: (input: ExecutionInput, node_id: string, signal: AbortSignal) => Promise<NodeResult>;
  /** The results so far, by node; changed while it runs. */
  readonly results: Record<string, NodeResult>;
  readonly signal: AbortSignal;
}

/** Why the run as a whole failed; undefined where it did not. Never throws. */
export async function runGraph({ definition, input, pins, evaluator, call, results, signal }: GraphRun): Promise<string | undefined> {
  const graph = graphFrom(definition);
  const nodes = new Map(definition.nodes.map((node) => [node.id, node]));
  const progress = createProgress(graph);
  const ready: string[] = [];
  const active = new Set<Promise<void>>();
  const failures: string[] = [];
  for (const id of nodes.keys()) results[id] = pins.get(id) ?? { state: 'waiting' };

  const follow = (decisions: readonly Decision[]) => {
    for (const [id, state] of decisions) {
      if (state === 'scheduled') ready.push(id);
      else results[id] = { state: state === 'skipped' ? 'skipped' : 'upstream_failed' };
    }
  };
  const work = async (node: WorkflowNode) => {
    results[node.id] = { state: 'running' };
    const result = await resultOf(node);
    results[node.id] = result;
    const failed = result.state === 'failed' || result.state === 'cancelled';
    if (failed && node.on_failure !== 'continue') failures.push(`The node “${node.id}” failed: ${result.error ?? `it answered ${result.status} ${result.statusText ?? ''}`.trim()}`);
    // To what waits for it, a failure that may pass is an end like any other.
    follow(progress.ended(node.id, result.state === 'skipped' ? 'skipped' : failed && node.on_failure !== 'continue' ? 'failed' : 'success'));
  };
  const resultOf = async (node: WorkflowNode): Promise<NodeResult> => {
    try {
      const seen = Object.fromEntries([...ancestorsOf(graph, node.id)].map((id) => [id, results[id]]));
      const read = (value: unknown) => resolve(value, { input: input ?? null, nodes: seen }, evaluator, signal);
      if (!(await isWanted(node.when, read))) return { state: 'skipped' };
      return await call(await inputOf(node, read), node.id, signal);
    } catch (thrown) {
      const { code, message } = toErrorValue(thrown);
      return { state: code === 'cancelled' ? 'cancelled' : 'failed', error: message };
    }
  };

  progress.settle(pins.keys());
  for (const id of pins.keys()) progress.count(id, 'success');
  follow(progress.review());
  while (active.size > 0 || ready.length > 0) {
    while (ready.length > 0 && active.size < atOnce && failures.length === 0 && !signal.aborted) {
      const begun: Promise<void> = work(nodes.get(ready.shift()!)!).finally(() => active.delete(begun));
      active.add(begun);
    }
    if (active.size === 0) break;
    await Promise.race(active);
  }
  for (const id of nodes.keys()) if (results[id]!.state === 'waiting') results[id] = { state: 'not_run' };
  // Any other reason is a client that has gone.
  if (signal.aborted) return signal.reason instanceof AppError ? signal.reason.message : 'The execution was cancelled';
  return failures[0];
}

/** The data of the nodes that nothing waits for, by their id: what the workflow as a whole yields. */
export function outputOf(definition: WorkflowDefinition, results: Readonly<Record<string, NodeResult>>): Record<string, unknown> {
  const { downstream }: Graph = graphFrom(definition);
  const last = [...downstream].filter(([, after]) => after.length === 0).map(([id]) => id);
  return Object.fromEntries(last.map((id) => [id, results[id]?.data ?? null]));
}

type Read = (value: unknown) => Promise<unknown>;

async function isWanted(when: WorkflowNode['when'], read: Read): Promise<boolean> {
  if (when === undefined || when === null) return true;
  return Boolean(await read(typeof when === 'string' ? { $jsonata: when } : when));
}

const bodyTypes: ReadonlySet<unknown> = new Set(['none', 'raw', 'form-data', 'x-www-form-urlencoded', 'binary']);

/** What is read from answers may come from other servers, so no variable of ours is filled into it. */
async function inputOf(node: WorkflowNode, read: Read): Promise<ExecutionInput> {
  const [path_variables, query, headers, content] = await Promise.all([node.path_variables, node.query, node.headers, node.body].map(read));
  const isSpec = typeof content === 'object' && content !== null && bodyTypes.has((content as BodySpec).type);
  const body = content === undefined || content === null ? undefined : isSpec ? (content as BodySpec) : { type: 'raw', content };
  type Values = ExecutionInput['query'];
  return { endpoint_id: node.endpoint_id, path_variables: path_variables as Values, query: query as Values, headers: headers as Values, body, timeout_ms: node.timeout_ms, literal: true };
}

/** The value with what its expressions yield in their place; what they yield is data, and not read again. */
async function resolve(value: unknown, data: object, evaluator: Evaluator, signal: AbortSignal): Promise<unknown> {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return Promise.all(value.map((item) => resolve(item, data, evaluator, signal)));
  const { $jsonata: expression, ...beside } = value as Record<string, unknown>;
  if (typeof expression === 'string' && Object.keys(beside).length === 0) return evaluator.evaluate(expression, data, signal);
  const entries = Object.entries(value).map(async ([name, item]) => [name, await resolve(item, data, evaluator, signal)] as const);
  return Object.fromEntries(await Promise.all(entries));
}
