import type { Row } from '../../../shared/contract/entity.ts';
import { textOf } from '../../state/list-order.ts';

/** An API's endpoints as the lines of a tree, grouped by the beginnings that their paths share. */

export interface Branch {
  readonly kind: 'branch';
  /** The shared beginning of the paths; unique in the tree. */
  readonly prefix: string;
  readonly level: number;
  /** How many endpoints are under it. */
  readonly count: number;
  readonly open: boolean;
}

export interface Leaf {
  readonly kind: 'leaf';
  readonly row: Row;
  readonly level: number;
}

export type TreeLine = Branch | Leaf;

export interface Node {
  readonly prefix: string;
  /** Most nodes have none, and a map for each would cost more than all else. */
  children: Map<string, Node> | undefined;
  readonly rows: Row[];
  count: number;
}

const node = (prefix: string): Node => ({ prefix, children: undefined, rows: [], count: 0 });

/** Where the part of a path ends that begins at `from`. `/admin.apps/list` → `/admin`, `.apps`, `/list`: names with dots are as good a grouping as parts of a path. */
function partEnd(path: string, from: number): number {
  for (let at = from + 1; at < path.length; at += 1) {
    const code = path.charCodeAt(at);
    if (code === 47 || code === 46) return at;
  }
  return path.length;
}

/** Below this many endpoints a group would cost more lines than it saves: at the top, and inside a group. */
const leastOnTop = 2;
const leastInside = 6;
/** A list as short as this is clearer without groups. */
const shortest = 8;

/** From this many on, groups are closed until they are opened. */
const openUpTo = 100;

const methodOrder = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];
const rank = (row: Row) => {
  const at = methodOrder.indexOf(textOf(row['method']));
  return at === -1 ? methodOrder.length : at;
};

function grow(rows: readonly Row[]): Node {
  const root = node('');
  root.count = rows.length;
  for (const row of rows) {
    const path = textOf(row['path']);
    let at = root;
    for (let from = 0; from < path.length;) {
      const end = partEnd(path, from);
      const part = path.slice(from, end);
      let next = at.children?.get(part);
      if (!next) (at.children ??= new Map()).set(part, (next = node(path.slice(0, end))));
      next.count += 1;
      at = next;
      from = end;
    }
    at.rows.push(row);
  }
  return root;
}

/** The first place below at which the endpoints part ways. */
function fork(from: Node): Node {
  let at = from;
  while (at.rows.length === 0 && at.children?.size === 1) for (const only of at.children.values()) at = only;
  return at;
}

const byPrefix = (a: Node, b: Node) => (a.prefix < b.prefix ? -1 : 1);
const byMethod = (a: Row, b: Row) => rank(a) - rank(b);

/** A tree of endpoints, from which lines are written as often as groups are opened and closed. */
export interface EndpointTreeOf {
  readonly root: Node;
  readonly count: number;
}

export const treeOf = (rows: readonly Row[]): EndpointTreeOf => ({ root: fork(grow(rows)), count: rows.length });

/**
 * The lines that are shown. `turned` holds the groups that were opened or closed by hand; `expanded` opens all, as
 * while a filter is set. Lines are written one behind the other, without lists between, since a tree can have 10,000.
 */
export function treeLines({ root, count }: EndpointTreeOf, turned: ReadonlySet<string>, expanded = false): TreeLine[] {
  const lines: TreeLine[] = [];
  const begin = count <= openUpTo;
  /** Writes what stands directly in a group: its own endpoints, those of its small neighbours, and larger groups. */
  const inside = (group: Node, least: number, level: number): void => {
    const rows = group.rows.length > 1 ? group.rows.toSorted(byMethod) : group.rows;
    for (const row of rows) lines.push({ kind: 'leaf', row, level });
    if (!group.children) return;
    const children = [...group.children.values()];
    if (children.length > 1) children.sort(byPrefix);
    for (const child of children) {
      if (child.count < least) {
        inside(child, least, level);
        continue;
      }
      const forked = fork(child);
      const open = expanded || begin !== turned.has(forked.prefix);
      lines.push({ kind: 'branch', prefix: forked.prefix, level, count: forked.count, open });
      if (open) inside(forked, leastInside, level + 1);
    }
  };
  inside(root, count <= shortest ? Number.POSITIVE_INFINITY : leastOnTop, 1);
  return lines;
}
