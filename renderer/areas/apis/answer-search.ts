import type { Rows } from './answer-rows.ts';

export interface Wanted {
  readonly text: string;
  readonly pattern: boolean;
  readonly sameCase: boolean;
}

/** Matches that are looked for at once where the platform looks; those behind them, once somebody goes that far. */
export const mostMatches = 10_000;

export interface Found {
  /** The row of each match, in order. */
  readonly rows: Uint32Array;
  /** The row from which on there may be more. */
  readonly next?: number;
}

/** What is looked for as a pattern, or undefined where it is none. */
export function patternOf({ text, pattern, sameCase }: Wanted): RegExp | undefined {
  if (text === '') return undefined;
  try {
    return new RegExp(pattern ? text : text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`), sameCase ? 'g' : 'gi');
  } catch {
    return undefined;
  }
}

const rowsAtOnce = 20_000;

/** Searches row by row, with a break now and then in which a newer search can take over; undefined if it has. */
export async function search(rows: Rows, wanted: Wanted, isStale: () => boolean): Promise<Found | undefined> {
  const pattern = patternOf(wanted);
  let found = new Uint32Array(1024);
  let total = 0;
  if (!pattern) return { rows: found.slice(0, 0) };
  for (let row = 0; row < rows.count; row += 1) {
    if (row % rowsAtOnce === rowsAtOnce - 1) {
      await new Promise((resolve) => setTimeout(resolve, 0));
      if (isStale()) return undefined;
    }
    for (const [match] of rows.textOf(row).matchAll(pattern)) {
      if (match === '') continue;
      if (total === found.length) {
        const longer = new Uint32Array(total * 2);
        longer.set(found);
        found = longer;
      }
      found[total] = row;
      total += 1;
    }
  }
  return { rows: found.slice(0, total) };
}
