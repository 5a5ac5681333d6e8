import { logLevels, type LogLevel } from '../../../../shared/contract/task-logs.ts';

/** What is looked at in a log, as it stands in the address. */
export interface LogView {
  /** Null for the latest try. */
  readonly tryNumber: number | null;
  /** Empty for all. */
  readonly levels: readonly LogLevel[];
  /** What is looked for. */
  readonly find: string;
  /** Only lines that match are shown. */
  readonly isOnly: boolean;
  /** Counted from 0; in the address from 1, as lines are numbered on the screen. */
  readonly line: number | 'error' | null;
  /** The try with which it is compared. */
  readonly against: number | null;
}

/** All names that it has in the address: for who leaves the log. */
export const logNames = ['try', 'levels', 'find', 'only', 'line', 'against'] as const;

const positive = (text: string | null): number | null => (text !== null && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null);
const isLevel = (text: string): text is LogLevel => (logLevels as readonly string[]).includes(text);

export function logView(search: URLSearchParams): LogView {
  const line = search.get('line');
  const number = positive(line);
  return {
    tryNumber: positive(search.get('try')),
    levels: (search.get('levels') ?? '').split(',').filter(isLevel),
    find: search.get('find') ?? '',
    isOnly: search.get('only') === '1',
    line: line === 'error' ? 'error' : number === null ? null : number - 1,
    against: positive(search.get('against')),
  };
}
