import { around } from '../../../components/graph/paths.ts';
import { freeId, isObject, readGraph, withMembers, type Graph, type GraphNode, type Point } from './graph.ts';
import { boxesOf, type Boxes } from './places.ts';

/** Nodes on the system's clipboard: JSON that other windows, and people, can read. */

export const formatOfNodes = 'trellis/workflow-nodes';

/** The chosen nodes, what is in the chosen groups, and the edges among them. */
export function textOfNodes(graph: Graph, boxes: Boxes, ids: ReadonlySet<string>): string {
  const all = withMembers(graph, ids);
  const nodes = graph.nodes.filter(({ id }) => all.has(id)).map((node): GraphNode => {
    if (node.parentId === undefined || all.has(node.parentId)) return node;
    // Its group stays behind, so it stands where it was seen.
    const { parentId: _left, ...free } = node;
    const { x, y } = boxes.get(node.id)!;
    return Object.assign(free, { position: { x, y } });
  });
  return JSON.stringify({ format: formatOfNodes, nodes, edges: graph.edges.filter(({ source, target }) => all.has(source) && all.has(target)) }, null, 2);
}

/** Reads what was copied here, or any JSON with nodes; throws in words for the person. */
export function nodesOfText(text: string): Graph {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new TypeError('What is on the clipboard is no JSON. Copy nodes of a workflow first');
  }
  const found = Array.isArray(value) ? { nodes: value as unknown[], edges: [] } : isObject(value) && 'nodes' in value ? { nodes: value['nodes'], edges: value['edges'] } : undefined;
  if (!found) throw new TypeError('What is on the clipboard has no nodes. Copy nodes of a workflow first');
  const graph = readGraph(found.nodes, found.edges);
  if (graph.nodes.length === 0) throw new TypeError('What is on the clipboard has no nodes. Copy nodes of a workflow first');
  return graph;
}

/** Adds nodes with ids of their own, with their middle at a point; answers the graph and the ids that they have there. */
export function pasted(graph: Graph, from: Graph, at: Point): { readonly graph: Graph; readonly ids: ReadonlySet<string> } {
  const taken = new Set(graph.nodes.map(({ id }) => id));
  const ids = new Map<string, string>();
  for (const { id } of from.nodes) if (!ids.has(id)) ids.set(id, freeId(id, taken));
  const boxes = boxesOf(from);
  const bounds = around(boxes.values()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const by = { x: Math.round(at.x - bounds.x - bounds.width / 2), y: Math.round(at.y - bounds.y - bounds.height / 2) };
  const seen = new Set<string>();
  const nodes = from.nodes.map((node) => {
    // A second node of one id is another one, to which no edge leads.
    const id = seen.has(node.id) ? freeId(node.id, taken) : ids.get(node.id)!;
    seen.add(node.id);
    const { parentId, ...own } = node;
    const group = parentId === undefined ? undefined : ids.get(parentId);
    if (group !== undefined) return { ...own, id, parentId: group };
    const { x, y } = boxes.get(node.id)!;
    return { ...own, id, position: { x: x + by.x, y: y + by.y } };
  });
  const edgeIds = new Set(graph.edges.map(({ id }) => id));
  const edges = from.edges.flatMap((edge) => {
    const [source, target] = [ids.get(edge.source), ids.get(edge.target)];
    return source === undefined || target === undefined ? [] : [{ ...edge, source, target, id: freeId([source, edge.sourceHandle, target].filter(Boolean).join('_'), edgeIds) }];
  });
  return { graph: { nodes: [...graph.nodes, ...nodes], edges: [...graph.edges, ...edges] }, ids: new Set(nodes.map(({ id }) => id)) };
}
