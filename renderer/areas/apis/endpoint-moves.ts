import type { Place } from '../../../shared/contract/composer.ts';
import type { Row } from '../../../shared/contract/entity.ts';
import { folderOf, isWithin, partsOfFolder, positionOf, topFolder } from '../../../shared/rules/endpoint-folders.ts';
import { textOf } from '../../state/list-order.ts';
import { treeLines, treeOf, type Branch, type Leaf, type TreeLine } from './endpoint-tree.ts';

/** What it takes to put endpoints and groups of the tree somewhere else. Nothing is sent here. */

/** Endpoints, or one group with all that is in it. */
export type Moved = { readonly rows: readonly Row[] } | { readonly group: Branch };

export type Group = Pick<Branch, 'prefix' | 'isFolder'>;

/** Into a group, or to the top: beside a line that stands there, or behind all others. */
export interface Target {
  readonly into: Group | undefined;
  readonly beside?: { readonly line: TreeLine; readonly after: boolean };
}

/** What changes: of endpoints, and of the order in which the API has its folders. */
export interface Arrangement {
  readonly places: readonly Place[];
  readonly folders?: readonly string[];
}

export interface Arranged {
  /** All endpoints of the API, whatever is filtered. */
  readonly rows: readonly Row[];
  /** The folders that the API names, in their order. */
  readonly named: readonly string[];
}

/** The group in which a line stands; undefined at the top. */
export function groupAround(lines: readonly TreeLine[], at: number): Branch | undefined {
  const level = lines[at]?.level ?? 1;
  const found = lines.findLast((line, place) => place < at && line.level < level);
  return found?.kind === 'branch' ? found : undefined;
}

const same = (one: Group | undefined, other: Group | undefined) => one?.prefix === other?.prefix;

/** Where something would come to stand that is let go over a line, `share` of whose height is above the pointer; undefined where it cannot. */
export function targetAt(lines: readonly TreeLine[], at: number, share: number, moved: Moved): Target | undefined {
  const line = lines[at];
  if (!line) return { into: undefined };
  const around = groupAround(lines, at);
  if ('rows' in moved) return line.kind === 'branch' ? { into: line } : { into: around, beside: { line, after: share > 0.5 } };
  const { group } = moved;
  const own = lines.findIndex((one) => one.kind === 'branch' && one.prefix === group.prefix);
  const isOwn = (into: Group | undefined) => into !== undefined && (into.prefix === group.prefix || (group.isFolder && isWithin(into.prefix, group.prefix)));
  /** Paths are what makes groups of paths: no folder can be put into one. */
  const takes = (into: Group | undefined) => !isOwn(into) && (into === undefined || into.isFolder || same(into, groupAround(lines, own)));
  if (line.kind === 'branch' && line.prefix === group.prefix) return undefined;
  if (line.kind === 'leaf') return takes(around) && (around === undefined || around.isFolder) ? { into: around } : undefined;
  const isInside = line.isFolder && share > 0.25 && share < 0.75;
  if (isInside) return takes(line) ? { into: line } : undefined;
  return takes(around) ? { into: around, beside: { line, after: share > 0.5 } } : undefined;
}

/** The lines that stand directly in a group, of a tree in which all is open. */
function standingIn(lines: readonly TreeLine[], into: Group | undefined): TreeLine[] {
  const from = into === undefined ? -1 : lines.findIndex((line) => line.kind === 'branch' && line.prefix === into.prefix);
  if (into !== undefined && from < 0) return [];
  const level = from < 0 ? 1 : lines[from]!.level + 1;
  const rest = lines.slice(from + 1);
  const end = rest.findIndex((line) => line.level < level);
  return (end < 0 ? rest : rest.slice(0, end)).filter((line) => line.level === level);
}

const written = new WeakMap<Arranged, TreeLine[]>();

/** The whole tree, written once for all that is asked of a move. */
function allLines(arranged: Arranged): TreeLine[] {
  const lines = written.get(arranged) ?? treeLines(treeOf(arranged.rows, arranged.named), new Set(), true);
  written.set(arranged, lines);
  return lines;
}

export function arrangementOf(arranged: Arranged, moved: Moved, target: Target): Arrangement {
  return 'rows' in moved ? rowsMoved(arranged, moved.rows, target) : groupMoved(arranged, moved.group, target);
}

function rowsMoved(arranged: Arranged, chosen: readonly Row[], { into, beside }: Target): Arrangement {
  const lines = allLines(arranged);
  const ids = new Set(chosen.map(({ id }) => id));
  // Among themselves they stay as they stood.
  const moved = lines.flatMap((line) => (line.kind === 'leaf' && ids.has(line.row.id) ? [line.row] : []));
  const here = standingIn(lines, into).filter((line): line is Leaf => line.kind === 'leaf').map(({ row }) => row);
  const held = new Set(here.map(({ id }) => id));
  const folder = into?.prefix ?? topFolder;
  const changes = new Map<string, Place>();
  const note = (row: Row, field: 'folder' | 'position', value: string | number | null) => {
    if ((row[field] ?? null) !== value) changes.set(row.id, { id: row.id, ...changes.get(row.id), [field]: value });
  };
  for (const row of moved) if (!held.has(row.id)) note(row, 'folder', folder);
  const others = here.filter(({ id }) => !ids.has(id));
  const at = beside === undefined ? -1 : others.findIndex((row) => beside.line.kind === 'leaf' && row.id === beside.line.row.id);
  if (at < 0) for (const row of moved) note(row, 'position', null);
  else for (const [row, position] of positionsAt(others, at + (beside!.after ? 1 : 0), moved)) note(row, 'position', position);
  return { places: [...changes.values()] };
}

/** The positions with which `moved` stand before the row at `at`; what stands before them gets one where it has none. */
function positionsAt(others: readonly Row[], at: number, moved: readonly Row[]): (readonly [Row, number])[] {
  const found: (readonly [Row, number])[] = [];
  let last: number | undefined;
  for (const row of others.slice(0, at)) {
    const position = positionOf(row) ?? (last === undefined ? 1 : last + 1);
    if (positionOf(row) === undefined) found.push([row, position]);
    last = position;
  }
  const next = others[at] && positionOf(others[at]);
  const step = last === undefined || next === undefined ? 1 : (next - last) / (moved.length + 1);
  const first = last === undefined ? (next === undefined ? 1 : next - moved.length) : last + step;
  const positions = moved.map((_, turn) => first + turn * step);
  const isClear = positions.every((position, turn) => position > (positions[turn - 1] ?? last ?? -Infinity) && position < (next ?? Infinity));
  if (isClear) return [...found, ...moved.map((row, turn) => [row, positions[turn]!] as const)];
  // Halved until nothing is left between them: all of the group are spread anew.
  return [...others.slice(0, at), ...moved, ...others.slice(at).filter((row) => positionOf(row) !== undefined)].map((row, turn) => [row, turn + 1] as const);
}

/** What a group is called inside of the one around it. */
export const nameOf = ({ prefix, isFolder }: Group): string => (isFolder ? partsOfFolder(prefix).at(-1)! : prefix.replace(/^\/+/, '') || prefix);

function groupMoved(arranged: Arranged, group: Branch, { into, beside }: Target): Arrangement {
  const lines = allLines(arranged);
  const own = lines.findIndex((line) => line.kind === 'branch' && line.prefix === group.prefix);
  const stays = own >= 0 && same(groupAround(lines, own), into);
  const prefix = stays ? group.prefix : folderOf([...(into ? partsOfFolder(into.prefix) : []), nameOf(group)]);
  const renaming = stays ? { places: [], folders: arranged.named } : renamed(arranged, group, prefix);
  if (beside === undefined) return renaming;
  const siblings = standingIn(lines, into).flatMap((line) => (line.kind === 'branch' && line.prefix !== group.prefix ? [line.prefix] : []));
  const at = siblings.findIndex((one) => beside.line.kind === 'branch' && one === beside.line.prefix) + (beside.after ? 1 : 0);
  // What stands before it has a place from now on, too; what stands behind keeps its own, or none.
  const ordered = [...siblings.slice(0, at), prefix, ...siblings.slice(at).filter((one) => arranged.named.includes(one))];
  const others = renaming.folders.filter((folder) => !ordered.includes(folder));
  return { places: renaming.places, folders: [...ordered, ...others] };
}

/** A group under another name, with all that is in it. One of paths becomes a folder. */
export function renamed({ named }: Pick<Arranged, 'named'>, { prefix: before, isFolder, count, rowsUnder }: Branch, prefix: string): Required<Arrangement> {
  const folderFor = (folder: string) => (isFolder ? prefix + folder.slice(before.length) : prefix);
  const places = rowsUnder().map(({ id, folder }) => ({ id, folder: folderFor(textOf(folder)) }));
  const folders = named.map((one) => (one === before || (isFolder && isWithin(one, before)) ? folderFor(one) : one));
  return { places, folders: [...new Set(isFolder && count === 0 && !folders.includes(prefix) ? [...folders, prefix] : folders)] };
}

/** Takes a folder away: what is in it comes to stand in the one around it, or with the endpoints of its path. */
export function dissolved({ named }: Pick<Arranged, 'named'>, { prefix, rowsUnder }: Branch): Required<Arrangement> {
  const around = partsOfFolder(prefix).slice(0, -1);
  const folderFor = (folder: string) => folderOf([...around, ...partsOfFolder(folder.slice(prefix.length))]);
  return {
    places: rowsUnder().map(({ id, folder }) => ({ id, folder: folderFor(textOf(folder)) || null })),
    folders: [...new Set(named.filter((one) => one !== prefix).map((one) => (isWithin(one, prefix) ? folderFor(one) : one)))],
  };
}

/** The group as it is without a filter. */
export function wholeOf(arranged: Arranged, group: Branch): Branch {
  return allLines(arranged).find((line): line is Branch => line.kind === 'branch' && line.prefix === group.prefix) ?? group;
}

/** Where something came to stand: "2 of 5 in Users". */
export function placeAmong(after: Arranged, moved: Moved, change: Arrangement): string {
  const lines = allLines(after);
  const prefixes = 'group' in moved ? new Set([moved.group.prefix, ...change.places.map(({ folder }) => folder)]) : undefined;
  const at = lines.findIndex((line) => (line.kind === 'branch' ? prefixes?.has(line.prefix) : 'rows' in moved && line.row.id === moved.rows[0]?.id));
  const around = groupAround(lines, at);
  const siblings = standingIn(lines, around).filter((line) => line.kind === lines[at]?.kind);
  return `${(siblings.indexOf(lines[at]!) + 1).toLocaleString()} of ${siblings.length.toLocaleString()} ${around ? `in ${around.prefix}` : 'at the top'}`;
}

const idOf = (line: TreeLine) => (line.kind === 'leaf' ? line.row.id : line.prefix);

/** A step up or down among the lines of its own kind in its group; undefined at the end of them. */
export function stepOf(arranged: Arranged, moved: Moved, line: TreeLine, step: 1 | -1): Target | undefined {
  const lines = allLines(arranged);
  const at = lines.findIndex((one) => one.kind === line.kind && idOf(one) === idOf(line));
  const into = groupAround(lines, at);
  const siblings = standingIn(lines, into).filter((one) => one.kind === line.kind);
  const ids = new Set('rows' in moved ? moved.rows.map(({ id }) => id) : [moved.group.prefix]);
  const places = siblings.flatMap((one, place) => (ids.has(idOf(one)) ? [place] : []));
  const beside = siblings[step < 0 ? places[0]! - 1 : places.at(-1)! + 1];
  return beside && { into, beside: { line: beside, after: step > 0 } };
}
