import type { Row } from '../../../shared/contract/entity.ts';
import { folderOf, partsOfFolder, positionOf, topFolder } from '../../../shared/rules/endpoint-folders.ts';
import { textOf } from '../../state/list-order.ts';

/**
 * An API's endpoints as the lines of a tree: in the folders into which somebody put them, else grouped by the beginnings
 * that their paths share. A folder whose name is such a beginning is that group.
 */

export interface Branch {
  readonly kind: 'branch';
  /** The folder with those around it, or the shared beginning of the paths; unique in the tree. */
  readonly prefix: string;
  readonly isFolder: boolean;
  readonly level: number;
  /** How many endpoints are under it. */
  readonly count: number;
  readonly open: boolean;
  /** All endpoints under it, in the order of its groups. */
  readonly rowsUnder: () => Row[];
}

export interface Leaf {
  readonly kind: 'leaf';
  readonly row: Row;
  readonly level: number;
}

export type TreeLine = Branch | Leaf;

/** Of a line among others: lines of folders and endpoints never have the same. */
export const keyOf = (line: TreeLine) => (line.kind === 'leaf' ? line.row.id : `group ${line.prefix}`);

interface Node {
  readonly prefix: string;
  readonly isFolder: boolean;
  /** Most nodes have none, and a map for each would cost more than all else. */
  children: Map<string, Node> | undefined;
  /** The children by their prefixes, once lines were written of them. */
  ordered: readonly Node[] | undefined;
  /** Where its own endpoints stand among all. */
  readonly places: number[];
  count: number;
}

const node = (prefix: string, isFolder = false): Node => ({ prefix, isFolder, children: undefined, ordered: undefined, places: [], count: 0 });

const placesUnder = ({ places, children }: Node): number[] => [...places, ...[...(children?.values() ?? [])].flatMap(placesUnder)];

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

const methodOrder = new Map(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'].map((method, at) => [method, at]));
const rank = (row: Row) => methodOrder.get(textOf(row['method'])) ?? methodOrder.size;

/** Stands with the endpoints of its path, or of another one that somebody chose for it. */
const isByPath = (folder: string) => folder === '' || folder.startsWith('/');

function grow(rows: readonly Row[]): Node {
  const root = node('');
  for (const [place, row] of rows.entries()) {
    const folder = textOf(row['folder']);
    if (!isByPath(folder) || folder === topFolder) continue;
    const path = folder === '' ? textOf(row['path']) : folder;
    let at = root;
    root.count += 1;
    for (let from = 0; from < path.length;) {
      const end = partEnd(path, from);
      const part = path.slice(from, end);
      let next = at.children?.get(part);
      if (!next) (at.children ??= new Map()).set(part, (next = node(path.slice(0, end))));
      next.count += 1;
      at = next;
      from = end;
    }
    at.places.push(place);
  }
  return root;
}

/** The folders by their names, and what is in them. */
function filled(rows: readonly Row[], named: readonly string[]): Map<string, Node> {
  const top = node('', true);
  const put = (folder: string, place?: number) => {
    const parts = partsOfFolder(folder);
    let at = top;
    for (const [depth, part] of parts.entries()) {
      let next = at.children?.get(part);
      if (!next) (at.children ??= new Map()).set(part, (next = node(folderOf(parts.slice(0, depth + 1)), true)));
      if (place !== undefined) next.count += 1;
      at = next;
    }
    if (place !== undefined) at.places.push(place);
  };
  for (const folder of named) if (!isByPath(folder)) put(folder);
  for (const [place, row] of rows.entries()) if (!isByPath(textOf(row['folder']))) put(textOf(row['folder']), place);
  return top.children ?? new Map<string, Node>();
}

const noNodes: readonly Node[] = [];

/** The first place below at which the endpoints part ways. */
function fork(from: Node): Node {
  let at = from;
  while (at.places.length === 0 && at.children?.size === 1) for (const only of at.children.values()) at = only;
  return at;
}

const byPrefix = (a: Node, b: Node) => (a.prefix < b.prefix ? -1 : 1);
const inOrder = (group: Node): readonly Node[] => (group.ordered ??= Array.from(group.children?.values() ?? noNodes).toSorted(byPrefix));
const byMethod = (a: Row, b: Row) => rank(a) - rank(b);

/** What stands where, which only paths and folders decide: a tree of 10,000 keeps it while names, methods and switches change. */
interface Shape {
  readonly rows: readonly Row[];
  readonly named: readonly string[];
  readonly withEmpty: boolean;
  readonly root: Node;
  readonly folders: ReadonlyMap<string, Node>;
}

function shaped(rows: readonly Row[], named: readonly string[], withEmpty: boolean): Shape {
  const root = fork(grow(rows));
  const atTop = [...rows.keys()].filter((place) => rows[place]!['folder'] === topFolder);
  return {
    rows, named, withEmpty, folders: filled(rows, withEmpty ? named : []),
    root: atTop.length === 0 ? root : { ...root, places: [...atTop, ...root.places], count: root.count + atTop.length },
  };
}

const standsAs = (row: Row, before: Row | undefined) => row === before || (row['path'] === before?.['path'] && row['folder'] === before?.['folder']);

const isShapeOf = (shape: Shape, rows: readonly Row[], named: readonly string[], withEmpty: boolean) =>
  shape.withEmpty === withEmpty && shape.rows.length === rows.length && shape.named.length === named.length
  && named.every((name, at) => name === shape.named[at]) && rows.every((row, at) => standsAs(row, shape.rows[at]));

/** The latest first: the tree that is shown, and the whole one behind a filter. */
let latest: readonly Shape[] = [];

function shapeOf(rows: readonly Row[], named: readonly string[], withEmpty: boolean): Shape {
  const known = latest.find((shape) => isShapeOf(shape, rows, named, withEmpty));
  const shape = known ? { ...known, rows } : shaped(rows, named, withEmpty);
  latest = [shape, ...latest.filter((one) => one !== known)].slice(0, 2);
  return shape;
}

/** A tree of endpoints, from which lines are written as often as groups are opened and closed. */
export interface EndpointTreeOf extends Pick<Shape, 'rows' | 'root' | 'folders'> {
  /** Where somebody put each group, by its name. */
  readonly ranks: ReadonlyMap<string, number>;
  /** Without it, what stands in a group need not be put into an order. */
  readonly isArranged: boolean;
}

/** `named` are folders in the order that somebody chose, those without endpoints included unless that is said. */
export function treeOf(rows: readonly Row[], named: readonly string[] = [], withEmpty = true): EndpointTreeOf {
  const { root, folders } = shapeOf(rows, named, withEmpty);
  const isArranged = named.length > 0 || rows.some((row) => positionOf(row) !== undefined);
  return { rows, root, folders, ranks: new Map(named.map((name, at) => [name, at])), isArranged };
}

/**
 * The lines that are shown. `turned` holds the groups that were opened or closed by hand; `expanded` opens all, as
 * while a filter is set. Lines are written one behind the other, without lists between, since a tree can have 10,000.
 */
export function treeLines({ rows: all, root, folders, ranks, isArranged }: EndpointTreeOf, turned: ReadonlySet<string>, expanded = false): TreeLine[] {
  let lines: TreeLine[] = [];
  const count = all.length;
  const rowsOf = (places: readonly number[]) => places.map((place) => all[place]!);
  const begin = count <= openUpTo;
  const branch = (group: Node, level: number, fill: () => void): void => {
    const open = expanded || begin !== turned.has(group.prefix);
    lines.push({ kind: 'branch', prefix: group.prefix, isFolder: group.isFolder, level, count: group.count, open, rowsUnder: () => rowsOf(placesUnder(group)) });
    if (open) fill();
  };
  /** Writes what stands directly in a group of paths: its own endpoints, those of its small neighbours, and larger groups. */
  const inside = (group: Node, least: number, level: number): void => {
    const rows = rowsOf(group.places);
    if (rows.length > 1) rows.sort(byMethod);
    for (const row of rows) lines.push({ kind: 'leaf', row, level });
    for (const child of inOrder(group)) {
      if (child.count < least) {
        inside(child, least, level);
        continue;
      }
      const forked = fork(child);
      branch(forked, level, () => arranged(level + 1, () => inside(forked, leastInside, level + 1)));
    }
  };
  const folder = (group: Node, level: number): void => branch(group, level, () => arranged(level + 1, () => {
    for (const child of group.children?.values() ?? []) folder(child, level + 1);
    for (const row of rowsOf(group.places)) lines.push({ kind: 'leaf', row, level: level + 1 });
  }));
  /** Puts what `write` writes on a level into the order that somebody chose: groups with a place, folders, endpoints with a position, all others. */
  const arranged = (level: number, write: () => void): void => {
    if (!isArranged) return write();
    const before = lines;
    lines = [];
    write();
    const parts = partsOf(lines, level).map((part) => ({ part, place: placeOf(part[0]!, ranks) }));
    lines = before;
    for (const { part } of parts.toSorted((one, other) => one.place.zone - other.place.zone || one.place.value - other.place.value)) for (const line of part) lines.push(line);
  };
  arranged(1, () => {
    for (const child of folders.values()) folder(child, 1);
    inside(root, count <= shortest ? Number.POSITIVE_INFINITY : leastOnTop, 1);
  });
  return lines;
}

/** Each line of a level with those that it holds. */
function partsOf(lines: readonly TreeLine[], level: number): TreeLine[][] {
  const parts: TreeLine[][] = [];
  for (const line of lines) {
    if (line.level === level) parts.push([line]);
    else parts.at(-1)!.push(line);
  }
  return parts;
}

/** Lower zones stand first; in a zone, what has no value of its own keeps its turn. */
function placeOf(line: TreeLine, ranks: ReadonlyMap<string, number>): { readonly zone: number; readonly value: number } {
  if (line.kind === 'leaf') {
    const position = positionOf(line.row);
    return position === undefined ? { zone: 3, value: 0 } : { zone: 2, value: position };
  }
  const rank = ranks.get(line.prefix);
  return rank === undefined ? { zone: line.isFolder ? 1 : 3, value: 0 } : { zone: 0, value: rank };
}
