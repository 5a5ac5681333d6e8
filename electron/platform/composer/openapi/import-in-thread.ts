import { Worker } from 'node:worker_threads';
import { AppError } from '../../../../shared/errors.ts';
import { workerUrl } from '../../expressions/worker-url.ts';
import type { Imported } from './imported.ts';
import type { Read } from './openapi-worker.ts';

export interface ImportLimits {
  readonly timeout_ms?: number;
  readonly memory_mb?: number;
}

/**
 * Reads a document in a thread of its own, which is ended when it takes too long or too much, or when `signal` is
 * aborted [F-12]. Throws `invalid_input`, `too_large`, `timeout` or `cancelled`.
 */
export function importInThread(text: string, signal: AbortSignal, limits: ImportLimits = {}): Promise<Imported> {
  const { timeout_ms = 10_000, memory_mb = 448 } = limits;
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(cancelled());
    const worker = new Worker(workerUrl(import.meta.url, 'openapi-worker'), {
      workerData: text,
      resourceLimits: { maxOldGenerationSizeMb: memory_mb, maxYoungGenerationSizeMb: 32 },
      env: {}, execArgv: [], name: 'openapi',
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
    worker.once('message', (read: Read) => {
      end();
      if (read.ok) resolve(read.imported);
      else reject(new AppError(read.error.code, read.error.message));
    });
    worker.once('error', (error: Error & { code?: string }) => {
      const exhausted = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      fail(exhausted ? new AppError('too_large', `The document needs more than ${memory_mb} MB to read. Split it, or import a part of it.`) : new AppError('internal', `The document could not be read: ${error.message}`));
    });
    worker.once('exit', () => fail(new AppError('internal', 'The reader of the document ended before it answered. Try again.')));
  });
}

const cancelled = () => new AppError('cancelled', 'The import was cancelled');
