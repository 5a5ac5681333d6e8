import { z } from 'zod';

/** The `definition` of a composer workflow: endpoint calls, and which waits for which. */

/** A value is sent as it is; `{"$jsonata": "…"}`, however deep, is read over `{input, nodes: {<id>: result}}`. */
const values = z.record(z.string(), z.unknown(), 'Must be an object of names and values').nullish();
const limit = z.number('The time limit must be a number of milliseconds').int().positive('The time limit must be above 0').max(86_400_000, 'The time limit can be a day at most').nullish();
const id = (what: string) => z.string(`${what} is required`).trim().min(1, `${what} is required`);

export const failurePolicies = ['stop', 'continue'] as const;

export const workflowNode = z.looseObject({
  id: id('The node’s id'),
  endpoint_id: id('The node’s endpoint'),
  path_variables: values,
  query: values,
  headers: values,
  /** As an endpoint’s, or the content itself. */
  body: z.unknown().optional(),
  /** A flag, or JSONata: where it yields nothing, false, 0 or an empty text, the node is skipped, with all that follows from it alone. */
  when: z.union([z.boolean(), z.string(), z.object({ $jsonata: z.string() })], '“when” must be true, false or JSONata').nullish(),
  /** `stop` (default): no other node begins. `continue`: what follows runs, and sees the failure. */
  on_failure: z.enum(failurePolicies, `“on_failure” is one of: ${failurePolicies.join(', ')}`).nullish(),
  timeout_ms: limit,
});
export type WorkflowNode = z.infer<typeof workflowNode>;

export const workflowDefinition = z.looseObject({
  nodes: z.array(workflowNode, 'Nodes are a list').min(1, 'A workflow needs at least one node'),
  edges: z.array(z.looseObject({ source: id('The edge’s source'), target: id('The edge’s target') }), 'Edges are a list').nullish(),
  /** For the whole run. */
  timeout_ms: limit,
});
export type WorkflowDefinition = z.infer<typeof workflowDefinition>;

export const nodeStates = ['waiting', 'running', 'success', 'failed', 'cancelled', 'skipped', 'upstream_failed', 'not_run', 'pinned'] as const;

/** What came of one node; expressions see it as `nodes.<id>`. */
export const nodeResult = z.looseObject({
  state: z.enum(nodeStates),
  execution_id: z.string().optional(),
  status: z.number().optional(),
  statusText: z.string().optional(),
  headers: z.record(z.string(), z.string()).optional(),
  data: z.unknown().optional(),
  duration: z.number().optional(),
  error: z.string().nullish(),
});
export type NodeResult = z.infer<typeof nodeResult>;
