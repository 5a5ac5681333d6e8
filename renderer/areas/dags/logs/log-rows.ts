import { toErrorValue, type ErrorValue } from '../../../../shared/errors.ts';
import { pause } from '../../../../shared/pause.ts';
import type { LogAnswer, LogLine, LogWindow } from '../../../state/task-logs.ts';

/**
 * The rows of a log that are looked at: asked for by pages, kept while they are near, and asked for before they come into
 * sight. What is said of the log as a whole comes with every answer. No React here.
 */

export type Figures = Pick<LogAnswer, 'total_rows' | 'lines' | 'counts' | 'first_error' | 'bytes' | 'total_bytes' | 'complete' | 'is_open'>;

/** Another object whenever something is known anew. */
export interface LogKnown {
  /** Undefined until the first answer. */
  readonly figures: Figures | undefined;
  readonly error: ErrorValue | undefined;
}

export interface LogRows {
  readonly known: () => LogKnown;
  /** Undefined while it is under way. */
  row(at: number): LogLine | undefined;
  /** What is in sight: asks for what is missing in it, and for what comes next in the direction of going. */
  look(from: number, to: number): void;
  /** There may be more: asks for the rows at the end. */
  grow(): void;
  /** The row in which a line stands, or that follows it, with the line; undefined where none does. Waits until that is known. */
  find(line: number): Promise<{ readonly row: number; readonly line: number } | undefined>;
  /** Waits until it is known in which line the first error stands; null where there is none. */
  firstError(): Promise<number | null>;
  /** Rows for a copy or a comparison; those that are not kept are asked for, and not kept. */
  read(from: number, count: number): Promise<readonly LogLine[]>;
  /** Asks anew after an error. */
  retry(): void;
  readonly listen: (listener: () => void) => () => void;
  /** Nothing is asked from now on. */
  close(): void;
}

export type ReadLog = (window: LogWindow, signal: AbortSignal) => Promise<LogAnswer>;

export const pageRows = 200;
const mostPages = 60;
/** Milliseconds between two questions while the log is looked through. */
const pauseMs = 150;
/** Questions for pages that are under way at once: of a fling, only its end is worth an answer. */
const mostAsked = 4;
/** Rows that one answer may have. */
const mostRows = 2000;

export function createLogRows(ask: ReadLog): LogRows {
  const closed = new AbortController();
  /** Least recently used first. */
  const pages = new Map<number, readonly (LogLine | undefined)[]>();
  const asked = new Map<number, AbortController>();
  const listeners = new Set<() => void>();
  let now: LogKnown = { figures: undefined, error: undefined };
  let sight: readonly [number, number] = [0, 0];
  let isPolling = false;

  const tell = (next: Partial<LogKnown>) => {
    now = { ...now, ...next };
    for (const listener of listeners) listener();
  };
  const put = (from: number, rows: readonly LogLine[]) => {
    for (let at = 0; at < rows.length;) {
      const page = Math.floor((from + at) / pageRows);
      const start = from + at - page * pageRows;
      const part = rows.slice(at, at + pageRows - start);
      const kept = [...(pages.get(page) ?? [])];
      part.forEach((row, n) => (kept[start + n] = row));
      pages.delete(page);
      pages.set(page, kept);
      at += part.length;
    }
    for (const oldest of pages.keys()) if (pages.size > mostPages) pages.delete(oldest);
  };
  const take = ({ from, rows, ...figures }: LogAnswer) => {
    put(from, rows);
    tell({ figures, error: undefined });
    if (!figures.complete) void poll();
  };
  const fail = (thrown: unknown) => {
    if (!closed.signal.aborted) tell({ error: toErrorValue(thrown) });
  };

  /** Looks how far the platform is, until it is through. */
  async function poll(): Promise<void> {
    if (isPolling) return;
    isPolling = true;
    try {
      do {
        await pause(pauseMs, closed.signal);
        const { from: _from, rows: _rows, ...figures } = await ask({ from: 0, count: 0 }, closed.signal);
        tell({ figures, error: undefined });
        fill();
      } while (!now.figures!.complete);
    } catch (thrown) {
      fail(thrown);
    } finally {
      isPolling = false;
    }
  }

  const isWhole = (page: number) => {
    const kept = pages.get(page);
    const total = now.figures?.total_rows ?? 0;
    const wanted = Math.min(pageRows, total - page * pageRows);
    return kept !== undefined && kept.length >= wanted && !kept.includes(undefined);
  };
  async function askPage(page: number): Promise<void> {
    const controller = new AbortController();
    asked.set(page, controller);
    try {
      const answer = await ask({ from: page * pageRows, count: pageRows }, AbortSignal.any([controller.signal, closed.signal]));
      if (asked.get(page) === controller) asked.delete(page);
      take(answer);
      fill();
    } catch (thrown) {
      if (asked.get(page) === controller) asked.delete(page);
      if (!controller.signal.aborted) fail(thrown);
    }
  }
  /** Asks for the pages in sight that are not whole, then for their neighbours. */
  function fill(): void {
    if (closed.signal.aborted || now.error) return;
    const [from, to] = sight;
    const [first, last] = [Math.floor(from / pageRows), Math.floor(Math.max(from, to - 1) / pageRows)];
    const end = now.figures ? Math.ceil(now.figures.total_rows / pageRows) : 1;
    const wanted = [...Array.from({ length: last - first + 1 }, (_, at) => first + at), last + 1, first - 1].filter((page) => page >= 0 && page < end && !isWhole(page));
    for (const [page, controller] of asked) {
      if (wanted.includes(page)) continue;
      asked.delete(page);
      controller.abort();
    }
    for (const page of wanted) if (!asked.has(page) && asked.size < mostAsked) void askPage(page);
  }

  async function askEnd(): Promise<void> {
    try {
      take(await ask({ from: -pageRows, count: pageRows }, closed.signal));
      fill();
    } catch (thrown) {
      fail(thrown);
    }
  }

  async function until(isKnown: (figures: Figures) => boolean): Promise<Figures> {
    for (;;) {
      const { from: _from, rows: _rows, ...figures } = await ask({ from: 0, count: 0 }, closed.signal);
      if (isKnown(figures)) {
        tell({ figures });
        return figures;
      }
      await pause(pauseMs, closed.signal);
    }
  }

  return {
    known: () => now,
    row(at) {
      const page = Math.floor(at / pageRows);
      return pages.get(page)?.[at - page * pageRows];
    },
    look(from, to) {
      sight = [from, to];
      // What is in sight is the last to go.
      for (let page = Math.floor(from / pageRows); page * pageRows < to; page += 1) {
        const kept = pages.get(page);
        if (!kept) continue;
        pages.delete(page);
        pages.set(page, kept);
      }
      if (!now.figures && asked.size === 0 && !now.error) void askPage(Math.floor(from / pageRows));
      else fill();
    },
    grow: () => void askEnd(),
    async find(line) {
      for (;;) {
        const { from, rows, complete } = await ask({ at_line: line, count: 1 }, closed.signal);
        if (rows[0] && rows[0].line >= line) return { row: from, line: rows[0].line };
        if (complete) return undefined;
        await pause(pauseMs, closed.signal);
      }
    },
    firstError: async () => (await until(({ first_error, complete }) => first_error !== null || complete)).first_error,
    async read(from, count) {
      const found: LogLine[] = [];
      while (found.length < count) {
        const { rows } = await ask({ from: from + found.length, count: Math.min(mostRows, count - found.length) }, closed.signal);
        if (rows.length === 0) break;
        found.push(...rows);
      }
      return found;
    },
    retry() {
      tell({ error: undefined });
      if (now.figures) fill();
      else void askPage(Math.floor(sight[0] / pageRows));
      if (now.figures && !now.figures.complete) void poll();
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => closed.abort(),
  };
}
