import { kindOf } from '../../../../shared/contract/workflow-kinds.ts';
import { entersLoop, scopesOf, takesPart, type GraphEdge, type GraphNode, type WorkflowGraph } from '../../../../shared/rules/workflow-scopes.ts';

/** A graph as it is run: per scope, which is the whole or the inside of one loop, which node comes after which. */

/** The scope that is in no loop. */
export const wholeScope = '';

/** What leads to a node, within its scope. */
export interface Way {
  readonly source: string;
  /** The way that its source must have taken; null where there is but one. */
  readonly handle: string | null;
}

export interface PlannedNode {
  readonly id: string;
  readonly type: string;
  /** The loop in which it is, or the whole. */
  readonly scope: string;
  readonly ways: readonly Way[];
  /** Its scope begins with it: it is the start, or its loop's “item” leads to it. */
  readonly isEntry: boolean;
  /** Nothing comes after it within its scope. */
  readonly isLast: boolean;
  /** Of a loop: how many items are under way at once. */
  readonly max_parallel: number;
}

/** Plain data, so that it can be handed to another thread. */
export interface Plan {
  readonly nodes: readonly PlannedNode[];
}

const defaultParallel = 4;

/** What of a graph can be come to; it must have no errors (`problemsOf`). */
export function planOf(graph: WorkflowGraph): Plan {
  const { around, back, reached } = scopesOf(graph);
  const byId = new Map(graph.nodes.map((node) => [node.id, node]));
  const runs = (id: string) => reached.has(id) && takesPart(byId.get(id)!);
  const edges = graph.edges.filter((edge) => !back.has(edge) && runs(edge.source) && runs(edge.target));
  const enters = (edge: GraphEdge) => entersLoop(edge, byId.get(edge.source));
  const into = Map.groupBy(edges, ({ target }) => target);
  const goesOn = new Set(edges.filter((edge) => !enters(edge)).map(({ source }) => source));

  const nodes = graph.nodes.filter(({ id }) => runs(id)).map((node): PlannedNode => {
    const { id, type, data } = node;
    const given = into.get(id) ?? [];
    const parallel = data['max_parallel'];
    return {
      id, type, scope: around.get(id)?.at(-1) ?? wholeScope,
      ways: given.filter((edge) => !enters(edge)).map((edge) => ({ source: edge.source, handle: handleOf(edge, byId.get(edge.source)!) })),
      isEntry: type === 'start' || given.some(enters),
      isLast: !goesOn.has(id),
      max_parallel: typeof parallel === 'number' ? parallel : defaultParallel,
    };
  });
  return { nodes };
}

function handleOf({ sourceHandle }: GraphEdge, { type, data }: GraphNode): string | null {
  const handles = kindOf(type)?.handles(data) ?? [];
  return handles.some(({ id }) => id === null) || handles.length === 0 ? null : sourceHandle;
}

/** Every node that comes before this one, and before the loops in which it is; those loops themselves have not ended by then. */
export function upstreamOf({ nodes }: Plan, id: string): ReadonlySet<string> {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const before = new Set<string>();
  const seen = new Set<string>();
  const waiting = [id];
  while (waiting.length > 0) {
    const node = byId.get(waiting.pop()!);
    if (!node || seen.has(node.id)) continue;
    seen.add(node.id);
    for (const { source } of node.ways) {
      before.add(source);
      waiting.push(source);
    }
    if (node.scope !== wholeScope) waiting.push(node.scope);
  }
  return before;
}

/**
 * What a change of this node makes anew: what comes behind it, and, where it is within loops, those loops' results and what
 * comes behind them. What is behind a loop's “item” is so only where that loop itself is changed.
 */
export function downstreamOf({ nodes }: Plan, id: string): { readonly behind: ReadonlySet<string>; readonly loops: ReadonlySet<string> } {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const loops = new Set<string>();
  for (let scope = byId.get(id)?.scope ?? wholeScope; scope !== wholeScope; scope = byId.get(scope)?.scope ?? wholeScope) loops.add(scope);
  const after = new Map<string, string[]>();
  const lead = (from: string, to: string) => after.set(from, [...(after.get(from) ?? []), to]);
  for (const node of nodes) {
    for (const { source } of node.ways) lead(source, node.id);
    if (node.scope !== wholeScope && !loops.has(node.scope)) lead(node.scope, node.id);
  }
  const behind = new Set<string>();
  const waiting = [id, ...loops];
  while (waiting.length > 0) {
    for (const target of after.get(waiting.pop()!) ?? []) {
      if (!behind.has(target)) waiting.push(target);
      behind.add(target);
    }
  }
  return { behind, loops };
}
