import type { LogRows } from './log-rows.ts';

/** A row among those that match, and its line. */
export interface LogMatch {
  readonly row: number;
  readonly line: number;
}

/** The first match from a line on, or of the whole log where none follows. */
export const matchFrom = async (matches: LogRows, line: number): Promise<LogMatch | undefined> => (await matches.find(line)) ?? matches.find(0);

/** The last match before a line, or of the whole log where none stands before it. */
export async function matchBefore(matches: LogRows, line: number): Promise<LogMatch | undefined> {
  const found = await matches.find(line);
  const total = matches.known().figures?.total_rows ?? 0;
  const row = (found?.row ?? total) - 1;
  const wrapped = row < 0 ? total - 1 : row;
  const [there] = wrapped < 0 ? [] : await matches.read(wrapped, 1);
  return there && { row: wrapped, line: there.line };
}
