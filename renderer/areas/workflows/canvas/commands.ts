import { kindOf } from '../../../../shared/contract/workflow-kinds.ts';
import { metaOf } from '../../../../shared/contract/fields.ts';
import type { Box } from '../../../components/graph/layout.ts';
import { around } from '../../../components/graph/paths.ts';
import { freeId, groupsAround, nodesById, withMembers, type Data, type Graph, type GraphNode, type Point } from './graph.ts';
import { takesInput, type Boxes } from './places.ts';

/** What can be done to a graph: each takes one and answers another, in which all that stayed is the same object. */

/** Where an edge begins. */
export interface Outlet {
  readonly source: string;
  /** Null for the only one. */
  readonly handle: string | null;
}

/** With what a new node of a kind begins. */
function initialData(type: string): Data {
  const fields = kindOf(type)?.fields ?? {};
  return Object.fromEntries(Object.entries(fields).flatMap(([name, schema]) => {
    const initial = metaOf(schema)?.initial;
    return initial === undefined ? [] : [[name, initial]];
  }));
}

export function withNode(graph: Graph, type: string, at: Point, data: Data = {}): { readonly graph: Graph; readonly id: string } {
  const id = freeId(type, new Set(graph.nodes.map((node) => node.id)));
  return { graph: { ...graph, nodes: [...graph.nodes, { id, type, position: { x: Math.round(at.x), y: Math.round(at.y) }, data: { ...initialData(type), ...data } }] }, id };
}

/** Why an edge cannot be drawn, or undefined where it can. */
export function connectObstacle(graph: Graph, { source, handle }: Outlet, target: string): string | undefined {
  const to = graph.nodes.find(({ id }) => id === target);
  if (!to) return 'There is no such node';
  if (source === target) return 'A node cannot follow itself';
  if (!takesInput(to.type)) return to.type === 'start' ? 'Nothing leads into a start' : 'It takes no part in a run';
  return graph.edges.some((edge) => edge.source === source && edge.target === target && (edge.sourceHandle ?? null) === handle) ? 'They are connected already' : undefined;
}

export function connected(graph: Graph, outlet: Outlet, target: string): Graph {
  if (connectObstacle(graph, outlet, target) !== undefined) return graph;
  const { source, handle } = outlet;
  const id = freeId([source, handle, target].filter(Boolean).join('_'), new Set(graph.edges.map((edge) => edge.id)));
  return { ...graph, edges: [...graph.edges, { id, source, target, ...(handle === null ? {} : { sourceHandle: handle }) }] };
}

/** Takes nodes out with their edges, groups with what is in them, and edges by their places. */
export function without(graph: Graph, ids: ReadonlySet<string>, edges: ReadonlySet<string> = new Set()): Graph {
  const gone = withMembers(graph, ids);
  return {
    nodes: gone.size === 0 ? graph.nodes : graph.nodes.filter(({ id }) => !gone.has(id)),
    edges: graph.edges.filter(({ id, source, target }) => !edges.has(id) && !gone.has(source) && !gone.has(target)),
  };
}

const change = (graph: Graph, of: (node: GraphNode) => GraphNode): Graph => ({ ...graph, nodes: graph.nodes.map(of) });

/** Puts nodes where they are to stand on the whole canvas; what is in a group that moves goes along with it. */
export function moved(graph: Graph, boxes: Boxes, moves: ReadonlyMap<string, Point>): Graph {
  const byId = nodesById(graph);
  return change(graph, (node) => {
    const to = moves.get(node.id);
    if (!to) return node;
    const groups = groupsAround(byId, node);
    if (groups.some(({ id }) => moves.has(id))) return node;
    const around = groups[0] && boxes.get(groups[0].id);
    const position = { x: Math.round(to.x - (around?.x ?? 0)), y: Math.round(to.y - (around?.y ?? 0)) };
    return node.position?.x === position.x && node.position.y === position.y ? node : { ...node, position };
  });
}

const middleIn = (box: Box, frame: Box) => {
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  return x >= frame.x && x <= frame.x + frame.width && y >= frame.y && y <= frame.y + frame.height;
};

/** The innermost group over which a node stands; a group is never put into another. */
export function intoGroups(graph: Graph, boxes: Boxes, ids: ReadonlySet<string>): Graph {
  const groups = graph.nodes.filter(({ id, type }) => type === 'group' && !ids.has(id)).toReversed();
  return change(graph, (node) => {
    const box = boxes.get(node.id);
    if (!ids.has(node.id) || node.type === 'group' || !box || (node.parentId !== undefined && ids.has(node.parentId))) return node;
    const over = groups.find(({ id }) => boxes.has(id) && middleIn(box, boxes.get(id)!));
    return over?.id === node.parentId ? node : inGroup(node, box, over && { id: over.id, at: boxes.get(over.id)! });
  });
}

function inGroup(node: GraphNode, at: Point, group: { readonly id: string; readonly at: Point } | undefined): GraphNode {
  const { parentId: _before, ...free } = node;
  const position = { x: Math.round(at.x - (group?.at.x ?? 0)), y: Math.round(at.y - (group?.at.y ?? 0)) };
  return { ...free, position, ...(group ? { parentId: group.id } : {}) };
}

/** Gives a note or a group another frame. What is in a group stays where it is seen; it belongs to the group as long as its middle is in the frame, as does what comes to be in it. */
export function resized(graph: Graph, boxes: Boxes, id: string, to: Box): Graph {
  const node = graph.nodes.find((one) => one.id === id);
  if (!node || !boxes.has(id)) return graph;
  const frame = { x: Math.round(to.x), y: Math.round(to.y), width: Math.round(to.width), height: Math.round(to.height) };
  const framed = change(moved(graph, boxes, new Map([[id, frame]])), (one) => (one.id !== id || (boxes.get(id)!.width === frame.width && boxes.get(id)!.height === frame.height) ? one : { ...one, data: { ...one.data, width: frame.width, height: frame.height } }));
  const seen = new Map(boxes).set(id, frame);
  const members = graph.nodes.filter(({ parentId }) => parentId === id);
  const still = moved(framed, seen, new Map(members.map((member) => [member.id, boxes.get(member.id)!])));
  if (node.type !== 'group') return still;
  const taken = graph.nodes.filter((one) => one.type !== 'group' && one.parentId === undefined && one.position && middleIn(boxes.get(one.id)!, frame));
  return intoGroups(still, seen, new Set([...members, ...taken].map((one) => one.id)));
}

export type Alignment = 'left' | 'center' | 'right' | 'top' | 'middle' | 'bottom';

export function aligned(graph: Graph, boxes: Boxes, ids: ReadonlySet<string>, by: Alignment): Graph {
  const chosen = [...ids].flatMap((id) => (boxes.has(id) ? [[id, boxes.get(id)!] as const] : []));
  const bounds = around(chosen.map(([, box]) => box));
  if (!bounds) return graph;
  return moved(graph, boxes, new Map(chosen.map(([id, { x, y, width, height }]) => [id, {
    left: { x: bounds.x, y }, center: { x: bounds.x + (bounds.width - width) / 2, y }, right: { x: bounds.x + bounds.width - width, y },
    top: { x, y: bounds.y }, middle: { x, y: bounds.y + (bounds.height - height) / 2 }, bottom: { x, y: bounds.y + bounds.height - height },
  }[by]])));
}

/** The same gap between all, the outermost two staying where they are. */
export function distributed(graph: Graph, boxes: Boxes, ids: ReadonlySet<string>, way: 'across' | 'down'): Graph {
  const [place, size] = way === 'across' ? (['x', 'width'] as const) : (['y', 'height'] as const);
  const chosen = [...ids].flatMap((id) => (boxes.has(id) ? [{ id, box: boxes.get(id)! }] : [])).toSorted((one, other) => one.box[place] - other.box[place]);
  const [first, last] = [chosen[0], chosen.at(-1)];
  if (!first || !last || chosen.length < 3) return graph;
  const filled = chosen.reduce((sum, { box }) => sum + box[size], 0);
  const gap = (last.box[place] + last.box[size] - first.box[place] - filled) / (chosen.length - 1);
  let at = first.box[place];
  return moved(graph, boxes, new Map(chosen.map(({ id, box }) => {
    const to = { x: box.x, y: box.y, [place]: at };
    at += box[size] + gap;
    return [id, to];
  })));
}

const room = { top: 40, side: 20 };

/** A frame around nodes. What is in another group leaves it. */
export function grouped(graph: Graph, boxes: Boxes, ids: ReadonlySet<string>): { readonly graph: Graph; readonly id: string } | null {
  const chosen = graph.nodes.filter(({ id, type }) => ids.has(id) && type !== 'group');
  const bounds = around(chosen.flatMap(({ id }) => boxes.get(id) ?? []));
  if (!bounds) return null;
  const at = { x: bounds.x - room.side, y: bounds.y - room.top };
  const made = withNode({ ...graph, nodes: [] }, 'group', at, { label: 'Group', width: Math.round(bounds.width + 2 * room.side), height: Math.round(bounds.height + room.top + room.side) });
  const id = freeId('group', new Set(graph.nodes.map((node) => node.id)));
  const members = new Set(chosen.map((node) => node.id));
  // The frame comes first: what is drawn later lies above it.
  const nodes = [{ ...made.graph.nodes[0]!, id }, ...graph.nodes.map((node) => (members.has(node.id) ? inGroup(node, boxes.get(node.id)!, { id, at }) : node))];
  return { graph: { ...graph, nodes }, id };
}

/** Takes frames away; what was in them stays where it is. */
export function ungrouped(graph: Graph, boxes: Boxes, ids: ReadonlySet<string>): Graph {
  const gone = new Set(graph.nodes.filter(({ id, type }) => ids.has(id) && type === 'group').map(({ id }) => id));
  if (gone.size === 0) return graph;
  const byId = nodesById(graph);
  return {
    ...graph, nodes: graph.nodes.filter(({ id }) => !gone.has(id)).map((node) => {
      if (node.parentId === undefined || !gone.has(node.parentId)) return node;
      const outer = groupsAround(byId, node).find(({ id }) => !gone.has(id));
      return inGroup(node, boxes.get(node.id)!, outer && { id: outer.id, at: boxes.get(outer.id)! });
    }),
  };
}

/** Sets a field of a node's data; undefined takes it away. */
export const withField = (graph: Graph, id: string, name: string, value: unknown): Graph => change(graph, (node) => {
  if (node.id !== id) return node;
  const { [name]: _before, ...others } = node.data;
  return { ...node, data: value === undefined ? others : name in node.data ? { ...node.data, [name]: value } : { ...others, [name]: value } };
});

/** Puts another node in the place of one; where its id is another by then, edges and members follow it. */
export function withNodeAs(graph: Graph, id: string, next: GraphNode): Graph {
  const at = graph.nodes.findIndex((node) => node.id === id);
  if (at < 0) return graph;
  const nodes = graph.nodes.map((node, place) => (place === at ? next : node.parentId === id && next.id !== id ? { ...node, parentId: next.id } : node));
  if (next.id === id) return { ...graph, nodes };
  const edges = graph.edges.map((edge) => (edge.source === id || edge.target === id ? { ...edge, source: edge.source === id ? next.id : edge.source, target: edge.target === id ? next.id : edge.target } : edge));
  return { nodes, edges };
}
