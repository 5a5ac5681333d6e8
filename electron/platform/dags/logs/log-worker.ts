import { parentPort } from 'node:worker_threads';
import { toErrorValue, type ErrorValue } from '../../../../shared/errors.ts';
import { LogDesk, type LogAnswer, type LogQuestion } from './log-desk.ts';

/** Runs in a worker thread for as long as logs are looked at: answers with what is known, and looks on in between. */

export interface Asked {
  readonly id: number;
  readonly question: LogQuestion;
}
export type Told = { readonly id: number; readonly answer: LogAnswer } | { readonly id: number; readonly error: ErrorValue };

/** Milliseconds that one question may take, and one look in between. */
const patience = 300;
const glance = 20;

const desk = new LogDesk();
/** The newest question: what it needs is looked for first. */
let current: LogQuestion | undefined;
let isLooking = false;

parentPort?.on('message', ({ id, question }: Asked) => {
  try {
    parentPort?.postMessage({ id, answer: desk.answer(question, patience) } satisfies Told);
    current = question;
    if (!isLooking) lookOn();
  } catch (thrown) {
    parentPort?.postMessage({ id, error: toErrorValue(thrown) } satisfies Told);
  }
});

function lookOn(): void {
  const until = performance.now() + glance;
  isLooking = true;
  try {
    while (isLooking && performance.now() < until) isLooking = current !== undefined && desk.lookOn(current);
  } catch {
    // Whoever asks next is told of it.
    isLooking = false;
  }
  if (isLooking) setImmediate(lookOn);
}
