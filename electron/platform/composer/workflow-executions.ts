import type { NodeResult } from '../../../shared/contract/composer-graph.ts';
import type { ExecutionResult } from '../../../shared/contract/composer.ts';
import { AppError } from '../../../shared/errors.ts';
import { executionErrorText, failureStatus } from '../../../shared/rules/constants.ts';
import { reasonPhrase } from '../../../shared/rules/status-text.ts';
import { begun, type PreparedExecution, type RunMarks } from '../../execution/compose/prepared-run.ts';
import { secretsInJar } from '../../execution/compose/hidden-cookies.ts';
import { knownJar } from '../../execution/cookie-jars.ts';
import { maskDeep, maskOf } from '../../execution/mask.ts';
import { refuse } from '../../execution/request.ts';
import { typedSecrets } from '../../execution/typed-secrets.ts';
import type { Core } from '../core.ts';
import type { Caller } from '../domain.ts';
import type { Evaluator } from '../expressions/evaluator.ts';
import { uuidv7 } from '../ids.ts';
import { answersOf } from './answers/kept-answers.ts';
import type { Runner } from './execute-endpoint.ts';
import type { Executions } from './executions.ts';
import { readDefinition } from './workflow-graph.ts';
import { outputOf, runGraph } from './workflow-run.ts';

/** For a whole run, where neither the workflow nor the caller says otherwise. */
const defaultLimitMs = 300_000;

export interface WorkflowInput extends RunMarks {
  readonly workflow_id: string;
  readonly data?: unknown;
  readonly pins?: Readonly<Record<string, unknown>> | undefined;
  readonly timeout_ms?: number | undefined;
}

export interface WorkflowParts {
  readonly core: Core;
  readonly executions: Executions;
  readonly evaluator: Evaluator;
}

/** One run of a workflow, to be launched like that of an endpoint. Throws `not_found` or `invalid_input`. */
export function prepareWorkflow({ core, executions, evaluator }: WorkflowParts, input: WorkflowInput, runner: Runner): PreparedExecution {
  const workflow = core.kinds.of('composerWorkflows').find(input.workflow_id, runner.caller);
  const definition = readDefinition(core, workflow['definition'], runner.caller);
  const known = new Set(definition.nodes.map(({ id }) => id));
  const pins = new Map(Object.entries(input.pins ?? {}).map(([node, pin]) => {
    if (!known.has(node)) throw refuse('pins', `The workflow has no node “${node}” to pin. Its nodes are: ${[...known].join(', ')}.`);
    return [node, pinned({ core, executions }, pin, node, runner.caller)];
  }));
  const started = core.now();
  const limit = input.timeout_ms ?? definition.timeout_ms ?? defaultLimitMs;
  const sent = { type: 'raw', content: input.data ?? null } as const;
  const typed = typedSecrets({ body: sent });
  const placeholder: ExecutionResult = {
    ...begun(uuidv7(started), started, input, runner),
    environment_id: typeof workflow['environment_id'] === 'string' ? workflow['environment_id'] : runner.caller.environment_id,
    workflow_id: workflow.id,
    name: workflow['name'],
    request: { body: maskDeep(sent, maskOf(typed)) },
    pins: [...pins.keys()],
  };
  const results: Record<string, NodeResult> = {};
  const call = async (given: Parameters<Executions['run']>[1], node_id: string, signal: AbortSignal) =>
    nodeResultOf(await executions.run('execution', { ...given, inline: true, hides: typed }, { ...runner, signal }, { more: { workflow_execution_id: placeholder.id, node_id } }));

  return {
    placeholder,
    hides: () => [...typed, ...secretsInJar(knownJar(core, placeholder.environment_id))],
    current: () => ({ ...placeholder, duration: core.now() - started, nodes: { ...results } }),
    async send(outer) {
      const controller = new AbortController();
      const timer = setTimeout(() => controller.abort(new AppError('timeout', `The workflow took longer than its limit of ${limit} ms. Raise “timeout_ms”, or look at what was slow.`)), limit);
      const signal = AbortSignal.any([outer, controller.signal]);
      try {
        const failure = await runGraph({ definition, input: input.data, pins, evaluator, call, results, signal });
        const status = failure === undefined ? 200 : failureStatus;
        const state = failure === undefined ? 'done' : outer.aborted ? 'cancelled' : 'failed';
        return {
          ...placeholder, status, statusText: failure === undefined ? reasonPhrase(status) : executionErrorText, state, error: failure ?? null,
          duration: core.now() - started, data: outputOf(definition, results), nodes: results,
        };
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

/** A target's answer of 400 or more is a failure, like one that never came. */
function nodeResultOf({ id, status, statusText, headers, data, duration, error, state }: ExecutionResult): NodeResult {
  const failed = state === 'cancelled' ? 'cancelled' : 'failed';
  return { state: error === null && status < 400 ? 'success' : failed, execution_id: id, status, statusText, headers, data, duration, error };
}

const isId = (text: string) => /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/.test(text);

/** The result that a kept execution has, or that the data itself makes. Throws `invalid_input` for an id of none, and as `dataOf` for an answer that cannot be had as a whole. */
function pinned({ core, executions }: Pick<WorkflowParts, 'core' | 'executions'>, pin: unknown, node: string, caller: Caller): NodeResult {
  const kept = typeof pin === 'string' ? keptExecution(pin, executions, caller) : undefined;
  if (kept) return { ...nodeResultOf({ ...kept, data: answersOf(core).dataOf(kept) }), state: 'pinned' };
  if (typeof pin === 'string' && isId(pin)) throw refuse('pins', `The node “${node}” is pinned to the execution ${pin}, which is not kept. Run it anew, or pin its data.`);
  return { state: 'pinned', status: 200, statusText: reasonPhrase(200), headers: {}, data: pin, error: null };
}

function keptExecution(id: string, executions: Executions, caller: Caller): ExecutionResult | undefined {
  try {
    const found = executions.find(id, caller);
    return found['state'] === 'running' ? undefined : found;
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.code === 'not_found') return undefined;
    throw thrown;
  }
}
