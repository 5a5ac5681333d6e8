import { Worker } from 'node:worker_threads';
import { AppError, toErrorValue, type ErrorValue } from '../../../shared/errors.ts';
import { unlessTooDeep } from './openapi/too-deep.ts';
import { workerEnvironment } from '../expressions/worker-url.ts';

/** Reading of documents that someone else wrote: in a thread of its own, with an end to its time and its memory [F-12]. */

export interface ReadLimits {
  readonly timeout_ms?: number;
  readonly memory_mb?: number;
  /** Told how far the thread says it is, from 0 to 1. */
  readonly onProgress?: ((done: number, note: string) => void) | undefined;
  /** Given what the thread sends before it has ended. */
  readonly onPart?: ((part: string) => void) | undefined;
}

/** What the script may post on the way, as often as it likes. */
export type ReadOnTheWay = { readonly progress: number; readonly note: string } | { readonly part: string };

/** What the script of such a thread posts, once. */
export type Read<T> = { readonly ok: true; readonly read: T } | { readonly ok: false; readonly error: ErrorValue };

/** The thread's side: what `read` returns or throws, as a value. */
export function readAsValue<T>(read: () => T): Read<T> {
  try {
    return { ok: true, read: unlessTooDeep(read) };
  } catch (thrown) {
    return { ok: false, error: toErrorValue(thrown) };
  }
}

/**
 * Starts the script, which finds its input in `workerData`, and ends it when it takes too long or too much, or when
 * `signal` is aborted. Throws `invalid_input`, `too_large`, `timeout` or `cancelled`.
 */
export function readInThread<T>(script: URL, input: unknown, signal: AbortSignal, limits: ReadLimits = {}): Promise<T> {
  const { timeout_ms = 10_000, memory_mb = 448, onProgress, onPart } = limits;
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(cancelled());
    const worker = new Worker(script, {
      workerData: input,
      resourceLimits: { maxOldGenerationSizeMb: memory_mb, maxYoungGenerationSizeMb: 16 },
      env: workerEnvironment(), execArgv: [], name: 'document',
    });
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      void worker.terminate();
    };
    const fail = (error: AppError) => {
      end();
      reject(error);
    };
    const onAbort = () => fail(cancelled());
    const timer = setTimeout(() => fail(new AppError('timeout', `The document took longer than ${timeout_ms / 1000} s to read and was given up. Split it, or import a part of it.`)), timeout_ms);
    signal.addEventListener('abort', onAbort, { once: true });
    worker.on('message', (answer: Read<T> | ReadOnTheWay) => {
      if ('progress' in answer) return onProgress?.(answer.progress, answer.note);
      if ('part' in answer) return onPart?.(answer.part);
      end();
      if (answer.ok) resolve(answer.read);
      else reject(new AppError(answer.error.code, answer.error.message, answer.error));
    });
    worker.once('error', (error: Error & { code?: string }) => {
      const exhausted = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      fail(exhausted ? new AppError('too_large', `The document needs more than ${memory_mb} MB to read. Split it, or import a part of it.`) : new AppError('internal', `The document could not be read: ${error.message}`));
    });
    worker.once('exit', () => fail(new AppError('internal', 'The reader of the document ended before it answered. Try again.')));
  });
}

const cancelled = () => new AppError('cancelled', 'The import was cancelled');
