import { kindOf } from '../contract/workflow-kinds.ts';

/** How the nodes of a workflow's graph lie in its loops: what runs once, and what runs for each item. */

export interface GraphNode {
  readonly id: string;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}
export interface GraphEdge {
  readonly id?: string | undefined;
  readonly source: string;
  readonly target: string;
  readonly sourceHandle: string | null;
}
/** A graph as it is judged and run; what it keeps beside is left aside. */
export interface WorkflowGraph {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '');

/** Reads what is stored, whatever it is: what is no node or edge at all is passed over, and nothing is thrown. */
export function readGraph(nodes: unknown, edges: unknown): WorkflowGraph {
  return {
    nodes: listOf(nodes).filter(isObject).map(({ id, type, data }) => ({ id: textOf(id), type: textOf(type), data: isObject(data) ? data : {} })),
    edges: listOf(edges).filter(isObject).map(({ id, source, target, sourceHandle }) => ({ id: textOf(id) || undefined, source: textOf(source), target: textOf(target), sourceHandle: textOf(sourceHandle) || null })),
  };
}

/** What a node is called by: its title, or else its id. */
export const titleOf = ({ id, data }: Pick<GraphNode, 'id' | 'data'>): string => (typeof data['label'] === 'string' && data['label'].trim() !== '' ? data['label'] : id);

/** Does this edge lead into the loop that it comes from? */
export const entersLoop = (edge: GraphEdge, source: GraphNode | undefined): boolean => source?.type === 'loop' && edge.sourceHandle === 'item';

export interface Scopes {
  /** By node: the loops around it, outermost first. */
  readonly around: ReadonlyMap<string, readonly string[]>;
  /** Edges from within a loop back to it: they end an item, and make nothing wait. */
  readonly back: ReadonlySet<GraphEdge>;
  /** Edges that lead out of a loop elsewhere than by its “done”. */
  readonly escaping: readonly GraphEdge[];
  /** Nodes that a run can come to. */
  readonly reached: ReadonlySet<string>;
}

/** A loop holds what is reached from its “item” and in no other way. */
export function scopesOf({ nodes, edges }: WorkflowGraph): Scopes {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const from = Map.groupBy(edges, ({ source }) => source);
  const reach = (roots: Iterable<string>, passes: (edge: GraphEdge) => boolean): Set<string> => {
    const seen = new Set<string>();
    const waiting = [...roots];
    while (waiting.length > 0) {
      const id = waiting.pop()!;
      if (seen.has(id) || !byId.has(id)) continue;
      seen.add(id);
      for (const edge of from.get(id) ?? []) if (passes(edge)) waiting.push(edge.target);
    }
    return seen;
  };
  const starts = nodes.filter(({ type }) => type === 'start').map(({ id }) => id);
  const reached = reach(starts, () => true);

  const bodies = new Map<string, ReadonlySet<string>>();
  for (const { id } of nodes.filter(({ type }) => type === 'loop')) {
    const enters = (edge: GraphEdge) => edge.source === id && edge.sourceHandle === 'item';
    const inside = reach((from.get(id) ?? []).filter(enters).map(({ target }) => target), (edge) => edge.source !== id);
    const roots = reached.has(id) ? starts : [id];
    const outside = reach(roots, (edge) => !enters(edge));
    bodies.set(id, new Set([...inside].filter((node) => node !== id && !outside.has(node))));
  }
  // A body that holds another is the larger one, so it comes first.
  const largestFirst = [...bodies].toSorted(([, a], [, b]) => b.size - a.size);
  const around = new Map(nodes.map(({ id }) => [id, largestFirst.filter(([, body]) => body.has(id)).map(([loop]) => loop)]));

  const back = new Set(edges.filter(({ source, target }) => bodies.get(target)?.has(source) ?? false));
  const innermost = (id: string) => around.get(id)?.at(-1);
  const escaping = edges.filter((edge) => {
    if (back.has(edge) || !byId.has(edge.source) || !byId.has(edge.target)) return false;
    const scope = entersLoop(edge, byId.get(edge.source)) ? edge.source : innermost(edge.source);
    return scope !== innermost(edge.target);
  });
  return { around, back, escaping, reached };
}

/** Does it take part in a run? A kind that is not known does, and fails when it is come to. */
export const takesPart = ({ type }: GraphNode): boolean => kindOf(type)?.runs ?? true;
