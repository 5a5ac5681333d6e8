import { readBody, readLines, searchBody } from '../../state/executions.ts';
import { ask, openPieces } from './answer-client.ts';
import type { Row } from './answer-rows.ts';
import { mostMatches, type Found, type Wanted } from './answer-search.ts';
import type { Kind } from './answer-worker.ts';

/** An answer that is laid out in rows, wherever that is done: by the worker of the page, or by the platform where it is too large for that. */
export interface AnswerPort {
  readonly count: number;
  readonly kind: Kind;
  /** By their place among those that are not folded away. */
  rows(from: number, to: number): Promise<readonly Row[]>;
  /** Unfolds what hides a row, and answers its place. */
  reveal(row: number): Promise<{ readonly place: number; readonly count: number }>;
  /** From a row on, or from the first. Undefined where a newer search has taken over. */
  search(wanted: Wanted, isStale: () => boolean, from?: number): Promise<Found | undefined>;
  /** What only the worker can do: it has the whole text. */
  readonly whole?: {
    toggle(row: number): Promise<number>;
    fold(depth: number | undefined): Promise<number>;
    path(row: number): Promise<readonly (string | number)[]>;
    value(row: number): Promise<string>;
    text(): Promise<string>;
  };
  close(): void;
}

/** An answer that came whole, as its value or as its text, or one of which the platform keeps the rest. */
export type AnswerSource = { readonly value: unknown } | { readonly text: string } | { readonly execution_id: string; readonly bytes: number };

/** Bytes of an answer that the page's worker lays out; beyond these its text would take too much memory. */
export const mostInWorker = 64_000_000;

export type Progress = (done: number) => void;

/** Lays an answer out; undefined if `isStale` ended that. Throws with the words of the platform where it cannot be read. */
export async function openAnswer(source: AnswerSource, kind: Kind, isStale: () => boolean, tell: Progress): Promise<AnswerPort | undefined> {
  if ('execution_id' in source && source.bytes > mostInWorker) return openOnPlatform(source.execution_id, isStale, tell);
  const opened = await openPieces(contentOf(source, tell), kind, isStale);
  if (!opened) return undefined;
  const { document } = opened;
  return {
    count: opened.count, kind,
    rows: (from, to) => ask({ do: 'rows', document, from, to }),
    reveal: (row) => ask({ do: 'reveal', document, row }),
    search: (wanted) => ask({ do: 'search', document, wanted }),
    whole: {
      toggle: (row) => ask({ do: 'toggle', document, row }),
      fold: (depth) => ask({ do: 'fold', document, depth }),
      path: (row) => ask({ do: 'path', document, row }),
      value: (row) => ask({ do: 'value', document, row }),
      text: () => ask({ do: 'text', document, laidOut: kind === 'json' }),
    },
    close: () => void ask({ do: 'close', document }),
  };
}

/** The value of an answer, or its text, a piece at a time. */
export function contentOf(source: AnswerSource, tell: Progress): unknown {
  if ('value' in source) return source.value;
  return 'text' in source ? textPieces(source.text) : bodyPieces(source.execution_id, source.bytes, tell);
}

const pieceLength = 262_144;

// What is read elsewhere comes a piece at a time; so does this.
// oxlint-disable-next-line require-await
async function* textPieces(text: string): AsyncGenerator<string> {
  for (let from = 0; from < text.length; from += pieceLength) yield text.slice(from, from + pieceLength);
}

/** What the platform keeps of an answer, a piece at a time. */
export async function* bodyPieces(execution_id: string, bytes: number, tell: Progress): AsyncGenerator<string> {
  for (let offset: number | null = 0; offset !== null;) {
    const piece: Awaited<ReturnType<typeof readBody>> = await readBody(execution_id, offset);
    yield piece.text ?? '';
    offset = piece.next;
    tell(Math.min(1, (offset ?? bytes) / bytes));
  }
}

/** While the platform is away, its words stand where the rows would. */
async function linesOrWhy(execution_id: string, from: number, count: number) {
  try {
    return (await readLines(execution_id, from, count)).lines;
  } catch (thrown) {
    return [{ text: thrown instanceof Error ? thrown.message : String(thrown), depth: 0, continued: false }];
  }
}

/** Milliseconds between two questions how far the platform is. */
const patience = 300;

async function openOnPlatform(execution_id: string, isStale: () => boolean, tell: Progress): Promise<AnswerPort | undefined> {
  let first = await readLines(execution_id, 0, 0);
  while (first.state === 'indexing') {
    tell(first.progress);
    await new Promise((resolve) => setTimeout(resolve, patience));
    if (isStale()) return undefined;
    first = await readLines(execution_id, 0, 0);
  }
  const count = first.total_lines ?? 0;
  return {
    count, kind: first.kind ?? 'text',
    async rows(from, to) {
      const lines = await linesOrWhy(execution_id, from, to - from);
      return lines.map(({ text, depth, continued }, at) => ({ row: from + at, text, depth, opens: false, folded: false, continued: continued === true }));
    },
    reveal: (row) => Promise.resolve({ place: row, count }),
    async search({ text }, isOld, first = 0) {
      const rows: number[] = [];
      let from: number | null = text === '' ? null : first;
      while (from !== null && rows.length < mostMatches) {
        const found: Awaited<ReturnType<typeof searchBody>> = await searchBody(execution_id, text, from);
        if (isOld()) return undefined;
        rows.push(...found.matches.map(({ line }) => line));
        from = found.next;
      }
      return { rows: Uint32Array.from(rows), ...(from === null ? {} : { next: from }) };
    },
    close: () => undefined,
  };
}
