/** Nodes and edges of a stored graph by what they are known by, whatever else stands in them. */

export interface StoredGraph {
  readonly nodes?: unknown;
  readonly edges?: unknown;
}
export type Parts = ReadonlyMap<string, unknown>;
export type Fields = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

/** A part's own field: what every object inherits is no field of it. */
export const fieldOf = (part: unknown, name: string): unknown => (isObject(part) && Object.hasOwn(part, name) ? part[name] : undefined);

/** They come as a list, as an object by id, or as JSON text of either; anything else holds none. */
export function listOf(parts: unknown): readonly unknown[] {
  if (Array.isArray(parts)) return parts;
  if (isObject(parts)) return Object.entries(parts).map(([id, part]) => (isObject(part) && !Object.hasOwn(part, 'id') ? Object.assign({ id }, part) : part));
  if (typeof parts !== 'string') return [];
  try {
    const read: unknown = JSON.parse(parts);
    return typeof read === 'string' ? [] : listOf(read);
  } catch {
    return [];
  }
}

const idOf = (part: unknown): string | undefined => {
  const id = fieldOf(part, 'id');
  return (typeof id === 'string' && id !== '') || typeof id === 'number' ? String(id) : undefined;
};
const wayOf = (edge: unknown): string | undefined => {
  const [source, target, handle] = ['source', 'target', 'sourceHandle'].map((name) => fieldOf(edge, name));
  return typeof source === 'string' && typeof target === 'string' ? `${source}→${target}${typeof handle === 'string' ? `:${handle}` : ''}` : undefined;
};

/** A node is known by its id. One without is known by its place; of those that share one, the further ones by a number behind it. */
export const nodesOf = ({ nodes }: StoredGraph): Parts => keyed(listOf(nodes), idOf);
/** An edge without an id is known by where it leads. */
export const edgesOf = ({ edges }: StoredGraph): Parts => keyed(listOf(edges), (edge) => idOf(edge) ?? wayOf(edge));

function keyed(parts: readonly unknown[], keyOf: (part: unknown) => string | undefined): Parts {
  const found = new Map<string, unknown>();
  const counts = new Map<string, number>();
  for (const [index, part] of parts.entries()) {
    const wanted = keyOf(part) ?? `#${index}`;
    let key = wanted;
    while (found.has(key)) {
      const count = (counts.get(wanted) ?? 1) + 1;
      counts.set(wanted, count);
      key = `${wanted}#${count}`;
    }
    found.set(key, part);
  }
  return found;
}

/** Do two JSON values say the same? Objects are the same whatever the order of their fields; as deep as they may be nested. */
export function isSame(one: unknown, other: unknown): boolean {
  const pairs: [unknown, unknown][] = [[one, other]];
  for (let pair = pairs.pop(); pair; pair = pairs.pop()) {
    const [a, b] = pair;
    if (Object.is(a, b)) continue;
    if (Array.isArray(a) && Array.isArray(b)) {
      if (a.length !== b.length) return false;
      for (const [index, item] of a.entries()) pairs.push([item, b[index]]);
    } else if (isObject(a) && isObject(b)) {
      const names = Object.keys(a);
      if (names.length !== Object.keys(b).length) return false;
      for (const name of names) {
        if (!Object.hasOwn(b, name)) return false;
        pairs.push([a[name], b[name]]);
      }
    } else return false;
  }
  return true;
}

/** Names of fields that any of them has, in the order in which they first stand. */
export const namesIn = (...values: readonly unknown[]): string[] => [...new Set(values.flatMap((value) => (isObject(value) ? Object.keys(value) : [])))];

/** Deeper than people nest what they configure, values are compared as wholes. */
export const deepest = 32;
