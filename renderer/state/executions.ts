import type { Assertion, EndpointTest } from '../../shared/contract/endpoint-tests.ts';
import type { ExecutionResult } from '../../shared/contract/http.ts';
import { AppError, type ErrorValue } from '../../shared/errors.ts';
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

/** What tests say of a run: whether all of them passed, and each. */
export interface Judgement {
  readonly passed?: boolean | undefined;
  readonly assertions?: readonly Assertion[] | undefined;
}

interface Executions {
  /** The latest run of this window, by endpoint. */
  readonly runs: Readonly<Record<string, Run>>;
  /** What was read of earlier runs, by their id. */
  readonly past: Readonly<Record<string, Reply<Partial<ExecutionResult>>>>;
  /** What the tests of the screen say of runs, by the run's id. */
  readonly judged: Readonly<Record<string, Reply<Judgement>>>;
}

export type ExecutionInput = Omit<InputOf<typeof composerExecutions.calls.execute>, 'tenant_id' | 'environment_id' | 'correlationId'>;
type ReplayInput = Omit<InputOf<typeof composerExecutions.calls.replay>, 'tenant_id' | 'environment_id' | 'correlationId'>;

const nothing = (): Executions => ({ runs: {}, past: {}, judged: {} });
export const useExecutions = defineState<Executions>(nothing);

export const isExecuting = (run: Run | undefined): boolean => run?.result.status === 0 && run.failure === null;

const underWay = new Map<string, { readonly controller: AbortController; readonly correlationId: string }>();

// What is in flight belongs to its tenant and environment, and so does what came back.
useSession.subscribe((now, before) => {
  if (now.scope.epoch === before.scope.epoch) return;
  for (const { controller } of underWay.values()) controller.abort();
  underWay.clear();
  elsewhere.clear();
  useExecutions.set((draft) => Object.assign(draft, nothing()));
});

const inScope = () => {
  const { tenant_id, environment_id } = scope();
  return { tenant_id, environment_id };
};

/** Runs of other environments that were read here, with which a run of this one is compared. */
const elsewhere = new Map<string, string>();
const placeOf = (execution_id: string) => ({ ...inScope(), ...(elsewhere.has(execution_id) ? { environment_id: elsewhere.get(execution_id)! } : {}) });

/** Frozen, so that nothing walks through an answer of megabytes. */
function put(kind: keyof Executions, key: string, value: object): void {
  useExecutions.set((draft) => {
    (draft[kind] as Record<string, object>)[key] = Object.freeze(value);
  });
}

/** The lists of an endpoint's runs, and of its runs as a test, newest first. */
export const historyOf = (endpoint_id: string): Source => ({ group: 'composerExecutions', input: { endpoint_id } });
export const testsOf = (endpoint_id: string): Source => ({ group: 'composerExecutions', method: 'listTests', input: { endpoint_id } });

type Marks = ReturnType<typeof inScope> & { readonly correlationId: string };

/** A placeholder at once, then what came of it. `known` is what the placeholder can say already. */
async function follow(endpoint_id: string, known: Partial<ExecutionResult>, send: (marks: Marks, signal: AbortSignal) => Promise<Reply<ExecutionResult>>): Promise<ExecutionResult | undefined> {
  const correlationId = crypto.randomUUID();
  const controller = new AbortController();
  const started = Date.now();
  const at = { correlationId, now: started, known };
  underWay.get(endpoint_id)?.controller.abort();
  underWay.set(endpoint_id, { controller, correlationId });
  put('runs', endpoint_id, { result: executing(at), failure: null });
  const reply = await send({ ...inScope(), correlationId }, controller.signal);
  if (underWay.get(endpoint_id)?.controller !== controller) return undefined;
  underWay.delete(endpoint_id);
  if (reply.ok) put('runs', endpoint_id, { result: reply.data, failure: null });
  else {
    const result = executionFailed(at, { status: reply.error.status, error: reply.error.message });
    put('runs', endpoint_id, { result: { ...result, duration: Date.now() - started }, failure: reply.error });
  }
  return reply.ok ? reply.data : undefined;
}

const untested: ErrorValue = { code: 'not_available', message: 'Tests are held against runs that the platform keeps. Send it through the platform to test it.' };

/** Runs an endpoint from this computer. It is kept in the activity log, and so held against no tests. */
export async function executeHere(input: ExecutionInput, known: Partial<ExecutionResult>, tests: readonly EndpointTest[] = []): Promise<void> {
  const result = await follow(input.endpoint_id, { ...known, sent_from: 'computer' }, (marks, signal) => api.composerExecutions.executeHere({ ...marks, ...input }, signal));
  if (result && tests.length > 0) put('judged', result.id, { ok: false, error: untested });
}

/** Runs an endpoint, and holds its answer against `tests`. */
export async function execute(input: ExecutionInput, known: Partial<ExecutionResult>, tests: readonly EndpointTest[] = []): Promise<void> {
  const { endpoint_id } = input;
  const result = await follow(endpoint_id, known, (marks, signal) => api.composerExecutions.execute({ ...marks, ...input }, signal));
  refresh(historyOf(endpoint_id));
  if (result && tests.length > 0) await judge(result.id, tests);
}

/** Runs an endpoint as a test, which is kept among its tests. */
export async function executeAsTest(input: ExecutionInput, known: Partial<ExecutionResult>, tests: readonly EndpointTest[]): Promise<void> {
  const { endpoint_id } = input;
  await follow(endpoint_id, known, (marks, signal) => api.composerEndpoints.test({ ...marks, ...input, tests: [...tests] }, signal));
  refresh(testsOf(endpoint_id));
}

/** Sends the request of an earlier run once more. */
export async function replay(endpoint_id: string, input: ReplayInput, known: Partial<ExecutionResult>): Promise<void> {
  await follow(endpoint_id, known, (marks, signal) => api.composerExecutions.replay({ ...marks, ...input }, signal));
  refresh(historyOf(endpoint_id));
}

/** Holds a kept answer against tests, without sending anything. */
export async function judge(execution_id: string, tests: readonly EndpointTest[]): Promise<void> {
  const { epoch } = scope();
  const reply = await api.composerExecutions.retest({ ...inScope(), execution_id, tests: [...tests] });
  if (scope().epoch === epoch) put('judged', execution_id, reply);
}

/** A platform that does not answer a cancel is not waited for longer than this, in milliseconds. */
const patience = 3_000;

/** Gives up the run of an endpoint: the platform is told, so that what came of it is kept, and is then waited for no more [K-012]. */
export async function cancelExecution(endpoint_id: string): Promise<void> {
  const run = underWay.get(endpoint_id);
  if (!run) return;
  const giveUp = () => run.controller.abort();
  if (useExecutions.get().runs[endpoint_id]?.result['sent_from'] === 'computer') return giveUp();
  const timer = setTimeout(giveUp, patience);
  const reply = await api.composerExecutions.cancel({ ...inScope(), execution_id: run.correlationId });
  // Where it was cancelled, its result is on the way by the call that waits for it.
  if (reply.ok && reply.data.cancelled === true) return;
  clearTimeout(timer);
  giveUp();
}

/** What the platform answers, or its words as an error. */
function valueOf<T>(reply: Reply<T>): T {
  if (!reply.ok) throw new AppError(reply.error.code, reply.error.message);
  return reply.data;
}

/** A piece of an answer that the platform keeps in a file. Throws `AppError`, as the next two do. */
export const readBody = async (execution_id: string, offset: number) => valueOf(await api.composerExecutions.readBody({ ...placeOf(execution_id), execution_id, offset }));
/** Its rows, as the platform lays them out. */
export const readLines = async (execution_id: string, from: number, count: number) => valueOf(await api.composerExecutions.readLines({ ...placeOf(execution_id), execution_id, from, count }));
/** Its rows from `from` on that hold a text. */
export const searchBody = async (execution_id: string, text: string, from: number) => valueOf(await api.composerExecutions.searchBody({ ...placeOf(execution_id), execution_id, text, from }));

/** Reads an earlier run whole, of this environment or another one: the list of runs has neither its headers nor its answer. */
export async function readExecution(execution_id: string, environment_id?: string): Promise<void> {
  if (environment_id !== undefined) elsewhere.set(execution_id, environment_id);
  const known = useExecutions.get().past[execution_id];
  if (known?.ok) return;
  const { epoch } = scope();
  const reply = await api.composerExecutions.status({ ...placeOf(execution_id), execution_id });
  if (scope().epoch === epoch) put('past', execution_id, reply);
}
