import { parentPort } from 'node:worker_threads';
import variant from '@jitl/quickjs-wasmfile-release-sync';
import { newQuickJSWASMModuleFromVariant, newVariant, type QuickJSContext, type QuickJSHandle } from 'quickjs-emscripten-core';

/**
 * Runs in a worker thread: one snippet of JavaScript at a time, JSON text in and out. It runs in QuickJS, which is compiled
 * to WebAssembly: there is nothing in it but the language, and nothing of Node to get at, as there would be in `node:vm`.
 * Each has an instance of its own, so that none meets what another left in its memory.
 */

export interface Question {
  readonly source: string;
  readonly input: string;
}
/** `result` is absent where `main` returns nothing. */
export type Reading = { readonly ok: true; readonly result?: string | undefined } | { readonly ok: false; readonly message: string };

/** Of the language alone: the types of Node do not say it. */
declare const WebAssembly: { readonly Memory: new (pages: { readonly initial: number; readonly maximum: number }) => never };

/** In pages of 64 KiB. QuickJS's own limit counts nothing in this build, so the memory itself ends there: `out of memory` is then thrown within. */
const pages = { initial: 256, maximum: 1280 };
const stackLimit = 512 * 1024;

class Failed extends Error {}

async function run({ source, input }: Question): Promise<Reading> {
  const quick = await newQuickJSWASMModuleFromVariant(newVariant(variant, { wasmMemory: new WebAssembly.Memory(pages) }));
  const runtime = quick.newRuntime({ maxStackSizeBytes: stackLimit });
  const context = runtime.newContext();
  try {
    // Before the snippet can put others in their place.
    const [parse, stringify] = [valueOf(context, 'JSON.parse'), valueOf(context, 'JSON.stringify')];
    unwrapped(context, context.evalCode(source, 'snippet.js', { type: 'global' })).dispose();
    const main = valueOf(context, `typeof main === 'function' ? main : undefined`);
    if (context.typeof(main) !== 'function') throw new Failed('it defines no function main(input)');
    const given = unwrapped(context, context.callFunction(parse, context.undefined, context.newString(input)));
    const returned = settled(context, unwrapped(context, context.callFunction(main, context.undefined, given)));
    const text = unwrapped(context, context.callFunction(stringify, context.undefined, returned));
    return { ok: true, result: context.typeof(text) === 'string' ? context.getString(text) : undefined };
  } catch (thrown) {
    if (thrown instanceof Failed) return { ok: false, message: thrown.message };
    throw thrown;
  }
  // Nothing is disposed of one by one: all of it goes with the instance.
}

const valueOf = (context: QuickJSContext, expression: string): QuickJSHandle => unwrapped(context, context.evalCode(expression));

function unwrapped(context: QuickJSContext, result: ReturnType<QuickJSContext['evalCode']>): QuickJSHandle {
  if (result.error) throw new Failed(saidIn(context.dump(result.error)));
  return result.value;
}

/** What a promise comes to; there is nothing outside for which one could wait. */
function settled(context: QuickJSContext, returned: QuickJSHandle): QuickJSHandle {
  const jobs = context.runtime.executePendingJobs();
  if (jobs.error) throw new Failed(saidIn(context.dump(jobs.error)));
  const state = context.getPromiseState(returned);
  if (state.type === 'pending') throw new Failed('main(input) returned a promise that nothing will settle');
  if (state.type === 'rejected') throw new Failed(saidIn(context.dump(state.error)));
  return state.value;
}

function saidIn(thrown: unknown): string {
  const { name = 'Error', message, stack } = (typeof thrown === 'object' && thrown !== null ? thrown : { message: String(thrown) }) as { name?: string; message?: string; stack?: string };
  const line = /snippet\.js:(\d+)/.exec(stack ?? '')?.[1];
  return `${name}: ${message ?? JSON.stringify(thrown)}${line === undefined ? '' : ` (line ${line})`}`;
}

parentPort?.on('message', (question: Question) => void run(question).then((reading) => parentPort?.postMessage(reading)));
parentPort?.postMessage('ready');
