import { AppError } from '../../../shared/errors.ts';
import { execute } from '../../execution/execute.ts';
import { executionsOf } from '../composer/executions.ts';
import { executeEndpoint } from '../composer/index.ts';
import { prepareWorkflow } from '../composer/workflow-executions.ts';
import type { Core } from '../core.ts';
import type { Caller } from '../domain.ts';
import type { Evaluator } from '../expressions/evaluator.ts';
import { fetchOptions } from '../fetch-options.ts';
import { askAgent } from './agent-call.ts';
import type { Deeds, WorkflowTask } from './operators/operator.ts';

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
    runWorkflow: (request, caller, signal) => runWorkflow(core, evaluator, request, caller, signal),
    askAgent: (request, caller, signal, log) => askAgent(core, request, caller, signal, log),
    evaluate: (expression, input, signal) => evaluator.evaluate(expression, input, signal),
  };
}

async function runWorkflow(core: Core, evaluator: Evaluator, { workflow_id, data }: WorkflowTask, caller: Caller, signal: AbortSignal): Promise<unknown> {
  if (!exists(core, 'composerWorkflows', workflow_id, caller)) {
    const known = exists(core, 'workflowRecipes', workflow_id, caller);
    throw known
      ? new AppError('not_available', `The workflow ${workflow_id} is one of the recipes, which the platform on this computer does not run yet; it runs those of the API composer.`)
      : new AppError('not_found', `There is no workflow ${workflow_id} in the API composer. Choose another.`);
  }
  const executions = executionsOf(core);
  const result = await executions.launch('workflow', prepareWorkflow({ core, executions, evaluator }, { workflow_id, data }, { caller }), signal);
  if (result.error !== null && result.error !== undefined) throw new AppError('rejected', result.error);
  return { output: result.data ?? null, execution_id: result.id };
}

function exists({ kinds }: Core, group: string, id: string, caller: Caller): boolean {
  try {
    kinds.of(group).find(id, caller);
    return true;
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.code === 'not_found') return false;
    throw thrown;
  }
}
