import { parentPort } from 'node:worker_threads';
import { compile, type Compiled, type Deeds, type ItemState, type Iteration, type Items, type Outcome } from './compile.ts';
import type { Plan } from './plan.ts';

/**
 * Runs in a worker thread: takes runs through their graphs. It holds no values and reaches nothing: what a node does is
 * asked of the platform's thread, whose answer comes when the node's result is on the disk.
 */

export type ToWorker =
  | { readonly type: 'run'; readonly run: number; readonly plan: Plan }
  | { readonly type: 'answer'; readonly ask: number; readonly outcome: Outcome | Items }
  | { readonly type: 'abort'; readonly run: number };

export type FromWorker =
  | { readonly type: 'execute'; readonly run: number; readonly ask: number; readonly id: string; readonly iteration: Iteration; readonly sources: readonly string[] }
  | { readonly type: 'collect'; readonly run: number; readonly ask: number; readonly id: string; readonly iteration: Iteration; readonly items: readonly ItemState[] }
  | { readonly type: 'skip'; readonly run: number; readonly id: string; readonly iteration: Iteration }
  | { readonly type: 'end'; readonly run: number; readonly error?: string | undefined };

const port = parentPort!;
const send = (message: FromWorker) => port.postMessage(message);
const asked = new Map<number, { readonly run: number; readonly resolve: (outcome: Outcome | Items) => void }>();
const running = new Map<number, AbortController>();
let asks = 0;

const answerTo = (run: number, ask: number) => new Promise<Outcome | Items>((resolve) => asked.set(ask, { run, resolve }));

function deedsOf(run: number): Deeds {
  return {
    execute(id, iteration, sources) {
      const ask = ++asks;
      send({ type: 'execute', run, ask, id, iteration, sources });
      return answerTo(run, ask);
    },
    collect(id, iteration, items) {
      const ask = ++asks;
      send({ type: 'collect', run, ask, id, iteration, items });
      return answerTo(run, ask) as Promise<Outcome>;
    },
    skip: (id, iteration) => send({ type: 'skip', run, id, iteration }),
  };
}

/** A waiting run is gone through once more with each answer, and its plan stays the same. */
const known: { plan?: string; compiled?: Compiled } = {};

function compiledOf(plan: Plan): Compiled {
  const text = JSON.stringify(plan);
  if (known.plan !== text) Object.assign(known, { plan: text, compiled: compile(plan) });
  return known.compiled!;
}

async function run(id: number, plan: Plan): Promise<void> {
  const controller = new AbortController();
  running.set(id, controller);
  try {
    await compiledOf(plan).run(deedsOf(id), controller.signal);
    send({ type: 'end', run: id });
  } catch (thrown) {
    send({ type: 'end', run: id, error: thrown instanceof Error ? thrown.message : String(thrown) });
  } finally {
    running.delete(id);
    // One that was aborted is told no answers any more.
    for (const [ask, { run: of }] of asked) if (of === id) asked.delete(ask);
  }
}

port.on('message', (message: ToWorker) => {
  if (message.type === 'run') void run(message.run, message.plan);
  else if (message.type === 'abort') running.get(message.run)?.abort();
  else {
    asked.get(message.ask)?.resolve(message.outcome);
    asked.delete(message.ask);
  }
});
