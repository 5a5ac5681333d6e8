import { deepest, edgesOf, fieldOf, isObject, isSame, namesIn, nodesOf, type Parts, type StoredGraph } from './graph-parts.ts';

/**
 * Merges two graphs that were made of one, property by property. Where both changed the same thing in different ways,
 * it is a conflict; the place of a node never is one, since nobody wants to be asked about it: mine stands.
 */

export interface Conflict {
  readonly part: 'node' | 'edge';
  readonly id: string;
  /** Empty where it is about the whole part: removed by one and changed by the other, or added by both. */
  readonly path: readonly string[];
  /** Undefined where it is not there. */
  readonly base: unknown;
  readonly mine: unknown;
  readonly theirs: unknown;
}

export type Side = 'mine' | 'theirs';

export interface Merge {
  readonly merged: { readonly nodes: unknown[]; readonly edges: unknown[] };
  readonly conflicts: readonly Conflict[];
}

interface Three {
  readonly base: unknown;
  readonly mine: unknown;
  readonly theirs: unknown;
}

/** `choose` says which side stands in a conflict; whoever asks the user merges again with what was chosen. */
export function mergeGraphs(base: StoredGraph, mine: StoredGraph, theirs: StoredGraph, choose: (conflict: Conflict) => Side = () => 'mine'): Merge {
  const conflicts: Conflict[] = [];
  const settle = (conflict: Conflict): unknown => {
    conflicts.push(conflict);
    return conflict[choose(conflict)];
  };
  const nodes = { base: nodesOf(base), mine: nodesOf(mine), theirs: nodesOf(theirs) };
  const edges = { base: edgesOf(base), mine: edgesOf(mine), theirs: edgesOf(theirs) };
  const touched = { mine: endsOfNew(edges.base, edges.mine), theirs: endsOfNew(edges.base, edges.theirs) };
  /** Nodes that one side had removed and that stay, by the side that keeps them: its edges stay with them. */
  const keptBy = new Map<string, Side>();
  const removed = new Set<string>();

  const mergedNodes = eachPart(nodes, (id, three) => {
    const whole = wholeConflict('node', id, three, (side) => touched[side].has(id));
    const result = whole ? settle(whole) : mergePart('node', id, three, settle);
    if (result === undefined && three.base !== undefined) removed.add(id);
    if (whole && three.base !== undefined && result !== undefined) keptBy.set(id, whole.mine === undefined ? 'theirs' : 'mine');
    return result;
  });

  const mergedEdges = eachPart(edges, (id, three) => {
    const present = three.mine ?? three.theirs;
    if (three.mine === undefined || three.theirs === undefined) {
      const side: Side = three.mine === undefined ? 'theirs' : 'mine';
      // What leads to a node that is gone goes with it, and what led to one that stays, stays.
      if (present !== undefined && endsOf(present).some((end) => removed.has(end) && nodes[side].has(end))) return undefined;
      if (present !== undefined && endsOf(present).some((end) => keptBy.get(end) === side)) return present;
    }
    const whole = wholeConflict('edge', id, three, () => false);
    return whole ? settle(whole) : mergePart('edge', id, three, settle);
  });

  const added = [...nodes.theirs.keys()].some((id) => !nodes.mine.has(id));
  return { merged: { nodes: added ? parentsFirst(mergedNodes) : mergedNodes, edges: mergedEdges }, conflicts };
}

/** Mine in their order, then what only they have, in theirs. */
function eachPart(parts: Readonly<Record<'base' | Side, Parts>>, merge: (id: string, three: Three) => unknown): unknown[] {
  const { base, mine, theirs } = parts;
  const ids = new Set([...mine.keys(), ...theirs.keys(), ...base.keys()]);
  return [...ids].flatMap((id) => {
    const result = merge(id, { base: base.get(id), mine: mine.get(id), theirs: theirs.get(id) });
    return result === undefined ? [] : [result];
  });
}

/** A conflict about a part as a whole, if there is one; `isTouched` tells of a side whether new edges lead to the node. */
function wholeConflict(part: Conflict['part'], id: string, { base, mine, theirs }: Three, isTouched: (side: Side) => boolean): Conflict | undefined {
  if (base === undefined) {
    const isAddedTwice = mine !== undefined && theirs !== undefined && !isSame(unplaced(mine), unplaced(theirs));
    return isAddedTwice ? { part, id, path: [], base, mine, theirs } : undefined;
  }
  if ((mine === undefined) === (theirs === undefined)) return undefined;
  const side: Side = mine === undefined ? 'theirs' : 'mine';
  const changed = !isSame(unplaced(base), unplaced(mine ?? theirs)) || isTouched(side);
  return changed ? { part, id, path: [], base, mine, theirs } : undefined;
}

function mergePart(part: Conflict['part'], id: string, { base, mine, theirs }: Three, settle: (conflict: Conflict) => unknown): unknown {
  if (base === undefined) return mine ?? theirs;
  if (mine === undefined || theirs === undefined) return undefined;

  const merge = (path: readonly string[], base: unknown, mine: unknown, theirs: unknown): unknown => {
    if (isSame(mine, theirs) || isSame(base, theirs)) return mine;
    if (isSame(base, mine)) return theirs;
    if (part === 'node' && path.length === 1 && path[0] === 'position') return mine;
    if (!isObject(mine) || !isObject(theirs) || !(isObject(base) || base === undefined) || path.length >= deepest) return settle({ part, id, path, base, mine, theirs });
    return Object.fromEntries(
      namesIn(mine, theirs).flatMap((name) => {
        const value = merge([...path, name], fieldOf(base, name), fieldOf(mine, name), fieldOf(theirs, name));
        return value === undefined ? [] : [[name, value] as const];
      }),
    );
  };
  return merge([], base, mine, theirs);
}

const endsOf = (edge: unknown) => [fieldOf(edge, 'source'), fieldOf(edge, 'target')] as string[];

const unplaced = (part: unknown): unknown => (isObject(part) ? Object.fromEntries(Object.entries(part).filter(([name]) => name !== 'position')) : part);

/** The nodes to which a side's new edges lead, and those that it led elsewhere. */
function endsOfNew(base: Parts, side: Parts): Set<string> {
  const ends = new Set<string>();
  for (const [id, edge] of side) {
    if (isSame(base.get(id), edge)) continue;
    for (const end of endsOf(edge)) ends.add(end);
  }
  return ends;
}

/** A canvas wants a group before its members. */
function parentsFirst(nodes: readonly unknown[]): unknown[] {
  const byId = new Map(nodes.map((node) => [fieldOf(node, 'id'), node]));
  byId.delete(undefined);
  const placed = new Set<unknown>();
  return nodes.flatMap((node) => {
    if (!isObject(node)) return [node];
    const chain = new Set<unknown>();
    for (let one: unknown = node; one !== undefined && !placed.has(one) && !chain.has(one); one = byId.get(fieldOf(one, 'parentId'))) chain.add(one);
    for (const one of chain) placed.add(one);
    return [...chain].toReversed();
  });
}
