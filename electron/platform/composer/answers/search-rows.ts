import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { LayoutKind } from './layout.ts';
import { eachRow, readMarks, rowsPerMark } from './line-index.ts';

export interface Wanted {
  readonly file: string;
  readonly kind: LayoutKind;
  readonly rows: number;
  readonly charset: string;
  /** Looked for without regard to upper and lower case. */
  readonly text: string;
  /** The row with which it begins. */
  readonly from: number;
  readonly most: number;
  /** Milliseconds after which it answers with what it has. */
  readonly budget_ms: number;
}

export interface Match {
  readonly line: number;
  /** The match with some of what stands around it. */
  readonly excerpt: string;
}

export interface Found {
  readonly matches: Match[];
  /** The row with which to go on; null where all was looked at. */
  readonly next: number | null;
}

const blockBytes = 1024 * 1024;
const around = 60;
const folded = (text: string) => text.toLowerCase();
/** Bytes of one character, in any charset. */
const charBytes = 4;

/**
 * Looks through the rows of an indexed answer; blocks its thread. A match may lie across the rows of one broken line.
 * Only blocks of the answer that hold what is wanted are laid out at all.
 */
export function searchRows({ file, kind, rows, charset, text, from, most, budget_ms }: Wanted): Found {
  const needle = folded(text);
  const decoder = new TextDecoder(charset);
  const until = performance.now() + budget_ms;
  const matches: Match[] = [];
  const marks = readMarks(file);
  const source = openSync(file, 'r');
  const { size } = fstatSync(source);
  /** The part of what is wanted that a layout changes nothing in. */
  const core = kind === 'text' ? needle : needle.split(/[\s:,{}[\]]+/).reduce((longest, part) => (part.length > longest.length ? part : longest), '');
  const margin = needle.length * charBytes + 64;
  let raw = Buffer.alloc(0);

  const mayHold = (begin: number, end: number): boolean => {
    if (core === '') return true;
    const start = Math.max(0, begin - margin);
    if (raw.length < end - start) raw = Buffer.allocUnsafe(end - start);
    return folded(decoder.decode(raw.subarray(0, readSync(source, raw, 0, end - start, start)))).includes(core);
  };
  /** From the mark before, since a match may begin there. */
  const look = (first: number, end: number): void => {
    let row = Math.max(0, first - rowsPerMark);
    let before = '';
    eachRow(file, kind, row, (bytes, length, _depth, continued) => {
      if (row >= end || matches.length > most) return false;
      const own = decoder.decode(bytes.subarray(0, length));
      const tail = continued ? before : '';
      const whole = tail + own;
      if (row >= first) {
        const hay = folded(whole);
        for (let at = hay.indexOf(needle); at !== -1; at = hay.indexOf(needle, at + needle.length)) {
          matches.push({ line: at < tail.length ? row - 1 : row, excerpt: whole.slice(Math.max(0, at - around), at + needle.length + around) });
        }
      }
      before = needle.length > 1 ? whole.slice(1 - needle.length) : '';
      row += 1;
      return true;
    });
  };

  try {
    let row = from;
    for (let mark = Math.floor(from / rowsPerMark); row < rows; ) {
      const begin = marks[mark]!;
      let last = mark + 1;
      while (last < marks.length && marks[last]! - begin < blockBytes) last += 1;
      const end = Math.min(rows, last * rowsPerMark);
      if (mayHold(begin, marks[last] ?? size)) look(row, end);
      [mark, row] = [last, end];
      if (matches.length >= most || performance.now() > until) break;
    }
    return bounded(matches, most, row < rows ? row : null);
  } finally {
    closeSync(source);
  }
}

/** Whole rows, so that the next search neither misses a match nor finds it twice; a row of too many is shown as far as it goes. */
function bounded(matches: Match[], most: number, next: number | null): Found {
  if (matches.length <= most) return { matches, next };
  const { line } = matches[most]!;
  const before = matches.findIndex((match) => match.line === line);
  return before === 0 ? { matches: matches.slice(0, most), next: line + 1 } : { matches: matches.slice(0, before), next: line };
}
