import { kindOf } from '../contract/workflow-kinds.ts';
import { scopesOf, takesPart, titleOf, type GraphEdge, type GraphNode, type Scopes, type WorkflowGraph } from './workflow-scopes.ts';

export { readGraph, titleOf, type GraphEdge, type GraphNode, type WorkflowGraph } from './workflow-scopes.ts';

/** What is wrong with a workflow's graph. One with an error does not run; a warning is only said. */

export interface GraphProblem {
  readonly node_id?: string | undefined;
  readonly edge_id?: string | undefined;
  /** The field of the node's data. */
  readonly field?: string | undefined;
  readonly severity: 'error' | 'warning';
  readonly message: string;
}

export interface ProblemOptions {
  /** Says what is wrong with a JSONata expression; without it, none is looked at. */
  readonly parse?: ((expression: string) => string | undefined) | undefined;
}

/** Every problem of a graph, in the order of its nodes and edges; linear in its size but for the number of its loops. */
export function problemsOf(graph: WorkflowGraph, { parse }: ProblemOptions = {}): GraphProblem[] {
  const nodes = graph.nodes.filter(takesPart);
  const byId = new Map(graph.nodes.map((node) => [node.id, node]));
  const scopes = scopesOf(graph);
  return [
    ...ofIds(graph),
    ...ofEnds(nodes, scopes),
    ...each(nodes, (node) => ofNode(node, scopes, parse)),
    ...each(graph.edges, (edge) => ofEdge(edge, byId)),
    ...scopes.escaping.map((edge) => problem({ edge_id: edge.id }, `${nameOf(edge)} leads out of its loop. Go on from the loop’s “done”, which has the list of all results.`)),
    ...ofCycles(graph, scopes),
  ];
}

function* each<T>(items: readonly T[], problems: (item: T) => Iterable<GraphProblem>): Generator<GraphProblem> {
  for (const item of items) yield* problems(item);
}

type Where = Pick<GraphProblem, 'node_id' | 'edge_id' | 'field'>;
const problem = (where: Where, message: string, severity: GraphProblem['severity'] = 'error'): GraphProblem => ({ ...where, severity, message });
const nameOf = ({ id, source, target }: GraphEdge): string => `The connection ${id === undefined ? '' : `“${id}” `}from “${source}” to “${target}”`;

function* ofIds({ nodes, edges }: WorkflowGraph): Generator<GraphProblem> {
  const seen = new Set<string>();
  for (const [index, { id }] of nodes.entries()) {
    if (id === '') yield problem({}, `Node ${index + 1} has no id.`);
    else if (seen.has(id)) yield problem({ node_id: id }, `Two nodes have the id “${id}”. Give one of them another.`);
    seen.add(id);
  }
  const edgeIds = new Set<string>();
  for (const { id } of edges) {
    if (id === undefined) continue;
    if (edgeIds.has(id)) yield problem({ edge_id: id }, `Two connections have the id “${id}”.`, 'warning');
    edgeIds.add(id);
  }
}

function* ofEnds(nodes: readonly GraphNode[], { reached, around }: Scopes): Generator<GraphProblem> {
  const [start, ...more] = nodes.filter(({ type }) => type === 'start');
  if (!start) {
    yield problem({}, 'The workflow has no start. Add a start node, and lead from it to the others.');
    return;
  }
  for (const other of more) yield problem({ node_id: other.id }, `“${titleOf(other)}” is a second start. A workflow has one.`);
  const ends = nodes.filter(({ type }) => type === 'end');
  if (!ends.some(({ id }) => reached.has(id))) yield problem({ node_id: start.id }, 'No end is reached from the start. Add an end node, and lead to it.');
  for (const end of ends) {
    const loop = around.get(end.id)?.at(-1);
    if (loop !== undefined) yield problem({ node_id: end.id }, `The end “${titleOf(end)}” stands within the loop “${loop}”. Lead to it from the loop’s “done”.`);
  }
}

function* ofNode(node: GraphNode, { reached }: Scopes, parse: ProblemOptions['parse']): Generator<GraphProblem> {
  const { id: node_id, type, data } = node;
  const kind = kindOf(type);
  if (!kind) {
    yield problem({ node_id }, type === '' ? `“${titleOf(node)}” says no kind.` : `“${titleOf(node)}” is of the kind “${type}”, which is not known here. It is kept, and fails where a run comes to it.`, 'warning');
  } else {
    const parsed = kind.data.safeParse(data);
    for (const { path, message } of parsed.error?.issues ?? []) yield problem({ node_id, field: path.join('.') }, message);
    for (const field of parse ? kind.expressions : []) {
      const expression = data[field];
      const complaint = typeof expression === 'string' && expression.trim() !== '' ? parse!(expression) : undefined;
      if (complaint !== undefined) yield problem({ node_id, field }, complaint);
    }
  }
  if (!reached.has(node_id)) yield problem({ node_id }, `“${titleOf(node)}” is not reached from the start, so it never runs.`, 'warning');
}

function* ofEdge(edge: GraphEdge, byId: ReadonlyMap<string, GraphNode>): Generator<GraphProblem> {
  const where = { edge_id: edge.id };
  const source = byId.get(edge.source);
  const target = byId.get(edge.target);
  const missing = [[source, edge.source], [target, edge.target]].flatMap(([found, id]) => (found === undefined ? [`“${id as string}”`] : []));
  if (!source || !target) {
    yield problem(where, `${nameOf(edge)} hangs loose: there is no node ${missing.join(' and no node ')}. Remove it, or connect it anew.`);
    return;
  }
  if (!takesPart(source) || !takesPart(target)) yield problem(where, `${nameOf(edge)} connects a note or a group, which does not run.`, 'warning');
  if (target.type === 'start') yield problem({ ...where, node_id: target.id }, `${nameOf(edge)} leads into the start. Nothing comes before it.`);
  const kind = kindOf(source.type);
  if (!kind || !takesPart(source)) return;
  const handles = kind.handles(source.data).map(({ id }) => id);
  if (handles.length === 0) yield problem({ ...where, node_id: source.id }, `${nameOf(edge)} goes on from an end. Nothing comes after it.`);
  // Where there is one way, whatever an editor calls it is meant.
  else if (!handles.includes(null) && !handles.includes(edge.sourceHandle)) {
    const said = edge.sourceHandle === null ? 'says no way' : `goes by “${edge.sourceHandle}”`;
    yield problem({ ...where, node_id: source.id }, `${nameOf(edge)} ${said}, but “${titleOf(source)}” has: ${handles.map((id) => `“${id}”`).join(', ')}.`);
  }
}

/** What waits for itself, once the ways back within loops are left aside; each such ring is said once. */
function* ofCycles({ nodes, edges }: WorkflowGraph, { back }: Scopes): Generator<GraphProblem> {
  const waits = new Map(nodes.map(({ id }) => [id, 0]));
  const after = new Map<string, string[]>();
  for (const edge of edges) {
    if (back.has(edge) || !waits.has(edge.source) || !waits.has(edge.target)) continue;
    waits.set(edge.target, waits.get(edge.target)! + 1);
    const targets = after.get(edge.source);
    if (targets) targets.push(edge.target);
    else after.set(edge.source, [edge.target]);
  }
  const free = [...waits].filter(([, count]) => count === 0).map(([id]) => id);
  while (free.length > 0) {
    const id = free.pop()!;
    waits.delete(id);
    for (const target of after.get(id) ?? []) {
      const left = waits.get(target)! - 1;
      waits.set(target, left);
      if (left === 0) free.push(target);
    }
  }
  // Each node that is left waits for another one that is left, so going back from any of them comes to a ring.
  const before = new Map<string, string>();
  for (const id of waits.keys()) for (const target of after.get(id) ?? []) if (waits.has(target) && !before.has(target)) before.set(target, id);
  const seen = new Set<string>();
  for (const first of waits.keys()) {
    const path: string[] = [];
    let id: string | undefined = first;
    while (id !== undefined && !seen.has(id)) {
      seen.add(id);
      path.push(id);
      id = before.get(id);
    }
    if (id === undefined || !path.includes(id)) continue;
    const walked = path.slice(path.indexOf(id)).toReversed();
    const begins = walked.indexOf(first);
    const ring = begins < 0 ? walked : [...walked.slice(begins), ...walked.slice(0, begins)];
    yield problem({ node_id: ring[0] }, `These nodes wait for each other: ${[...ring, ring[0]].map((one) => `“${one}”`).join(' → ')}. Only a loop runs nodes more than once.`);
  }
}
