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
const longest = 400;
const clipped = (text: string) => (text.length > longest ? `${text.slice(0, longest)}…` : text);
const shown = (value: unknown) => clipped(JSON.stringify(value) ?? '');
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

/** Lines of which each is held against each of the other text; more are first parted at lines that both have once. */
const mostLines = 4_000;

/** By line, with a few that are the same around what differs. */
export function diffLines(before: string, after: string): Difference[] {
  const [one, other] = [before.split(/\r?\n/), after.split(/\r?\n/)];
  let head = 0;
  while (head < one.length && head < other.length && one[head] === other[head]) head += 1;
  let tail = 0;
  while (tail < one.length - head && tail < other.length - head && one.at(-1 - tail) === other.at(-1 - tail)) tail += 1;
  const same = (at: number): Difference => ({ kind: 'same', where: String(at + 1), before: clipped(one[at]!) });
  const lines: Difference[] = range(Math.max(0, head - around), head).map(same);
  lines.push(...middle(one.slice(head, one.length - tail), other.slice(head, other.length - tail), head));
  lines.push(...range(one.length - tail, Math.min(one.length, one.length - tail + around)).map(same));
  return lines.some(({ kind }) => kind !== 'same') ? lines.slice(0, mostDifferences) : [];
}

/** Lines that are the same and shown before and behind what differs. */
const around = 3;
const range = (from: number, to: number): number[] => Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at);

/** Where each line stands; -1 for one that is there more than once. */
function placesOf(lines: readonly string[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const [at, line] of lines.entries()) found.set(line, found.has(line) ? -1 : at);
  return found;
}

/** Pairs of places of lines that each text has once, in the order of both: the longest row of such pairs that do not cross. */
function anchors(one: readonly string[], other: readonly string[]): [number, number][] {
  const there = placesOf(other);
  const pairs = [...placesOf(one)].flatMap(([line, at]): [number, number][] => {
    const to = there.get(line) ?? -1;
    return at >= 0 && to >= 0 ? [[at, to]] : [];
  });
  const ends: number[] = [];
  const before = new Int32Array(pairs.length).fill(-1);
  for (const [at, [, to]] of pairs.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const half = (low + high) >> 1;
      if (pairs[ends[half]!]![1] < to) low = half + 1;
      else high = half;
    }
    before[at] = low > 0 ? ends[low - 1]! : -1;
    ends[low] = at;
  }
  const row: [number, number][] = [];
  for (let at = ends.at(-1) ?? -1; at >= 0; at = before[at]!) row.push(pairs[at]!);
  return row.toReversed();
}

/** The shortest way from one to the other by lines that stay, as long as that is affordable. */
function middle(one: readonly string[], other: readonly string[], from: number): Difference[] {
  const removed = (at: number): Difference => ({ kind: 'removed', where: String(from + at + 1), before: clipped(one[at]!) });
  const added = (at: number): Difference => ({ kind: 'added', where: String(from + at + 1), after: clipped(other[at]!) });
  if (one.length === 0 || other.length === 0) return [...one.map((_, at) => removed(at)), ...other.map((_, at) => added(at))];
  if (one.length * other.length > mostLines * mostLines) {
    const fixed = anchors(one, other);
    return fixed.length > 0 ? between(one, other, from, fixed) : [...one.map((_, at) => removed(at)), ...other.map((_, at) => added(at))];
  }
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
      lines.push({ kind: 'same', where: String(from + i + 1), before: clipped(one[i]!) });
      i += 1;
      j += 1;
    } else if (j >= other.length || (i < one.length && longest[(i + 1) * width + j]! >= longest[i * width + j + 1]!)) lines.push(removed(i++));
    else lines.push(added(j++));
  }
  return lines;
}

/** What differs between lines that are the same on both sides, part by part, and of those lines the ones nearby. */
function between(one: readonly string[], other: readonly string[], from: number, fixed: readonly (readonly [number, number])[]): Difference[] {
  const lines: Difference[] = [];
  let [i, j, run] = [0, 0, 0];
  for (const [at, to] of [...fixed, [one.length, other.length] as const]) {
    if (at > i || to > j) {
      run = 0;
      // An added line is counted in the text that has it.
      for (const line of middle(one.slice(i, at), other.slice(j, to), from + i)) lines.push(line.kind === 'added' ? { ...line, where: String(Number(line.where) - i + j) } : line);
    }
    if (at === one.length || lines.length > mostDifferences) break;
    lines.push({ kind: 'same', where: String(from + at + 1), before: clipped(one[at]!) });
    run += 1;
    if (run > around * 2) lines.splice(-1 - around, 1);
    [i, j] = [at + 1, to + 1];
  }
  return lines;
}
