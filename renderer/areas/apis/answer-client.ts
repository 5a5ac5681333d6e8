import type { Answers, Kind, Request } from './answer-worker.ts';

/** The page's side of the worker that lays answers out. */

type Waiting = (value: unknown, problem: string | undefined) => void;

let worker: Worker | undefined;
let lastId = 0;
const waiting = new Map<number, Waiting>();

function workerNow(): Worker {
  if (worker) return worker;
  worker = new Worker(new URL('./answer-worker.ts', import.meta.url), { type: 'module' });
  worker.addEventListener('message', ({ data: [id, value, problem] }: MessageEvent<[number, unknown, string | undefined]>) => {
    waiting.get(id)?.(value, problem);
    waiting.delete(id);
  });
  return worker;
}

/** Asks the worker; rejects with what it says where it cannot. */
export function ask<R extends Request>(request: R): Promise<Answers[R['do']]> {
  lastId += 1;
  const id = lastId;
  return new Promise((resolve, reject) => {
    waiting.set(id, (value, problem) => (problem === undefined ? resolve(value as Answers[R['do']]) : reject(new Error(problem))));
    workerNow().postMessage([id, request]);
  });
}

/** Milliseconds at a time that the page spends on writing an answer as text. */
const slice = 8;
const breath = () => new Promise<void>((resolve) => setTimeout(resolve, 0));

let lastDocument = 0;

/** Hands a value, or the pieces of a text, to the worker, and has it laid out. `isStale` ends that early. */
export async function openPieces(value: unknown, kind: Kind, isStale: () => boolean): Promise<{ readonly document: number; readonly count: number } | undefined> {
  lastDocument += 1;
  const document = lastDocument;
  const whole = await handOver(value, kind, (text) => void ask({ do: 'piece', document, text }), isStale);
  if (whole) return { document, count: await ask({ do: 'open', document, kind }) };
  void ask({ do: 'close', document });
  return undefined;
}

/** Hands out a value, or the pieces of a text, as text, with breaks in which the page can do other things; false if `isStale` ended that. */
export async function handOver(value: unknown, kind: Kind, take: (text: string) => void, isStale: () => boolean): Promise<boolean> {
  let began = performance.now();
  for await (const text of isPieces(value) ? value : typeof value === 'string' && kind === 'text' ? [value] : jsonPieces(value)) {
    take(text);
    if (performance.now() - began < slice) continue;
    await breath();
    if (isStale()) return false;
    began = performance.now();
  }
  return true;
}

const isPieces = (value: unknown): value is AsyncIterable<string> => typeof value === 'object' && value !== null && Symbol.asyncIterator in value;

const pieceLength = 32_768;

interface Level {
  readonly entries: readonly (readonly [string, unknown])[] | undefined;
  readonly items: readonly unknown[];
  at: number;
}

const levelOf = (value: object): Level => (Array.isArray(value) ? { entries: undefined, items: value as unknown[], at: 0 } : { entries: Object.entries(value), items: [], at: 0 });

/** A value as JSON text, in pieces, so that writing it can be interrupted. */
export function* jsonPieces(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) {
    yield JSON.stringify(value) ?? '';
    return;
  }
  const stack: Level[] = [levelOf(value)];
  let text = Array.isArray(value) ? '[' : '{';
  for (let level = stack.at(-1); level; level = stack.at(-1)) {
    const { entries, items, at } = level;
    if (at === (entries ?? items).length) {
      text += entries ? '}' : ']';
      stack.pop();
    } else {
      level.at += 1;
      const entry = entries?.[at];
      const next = entry ? entry[1] : items[at];
      text += `${at === 0 ? '' : ','}${entry ? `${JSON.stringify(entry[0])}:` : ''}`;
      if (typeof next === 'object' && next !== null) {
        stack.push(levelOf(next));
        text += Array.isArray(next) ? '[' : '{';
      } else text += JSON.stringify(next) ?? 'null';
    }
    if (text.length >= pieceLength) {
      yield text;
      text = '';
    }
  }
  yield text;
}
