/**
 * A text as rows to look at: JSON laid out with one entry on each row, anything else by its lines. Rows are offsets into
 * the text, so that a million of them cost a few megabytes and numbers stay as they were sent. Runs in the worker.
 */

export interface Row {
  /** Its number, from 0; folding does not change it. */
  readonly row: number;
  readonly text: string;
  readonly depth: number;
  /** It opens an object or a list that goes on in the next rows. */
  readonly opens: boolean;
  readonly folded: boolean;
  /** It goes on from the row before, which was too long. */
  readonly continued: boolean;
}

export interface Rows {
  readonly count: number;
  /** Rows that are not folded away. */
  visibleCount(): number;
  /** By their place among the visible ones. */
  visible(from: number, to: number): Row[];
  /** Folds or unfolds what a row opens. */
  toggle(row: number): void;
  /** Folds what opens at this depth and deeper; undefined unfolds all. */
  foldFrom(depth: number | undefined): void;
  /** Unfolds what hides a row, and answers its place among the visible ones. */
  reveal(row: number): number;
  textOf(row: number): string;
  /** What stands at a row: of JSON the whole value, as it came, but for a text without its quotes. */
  valueOf(row: number): string;
  /** The names and indexes that lead to a row of JSON, from the outside in. */
  pathOf(row: number): (string | number)[];
}

/** Characters of a row; what is longer goes on in the next one. */
export const longestRow = 2_000;
const goesOn = 1;

class Columns {
  readonly starts: number[] = [];
  readonly ends: number[] = [];
  readonly depths: number[] = [];
  readonly flags: number[] = [];
  /** By the row that opens something, the row that closes it. */
  readonly closes = new Map<number, number>();

  add(from: number, to: number, depth: number): void {
    let start = from;
    do {
      const end = Math.min(to, start + longestRow);
      this.starts.push(start);
      this.ends.push(end);
      this.depths.push(depth);
      this.flags.push(start === from ? 0 : goesOn);
      start = end;
    } while (start < to);
  }
}

function linesOf(text: string): Columns {
  const columns = new Columns();
  for (let from = 0; ;) {
    const at = text.indexOf('\n', from);
    const end = at < 0 ? text.length : at;
    columns.add(from, end > from && text[end - 1] === '\r' ? end - 1 : end, 0);
    if (at < 0) return columns;
    from = at + 1;
  }
}

const isBlank = (code: number) => code === 32 || code === 10 || code === 13 || code === 9;

/** Where a string ends that begins at `from`: behind its closing quote. */
function endOfString(text: string, from: number): number {
  for (let at = text.indexOf('"', from + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text[at - 1 - slashes] === '\\') slashes += 1;
    if (slashes % 2 === 0) return at + 1;
  }
  return text.length;
}

/** The text is taken to be JSON; what is not comes out in odd rows, but whole. */
function entriesOf(text: string): Columns {
  const columns = new Columns();
  const open: number[] = [];
  let begin = -1;
  let last = 0;
  const end = () => {
    if (begin >= 0) columns.add(begin, last, open.length);
    begin = -1;
  };
  for (let at = 0; at < text.length;) {
    const code = text.charCodeAt(at);
    if (isBlank(code)) {
      at += 1;
      continue;
    }
    const char = text[at]!;
    if (char === '}' || char === ']') {
      end();
      const opener = open.pop();
      if (opener !== undefined) columns.closes.set(opener, columns.starts.length);
    }
    if (begin < 0) begin = at;
    if (char === '"') at = endOfString(text, at);
    else at += 1;
    last = at;
    if (char === ',') end();
    else if (char === '{' || char === '[') {
      let next = at;
      while (next < text.length && isBlank(text.charCodeAt(next))) next += 1;
      const closing = text[next];
      if (closing === '}' || closing === ']') {
        at = next + 1;
        last = at;
      } else {
        end();
        open.push(columns.starts.length - 1);
      }
    }
  }
  end();
  return columns;
}

/** A name, the colon, and what stands between. */
const member = /^("(?:[^"\\]|\\.)*")\s*:\s*/;

export function rowsOf(text: string, kind: 'json' | 'text'): Rows {
  const { starts, ends, depths, flags, closes } = kind === 'json' ? entriesOf(text) : linesOf(text);
  const folded = new Set<number>();
  /** Visible rows, or undefined while all are. */
  let shown: Uint32Array | undefined;

  const textOf = (row: number) => {
    const raw = text.slice(starts[row], ends[row]);
    const tidy = kind === 'json' && flags[row] === 0 ? raw.replace(member, '$1: ').replace(/([{[])\s+([}\]])/, '$1$2').replace(/\s+,$/, ',') : raw;
    return folded.has(row) ? `${tidy} … ${text.slice(starts[closes.get(row)!], ends[closes.get(row)!])}` : tidy;
  };
  const layOut = () => {
    if (folded.size === 0) {
      shown = undefined;
      return;
    }
    const next = new Uint32Array(starts.length);
    let length = 0;
    for (let row = 0; row < starts.length; row += 1) {
      next[length] = row;
      length += 1;
      if (folded.has(row)) row = closes.get(row)!;
    }
    shown = next.subarray(0, length);
  };
  const placeOf = (row: number) => {
    if (!shown) return row;
    let [low, high] = [0, shown.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (shown[middle]! < row) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  /** The rows that open what a row is in, from the inside out. */
  const around = (row: number) => {
    const found: number[] = [];
    for (let at = row - 1, depth = depths[row]!; at >= 0 && depth > 0; at -= 1) {
      if (depths[at]! < depth && closes.has(at) && closes.get(at)! > row) {
        found.push(at);
        depth = depths[at]!;
      }
    }
    return found;
  };

  return {
    count: starts.length,
    visibleCount: () => shown?.length ?? starts.length,
    visible(from, to) {
      const end = Math.min(to, shown?.length ?? starts.length);
      return Array.from({ length: Math.max(0, end - from) }, (_, at) => {
        const row = shown ? shown[from + at]! : from + at;
        return { row, text: textOf(row), depth: depths[row]!, opens: closes.has(row), folded: folded.has(row), continued: flags[row] === goesOn };
      });
    },
    toggle(row) {
      if (!closes.has(row)) return;
      if (!folded.delete(row)) folded.add(row);
      layOut();
    },
    foldFrom(depth) {
      folded.clear();
      if (depth !== undefined) for (const row of closes.keys()) if (depths[row]! >= depth) folded.add(row);
      layOut();
    },
    reveal(row) {
      const hiding = around(row).filter((one) => folded.delete(one));
      if (hiding.length > 0) layOut();
      return placeOf(row);
    },
    textOf,
    valueOf(given) {
      let first = openerOf(given) ?? given;
      while (first > 0 && flags[first] === goesOn) first -= 1;
      let last = closes.get(first) ?? first;
      while (flags[last + 1] === goesOn) last += 1;
      const whole = text.slice(starts[first], ends[last]);
      if (kind === 'text') return whole;
      const value = whole.replace(member, '').replace(/\s*,$/, '');
      return value.startsWith('"') ? String(JSON.parse(value)) : value;
    },
    pathOf(given) {
      const row = openerOf(given) ?? given;
      const path: (string | number)[] = [];
      for (const one of [row, ...around(row)]) {
        const name = member.exec(text.slice(starts[one], ends[one]))?.[1];
        if (name !== undefined) path.unshift(JSON.parse(name) as string);
        else if (depths[one]! > 0) path.unshift(indexOf(one));
      }
      return path;
    },
  };

  /** Of a row that closes something, the one that opens it. */
  function openerOf(row: number): number | undefined {
    if (!/^[}\]]/.test(text[starts[row]!] ?? '')) return undefined;
    for (let at = row - 1; at >= 0; at -= 1) if (closes.get(at) === row) return at;
    return undefined;
  }

  /** How many items of its list stand before a row. */
  function indexOf(row: number): number {
    let index = 0;
    for (let at = row - 1; at >= 0 && depths[at]! >= depths[row]!; at -= 1) {
      if (depths[at] === depths[row] && flags[at] === 0 && !/^[}\]]/.test(text[starts[at]!]!)) index += 1;
    }
    return index;
  }
}
