import type { ExecutionResult } from '../../shared/contract/http.ts';
import type { ErrorValue } from '../../shared/errors.ts';
import type { InputOf, Reply } from '../../shared/rpc.ts';
import type { composerExecutions } from '../../shared/contract/composer.ts';
import { executing, executionFailed } from '../../shared/rules/execution.ts';
import { api } from '../api/client.ts';
import { defineState } from './define-state.ts';
import { refresh, type Source } from './lists.ts';
import { scope, useSession } from './session.ts';

/** Runs of endpoints: the one of this window, from placeholder to result [S-011], and earlier ones that were picked. */

export interface Run {
  /** Status 0 while it is under way [E-073]. */
  readonly result: ExecutionResult;
  /** Why no result came: it was refused before it was sent, cancelled, or the platform was away. */
  readonly failure: ErrorValue | null;
}

interface Executions {
  /** The latest run of this window, by endpoint. */
  readonly runs: Readonly<Record<string, Run>>;
  /** What was read of earlier runs, by their id. */
  readonly past: Readonly<Record<string, Reply<Partial<ExecutionResult>>>>;
}

export type ExecutionInput = Omit<InputOf<typeof composerExecutions.calls.execute>, 'tenant_id' | 'environment_id' | 'correlationId'>;

export const useExecutions = defineState<Executions>(() => ({ runs: {}, past: {} }));

export const isExecuting = (run: Run | undefined): boolean => run?.result.status === 0 && run.failure === null;

const underWay = new Map<string, { readonly controller: AbortController; readonly correlationId: string }>();

// What is in flight belongs to its tenant and environment, and so does what came back.
useSession.subscribe((now, before) => {
  if (now.scope.epoch === before.scope.epoch) return;
  for (const { controller } of underWay.values()) controller.abort();
  underWay.clear();
  useExecutions.set((draft) => Object.assign(draft, { runs: {}, past: {} }));
});

const inScope = () => {
  const { tenant_id, environment_id } = scope();
  return { tenant_id, environment_id };
};

/** Frozen, so that nothing walks through an answer of megabytes. */
function put(endpoint_id: string, run: Run): void {
  useExecutions.set((draft) => {
    (draft.runs as Record<string, Run>)[endpoint_id] = Object.freeze(run);
  });
}

/** The list of an endpoint's runs, newest first. */
export const historyOf = (endpoint_id: string): Source => ({ group: 'composerExecutions', input: { endpoint_id } });

/** Runs an endpoint: a placeholder at once, then what came of it. `known` is what the placeholder can say already. */
export async function execute(input: ExecutionInput, known: Partial<ExecutionResult>): Promise<void> {
  const { endpoint_id } = input;
  const correlationId = crypto.randomUUID();
  const controller = new AbortController();
  const started = Date.now();
  const at = { correlationId, now: started, known };
  underWay.get(endpoint_id)?.controller.abort();
  underWay.set(endpoint_id, { controller, correlationId });
  put(endpoint_id, { result: executing(at), failure: null });
  const reply = await api.composerExecutions.execute({ ...inScope(), ...input, correlationId }, controller.signal);
  if (underWay.get(endpoint_id)?.controller !== controller) return;
  underWay.delete(endpoint_id);
  if (reply.ok) put(endpoint_id, { result: reply.data, failure: null });
  else {
    const result = executionFailed(at, { status: reply.error.status, error: reply.error.message });
    put(endpoint_id, { result: { ...result, duration: Date.now() - started }, failure: reply.error });
  }
  refresh(historyOf(endpoint_id));
}

/** Gives up the run of an endpoint. A remote platform is told, too; the one of this computer sees that nobody waits. */
export function cancelExecution(endpoint_id: string): void {
  const run = underWay.get(endpoint_id);
  if (!run) return;
  run.controller.abort();
  const { session } = useSession.get();
  if (session?.profile?.kind === 'remote') void api.composerExecutions.cancel({ ...inScope(), execution_id: run.correlationId });
}

/** Reads an earlier run whole: the list of runs has neither its headers nor its answer. */
export async function readExecution(execution_id: string): Promise<void> {
  const known = useExecutions.get().past[execution_id];
  if (known?.ok) return;
  const { epoch } = scope();
  const reply = await api.composerExecutions.status({ ...inScope(), execution_id });
  if (scope().epoch !== epoch) return;
  useExecutions.set((draft) => {
    (draft.past as Record<string, unknown>)[execution_id] = Object.freeze(reply);
  });
}
