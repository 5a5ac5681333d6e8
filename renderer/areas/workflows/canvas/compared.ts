import { diffGraphs, type GraphDiff, type PropertyChange } from '../../../../shared/rules/graph-diff.ts';
import type { Difference } from '../../../components/diff/differences.ts';
import type { Remarks } from './canvas-items.ts';
import { nodesById, titleOfNode, type Graph } from './graph.ts';

/** Two graphs as one that shows both, with what differs. */
export interface Compared {
  readonly diff: GraphDiff;
  /** The later graph, and what of the earlier one is gone from it. */
  readonly graph: Graph;
  readonly remarks: ReadonlyMap<string, Remarks>;
  /** Edges that are in one of them only, or lead elsewhere. */
  readonly edges: ReadonlySet<string>;
}

export function compared(before: Graph, after: Graph): Compared {
  const diff = diffGraphs(before, after);
  const there = new Set(after.nodes.map(({ id }) => id));
  const edges = new Set(after.edges.map(({ id }) => id));
  return {
    diff,
    graph: { nodes: [...after.nodes, ...before.nodes.filter(({ id }) => !there.has(id))], edges: [...after.edges, ...before.edges.filter(({ id }) => !edges.has(id))] },
    remarks: new Map(Array.from(diff.nodes, ([id, mark]): [string, Remarks] => [id, { mark }])),
    edges: new Set(diff.edges.keys()),
  };
}

const shown = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

/** What changed within the nodes that are in both, in lines; of one node where that is asked for. */
export function propertyLines(properties: readonly PropertyChange[], graph: Graph, node?: string): readonly Difference[] {
  const byId = nodesById(graph);
  return properties.filter(({ node_id }) => node === undefined || node_id === node).map(({ node_id, path, before, after }): Difference => {
    const found = byId.get(node_id);
    const where = path.filter((name, at) => !(at === 0 && name === 'data')).join('.');
    const line = { where: node === undefined ? `${found ? titleOfNode(found) : node_id}: ${where}` : where };
    if (before === undefined) return Object.assign(line, { kind: 'added' as const, after: shown(after) });
    if (after === undefined) return Object.assign(line, { kind: 'removed' as const, before: shown(before) });
    return Object.assign(line, { kind: 'changed' as const, before: shown(before), after: shown(after) });
  });
}

const order = (graph: Graph): Graph => ({ nodes: graph.nodes.toSorted((one, other) => one.id.localeCompare(other.id)), edges: graph.edges.toSorted((one, other) => one.id.localeCompare(other.id)) });

/** A graph as text in which the order of nodes and edges says nothing. */
export const comparableText = (graph: Graph): string => JSON.stringify(order(graph), null, 2);
