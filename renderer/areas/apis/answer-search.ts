import type { Rows } from './answer-rows.ts';

export interface Wanted {
  readonly text: string;
  readonly pattern: boolean;
  readonly sameCase: boolean;
}

/** Matches that can be gone to; more are counted. */
export const mostMatches = 10_000;

export interface Found {
  /** The row of each match, in order. */
  readonly rows: readonly number[];
  readonly total: number;
  /** There are more, which were not counted. */
  readonly more?: boolean;
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
  const found: number[] = [];
  let total = 0;
  if (!pattern) return { rows: found, total };
  for (let row = 0; row < rows.count; row += 1) {
    if (row % rowsAtOnce === rowsAtOnce - 1) {
      await new Promise((resolve) => setTimeout(resolve, 0));
      if (isStale()) return undefined;
    }
    for (const [match] of rows.textOf(row).matchAll(pattern)) {
      if (match === '') continue;
      total += 1;
      if (found.length < mostMatches) found.push(row);
    }
  }
  return { rows: found, total };
}
