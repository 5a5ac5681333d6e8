/** What differs between two values. No React here; answers are compared in a worker. */

export interface Difference {
  readonly kind: 'added' | 'removed' | 'changed' | 'same';
  /** The path to the value, such as `$.items[0].name`; for texts the number of the line. */
  readonly where: string;
  readonly before?: string;
  readonly after?: string;
}

/** Differences that are listed; beyond these, nobody reads. */
export const mostDifferences = 2_000;

const plainName = /^[A-Za-z_]\w*$/;
const below = (path: string, key: string | number) => (typeof key === 'number' ? `${path}[${key}]` : plainName.test(key) ? `${path}.${key}` : `${path}[${JSON.stringify(key)}]`);
const longest = 400;
/** The beginning of what nobody could read whole. */
export const clipped = (text: string) => (text.length > longest ? `${text.slice(0, longest)}…` : text);
const shown = (value: unknown) => clipped(JSON.stringify(value) ?? '');
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** By path: what was added, removed and changed. The order of names does not matter; items of lists that moved are found again by their id. */
export function diffJson(before: unknown, after: unknown): Difference[] {
  const found: Difference[] = [];
  /** A path is written out only where something differs. */
  const walk = (path: () => string, one: unknown, other: unknown): void => {
    if (found.length >= mostDifferences || Object.is(one, other)) return;
    if (isObject(one) && isObject(other)) {
      for (const key of Object.keys(one)) step(() => below(path(), key), true, one[key], Object.hasOwn(other, key), other[key]);
      for (const key of Object.keys(other)) if (!Object.hasOwn(one, key)) step(() => below(path(), key), false, undefined, true, other[key]);
      return;
    }
    if (Array.isArray(one) && Array.isArray(other)) {
      for (const [label, from, to] of paired(one as unknown[], other as unknown[])) step(() => `${path()}[${label}]`, from !== none, from, to !== none, to);
      return;
    }
    found.push({ kind: 'changed', where: path(), before: shown(one), after: shown(other) });
  };
  const step = (path: () => string, had: boolean, one: unknown, has: boolean, other: unknown): void => {
    if (found.length >= mostDifferences) return;
    if (!had) found.push({ kind: 'added', where: path(), after: shown(other) });
    else if (!has) found.push({ kind: 'removed', where: path(), before: shown(one) });
    else walk(path, one, other);
  };
  walk(() => '$', before, after);
  return found;
}

const none = Symbol('none');

/** What identifies each item of a list, where all have it and no two the same. */
function idsOf(items: readonly unknown[], name: string): Map<string | number, unknown> | undefined {
  const byId = new Map<string | number, unknown>();
  for (const item of items) {
    const id = isObject(item) ? item[name] : undefined;
    if ((typeof id !== 'string' && typeof id !== 'number') || byId.has(id)) return undefined;
    byId.set(id, item);
  }
  return byId;
}

/** Items that belong together: by their ids, else by their place. */
function* paired(one: readonly unknown[], other: readonly unknown[]): Generator<readonly [string, unknown, unknown]> {
  for (const name of ['id', 'key', 'uuid', 'name']) {
    const before = idsOf(one, name);
    const after = before && before.size > 0 ? idsOf(other, name) : undefined;
    if (!before || !after || after.size === 0) continue;
    for (const [id, item] of before) yield [`${name}=${JSON.stringify(id)}`, item, after.has(id) ? after.get(id) : none];
    for (const [id, item] of after) if (!before.has(id)) yield [`${name}=${JSON.stringify(id)}`, none, item];
    return;
  }
  for (let at = 0; at < Math.max(one.length, other.length); at += 1) yield [String(at), at < one.length ? one[at] : none, at < other.length ? other[at] : none];
}
