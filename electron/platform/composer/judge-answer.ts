import type { ExecutionResult } from '../../../shared/contract/composer.ts';
import type { EndpointTest } from '../../../shared/contract/endpoint-tests.ts';
import type { Core } from '../core.ts';
import type { Evaluator } from '../expressions/evaluator.ts';
import { answersOf } from './answers/kept-answers.ts';
import { judge, type Judgement } from './judge.ts';
import type { Endpoint } from './kinds.ts';
import { answerSchemasOf } from './openapi/answer-schemas.ts';

/** Holds an answer of an endpoint against tests, with its body and its document from where they are kept. */
export const judgeAnswer = (core: Core, evaluator: Evaluator, endpoint: Endpoint, tests: readonly EndpointTest[], answer: ExecutionResult, signal?: AbortSignal): Promise<Judgement> =>
  judge(answer, tests, { evaluator, signal, data: () => answersOf(core).dataOf(answer), schema: () => answerSchemasOf(core).find(endpoint, answer) });
