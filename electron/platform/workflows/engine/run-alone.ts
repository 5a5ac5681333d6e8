import { AppError } from '../../../../shared/errors.ts';
import { titleOf, type GraphNode } from '../../../../shared/rules/workflow-scopes.ts';
import type { Core } from '../../core.ts';
import type { HandlerContext } from '../../domain.ts';
import { templatesOf } from '../../expressions/templates.ts';
import { tried, triesOf } from './attempts.ts';
import { doingOf } from './kinds/index.ts';
import { Waits } from './kinds/occasion.ts';
import type { WorkflowRunner } from './workflow-runner.ts';

const { resolve } = templatesOf(['input', 'nodes', 'item', 'index', 'run']);

interface Parts {
  readonly core: Core;
  readonly runner: WorkflowRunner;
}

/** What one node comes to, outside of any run: nothing came before it, and nothing is kept. Of a loop, its items; of an approval, its question. */
export async function runAlone({ core, runner }: Parts, node: GraphNode, input: unknown, { caller, signal }: HandlerContext): Promise<unknown> {
  const { type, data } = node;
  const tries = triesOf(type, data);
  const seen = { nodes: {}, item: input, index: 0, run: { started_by: caller.user_id } };
  return tried(tries, signal, () => undefined, async (limited) => {
    const evaluate = (expression: string) => runner.evaluator.evaluate(expression, input, limited, seen);
    if (type === 'loop') return evaluate(String(data['items']));
    try {
      const { output } = await doingOf(type)({
        core, caller, title: titleOf(node), data, input, timeout_ms: tries.timeout_ms, signal: limited, evaluate, say: () => undefined,
        fill: (value) => resolve(value, { input, ...seen }),
        runSnippet: (source, given) => runner.snippets.run(source, given, limited),
        async runWorkflow(workflow_id, version_id, given) {
          const { run_id } = runner.start({ workflow_id, version_id, data: given }, caller);
          return outcomeOf(runner, run_id, { caller, signal: limited });
        },
      });
      return output;
    } catch (thrown) {
      if (thrown instanceof Waits) return thrown.question;
      throw thrown;
    }
  });
}

/** A run's answer; whoever gives up waiting ends it. Throws why it failed, and `conflict` where somebody has to answer first. */
export async function outcomeOf(runner: WorkflowRunner, run_id: string, { caller, signal }: HandlerContext): Promise<unknown> {
  const { state, output, error } = await endOf(runner, run_id, { caller, signal });
  if (state === 'success') return output ?? null;
  if (state === 'waiting') throw new AppError('conflict', `The run ${run_id} waits for somebody's answer. Answer it among the workflow's runs.`, { details: { run_id } });
  throw new AppError(state === 'cancelled' ? 'cancelled' : 'rejected', error ?? 'The run was cancelled.', { details: { run_id } });
}

export async function endOf(runner: WorkflowRunner, run_id: string, { caller, signal }: HandlerContext) {
  try {
    return await runner.wait(run_id, caller, signal);
  } catch (thrown) {
    if (signal.aborted) runner.cancel(run_id, caller, 'Whoever started it is gone.');
    throw thrown;
  }
}
