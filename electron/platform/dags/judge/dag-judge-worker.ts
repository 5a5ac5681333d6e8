import { parentPort } from 'node:worker_threads';
import { judgeConf, judgeDefinitions, type ConfQuestion, type DefinitionsQuestion } from './judgement.ts';

/** Runs in a worker thread: judges what may take long, one question at a time, with JSON texts in and out. */

export interface JudgeQuestion {
  readonly about: 'definitions' | 'conf';
  readonly given: string;
}
export type JudgeReading = { readonly judged: string } | { readonly failed: string };

function read({ about, given }: JudgeQuestion): JudgeReading {
  try {
    const question: unknown = JSON.parse(given);
    return { judged: JSON.stringify(about === 'conf' ? judgeConf(question as ConfQuestion) : judgeDefinitions(question as DefinitionsQuestion)) };
  } catch (thrown) {
    return { failed: thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown) };
  }
}

parentPort?.on('message', (question: JudgeQuestion) => parentPort?.postMessage(read(question)));
parentPort?.postMessage('ready');
