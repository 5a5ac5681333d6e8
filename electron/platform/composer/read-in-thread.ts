import { parentPort, Worker, workerData } from 'node:worker_threads';
import { getHeapStatistics } from 'node:v8';
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

/** What the script of such a thread posts, once for each input; `again` where it can be given another one. */
export type Read<T> = ({ readonly ok: true; readonly read: T } | { readonly ok: false; readonly error: ErrorValue }) & { readonly again?: boolean };

/** The thread's side: what `read` returns or throws, as a value. */
export function readAsValue<T>(read: () => T): Read<T> {
  try {
    return { ok: true, read: unlessTooDeep(read) };
  } catch (thrown) {
    return { ok: false, error: toErrorValue(thrown) };
  }
}

const post = (message: ReadOnTheWay) => parentPort?.postMessage(message);
/** Of its heap: a thread that holds more ends with the input for which it took it. */
const keptBytes = 64 * 1024 * 1024;

/** The thread's side of a script that answers one input after another: what `read` returns or throws of each, as a value. */
export function answerReads(read: (input: never, post: (message: ReadOnTheWay) => void) => unknown): void {
  const answer = (input: unknown) => {
    const done = readAsValue(() => read(input as never, post));
    parentPort?.postMessage({ ...done, again: getHeapStatistics().used_heap_size < keptBytes } satisfies Read<unknown>);
  };
  parentPort?.on('message', answer);
  answer(workerData);
}

/** Milliseconds for which a thread waits for its next input. */
const idleMs = 10_000;
/** Threads that wait, one for each script and limit: many that live for one document each have ended the process in V8. */
const idle = new Map<string, { readonly worker: Worker; readonly timer: NodeJS.Timeout }>();

/** By name: those that the worker itself has for others keep its port going. */
const alone = (worker: Worker): Worker => worker.removeAllListeners('message').removeAllListeners('error').removeAllListeners('exit');

function take(key: string): Worker | undefined {
  const found = idle.get(key);
  if (!found) return undefined;
  idle.delete(key);
  clearTimeout(found.timer);
  found.worker.ref();
  return alone(found.worker);
}

function keep(key: string, worker: Worker): void {
  if (idle.has(key)) return void worker.terminate();
  const drop = () => {
    if (idle.get(key)?.worker !== worker) return;
    idle.delete(key);
    void worker.terminate();
  };
  alone(worker).once('error', drop).once('exit', drop).unref();
  idle.set(key, { worker, timer: setTimeout(drop, idleMs).unref() });
}

/**
 * Has a thread of the script read its input, in `workerData` or asked of it later, and ends it when it takes too long or too
 * much, or when `signal` is aborted. Throws `invalid_input`, `too_large`, `timeout` or `cancelled`.
 */
export function readInThread<T>(script: URL, input: unknown, signal: AbortSignal, limits: ReadLimits = {}): Promise<T> {
  const { timeout_ms = 10_000, memory_mb = 448, onProgress, onPart } = limits;
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(cancelled());
    const key = `${memory_mb} ${script.href}`;
    const known = take(key);
    const worker = known ?? new Worker(script, {
      workerData: input,
      resourceLimits: { maxOldGenerationSizeMb: memory_mb, maxYoungGenerationSizeMb: 16 },
      env: workerEnvironment(), execArgv: [], name: 'document',
    });
    const leave = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    };
    const fail = (error: AppError) => {
      leave();
      void worker.terminate();
      reject(error);
    };
    const onAbort = () => fail(cancelled());
    const timer = setTimeout(() => fail(new AppError('timeout', `The document took longer than ${timeout_ms / 1000} s to read and was given up. Split it, or import a part of it.`)), timeout_ms);
    signal.addEventListener('abort', onAbort, { once: true });
    worker.on('message', (answer: Read<T> | ReadOnTheWay) => {
      if ('progress' in answer) return onProgress?.(answer.progress, answer.note);
      if ('part' in answer) return onPart?.(answer.part);
      leave();
      if (answer.again) keep(key, worker);
      else void worker.terminate();
      if (answer.ok) resolve(answer.read);
      else reject(new AppError(answer.error.code, answer.error.message, answer.error));
    });
    worker.once('error', (error: Error & { code?: string }) => {
      const exhausted = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      fail(exhausted ? new AppError('too_large', `The document needs more than ${memory_mb} MB to read. Split it, or import a part of it.`) : new AppError('internal', `The document could not be read: ${error.message}`));
    });
    worker.once('exit', () => fail(new AppError('internal', 'The reader of the document ended before it answered. Try again.')));
    if (known) known.postMessage(input);
  });
}

const cancelled = () => new AppError('cancelled', 'The import was cancelled');
