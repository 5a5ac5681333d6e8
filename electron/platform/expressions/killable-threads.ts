import { Worker } from 'node:worker_threads';
import { AppError } from '../../../shared/errors.ts';
import { workerEnvironment } from './worker-url.ts';

/**
 * Threads for what blocks its thread and may never return: one is killed when what it does takes too long or too much
 * memory, and another one begun for the next. The script says `ready` when it is loaded, and answers each question once.
 *
 * V8 ends the whole process, not the worker, when one large allocation hits the heap limit of a worker. So that limit
 * is set far out of reach, and the memory is watched from outside.
 */
export interface KillableThreads<Question, Reading> {
  /** `what` is in the words of a failure: `rejected` where a limit was passed, `cancelled` where `signal` was aborted. */
  ask(question: Question, what: string, signal?: AbortSignal): Promise<Reading>;
  /** Ends the threads; what still runs is cancelled. */
  close(): Promise<void>;
}

export interface ThreadLimits {
  /** Questions at the same time; more of them wait. */
  readonly workers: number;
  readonly timeout_ms: number;
  readonly memory_mb: number;
}

interface Work<Question, Reading> {
  readonly question: Question;
  readonly what: string;
  readonly signal: AbortSignal | undefined;
  resolve(reading: Reading): void;
  reject(reason: AppError): void;
}

const watchEvery = 25;
const outOfReach = 16;

const cancelled = (what: string) => new AppError('cancelled', `The ${what} was cancelled.`);

export function createKillableThreads<Question, Reading extends object>(script: URL, name: string, { workers, timeout_ms, memory_mb }: ThreadLimits): KillableThreads<Question, Reading> {
  const waiting: Work<Question, Reading>[] = [];
  const idle: Worker[] = [];
  const all = new Set<Worker>();
  let closed = false;

  const exhausted = (what: string) => new AppError('rejected', `The ${what} needs more than ${memory_mb} MB and was stopped.`);

  function spawn(): Worker {
    const worker = new Worker(script, { resourceLimits: { maxOldGenerationSizeMb: memory_mb * outOfReach, stackSizeMb: 4 }, env: workerEnvironment(), execArgv: [], name });
    all.add(worker);
    worker.once('exit', () => {
      all.delete(worker);
      const at = idle.indexOf(worker);
      if (at >= 0) idle.splice(at, 1);
      next();
    });
    // What happens to a worker while it works is told to its work; an idle one has nothing to say.
    worker.on('error', () => undefined);
    return worker;
  }

  function next(): void {
    while (waiting.length > 0) {
      const known = idle.pop();
      if (!known && all.size >= workers) return;
      const work = waiting.shift()!;
      if (work.signal?.aborted) work.reject(cancelled(work.what));
      else run(known ?? spawn(), work, known !== undefined);
    }
  }

  /** The time limit counts from when the worker is ready, so that a busy machine fails nobody. */
  function run(worker: Worker, work: Work<Question, Reading>, ready: boolean): void {
    const { what } = work;
    let timer: NodeJS.Timeout | undefined;
    let watch: NodeJS.Timeout | undefined;
    const release = () => {
      clearTimeout(timer);
      clearInterval(watch);
      watch = undefined;
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      work.signal?.removeEventListener('abort', onAbort);
    };
    const kill = (reason: AppError) => {
      release();
      void worker.terminate();
      work.reject(reason);
    };
    const begin = () => {
      timer = setTimeout(() => kill(new AppError('rejected', `The ${what} took longer than ${timeout_ms / 1000} s and was stopped.`)), timeout_ms);
      watch = setInterval(() => void weigh(), watchEvery);
      worker.postMessage(work.question);
    };
    const weigh = async () => {
      // A worker that ends meanwhile has no figures; its end is told by its own event.
      const heap = await worker.getHeapStatistics().catch(() => undefined);
      if (heap && watch && heap.used_heap_size + heap.external_memory > memory_mb * 1024 * 1024) kill(exhausted(what));
    };
    const onMessage = (message: Reading | 'ready') => {
      if (message === 'ready') return begin();
      release();
      worker.unref();
      idle.push(worker);
      work.resolve(message);
      next();
    };
    const onError = (error: Error & { code?: string }) => {
      kill(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? exhausted(what) : new AppError('internal', `The ${what} failed: ${error.message}`));
    };
    const onExit = () => kill(closed ? cancelled(what) : new AppError('internal', `The worker of the ${what} ended before it answered.`));
    const onAbort = () => kill(cancelled(what));
    worker.ref();
    worker.on('message', onMessage).once('error', onError).once('exit', onExit);
    work.signal?.addEventListener('abort', onAbort, { once: true });
    if (ready) begin();
  }

  return {
    ask: (question, what, signal) => new Promise((resolve, reject) => {
      if (closed) return reject(cancelled(what));
      waiting.push({ question, what, signal, resolve, reject });
      next();
    }),
    async close() {
      closed = true; // Before the workers end, or their ends would begin what waits.
      for (const work of waiting.splice(0)) work.reject(cancelled(work.what));
      await Promise.all([...all].map((worker) => worker.terminate()));
    },
  };
}
