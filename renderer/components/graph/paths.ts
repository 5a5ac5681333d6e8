import type { GraphItem } from './graph-item.ts';
import type { Box, GraphLayout } from './layout.ts';

/** Many lines and boxes as one path each: a graph of thousands is a handful of elements. */

const n = (value: number) => String(Math.round(value));

export interface LinePaths {
  readonly lines: string;
  /** The heads of the arrows, to be filled. */
  readonly heads: string;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** How far a curve goes straight on before it turns. */
const reach = (from: Point, to: Point) => Math.max(24, Math.min(160, Math.abs(to.x - from.x) / 2 + (to.x < from.x ? 40 : 0)));
/** From the right side of a box to the left side of another. */
const curve = (from: Point, to: Point) => `M${n(from.x)} ${n(from.y)}C${n(from.x + reach(from, to))} ${n(from.y)} ${n(to.x - reach(from, to))} ${n(to.y)} ${n(to.x)} ${n(to.y)}`;

/** The place of the curve that passes a point within so many pixels; -1 for none. */
export function lineAt(lines: readonly (readonly Point[])[], { x, y }: Point, within: number): number {
  let [found, nearest] = [-1, within * within];
  for (const [at, points] of lines.entries()) {
    const [from, to] = [points[0], points.at(-1)];
    if (!from || !to) continue;
    const bend = reach(from, to);
    if (x < Math.min(from.x, to.x) - bend - within || x > Math.max(from.x, to.x) + bend + within || y < Math.min(from.y, to.y) - within || y > Math.max(from.y, to.y) + within) continue;
    for (let step = 0; step <= 32; step += 1) {
      const t = step / 32;
      const u = 1 - t;
      const px = u * u * u * from.x + 3 * u * u * t * (from.x + bend) + 3 * u * t * t * (to.x - bend) + t * t * t * to.x;
      const py = (u * u * u + 3 * u * u * t) * from.y + (3 * u * t * t + t * t * t) * to.y;
      const distance = (px - x) ** 2 + (py - y) ** 2;
      if (distance < nearest) [found, nearest] = [at, distance];
    }
  }
  return found;
}

/** The lines at these places of the layout. */
export function linePaths({ lines, curved = false }: Pick<GraphLayout, 'lines' | 'curved'>, places: Iterable<number>): LinePaths {
  let [path, heads] = ['', ''];
  for (const at of places) {
    const points = lines[at] ?? [];
    const [last, before] = [points.at(-1), points.at(-2)];
    if (!last || !before) continue;
    const isCurve = curved && points.length === 2;
    path += isCurve ? curve(before, last) : points.map(({ x, y }, place) => `${place === 0 ? 'M' : 'L'}${n(x)} ${n(y)}`).join('');
    const angle = isCurve ? 0 : Math.atan2(last.y - before.y, last.x - before.x);
    const wing = (turn: number) => `${n(last.x - 8 * Math.cos(angle + turn))} ${n(last.y - 8 * Math.sin(angle + turn))}`;
    heads += `M${n(last.x)} ${n(last.y)}L${wing(0.45)} ${wing(-0.45)}Z`;
  }
  return { lines: path, heads };
}

export const boxPath = (boxes: Iterable<Box>): string => {
  let path = '';
  for (const { x, y, width, height } of boxes) path += `M${n(x)} ${n(y)}h${n(width)}v${n(height)}h${n(-width)}Z`;
  return path;
};

/** The box around some of them; null for none. */
export function around(boxes: Iterable<Box>): Box | null {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y, width, height } of boxes) {
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x + width);
    bottom = Math.max(bottom, y + height);
  }
  return left === Infinity ? null : { x: left, y: top, width: right - left, height: bottom - top };
}

/** One path for each state, those that hold others first. */
export function blockPaths({ boxes }: Pick<GraphLayout, 'boxes'>, items: ReadonlyMap<string, GraphItem>) {
  const groups = new Map<string, { readonly state: string | undefined; readonly kind: string; readonly ids: string[] }>();
  for (const { id, state, holds, dim } of items.values()) {
    const kind = holds ? 'holds' : dim ? 'dim' : 'plain';
    const key = `${kind} ${state ?? ''}`;
    const group = groups.get(key) ?? { state, kind, ids: [] };
    group.ids.push(id);
    groups.set(key, group);
  }
  return Array.from(groups, ([key, { state, kind, ids }]) => ({ key, state, kind, path: boxPath(ids.flatMap((id) => boxes.get(id) ?? [])) }))
    .toSorted((a, b) => Number(b.kind === 'holds') - Number(a.kind === 'holds'));
}
