/** A workflow's graph as it is saved. What nobody here knows of it — kinds, fields, ends of edges — is kept as it came. */

export interface Point {
  readonly x: number;
  readonly y: number;
}

export type Data = Readonly<Record<string, unknown>>;

export interface GraphNode {
  readonly id: string;
  readonly type: string;
  /** Within its group, where it is in one. */
  readonly position?: Point;
  /** The group that it is in. */
  readonly parentId?: string;
  readonly data: Data;
  readonly [more: string]: unknown;
}

export interface GraphEdge {
  readonly id: string;
  readonly source: string;
  readonly target: string;
  /** The named output from which it leads; none for the only one. */
  readonly sourceHandle?: string;
  readonly [more: string]: unknown;
}

export interface Graph {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
}

export const isObject = (value: unknown): value is Data => typeof value === 'object' && value !== null && !Array.isArray(value);
const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined);

function listOf(value: unknown, what: string): readonly Data[] {
  const list: unknown = typeof value === 'string' && value.trim() !== '' ? JSON.parse(value) : (value ?? []);
  if (list === '') return [];
  // Some keep them by id.
  if (isObject(list)) return listOf(Object.entries(list).map(([id, one]) => (isObject(one) && !('id' in one) ? Object.assign({ id }, one) : one)), what);
  if (!Array.isArray(list)) throw new TypeError(`The ${what} are no list`);
  const strange = list.findIndex((one) => !isObject(one));
  if (strange >= 0) throw new TypeError(`${what}[${strange}] is no object`);
  return list as Data[];
}

const isPoint = (value: unknown): value is Point => isObject(value) && Number.isFinite(value['x']) && Number.isFinite(value['y']);

function nodeOf(raw: Data, at: number): GraphNode {
  const { id, type, data, position, parentId, ...more } = raw;
  return {
    ...more, id: textOf(id) ?? `node_${at + 1}`, type: textOf(type) ?? 'unknown', data: isObject(data) ? data : data === undefined || data === null ? {} : { value: data },
    ...(isPoint(position) ? { position } : {}), ...(typeof parentId === 'string' && parentId !== '' ? { parentId } : {}),
  };
}

/** An edge without an id is known by what it joins, and by how many of those came before it. */
function edgesOf(list: readonly Data[]): GraphEdge[] {
  const taken = new Set(list.flatMap(({ id }) => textOf(id) ?? []));
  return list.map((raw) => {
    const { id, source, target, sourceHandle, ...more } = raw;
    const [from, to] = [textOf(source) ?? '', textOf(target) ?? ''];
    const handle = textOf(sourceHandle);
    return { ...more, id: textOf(id) ?? freeId([from, handle, to].filter(Boolean).join('_'), taken), source: from, target: to, ...(handle === undefined ? {} : { sourceHandle: handle }) };
  });
}

/** An id that is not taken yet, which is taken by this. It goes on with “_”, since JSONata reads a name up to a “-”. */
export function freeId(wanted: string, taken: Set<string>): string {
  let id = wanted;
  for (let n = 2; taken.has(id); n += 1) id = `${wanted}_${n}`;
  taken.add(id);
  return id;
}

/** Reads nodes and edges as they came, also as JSON text; throws in words for the person where they are no graph. */
export function readGraph(nodes: unknown, edges: unknown): Graph {
  return { nodes: listOf(nodes, 'nodes').map(nodeOf), edges: edgesOf(listOf(edges, 'edges')) };
}

export const nodesById = ({ nodes }: Graph): ReadonlyMap<string, GraphNode> => new Map(nodes.toReversed().map((node) => [node.id, node]));

/** As much of a text as there is room for: to measure one of megabytes would hold the page up for seconds. */
export const cut = (text: string, most = 200): string => (text.length > most ? `${text.slice(0, most)}…` : text);

/** What a node is called: its label, a note by how it begins, else its id. */
export function titleOfNode({ id, type, data }: GraphNode): string {
  const said = (name: string) => (typeof data[name] === 'string' && data[name].trim() !== '' ? data[name].trim() : undefined);
  return cut(said('label') ?? (type === 'note' ? said('text')?.slice(0, 60).split('\n')[0] : undefined) ?? id);
}

/** The groups around a node, innermost first; a group that is in itself ends the way. */
export function groupsAround(byId: ReadonlyMap<string, GraphNode>, node: GraphNode): readonly GraphNode[] {
  const found: GraphNode[] = [];
  for (let id = node.parentId; id !== undefined;) {
    const group = byId.get(id);
    if (!group || group === node || found.includes(group)) break;
    found.push(group);
    id = group.parentId;
  }
  return found;
}

/** What is in groups, and in the groups within these; with the groups themselves. */
export function withMembers({ nodes }: Graph, ids: Iterable<string>): ReadonlySet<string> {
  const found = new Set(ids);
  const inside = Map.groupBy(nodes.filter(({ parentId }) => parentId !== undefined), ({ parentId }) => parentId);
  const walk = (id: string) => {
    for (const member of inside.get(id) ?? []) {
      if (found.has(member.id)) continue;
      found.add(member.id);
      walk(member.id);
    }
  };
  for (const id of Array.from(found)) walk(id);
  return found;
}
