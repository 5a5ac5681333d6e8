import { closeSync, fstatSync, openSync } from 'node:fs';
import { LogFilter } from './log-filter.ts';
import { levels, LogIndex, type LogLine } from './log-index.ts';

/** What is known of the logs that are looked at, in the thread that reads them. */

export interface LogQuestion {
  readonly file: string;
  /** Nothing more will be written. */
  readonly ended: boolean;
  /** Empty for all. */
  readonly levels: readonly string[];
  readonly text: string;
  /** The first row that is wanted; negative ones count from the end of what is known. */
  readonly from: number;
  readonly count: number;
  /** The row is wanted in which this line stands, or which follows it; instead of `from`. */
  readonly at_line?: number | undefined;
}

export interface LogAnswer {
  /** Rows are the lines that are wanted; without a filter, all. */
  readonly from: number;
  readonly rows: LogLine[];
  /** Rows, lines and bytes as far as they are known: all of them once `complete`. */
  readonly total_rows: number;
  readonly lines: number;
  readonly counts: Record<string, number>;
  readonly first_error: number | null;
  readonly bytes: number;
  readonly total_bytes: number;
  readonly complete: boolean;
}

/** Logs that are kept open; whoever looks at more reads the oldest anew. */
const mostLogs = 4;
const mostFilters = 2;

interface OpenLog {
  readonly file: number;
  readonly index: LogIndex;
  readonly filters: Map<string, LogFilter>;
}

export class LogDesk {
  readonly #logs = new Map<string, OpenLog>();

  /** What is known at once, after looking for `patience_ms` at most. */
  answer(question: LogQuestion, patience_ms: number): LogAnswer {
    const log = this.#open(question.file);
    const size = fstatSync(log.file).size;
    const filter = this.#filterOf(log, question);
    const until = performance.now() + patience_ms;
    const enough = () => (question.from >= 0 && question.at_line === undefined ? question.from + question.count : Infinity);
    let going = true;
    while (going && performance.now() < until && (filter?.count ?? log.index.lines) < enough()) going = this.#look(log, filter, size, question.ended);
    return this.#tell(log, filter, size, question);
  }

  /** Looks on at what was asked for; false when everything is known. */
  lookOn(question: LogQuestion): boolean {
    const log = this.#logs.get(question.file);
    if (!log) return false;
    return this.#look(log, this.#filterOf(log, question), fstatSync(log.file).size, question.ended);
  }

  #look({ index }: OpenLog, filter: LogFilter | undefined, size: number, ended: boolean): boolean {
    const more = index.advance(size, ended);
    if (!more && ended && index.bytes >= size) index.finish();
    return (filter?.advance() ?? false) || more;
  }

  #tell({ index }: OpenLog, filter: LogFilter | undefined, size: number, question: LogQuestion): LogAnswer {
    const total_rows = filter?.count ?? index.lines;
    const { at_line, count } = question;
    const wanted = at_line === undefined ? question.from : (filter?.rowAt(at_line) ?? Math.min(at_line, index.lines));
    const from = wanted < 0 ? Math.max(0, total_rows + wanted) : wanted;
    const lines = filter ? filter.slice(from, count) : Array.from({ length: Math.max(0, Math.min(count, index.lines - from)) }, (_, row) => from + row);
    return {
      from,
      rows: index.read(lines),
      total_rows,
      lines: index.lines,
      counts: Object.fromEntries(levels.map((level, at) => [level, index.counts[at]!])),
      first_error: index.firstError,
      bytes: index.bytes,
      total_bytes: size,
      complete: index.bytes >= size && (filter?.isThrough() ?? true),
    };
  }

  #filterOf({ file, index, filters }: OpenLog, { levels: wanted, text }: LogQuestion): LogFilter | undefined {
    if (wanted.length === 0 && text === '') return undefined;
    const key = JSON.stringify([wanted, text]);
    const known = filters.get(key);
    if (known) return known;
    const among = new Set(levels.flatMap((level, at) => (wanted.length === 0 || wanted.includes(level) ? [at] : [])));
    const filter = new LogFilter(file, index, among, text);
    filters.set(key, filter);
    for (const oldest of filters.keys()) if (filters.size > mostFilters) filters.delete(oldest);
    return filter;
  }

  #open(path: string): OpenLog {
    const known = this.#logs.get(path);
    if (known) {
      this.#logs.delete(path);
      this.#logs.set(path, known);
      return known;
    }
    const file = openSync(path, 'r');
    const log = { file, index: new LogIndex(file), filters: new Map<string, LogFilter>() };
    this.#logs.set(path, log);
    for (const [oldest, { file: handle }] of this.#logs) {
      if (this.#logs.size <= mostLogs) break;
      closeSync(handle);
      this.#logs.delete(oldest);
    }
    return log;
  }
}
