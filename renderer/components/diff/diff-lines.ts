import { clipped, mostDifferences, type Difference } from './differences.ts';

/** Lines that are the same and shown before and behind what differs. */
const around = 3;

/** Lines that both texts have, one behind the other: where they begin in each, and how many there are. */
interface Run {
  readonly at: number;
  readonly to: number;
  readonly length: number;
}

/** Lines as numbers, of which two are equal where the lines are. */
interface Sides {
  readonly one: Int32Array;
  readonly other: Int32Array;
  /** All numbers are below it. */
  readonly kinds: number;
}

/** A part of both texts, from the first place up to the second. */
interface Box {
  readonly from: readonly [number, number];
  readonly end: readonly [number, number];
}

/** By line, with a few that are the same around what differs. What it costs is bounded by what is listed. */
export function diffLines(before: string, after: string): Difference[] {
  const [lines, others] = [before.split(/\r?\n/), after.split(/\r?\n/)];
  const found: Difference[] = [];
  const same = (from: number, to: number) => {
    for (let at = Math.max(0, from); at < to; at += 1) found.push({ kind: 'same', where: String(at + 1), before: clipped(lines[at]!) });
  };
  /** Up to where lines are told of, and where the equal ones began that stand before it. */
  let [i, j, began] = [0, 0, 0];
  const tell = (at: number, to: number) => {
    if (at === i && to === j) return;
    if (found.length > 0) same(began, Math.min(i, began + around));
    same(Math.max(i - around, found.length > 0 ? began + around : began), i);
    for (; i < at && found.length < mostDifferences; i += 1) found.push({ kind: 'removed', where: String(i + 1), before: clipped(lines[i]!) });
    for (; j < to && found.length < mostDifferences; j += 1) found.push({ kind: 'added', where: String(j + 1), after: clipped(others[j]!) });
    began = at;
  };
  for (const { at, to, length } of runsOf(lines, others)) {
    tell(at, to);
    if (found.length >= mostDifferences) return found.slice(0, mostDifferences);
    [i, j] = [at + length, to + length];
  }
  tell(lines.length, others.length);
  if (found.length > 0) same(began, Math.min(lines.length, began + around));
  return found.slice(0, mostDifferences);
}

/** What both have, in the order of both. Who lists no more reads no further, and the rest is not worked out. */
function* runsOf(lines: readonly string[], others: readonly string[]): Generator<Run> {
  const most = Math.min(lines.length, others.length);
  let head = 0;
  while (head < most && lines[head] === others[head]) head += 1;
  let tail = 0;
  while (tail < most - head && lines.at(-1 - tail) === others.at(-1 - tail)) tail += 1;
  yield { at: 0, to: 0, length: head };
  const box: Box = { from: [head, head], end: [lines.length - tail, others.length - tail] };
  const sides = numbered(lines, others, box);
  const whole = runsIn(sides, box);
  if (whole.isWhole) yield* whole.runs;
  else yield* betweenAnchors(sides, box);
  yield { at: box.end[0], to: box.end[1], length: tail };
}

/** Of the lines in a part only. */
function numbered(lines: readonly string[], others: readonly string[], { from, end }: Box): Sides {
  const known = new Map<string, number>();
  const numbers = (all: readonly string[], side: 0 | 1) => {
    const found = new Int32Array(all.length);
    for (let at = from[side]; at < end[side]; at += 1) {
      const number = known.get(all[at]!) ?? known.size;
      if (number === known.size) known.set(all[at]!, number);
      found[at] = number;
    }
    return found;
  };
  const [one, other] = [numbers(lines, 0), numbers(others, 1)];
  return { one, other, kinds: known.size };
}

/** Where too much differs, lines that each text has once part it first. */
function* betweenAnchors(sides: Sides, { from, end }: Box): Generator<Run> {
  let start = from;
  for (const [at, to] of [...anchors(sides, { from, end }), end]) {
    yield* runsIn(sides, { from: start, end: [at, to] }).runs;
    if (at < end[0]) yield { at, to, length: 1 };
    start = [at + 1, to + 1];
  }
}

/**
 * The shortest way through a part by E. W. Myers, "An O(ND) Difference Algorithm and Its Variations" (1986), as long as it has no
 * more steps than differences are listed; else the way that comes furthest with as many.
 */
function runsIn({ one, other }: Sides, { from: [a, b], end: [aEnd, bEnd] }: Box): { readonly runs: readonly Run[]; readonly isWhole: boolean } {
  const [n, m] = [aEnd - a, bEnd - b];
  const most = Math.min(n + m, mostDifferences);
  const centre = most + 1;
  /** By diagonal, how far `one` is used up by as many steps. */
  const reach = new Int32Array(2 * most + 3);
  const earlier: Int32Array[] = [];
  for (let step = 0; step <= most; step += 1) {
    earlier.push(reach.slice(centre - step - 1, centre + step + 2));
    for (let diagonal = -step; diagonal <= step; diagonal += 2) {
      const at = centre + diagonal;
      let x = diagonal === -step || (diagonal !== step && reach[at - 1]! < reach[at + 1]!) ? reach[at + 1]! : reach[at - 1]! + 1;
      while (x < n && x - diagonal < m && one[a + x] === other[b + x - diagonal]) x += 1;
      reach[at] = x;
      if (x >= n && x - diagonal >= m) return { runs: wayBack(earlier, diagonal, x, a, b), isWhole: true };
    }
  }
  let furthest = { diagonal: 0, x: 0, sum: -1 };
  for (let diagonal = -most; diagonal <= most; diagonal += 2) {
    const x = reach[centre + diagonal]!;
    const sum = 2 * x - diagonal;
    if (x <= n && x - diagonal <= m && sum > furthest.sum) furthest = { diagonal, x, sum };
  }
  return { runs: wayBack(earlier, furthest.diagonal, furthest.x, a, b), isWhole: false };
}

/** What stays on the way that came to a place on a diagonal by the last of the steps. */
function wayBack(earlier: readonly Int32Array[], diagonal: number, x: number, a: number, b: number): Run[] {
  const runs: Run[] = [];
  for (let step = earlier.length - 1; step >= 0; step -= 1) {
    const reach = earlier[step]!;
    const at = step + 1 + diagonal;
    const isDown = diagonal === -step || (diagonal !== step && reach[at - 1]! < reach[at + 1]!);
    const before = step === 0 ? 0 : isDown ? reach[at + 1]! : reach[at - 1]!;
    const begin = step === 0 || isDown ? before : before + 1;
    if (x > begin) runs.push({ at: a + begin, to: b + begin - diagonal, length: x - begin });
    diagonal += step === 0 ? 0 : isDown ? 1 : -1;
    x = before;
  }
  return runs.toReversed();
}

/** Places of lines that each text has once, in the order of both: the longest row of such pairs that do not cross. */
function anchors({ one, other, kinds }: Sides, { from, end }: Box): (readonly [number, number])[] {
  const there = placesOf(other.subarray(from[1], end[1]), kinds);
  const here = placesOf(one.subarray(from[0], end[0]), kinds);
  const pairs: (readonly [number, number])[] = [];
  for (let at = from[0]; at < end[0]; at += 1) {
    const line = one[at]!;
    if (here[line]! >= 0 && there[line]! >= 0) pairs.push([at, from[1] + there[line]!]);
  }
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
  const row: (readonly [number, number])[] = [];
  for (let at = ends.at(-1) ?? -1; at >= 0; at = before[at]!) row.push(pairs[at]!);
  return row.toReversed();
}

/** Where the line of each number stands; -1 where there is none, -2 where there are several. */
function placesOf(lines: Int32Array, kinds: number): Int32Array {
  const found = new Int32Array(kinds).fill(-1);
  for (const [at, line] of lines.entries()) found[line] = found[line] === -1 ? at : -2;
  return found;
}
