import type { GraphItem } from './graph-item.ts';
import type { Box, GraphLayout } from './layout.ts';

/** Many lines and boxes as one path each: a graph of thousands is a handful of elements. */

const n = (value: number) => String(Math.round(value));

export interface LinePaths {
  readonly lines: string;
  /** The heads of the arrows, to be filled. */
  readonly heads: string;
}

/** The lines at these places of the layout. */
export function linePaths({ lines }: Pick<GraphLayout, 'lines'>, places: Iterable<number>): LinePaths {
  let [path, heads] = ['', ''];
  for (const at of places) {
    const points = lines[at] ?? [];
    const [last, before] = [points.at(-1), points.at(-2)];
    if (!last || !before) continue;
    path += points.map(({ x, y }, place) => `${place === 0 ? 'M' : 'L'}${n(x)} ${n(y)}`).join('');
    const angle = Math.atan2(last.y - before.y, last.x - before.x);
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
