import ELK, { type ElkNode } from 'elkjs/lib/elk-api.js';
import elkWorker from 'elkjs/lib/elk-worker.min.js?url';

/** Where the boxes and lines of a graph stand: laid out from left to right by ELK, in a worker of its own. */

export interface GraphShape {
  readonly nodes: readonly ShapeNode[];
  readonly edges: readonly ShapeEdge[];
}
export interface ShapeNode {
  readonly id: string;
  /** CSS pixels; a node that holds others is as large as they need. */
  readonly width: number;
  readonly height: number;
  /** The node that holds it; null for none. */
  readonly parent: string | null;
}
export interface ShapeEdge {
  readonly source: string;
  readonly target: string;
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
export interface GraphLayout {
  readonly boxes: ReadonlyMap<string, Box>;
  /** The points of each edge, in the order of the shape's edges. */
  readonly lines: readonly (readonly { readonly x: number; readonly y: number }[])[];
  /** Lines of two points lead in a curve from the right side of a box to the left side of another. */
  readonly curved?: boolean;
  /** Where it begins. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Made with the module, so that the worker has read its code when the first graph comes. */
const elk = new ELK({ workerFactory: () => new Worker(elkWorker) });

const options = {
  'elk.algorithm': 'layered', 'elk.direction': 'RIGHT', 'elk.hierarchyHandling': 'INCLUDE_CHILDREN', 'elk.edgeRouting': 'POLYLINE',
  'elk.layered.spacing.nodeNodeBetweenLayers': '56', 'elk.spacing.nodeNode': '16', 'elk.spacing.edgeNode': '12', 'elk.layered.spacing.edgeNodeBetweenLayers': '16',
  'elk.json.shapeCoords': 'ROOT', 'elk.json.edgeCoords': 'ROOT',
};
/** Nodes from which a layout that comes sooner is worth some more crossings. */
const large = 300;
const holding = { 'elk.padding': '[top=36,left=16,bottom=16,right=16]' };

/** A shape as ELK takes it. Ids are numbered, since two of them may differ only in what ELK trims. */
export function elkGraph({ nodes, edges }: GraphShape): ElkNode {
  const place = new Map(nodes.map(({ id }, at) => [id, `n${at}`]));
  const inside = new Map<string | null, ShapeNode[]>();
  for (const node of nodes) {
    const parent = node.parent !== null && place.has(node.parent) ? node.parent : null;
    inside.set(parent, [...(inside.get(parent) ?? []), node]);
  }
  const childrenOf = (parent: string | null): ElkNode[] => (inside.get(parent) ?? []).map(({ id, width, height }) => {
    const known = place.get(id)!;
    return inside.has(id) ? { id: known, children: childrenOf(id), layoutOptions: holding } : { id: known, width, height };
  });
  return {
    id: 'root', layoutOptions: nodes.length > large ? { ...options, 'elk.layered.thoroughness': '3' } : options, children: childrenOf(null),
    edges: edges.flatMap(({ source, target }, at) => (place.has(source) && place.has(target) ? [{ id: `e${at}`, sources: [place.get(source)!], targets: [place.get(target)!] }] : [])),
  };
}

/** ELK's answer by the shape's own ids. */
export function layoutOf(shape: GraphShape, laid: ElkNode): GraphLayout {
  const boxes = new Map<string, Box>();
  const walk = (node: ElkNode) => {
    for (const child of node.children ?? []) {
      boxes.set(shape.nodes[Number(child.id.slice(1))]!.id, { x: child.x ?? 0, y: child.y ?? 0, width: child.width ?? 0, height: child.height ?? 0 });
      walk(child);
    }
  };
  walk(laid);
  const lines: { x: number; y: number }[][] = shape.edges.map(() => []);
  for (const { id, sections } of laid.edges ?? []) {
    const points = lines[Number(id.slice(1))]!;
    for (const { startPoint, bendPoints = [], endPoint } of sections ?? []) points.push(startPoint, ...bendPoints, endPoint);
  }
  return { boxes, lines, x: 0, y: 0, width: laid.width ?? 0, height: laid.height ?? 0 };
}

export const layoutGraph = async (shape: GraphShape): Promise<GraphLayout> => layoutOf(shape, await elk.layout(elkGraph(shape)));
