import { AppError } from '../../../../shared/errors.ts';
import { hasPattern, type ParamProblem } from '../../../../shared/rules/dag-params.ts';
import { createKillableThreads, type ThreadLimits } from '../../expressions/killable-threads.ts';
import { workerUrl } from '../../expressions/worker-url.ts';
import type { JudgeQuestion, JudgeReading } from './dag-judge-worker.ts';
import { judgeConf, judgeDefinitions, type ConfQuestion, type DefinitionsQuestion, type Judgement } from './judgement.ts';

/**
 * Judges definitions and confs before they are written. What is short is judged where it is asked; a definition of many
 * tasks, and a pattern in a param's schema, which may never come to an end, are judged in a thread that can be killed.
 * Throws `rejected` where that took too long.
 */
export interface Judge {
  /** Would it be judged in a thread? */
  takesLong(question: DefinitionsQuestion): boolean;
  definitions(question: DefinitionsQuestion): Judgement[] | Promise<Judgement[]>;
  conf(question: ConfQuestion): ParamProblem[] | Promise<ParamProblem[]>;
  close(): Promise<void>;
}

/** Goes on with a value at once where it is there, or when it comes. */
export const after = <T, R>(value: T | Promise<T>, goOn: (value: T) => R): R | Promise<R> => (value instanceof Promise ? value.then(goOn) : goOn(value));

/** Tasks that are judged within a few milliseconds. */
const manyTasks = 500;
const judgeLimits: ThreadLimits = { workers: 2, timeout_ms: 10_000, memory_mb: 1024 };

const sizeOf = ({ tasks }: Readonly<Record<string, unknown>>): number => (Array.isArray(tasks) ? tasks.length : 0);

/** Params with patterns that are remembered as fitting their schemas. */
const manyParams = 100;

export function createJudge(limits: ThreadLimits = judgeLimits): Judge {
  const threads = createKillableThreads<JudgeQuestion, JudgeReading>(workerUrl(import.meta.url, 'dag-judge-worker'), 'dag-judge', limits);

  async function inThread(about: JudgeQuestion['about'], question: object): Promise<unknown> {
    const reading = await threads.ask({ about, given: JSON.stringify(question) }, about === 'conf' ? 'check of the conf' : 'check of the definition');
    if ('failed' in reading) throw new AppError('internal', reading.failed);
    return JSON.parse(reading.judged);
  }

  /** As JSON, those that fitted lately: a transaction, which waits for nobody, takes what was judged before it began. */
  const fitting = new Set<string>();
  const isUnjudged = (params: unknown) => hasPattern(params) && !fitting.has(JSON.stringify(params));
  const takesLong = ({ definitions }: DefinitionsQuestion) =>
    definitions.reduce((sum, definition) => sum + sizeOf(definition), 0) > manyTasks || definitions.some(({ params }) => isUnjudged(params));

  async function definitionsInThread(question: DefinitionsQuestion): Promise<Judgement[]> {
    const judgements = (await inThread('definitions', question)) as Judgement[];
    question.definitions.forEach(({ params }, index) => {
      if (hasPattern(params) && judgements[index]!.problems.length === 0) fitting.add(JSON.stringify(params));
    });
    for (const oldest of [...fitting].slice(0, -manyParams)) fitting.delete(oldest);
    return judgements;
  }

  return {
    takesLong,
    definitions: (question) => (takesLong(question) ? definitionsInThread(question) : judgeDefinitions({ ...question, paramsFit: question.definitions.map(({ params }) => hasPattern(params)) })),
    conf: (question) => (hasPattern(question.params) ? (inThread('conf', question) as Promise<ParamProblem[]>) : judgeConf(question)),
    close: () => threads.close(),
  };
}
