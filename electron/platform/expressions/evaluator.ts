import { Worker } from 'node:worker_threads';
import { AppError } from '../../../shared/errors.ts';
import type { Question, Reading } from './expression-worker.ts';
import type { SchemaReading } from './schema-check.ts';
import { workerUrl } from './worker-url.ts';

/**
 * Evaluates users' JSONata and JSON Schemas. They block their thread, and a bad pattern never returns, so they run in
 * worker threads that are killed when they take too long or too much memory.
 *
 * V8 ends the whole process, not the worker, when one large allocation hits the heap limit of a worker. So that limit
 * is set far out of reach, and the memory is watched from outside.
 */
export interface Evaluator {
  /**
   * The value of `expression` over `input`; null where it yields nothing. Throws `rejected` with JSONata's complaint,
   * or when a limit is passed, and `cancelled` when `signal` is aborted. It sees the values of `bindings` as `$name`.
   */
  evaluate(expression: string, input: unknown, signal?: AbortSignal, bindings?: Readonly<Record<string, unknown>>): Promise<unknown>;
  /** What is wrong with `value` by a JSON Schema. Throws as above; also `rejected` where the schema is none. */
  check(schema: unknown, value: unknown, signal?: AbortSignal): Promise<SchemaReading>;
  /** Ends the workers; what still runs is cancelled. */
  close(): Promise<void>;
}

export interface EvaluatorLimits {
  /** Expressions evaluated at the same time; more of them wait. */
  readonly workers?: number;
  readonly timeout_ms?: number;
  readonly memory_mb?: number;
  /** Characters of the result as JSON. */
  readonly max_result_chars?: number;
}

interface Work {
  readonly question: Question;
  readonly signal: AbortSignal | undefined;
  resolve(value: unknown): void;
  reject(reason: AppError): void;
}

const watchEvery = 25;
const outOfReach = 16;

const cancelled = (what: string) => new AppError('cancelled', `The ${what} was cancelled.`);
const nameOf = (question: Question) => ('schema' in question ? 'schema' : 'expression');

export function createEvaluator(limits: EvaluatorLimits = {}): Evaluator {
  const { workers = 2, timeout_ms = 5000, memory_mb = 128, max_result_chars = 16 * 1024 * 1024 } = limits;
  const waiting: Work[] = [];
  const idle: Worker[] = [];
  const all = new Set<Worker>();
  let closed = false;

  const exhausted = (what: string) => new AppError('rejected', `The ${what} needs more than ${memory_mb} MB and was stopped.`);

  function spawn(): Worker {
    const worker = new Worker(workerUrl(import.meta.url, 'expression-worker'), {
      resourceLimits: { maxOldGenerationSizeMb: memory_mb * outOfReach, stackSizeMb: 4 },
      env: {}, execArgv: [], name: 'expressions',
    });
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
      if (work.signal?.aborted) work.reject(cancelled(nameOf(work.question)));
      else run(known ?? spawn(), work, known !== undefined);
    }
  }

  /** The time limit counts from when the worker is ready, so that a busy machine fails nobody. */
  function run(worker: Worker, work: Work, ready: boolean): void {
    const what = nameOf(work.question);
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
      settle(work, message);
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

  function settle(work: Work, reading: Reading): void {
    if (!reading.ok) work.reject(new AppError('rejected', 'schema' in work.question ? `The schema cannot be used: ${reading.message}.` : `The expression failed: ${reading.message}`));
    else if (reading.result === undefined) work.resolve(null);
    else if (reading.result.length > max_result_chars) work.reject(new AppError('too_large', `The expression yields more than ${max_result_chars} characters.`));
    else work.resolve(JSON.parse(reading.result));
  }

  const ask = (question: Question, signal: AbortSignal | undefined) => new Promise<unknown>((resolve, reject) => {
    if (closed) return reject(cancelled(nameOf(question)));
    waiting.push({ question, signal, resolve, reject });
    next();
  });

  return {
    evaluate: (expression, input, signal, bindings) =>
      ask({ expression, input: JSON.stringify(input ?? null), ...(bindings ? { bindings: JSON.stringify(bindings) } : {}) }, signal),
    check: (schema, value, signal) => ask({ schema: JSON.stringify(schema), input: JSON.stringify(value) }, signal) as Promise<SchemaReading>,
    async close() {
      closed = true; // Before the workers end, or their ends would begin what waits.
      for (const work of waiting.splice(0)) work.reject(cancelled(nameOf(work.question)));
      await Promise.all([...all].map((worker) => worker.terminate()));
    },
  };
}
