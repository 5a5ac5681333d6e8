import { Worker } from 'node:worker_threads';
import { AppError } from '../../../../shared/errors.ts';
import { workerEnvironment, workerUrl } from '../../expressions/worker-url.ts';
import type { LogAnswer, LogQuestion } from './log-desk.ts';
import type { Asked, Told } from './log-worker.ts';

export interface LogReader {
  /** What the log says, as far as it is known by now. Rejects with `storage` where it cannot be read. */
  ask(question: LogQuestion): Promise<LogAnswer>;
  stop(): Promise<void>;
}

/** Reads logs in a thread, which is there from the first question on and leaves again when nobody has asked for a while. */
export function createLogReader(idle_ms = 60_000): LogReader {
  let worker: Worker | undefined;
  let timer: NodeJS.Timeout | undefined;
  let last = 0;
  const open = new Map<number, PromiseWithResolvers<LogAnswer>>();

  const fail = (why: string) => {
    for (const { reject } of open.values()) reject(new AppError('storage', `The log could not be read: ${why}. Try again.`));
    open.clear();
    worker = undefined;
  };
  const start = (): Worker => {
    const made = new Worker(workerUrl(import.meta.url, 'log-worker'), { env: workerEnvironment(), execArgv: [], name: 'logs' });
    made.on('message', (told: Told) => {
      const asked = open.get(told.id);
      open.delete(told.id);
      if ('answer' in told) asked?.resolve(told.answer);
      else asked?.reject(new AppError('storage', `The log could not be read: ${told.error.message}. Try again.`));
    });
    made.on('error', (error) => fail(error.message));
    made.on('exit', () => made === worker && fail('the thread that reads it has ended'));
    made.unref();
    return made;
  };
  const stop = async () => {
    clearTimeout(timer);
    const ended = worker;
    worker = undefined;
    await ended?.terminate();
  };

  return {
    ask(question) {
      worker ??= start();
      clearTimeout(timer);
      timer = setTimeout(() => void stop(), idle_ms).unref();
      const asked = Promise.withResolvers<LogAnswer>();
      const id = ++last;
      open.set(id, asked);
      worker.postMessage({ id, question } satisfies Asked);
      return asked.promise;
    },
    stop,
  };
}
