import { execute } from '../../execution/execute.ts';
import { executeEndpoint } from '../composer/index.ts';
import type { Core } from '../core.ts';
import type { Evaluator } from '../expressions/evaluator.ts';
import { fetchOptions } from '../fetch-options.ts';
import type { Deeds } from './operators.ts';

const cutShort = 'The answer is larger than a task can hold. Ask the target for less of it.';

/** What operators do, with the platform's own parts. */
export const createDeeds = (core: Core, evaluator: Evaluator): Deeds => ({
  async send(request, caller, signal) {
    const { status, headers, data, truncated } = await execute(request, { signal, ...fetchOptions(core, caller, caller.environment_id) });
    return { status, headers, data, failure: truncated ? cutShort : undefined };
  },
  async callEndpoint(request, caller, signal) {
    const { status, headers, data, error, truncated } = await executeEndpoint(core, request, caller, signal);
    return { status, headers, data, failure: error ?? (truncated === true ? cutShort : undefined) };
  },
  evaluate: (expression, input, signal) => evaluator.evaluate(expression, input, signal),
});
