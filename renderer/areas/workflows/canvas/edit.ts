import type { Graph, GraphEdge, GraphNode } from './graph.ts';

/** An edit as data: for each node and edge what it was and what it is, so that it can be undone, written down, and done again. */

export interface Change<T> {
  readonly key: string;
  /** Its place in the list: before, where it was removed, else after. */
  readonly at: number;
  /** Null where it was not there. */
  readonly before: T | null;
  readonly after: T | null;
}

export interface Edit {
  /** What was done, such as "Move 3 nodes". */
  readonly label: string;
  /** What it was done to: edits of one place that follow one another are one. */
  readonly place: string | null;
  readonly nodes: readonly Change<GraphNode>[];
  readonly edges: readonly Change<GraphEdge>[];
}

/** Ids may be there twice in what was made elsewhere: the second of an id is another. */
function keyed<T extends { readonly id: string }>(list: readonly T[]): Map<string, { readonly at: number; readonly value: T }> {
  const found = new Map<string, { at: number; value: T }>();
  for (const [at, value] of list.entries()) {
    let n = 1;
    while (found.has(`${n} ${value.id}`)) n += 1;
    found.set(`${n} ${value.id}`, { at, value });
  }
  return found;
}

function changesBetween<T extends { readonly id: string }>(before: readonly T[], after: readonly T[]): Change<T>[] {
  if (before === after) return [];
  const [old, now] = [keyed(before), keyed(after)];
  const changes: Change<T>[] = [];
  for (const [key, { at, value }] of old) {
    const next = now.get(key)?.value ?? null;
    if (next !== value) changes.push({ key, at, before: value, after: next });
  }
  for (const [key, { at, value }] of now) if (!old.has(key)) changes.push({ key, at, before: null, after: value });
  return changes;
}

/** Parts that did not change must be the same objects in both. */
export const editBetween = (before: Graph, after: Graph, label: string, place: string | null = null): Edit =>
  ({ label, place, nodes: changesBetween(before.nodes, after.nodes), edges: changesBetween(before.edges, after.edges) });

function changed<T extends { readonly id: string }>(list: readonly T[], changes: readonly Change<T>[]): readonly T[] {
  if (changes.length === 0) return list;
  const byKey = new Map(changes.map((change) => [change.key, change]));
  const kept = [...keyed(list)].flatMap(([key, { value }]) => {
    const change = byKey.get(key);
    return change ? (change.after ?? []) : value;
  });
  // From the front, so that each place is the one that it had among those that stand now.
  for (const { at, before, after } of changes.toSorted((one, other) => one.at - other.at)) if (before === null && after !== null) kept.splice(at, 0, after);
  return kept;
}

export const applyEdit = (graph: Graph, { nodes, edges }: Edit): Graph => ({ nodes: changed(graph.nodes, nodes), edges: changed(graph.edges, edges) });

const turned = <T>(changes: readonly Change<T>[]) => changes.map(({ key, at, before, after }): Change<T> => ({ key, at, before: after, after: before }));
export const inverseOf = (edit: Edit): Edit => ({ ...edit, nodes: turned(edit.nodes), edges: turned(edit.edges) });

export const isNothing = ({ nodes, edges }: Edit): boolean => nodes.length === 0 && edges.length === 0;
