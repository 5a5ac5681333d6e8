import { execute } from '../../execution/execute.ts';
import { executeEndpoint } from '../composer/index.ts';
import type { Core } from '../core.ts';
import type { Evaluator } from '../expressions/evaluator.ts';
import { fetchOptions } from '../fetch-options.ts';
import { askAgent } from './agent-call.ts';
import type { Deeds } from './operators/operator.ts';
import { runWorkflow } from './workflow-call.ts';

const cutShort = 'The answer is larger than a task can hold. Ask the target for less of it.';

/** What operators do, with the platform's own parts. */
export function createDeeds(core: Core, evaluator: Evaluator): Deeds {
  const send: Deeds['send'] = async (request, caller, signal) => {
    const { status, headers, data, truncated } = await execute(request, { signal, ...fetchOptions(core, caller, caller.environment_id) });
    return { status, headers, data, failure: truncated ? cutShort : undefined };
  };
  return {
    send,
    async callEndpoint(request, caller, signal) {
      const { status, headers, data, error, truncated } = await executeEndpoint(core, request, caller, signal);
      return { status, headers, data, failure: error ?? (truncated === true ? cutShort : undefined) };
    },
    runWorkflow: (request, context) => runWorkflow(core, evaluator, request, context),
    search: async ({ collection, query, limit }, caller, signal) => core.ask('vectorverse.search', { searchText: query, collectionName: collection, maxResults: limit }, { caller, signal }),
    askAgent: (request, caller, signal, log) => askAgent(core, request, caller, signal, log),
    evaluate: (expression, input, signal) => evaluator.evaluate(expression, input, signal),
  };
}
