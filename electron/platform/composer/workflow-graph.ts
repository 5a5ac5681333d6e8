import { workflowDefinition, type WorkflowDefinition } from '../../../shared/contract/composer-graph.ts';
import { AppError, type FieldProblem } from '../../../shared/errors.ts';
import type { Core } from '../core.ts';
import { findCycle, graphOf, type Graph } from '../dags/graph.ts';
import type { Caller } from '../domain.ts';

/** The graph of a workflow's definition: what is wrong with it, and what waits for what. */

/** What would keep a definition from running; nothing, if it can. One that is not there yet is right, too. */
export function graphProblems(core: Core, definition: unknown, caller: Caller): FieldProblem[] {
  if (definition === undefined || definition === null) return [];
  const read = workflowDefinition.safeParse(definition);
  if (!read.success) return read.error.issues.map(({ path, message }) => ({ path: ['definition', ...(path as (string | number)[])], message: `${message}.` }));
  const { nodes, edges } = read.data;
  const problems: FieldProblem[] = [];
  const refuse = (path: (string | number)[], message: string) => problems.push({ path: ['definition', ...path], message });
  const ids = new Set<string>();
  for (const [at, { id, endpoint_id }] of nodes.entries()) {
    if (ids.has(id)) refuse(['nodes', at, 'id'], `Two nodes have the id “${id}”. Give each its own.`);
    ids.add(id);
    if (!isEndpoint(core, endpoint_id, caller)) refuse(['nodes', at, 'endpoint_id'], `The node “${id}” calls the endpoint ${endpoint_id}, which does not exist here. Choose another.`);
  }
  for (const [at, edge] of (edges ?? []).entries()) {
    for (const end of ['source', 'target'] as const) {
      if (!ids.has(edge[end])) refuse(['edges', at, end], `The edge from “${edge.source}” to “${edge.target}” has no node “${edge[end]}”. Remove the edge, or add the node.`);
    }
  }
  const cycle = problems.length === 0 ? findCycle(graphFrom(read.data)) : undefined;
  if (cycle) refuse(['edges'], `The nodes ${cycle.map((id) => `“${id}”`).join(' → ')} wait for each other. Remove one of their edges.`);
  return problems;
}

/** Throws `invalid_input` with all problems, the first of them as its message. */
export function refuseGraph(problems: readonly FieldProblem[]): void {
  const [first] = problems;
  if (first) throw new AppError('invalid_input', first.message, { problems });
}

/** The definition of a workflow that is to run. Throws `invalid_input` with its problems. */
export function readDefinition(core: Core, definition: unknown, caller: Caller): WorkflowDefinition {
  if (definition === undefined || definition === null) throw new AppError('invalid_input', 'The workflow has no definition yet. Add a node to it and try again.');
  refuseGraph(graphProblems(core, definition, caller));
  return workflowDefinition.parse(definition);
}

export function graphFrom({ nodes, edges }: WorkflowDefinition): Graph {
  const before = Map.groupBy(edges ?? [], ({ target }) => target);
  return graphOf(nodes.map(({ id }) => ({ task_id: id, depends_on: [...new Set((before.get(id) ?? []).map(({ source }) => source))] })));
}

function isEndpoint({ kinds }: Core, id: string, caller: Caller): boolean {
  try {
    return kinds.of('composerEndpoints').find(id, caller).id === id;
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.code === 'not_found') return false;
    throw thrown;
  }
}
