import { layoutGraph, type GraphLayout, type GraphShape } from '../../../components/graph/layout.ts';
import { around } from '../../../components/graph/paths.ts';
import type { Graph, GraphNode, Point } from './graph.ts';
import { outputsOf, sizeOf, type Boxes } from './places.ts';

/** The graph as the layout takes it; notes that stand by themselves stay where they are. */
function shapeOf(graph: Graph, ids: ReadonlySet<string>): GraphShape {
  const outputs = outputsOf(graph);
  const holding = new Set(graph.nodes.flatMap(({ parentId }) => parentId ?? []));
  return {
    nodes: graph.nodes.filter(({ id, type, parentId }) => ids.has(id) && (type !== 'note' || parentId !== undefined) && (type !== 'group' || holding.has(id)))
      .map((node) => Object.assign({ id: node.id, parent: node.parentId !== undefined && ids.has(node.parentId) ? node.parentId : null }, sizeOf(node, outputs.get(node.id)?.length ?? 0))),
    edges: graph.edges,
  };
}

/** Where a layout puts a node, within its group where that was laid out, too. */
function placeIn({ boxes }: GraphLayout, node: GraphNode, by: Point): Point | undefined {
  const [box, frame] = [boxes.get(node.id), node.parentId === undefined ? undefined : boxes.get(node.parentId)];
  if (!box) return undefined;
  return frame ? { x: Math.round(box.x - frame.x), y: Math.round(box.y - frame.y) } : { x: Math.round(box.x + by.x), y: Math.round(box.y + by.y) };
}

/** Lays nodes out in a worker, from left to right, where they begin now; answers how to do so to the graph as it is by then. */
export async function tidy(graph: Graph, boxes: Boxes, ids: ReadonlySet<string>): Promise<(graph: Graph) => Graph> {
  const shape = shapeOf(graph, ids);
  const layout = await layoutGraph(shape);
  const old = around(shape.nodes.flatMap(({ id }) => boxes.get(id) ?? []));
  const by = { x: old?.x ?? 0, y: old?.y ?? 0 };
  const holding = new Set(shape.nodes.flatMap(({ parent }) => parent ?? []));
  return (now) => ({
    ...now, nodes: now.nodes.map((node) => {
      const position = placeIn(layout, node, by);
      if (!position) return node;
      const box = layout.boxes.get(node.id)!;
      const data = holding.has(node.id) ? { ...node.data, width: Math.round(box.width), height: Math.round(box.height) } : node.data;
      return node.position?.x === position.x && node.position.y === position.y && data === node.data ? node : { ...node, position, data };
    }),
  });
}

/** Places for the nodes that have none; they are those of the screen, and saved only when somebody moves them. */
export async function placesFor(graph: Graph, boxes: Boxes): Promise<ReadonlyMap<string, Point>> {
  const all = new Set(graph.nodes.map(({ id }) => id));
  const layout = await layoutGraph(shapeOf(graph, all));
  const placed = around(graph.nodes.flatMap((node) => (node.position ? (boxes.get(node.id) ?? []) : [])));
  const by = placed ? { x: placed.x, y: placed.y + placed.height + 60 } : { x: 0, y: 0 };
  return new Map(graph.nodes.flatMap((node) => {
    const place = node.position ? undefined : placeIn(layout, node, by);
    return place ? [[node.id, place] as const] : [];
  }));
}
