import { isEnded, type NodeExecution, type WorkflowRun } from '../../../shared/contract/workflow-runs.ts';
import { AppError, toErrorValue } from '../../../shared/errors.ts';
import { executionsOf } from '../composer/executions.ts';
import { prepareWorkflow } from '../composer/workflow-executions.ts';
import type { Core } from '../core.ts';
import type { Caller } from '../domain.ts';
import type { Evaluator } from '../expressions/evaluator.ts';
import { workflowRunnerOf } from '../workflows/engine/workflow-runner.ts';
import { platformStops, type OperatorContext, type WorkflowTask } from './operators/operator.ts';
import type { TaskLog } from './task-log.ts';

/** Workflows as tasks run them: recipes by the platform's runner, those of the API composer by the composer. */

type Context = Pick<OperatorContext, 'caller' | 'signal' | 'log' | 'key'>;

export function runWorkflow(core: Core, evaluator: Evaluator, request: WorkflowTask, context: Context): Promise<unknown> {
  const { workflow_id } = request;
  if (exists(core, 'composerWorkflows', workflow_id, context.caller)) return runComposed(core, evaluator, request, context);
  if (['workflowRecipes', 'flowRecipes'].some((group) => exists(core, group, workflow_id, context.caller))) return runRecipe(core, request, context);
  throw new AppError('not_found', `There is no workflow ${workflow_id}, neither among the recipes nor in the API composer. Choose another.`);
}

async function runComposed(core: Core, evaluator: Evaluator, { workflow_id, data }: WorkflowTask, { caller, signal }: Context): Promise<unknown> {
  const executions = executionsOf(core);
  const result = await executions.launch('workflow', prepareWorkflow({ core, executions, evaluator }, { workflow_id, data }, { caller }), signal);
  if (result.error !== null && result.error !== undefined) throw new AppError('rejected', result.error);
  return { output: result.data ?? null, execution_id: result.id };
}

/**
 * Its run is found by the key of the try, which it has as its session: a try that the platform's end cut off goes on with
 * the run that it had begun, which the platform has taken up by itself. Whoever ends the task ends the run.
 */
async function runRecipe(core: Core, { workflow_id, version_id, data }: WorkflowTask, { caller, signal, log, key }: Context): Promise<unknown> {
  const runner = workflowRunnerOf(core);
  const [begun] = key === undefined ? [] : runner.store.list({ workflow_id, session_id: key, limit: 1, offset: 0 }, caller).rows;
  const { run_id } = begun ?? (core.ask('workflowRuns.start', { workflow_id, version_id: version_id ?? null, data: data ?? null, session_id: key ?? null, user_id: caller.user_id }, { caller, signal }) as WorkflowRun);
  log.write('info', begun ? `Goes on with the run ${run_id} of the workflow` : `The run ${run_id} of the workflow begins`);
  const stop = runner.listen(run_id, (event) => {
    if (event.type === 'node') tell(log, event.node);
    if (event.type === 'run' && event.run.state === 'waiting') log.write('warning', `The run ${run_id} waits for somebody's answer`);
  });
  try {
    const { state, output, error } = await runner.wait(run_id, caller, signal, { through: true });
    if (state !== 'success') throw new AppError(state === 'cancelled' ? 'cancelled' : 'rejected', `The run ${run_id} of the workflow ${state === 'cancelled' ? 'was cancelled' : 'has failed'}: ${error ?? 'it does not say why'}`, { details: { run_id } });
    return { output: output ?? null, run_id };
  } catch (thrown) {
    if (signal.aborted && signal.reason !== platformStops) end(core, run_id, caller, signal);
    throw thrown;
  } finally {
    stop();
  }
}

function tell(log: TaskLog, { node_id, iteration, state, duration_ms, error }: NodeExecution): void {
  if (!isEnded(state as WorkflowRun['state'])) return;
  const name = iteration === '' ? `“${node_id}”` : `“${node_id}” [${iteration}]`;
  log.write(state === 'failed' ? 'error' : 'info', `Node ${name}: ${state}${duration_ms === null || duration_ms === undefined ? '' : ` in ${duration_ms} ms`}${error ? `: ${error}` : ''}`);
}

function end(core: Core, run_id: string, caller: Caller, { reason }: AbortSignal): void {
  try {
    workflowRunnerOf(core).cancel(run_id, caller, `The task that ran it was cut off: ${reason instanceof DOMException ? reason.message : toErrorValue(reason).message}`);
  } catch (thrown) {
    // It was deleted meanwhile.
    if (!(thrown instanceof AppError) || thrown.code !== 'not_found') throw thrown;
  }
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
