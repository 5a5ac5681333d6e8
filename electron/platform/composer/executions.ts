import type { ExecutionResult } from '../../../shared/contract/composer.ts';
import type { Core } from '../core.ts';
import type { Caller } from '../domain.ts';
import { prepareExecution, type ExecutionInput } from './execute-endpoint.ts';
import { createHistory, type History, type HistoryKind } from './history.ts';

export interface Executions extends Pick<History, 'list'> {
  /** Runs an endpoint and keeps what came of it. Throws only where nothing was sent, as `prepareExecution` says. */
  run(kind: HistoryKind, input: ExecutionInput, caller: Caller, signal: AbortSignal): Promise<ExecutionResult>;
  /** One that is under way, or one that was kept; by its id or by the caller's mark. Throws `not_found`. */
  find(id: string, caller: Caller): ExecutionResult;
}

/** One per platform, so that what is under way is known to all who ask. */
const made = new WeakMap<Core, Executions>();

export function executionsOf(core: Core): Executions {
  const known = made.get(core);
  if (known) return known;
  const history = createHistory(core);
  const running = new Map<string, ExecutionResult>();
  const executions: Executions = {
    async run(kind, input, caller, signal) {
      const execution = prepareExecution(core, input, caller);
      const { placeholder } = execution;
      running.set(placeholder.id, placeholder);
      try {
        const result = await execution.send(signal);
        history.add(kind, result);
        return result;
      } finally {
        running.delete(placeholder.id);
      }
    },
    list: (kind, query, caller) => history.list(kind, query, caller),
    find(id, caller) {
      const isIt = (one: ExecutionResult) => one.tenant_id === caller.tenant_id && (one.id === id || one.correlationId === id);
      return [...running.values()].find(isIt) ?? history.find(id, caller);
    },
  };
  made.set(core, executions);
  return executions;
}

/**
 * Runs an endpoint in somebody's name, as a task of a DAG does, and keeps the result among the executions. A target
 * that fails is a result with `error` set. Throws `not_found`, `rejected` (disabled) or `invalid_input`.
 */
export const executeEndpoint = (core: Core, input: ExecutionInput, caller: Caller, signal: AbortSignal): Promise<ExecutionResult> =>
  executionsOf(core).run('execution', input, caller, signal);
