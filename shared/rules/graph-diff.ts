import { deepest, edgesOf, fieldOf, isObject, isSame, namesIn, nodesOf, type Parts, type StoredGraph } from './graph-parts.ts';

/** What differs between two graphs. The order of nodes, edges and fields says nothing. */

/** `moved`: it stands elsewhere, and is otherwise the same. */
export type NodeChange = 'added' | 'removed' | 'changed' | 'moved';
export type EdgeChange = Exclude<NodeChange, 'moved'>;

export interface PropertyChange {
  readonly node_id: string;
  /** Names of fields, the outermost first; lists are compared as wholes. */
  readonly path: readonly string[];
  /** Undefined where there was none. */
  readonly before: unknown;
  /** Undefined where there is none any more. */
  readonly after: unknown;
}

export interface GraphDiff {
  readonly nodes: ReadonlyMap<string, NodeChange>;
  readonly edges: ReadonlyMap<string, EdgeChange>;
  /** Of the nodes that are in both graphs. */
  readonly properties: readonly PropertyChange[];
}

export function diffGraphs(before: StoredGraph, after: StoredGraph): GraphDiff {
  const [old, now] = [nodesOf(before), nodesOf(after)];
  const properties: PropertyChange[] = [];
  const nodes = changesOf<NodeChange>(old, now, (key) => {
    const from = properties.length;
    compare(key, [], old.get(key), now.get(key), properties);
    return properties.slice(from).every(({ path }) => path[0] === 'position') ? 'moved' : 'changed';
  });
  const edges = changesOf<EdgeChange>(edgesOf(before), edgesOf(after), () => 'changed');
  return { nodes, edges, properties };
}

export const isEmpty = ({ nodes, edges }: GraphDiff): boolean => nodes.size === 0 && edges.size === 0;

function changesOf<Change extends string>(old: Parts, now: Parts, changed: (key: string) => Change): Map<string, Change | 'added' | 'removed'> {
  const changes = new Map<string, Change | 'added' | 'removed'>();
  for (const [key, part] of old) {
    if (!now.has(key)) changes.set(key, 'removed');
    else if (!isSame(part, now.get(key))) changes.set(key, changed(key));
  }
  for (const key of now.keys()) if (!old.has(key)) changes.set(key, 'added');
  return changes;
}

function compare(node_id: string, path: readonly string[], before: unknown, after: unknown, into: PropertyChange[]): void {
  if (isSame(before, after)) return;
  if (!isObject(before) || !isObject(after) || path[0] === 'position' || path.length >= deepest) {
    into.push({ node_id, path, before, after });
    return;
  }
  for (const name of namesIn(before, after)) compare(node_id, [...path, name], fieldOf(before, name), fieldOf(after, name), into);
}
