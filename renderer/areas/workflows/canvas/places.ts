import { kindOf, type Handle } from '../../../../shared/contract/workflow-kinds.ts';
import type { Box } from '../../../components/graph/layout.ts';
import { groupsAround, nodesById, type Graph, type GraphNode, type Point } from './graph.ts';

/** Where the nodes of a graph stand on the canvas, how large they are, and where their edges begin. All in CSS pixels at a zoom of 1. */

/** By the node's id, on the whole canvas, also of what is in a group. */
export type Boxes = ReadonlyMap<string, Box>;

export const headHeight = 44;
export const outputHeight = 22;
const width = 208;

export interface Output extends Handle {
  /** An edge leads from it, and the node's kind has none of this name. */
  readonly isUnknown: boolean;
}

/** What leads out of each node: what its kind has, and what its edges say. */
export function outputsOf({ nodes, edges }: Graph): ReadonlyMap<string, readonly Output[]> {
  const used = Map.groupBy(edges, ({ source }) => source);
  return new Map(nodes.map((node) => {
    const kind = kindOf(node.type);
    const known = kind?.handles(node.data) ?? [];
    const names = new Set((used.get(node.id) ?? []).map(({ sourceHandle }) => sourceHandle ?? null));
    const others = [...names].filter((id) => !known.some((handle) => handle.id === id));
    const own: Output[] = known.map(({ id, label }) => ({ id, label, isUnknown: false }));
    if (!kind && others.length === 0) return [node.id, [{ id: null, label: 'Next', isUnknown: false }]];
    return [node.id, [...own, ...others.map((id) => ({ id, label: id ?? 'Next', isUnknown: kind !== undefined }))]];
  }));
}

/** Does anything lead into a node of this kind? */
export const takesInput = (type: string): boolean => type !== 'start' && (kindOf(type)?.runs ?? true);

const lengthOf = (value: unknown, otherwise: number) => (typeof value === 'number' && value >= 40 ? value : otherwise);

/** How small those may be whose size somebody sets; undefined for the others. */
export const leastOf = (type: string): Pick<Box, 'width' | 'height'> | undefined => ({ note: { width: 80, height: 40 }, group: { width: 120, height: 80 } })[type];

/** Outputs without a name of their own stand at the middle of the node's head, others in lines below it. */
export function sizeOf(node: GraphNode, outputs: number): Pick<Box, 'width' | 'height'> {
  if (node.type === 'note') return { width: lengthOf(node.data['width'], 220), height: lengthOf(node.data['height'], 96) };
  if (node.type === 'group') return { width: lengthOf(node.data['width'], 320), height: lengthOf(node.data['height'], 200) };
  return { width, height: headHeight + (outputs > 1 ? outputs * outputHeight + 4 : 0) };
}

/** How far down a node an output stands. */
export const outputY = (at: number, outputs: number): number => (outputs > 1 ? headHeight + at * outputHeight + outputHeight / 2 : headHeight / 2);

/** What has no place of its own stands where `laid` says, else in rows. */
export function boxesOf(graph: Graph, laid: ReadonlyMap<string, Point> = noPlaces, outputs = outputsOf(graph)): Boxes {
  const byId = nodesById(graph);
  const own = (node: GraphNode, at: number): Point => node.position ?? laid.get(node.id) ?? { x: (at % 6) * (width + 72), y: Math.floor(at / 6) * 96 };
  const places = new Map(graph.nodes.map((node, at) => [node, own(node, at)] as const));
  const boxes = new Map<string, Box>();
  for (const node of graph.nodes) {
    let { x, y } = places.get(node)!;
    if (node.parentId !== undefined) {
      for (const group of groupsAround(byId, node)) {
        x += places.get(group)!.x;
        y += places.get(group)!.y;
      }
    }
    if (!boxes.has(node.id)) boxes.set(node.id, { x, y, ...sizeOf(node, outputs.get(node.id)?.length ?? 0) });
  }
  return boxes;
}
const noPlaces: ReadonlyMap<string, Point> = new Map();

/** Where each edge begins and ends; nothing for one that leads to or from what is not there. */
export function linesOf(graph: Graph, boxes: Boxes, outputs = outputsOf(graph)): readonly (readonly Point[])[] {
  return graph.edges.map(({ source, target, sourceHandle }) => {
    const [from, to] = [boxes.get(source), boxes.get(target)];
    if (!from || !to) return [];
    const ways = outputs.get(source) ?? [];
    const at = Math.max(0, ways.findIndex(({ id }) => id === (sourceHandle ?? null)));
    return [{ x: from.x + from.width, y: from.y + outputY(at, ways.length) }, { x: to.x, y: to.y + headHeight / 2 }];
  });
}

const meet = (one: Box, other: Box) => one.x < other.x + other.width && other.x < one.x + one.width && one.y < other.y + other.height && other.y < one.y + one.height;

/** The nearest place from here down where a new node covers none of the others. */
export function freePlace(boxes: Iterable<Box>, from: Point, size: Pick<Box, 'width' | 'height'> = { width, height: headHeight }): Point {
  const all = [...boxes];
  let { x, y } = { x: Math.round(from.x), y: Math.round(from.y) };
  for (let tries = 0; tries < 200; tries += 1) {
    const wanted = { x: x - 8, y: y - 8, width: size.width + 16, height: size.height + 16 };
    const inTheWay = all.filter((box) => meet(wanted, box) && !(box.width > 4 * width));
    if (inTheWay.length === 0) break;
    y = Math.round(Math.max(...inTheWay.map((box) => box.y + box.height))) + 24;
  }
  return { x, y };
}
