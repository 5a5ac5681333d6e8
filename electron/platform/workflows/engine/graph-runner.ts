import { Worker } from 'node:worker_threads';
import { AppError } from '../../../../shared/errors.ts';
import { workerEnvironment, workerUrl } from '../../expressions/worker-url.ts';
import type { Deeds, Items, Outcome } from './compile.ts';
import type { Plan } from './plan.ts';
import type { FromWorker, ToWorker } from './workflow-worker.ts';

/**
 * Takes runs through their graphs in worker threads, off the thread that answers requests. Threads and not processes, since
 * the packaged app cannot start a Node process of its own (its RunAsNode fuse is off); they can be killed just as well, and
 * hold nothing that would be lost with them.
 */
export interface GraphRunner {
  /** Resolves when nothing more of the graph can run, or with the signal. Throws `internal` where the thread died. */
  run(plan: Plan, deeds: Deeds, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

interface Running {
  readonly deeds: Deeds;
  end(error?: string): void;
}
interface Thread {
  readonly worker: Worker;
  readonly runs: Map<number, Running>;
}

const most = 2;

export function createGraphRunner(): GraphRunner {
  const threads = new Set<Thread>();
  let ids = 0;

  function spawn(): Thread {
    const worker = new Worker(workerUrl(import.meta.url, 'workflow-worker'), { env: workerEnvironment(), execArgv: [], name: 'workflows' });
    const thread: Thread = { worker, runs: new Map() };
    threads.add(thread);
    let fault = 'The thread that ran the workflow ended.';
    worker.on('error', (error: Error) => (fault = `The thread that ran the workflow failed: ${error.message}`));
    worker.once('exit', () => {
      threads.delete(thread);
      for (const run of thread.runs.values()) run.end(fault);
    });
    worker.on('message', (message: FromWorker) => hear(thread, message));
    worker.unref();
    return thread;
  }

  function hear({ worker, runs }: Thread, message: FromWorker): void {
    const run = runs.get(message.run);
    if (!run) return;
    const answer = (ask: number, work: Promise<Outcome | Items>) => {
      work.then(
        (outcome) => worker.postMessage({ type: 'answer', ask, outcome } satisfies ToWorker),
        (error: unknown) => run.end(error instanceof Error ? error.message : String(error)),
      );
    };
    if (message.type === 'execute') answer(message.ask, run.deeds.execute(message.id, message.iteration, message.sources));
    else if (message.type === 'collect') answer(message.ask, run.deeds.collect(message.id, message.iteration, message.items));
    else if (message.type === 'skip') run.deeds.skip(message.id, message.iteration);
    else run.end(message.error);
  }

  /** The one with the fewest runs. */
  const choose = (): Thread => {
    const [idlest] = [...threads].toSorted((a, b) => a.runs.size - b.runs.size);
    return idlest && (idlest.runs.size === 0 || threads.size >= most) ? idlest : spawn();
  };

  return {
    run: (plan, deeds, signal) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) return resolve();
        const id = ++ids;
        const { worker, runs } = choose();
        const leave = () => {
          runs.delete(id);
          signal.removeEventListener('abort', onAbort);
          if (runs.size === 0) worker.unref();
        };
        const onAbort = () => {
          leave();
          worker.postMessage({ type: 'abort', run: id } satisfies ToWorker);
          resolve();
        };
        runs.set(id, {
          deeds,
          end(error) {
            leave();
            if (error === undefined) resolve();
            else reject(new AppError('internal', error));
          },
        });
        signal.addEventListener('abort', onAbort, { once: true });
        worker.ref();
        worker.postMessage({ type: 'run', run: id, plan } satisfies ToWorker);
      }),
    async close() {
      await Promise.all([...threads].map(({ worker }) => worker.terminate()));
    },
  };
}
