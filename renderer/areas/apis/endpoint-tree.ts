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

interface Node {
  readonly prefix: string;
  readonly children: Map<string, Node>;
  readonly rows: Row[];
  count: number;
}

const node = (prefix: string): Node => ({ prefix, children: new Map(), rows: [], count: 0 });

/** `/admin.apps/list` → `/admin`, `.apps`, `/list`: names with dots are as good a grouping as parts of a path. */
const parts = (path: string): string[] => path.match(/^[^/.]+|[/.][^/.]*/g) ?? [];

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
  for (const row of rows) {
    let at = root;
    at.count += 1;
    for (const part of parts(textOf(row['path']))) {
      const next = at.children.get(part) ?? node(at.prefix + part);
      at.children.set(part, next);
      next.count += 1;
      at = next;
    }
    at.rows.push(row);
  }
  return root;
}

/** The first place below at which the endpoints part ways. */
function fork(from: Node): Node {
  let at = from;
  while (at.rows.length === 0 && at.children.size === 1) at = [...at.children.values()][0]!;
  return at;
}

/** What stands directly in a group: its own endpoints, those of its small neighbours, and larger groups. */
function inside(group: Node, least: number): (Row | Node)[] {
  const children = [...group.children.values()].toSorted((a, b) => (a.prefix < b.prefix ? -1 : 1));
  return [...group.rows.toSorted((a, b) => rank(a) - rank(b)), ...children.flatMap((child) => (child.count >= least ? [fork(child)] : inside(child, least)))];
}

const isNode = (one: Row | Node): one is Node => 'children' in one && one.children instanceof Map;

/**
 * The lines that are shown. `turned` holds the groups that were opened or closed by hand; `expanded` opens all, as
 * while a filter is set.
 */
export function treeLines(rows: readonly Row[], turned: ReadonlySet<string>, expanded = false): TreeLine[] {
  const lines: TreeLine[] = [];
  const begin = rows.length <= openUpTo;
  const write = (items: readonly (Row | Node)[], level: number) => {
    for (const item of items) {
      if (!isNode(item)) {
        lines.push({ kind: 'leaf', row: item, level });
        continue;
      }
      const open = expanded || begin !== turned.has(item.prefix);
      lines.push({ kind: 'branch', prefix: item.prefix, level, count: item.count, open });
      if (open) write(inside(item, leastInside), level + 1);
    }
  };
  const root = fork(grow(rows));
  write(inside(root, rows.length <= shortest ? Number.POSITIVE_INFINITY : leastOnTop), 1);
  return lines;
}
