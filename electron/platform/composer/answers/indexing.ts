import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { AppError } from '../../../../shared/errors.ts';
import { workerUrl } from '../../expressions/worker-url.ts';
import { readInThread } from '../read-in-thread.ts';
import type { IndexWork } from './answer-index-worker.ts';
import { indexFile, readIndex, type LineIndex } from './line-index.ts';
import type { Found, Wanted } from './search-rows.ts';

const indexLimit = 600_000;
const searchLimit = 60_000;
/** Neither holds more than a piece of the answer. */
const threadMb = 64;

export interface Indexing {
  /** The index of an answer, which is begun where there is none yet; waits for it no longer than `patience_ms`. */
  of(work: IndexWork, patience_ms: number): Promise<LineIndex | { readonly progress: number }>;
  stop(): Promise<void>;
}

interface Building {
  progress: number;
  readonly done: Promise<LineIndex>;
}

/** Writes indexes in a thread, one after the other; whoever asks meanwhile is told how far it is. */
export function createIndexing(): Indexing {
  const building = new Map<string, Building>();
  const controller = new AbortController();
  let before: Promise<unknown> = Promise.resolve();

  function begin(work: IndexWork): Building {
    const build = async () => {
      await before.catch(() => undefined);
      const index = await readInThread<LineIndex>(workerUrl(import.meta.url, 'answer-index-worker'), work, controller.signal, {
        timeout_ms: indexLimit, memory_mb: threadMb, onProgress: (progress) => void (entry.progress = progress),
      }).catch((thrown: unknown) => Promise.reject(said(thrown, 'laid out')));
      // The run may have left the history meanwhile.
      if (!existsSync(work.file)) await rm(indexFile(work.file), { force: true });
      return index;
    };
    const entry: Building = { progress: 0, done: build().finally(() => building.delete(work.file)) };
    building.set(work.file, entry);
    before = entry.done;
    entry.done.catch(() => undefined);
    return entry;
  }

  return {
    async of(work, patience_ms) {
      const known = building.has(work.file) ? undefined : await readIndex(work.file);
      if (known) return known;
      const entry = building.get(work.file) ?? begin(work);
      const late = Promise.withResolvers<undefined>();
      const timer = setTimeout(() => late.resolve(undefined), patience_ms);
      try {
        return (await Promise.race([entry.done, late.promise])) ?? { progress: entry.progress };
      } finally {
        clearTimeout(timer);
      }
    },
    async stop() {
      controller.abort();
      await Promise.allSettled([...building.values()].map(({ done }) => done));
    },
  };
}

/** Searches in a thread, which is ended when `signal` is aborted. */
export const searchInThread = (wanted: Wanted, signal: AbortSignal): Promise<Found> =>
  readInThread<Found>(workerUrl(import.meta.url, 'answer-search-worker'), wanted, signal, { timeout_ms: searchLimit, memory_mb: threadMb })
    .catch((thrown: unknown) => Promise.reject(said(thrown, 'searched')));

/** The thread speaks of documents that are imported. */
function said(thrown: unknown, what: string): AppError {
  const code = thrown instanceof AppError ? thrown.code : 'internal';
  if (code === 'cancelled') return new AppError('cancelled', 'The search of the answer was cancelled.');
  if (code === 'timeout' || code === 'too_large') return new AppError(code, `The answer is too large to be ${what}. Save it as a file, and look at it there.`);
  return new AppError('storage', `The answer could not be ${what}: ${thrown instanceof Error ? thrown.message : String(thrown)}. Send the request again, or save what is kept as a file.`);
}
