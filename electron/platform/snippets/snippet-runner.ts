import { AppError } from '../../../shared/errors.ts';
import { createKillableThreads } from '../expressions/killable-threads.ts';
import { workerUrl } from '../expressions/worker-url.ts';
import type { Question, Reading } from './snippet-worker.ts';

/** Runs users' JavaScript: in a sandbox that reaches nothing, in threads that are killed when it takes too long or too much memory. */
export interface SnippetRunner {
  /** What `main(input)` of the source comes to, awaited; null where that is nothing. Throws `rejected` with its complaint or when a limit is passed, and `cancelled`. */
  run(source: string, input: unknown, signal?: AbortSignal): Promise<unknown>;
  /** Ends the threads; what still runs is cancelled. */
  close(): Promise<void>;
}

/** What one takes is bound within its sandbox; this bounds what those before it may have left to be cleared away. */
const maxThreadMb = 512;
const maxResultChars = 16 * 1024 * 1024;

export function createSnippetRunner({ timeout_ms = 10_000 }: { readonly timeout_ms?: number } = {}): SnippetRunner {
  const threads = createKillableThreads<Question, Reading>(workerUrl(import.meta.url, 'snippet-worker'), 'snippets', { workers: 2, timeout_ms, memory_mb: maxThreadMb });
  return {
    async run(source, input, signal) {
      const reading = await threads.ask({ source, input: JSON.stringify(input ?? null) }, 'code snippet', signal);
      if (!reading.ok) throw new AppError('rejected', `The code snippet failed: ${reading.message.slice(0, 2000).replace(/\.?$/, '.')}`);
      if (reading.result === undefined) return null;
      if (reading.result.length > maxResultChars) throw new AppError('too_large', `The code snippet returns more than ${maxResultChars} characters. Return less.`);
      return JSON.parse(reading.result) as unknown;
    },
    close: () => threads.close(),
  };
}
