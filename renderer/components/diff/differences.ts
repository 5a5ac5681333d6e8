/** What differs between two values or texts. No React here; answers are compared in a worker. */

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
const shown = (value: unknown) => {
  const text = JSON.stringify(value) ?? '';
  return text.length > 400 ? `${text.slice(0, 400)}…` : text;
};
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** By path: what was added, removed and changed. The order of names does not matter; items of lists that moved are found again by their id. */
export function diffJson(before: unknown, after: unknown): Difference[] {
  const found: Difference[] = [];
  const walk = (path: string, one: unknown, other: unknown): void => {
    if (found.length >= mostDifferences || Object.is(one, other)) return;
    if (isObject(one) && isObject(other)) {
      for (const key of new Set([...Object.keys(one), ...Object.keys(other)])) step(below(path, key), key in one, one[key], key in other, other[key]);
      return;
    }
    if (Array.isArray(one) && Array.isArray(other)) {
      for (const [label, from, to] of paired(one as unknown[], other as unknown[])) step(`${path}${label}`, from !== none, from, to !== none, to);
      return;
    }
    found.push({ kind: 'changed', where: path, before: shown(one), after: shown(other) });
  };
  const step = (path: string, had: boolean, one: unknown, has: boolean, other: unknown): void => {
    if (found.length >= mostDifferences) return;
    if (!had) found.push({ kind: 'added', where: path, after: shown(other) });
    else if (!has) found.push({ kind: 'removed', where: path, before: shown(one) });
    else walk(path, one, other);
  };
  walk('$', before, after);
  return found;
}

const none = Symbol('none');

/** What identifies each item of a list, where all have it and no two the same. */
function idsOf(items: readonly unknown[], name: string): Map<string, unknown> | undefined {
  const byId = new Map<string, unknown>();
  for (const item of items) {
    const id = isObject(item) ? item[name] : undefined;
    if ((typeof id !== 'string' && typeof id !== 'number') || byId.has(JSON.stringify(id))) return undefined;
    byId.set(JSON.stringify(id), item);
  }
  return byId;
}

/** Items that belong together: by their ids, else by their place. */
function paired(one: readonly unknown[], other: readonly unknown[]): (readonly [string, unknown, unknown])[] {
  for (const name of ['id', 'key', 'uuid', 'name']) {
    const [before, after] = [idsOf(one, name), idsOf(other, name)];
    if (!before || !after || before.size === 0 || after.size === 0) continue;
    return [...new Set([...before.keys(), ...after.keys()])].map((id) => [`[${name}=${id}]`, before.has(id) ? before.get(id) : none, after.has(id) ? after.get(id) : none] as const);
  }
  return Array.from({ length: Math.max(one.length, other.length) }, (_, at) => [`[${at}]`, at < one.length ? one[at] : none, at < other.length ? other[at] : none] as const);
}

/** Lines beyond which only what differs at the beginning and the end is told apart. */
const mostLines = 4_000;

/** By line, with a few that are the same around what differs. */
export function diffLines(before: string, after: string): Difference[] {
  const [one, other] = [before.split(/\r?\n/), after.split(/\r?\n/)];
  let head = 0;
  while (head < one.length && head < other.length && one[head] === other[head]) head += 1;
  let tail = 0;
  while (tail < one.length - head && tail < other.length - head && one.at(-1 - tail) === other.at(-1 - tail)) tail += 1;
  const lines: Difference[] = one.slice(Math.max(0, head - 3), head).map((text, at) => ({ kind: 'same', where: String(Math.max(0, head - 3) + at + 1), before: text }));
  lines.push(...middle(one.slice(head, one.length - tail), other.slice(head, other.length - tail), head));
  lines.push(...one.slice(one.length - tail, one.length - tail + 3).map((text, at): Difference => ({ kind: 'same', where: String(one.length - tail + at + 1), before: text })));
  return lines.some(({ kind }) => kind !== 'same') ? lines.slice(0, mostDifferences) : [];
}

/** The shortest way from one to the other by lines that stay, as long as that is affordable. */
function middle(one: readonly string[], other: readonly string[], from: number): Difference[] {
  const removed = (at: number): Difference => ({ kind: 'removed', where: String(from + at + 1), before: one[at]! });
  const added = (at: number): Difference => ({ kind: 'added', where: String(from + at + 1), after: other[at]! });
  if (one.length * other.length > mostLines * mostLines || one.length === 0 || other.length === 0) return [...one.map((_, at) => removed(at)), ...other.map((_, at) => added(at))];
  const width = other.length + 1;
  const longest = new Uint16Array((one.length + 1) * width);
  for (let i = one.length - 1; i >= 0; i -= 1) {
    for (let j = other.length - 1; j >= 0; j -= 1) {
      longest[i * width + j] = one[i] === other[j] ? longest[(i + 1) * width + j + 1]! + 1 : Math.max(longest[(i + 1) * width + j]!, longest[i * width + j + 1]!);
    }
  }
  const lines: Difference[] = [];
  let [i, j] = [0, 0];
  while (i < one.length || j < other.length) {
    if (i < one.length && j < other.length && one[i] === other[j]) {
      lines.push({ kind: 'same', where: String(from + i + 1), before: one[i]! });
      i += 1;
      j += 1;
    } else if (j >= other.length || (i < one.length && longest[(i + 1) * width + j]! >= longest[i * width + j + 1]!)) lines.push(removed(i++));
    else lines.push(added(j++));
  }
  return lines;
}
