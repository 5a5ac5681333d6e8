import type { Difference } from '../../components/diff/differences.ts';
import { size } from '../../components/measures.ts';
import { handOver } from './answer-client.ts';
import { bodyPieces, mostInWorker, type Progress } from './answer-port.ts';
import { isBinary, isEmptyAnswer, isJson, spooledOf, type Result } from './answer-run.ts';
import type { CompareReply, CompareRequest } from './compare-worker.ts';
import { firstDifference } from './first-difference.ts';

export interface Comparison {
  readonly differences: readonly Difference[];
  /** What was not compared, and why. */
  readonly note?: string;
}

interface Watch {
  readonly signal: AbortSignal;
  /** How far the reading of both is, from 0 to 1. */
  readonly tell: Progress;
}

/** What differs between two runs: status, headers but for those that say nothing, and body. Throws with the words of the platform where one cannot be read. */
export async function compareAnswers(one: Result, other: Result, watch: Watch): Promise<Comparison> {
  const head = headDifferences(one, other);
  const body = await bodyDifferences(one, other, watch);
  return { ...body, differences: [...head, ...body.differences] };
}

/** Headers that differ each time and say nothing. */
const restless = new Set(['date', 'age', 'x-request-id', 'x-runtime', 'cf-ray', 'server-timing']);

/** Status and headers, before the body. */
function headDifferences(one: Result, other: Result): Difference[] {
  const found: Difference[] = [];
  if (one.status !== other.status) found.push({ kind: 'changed', where: 'status', before: `${one.status ?? ''} ${one.statusText ?? ''}`, after: `${other.status ?? ''} ${other.statusText ?? ''}` });
  const [before, after] = [one.headers ?? {}, other.headers ?? {}];
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (restless.has(name.toLowerCase()) || before[name] === after[name]) continue;
    const [was, is] = [before[name], after[name]];
    found.push({ kind: was === undefined ? 'added' : is === undefined ? 'removed' : 'changed', where: `header ${name}`, ...(was === undefined ? {} : { before: was }), ...(is === undefined ? {} : { after: is }) });
  }
  return found;
}

async function bodyDifferences(one: Result, other: Result, { signal, tell }: Watch): Promise<Comparison> {
  if (isBinary(one) || isBinary(other)) return { differences: one.data === other.data ? [] : [{ kind: 'changed', where: 'body', before: 'not text', after: 'not text' }] };
  const kind = isJson(one) && isJson(other) && !isEmptyAnswer(one) && !isEmptyAnswer(other) ? 'json' : 'text';
  const done: [number, number] = [spooledOf(one) ? 0 : 1, spooledOf(other) ? 0 : 1];
  const text = (result: Result, side: 0 | 1): unknown => {
    const spooled = spooledOf(result);
    if (!spooled) return kind === 'text' && isEmptyAnswer(result) ? '' : result.data;
    return bodyPieces(spooled.execution_id, spooled.bytes, (progress) => {
      done[side] = progress;
      tell((done[0] + done[1]) / 2);
    });
  };
  const bytes = [one, other].map((result) => spooledOf(result)?.bytes ?? 0);
  const texts = [text(one, 0), text(other, 1)] as const;
  if (bytes[0]! + bytes[1]! > mostInWorker) {
    const found = await firstDifference(texts[0], texts[1], kind, () => signal.aborted);
    return {
      differences: found ? [found] : [],
      note: `The bodies have ${bytes.map(size).join(' and ')}. ${found ? `Where they have more than ${size(mostInWorker)} together, only the first place in which they differ is looked for.` : 'They are the same, character by character.'}`,
    };
  }
  return { differences: await compareTexts(texts, kind, signal) };
}

/** Has a worker of its own compare two texts: closing the comparison ends it at once. */
export async function compareTexts(texts: readonly [unknown, unknown], kind: 'json' | 'text', signal: AbortSignal): Promise<readonly Difference[]> {
  const worker = new Worker(new URL('./compare-worker.ts', import.meta.url), { type: 'module' });
  const send = (request: CompareRequest) => worker.postMessage(request);
  try {
    const answer = new Promise<CompareReply>((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<CompareReply>) => resolve(data));
      worker.addEventListener('error', () => reject(new Error('There was not enough memory to compare them.')));
      signal.addEventListener('abort', () => resolve({ differences: [] }));
    });
    const whole = await Promise.all(([0, 1] as const).map((side) => handOver(texts[side], kind, (text) => send({ side, text }), () => signal.aborted)));
    if (whole.includes(false)) return [];
    send({ as: kind });
    const reply = await answer;
    if ('problem' in reply) throw new Error(reply.problem);
    return reply.differences;
  } finally {
    worker.terminate();
  }
}
