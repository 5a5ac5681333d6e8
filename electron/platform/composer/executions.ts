import { setTimeout } from 'node:timers/promises';
import type { ExecutionResult } from '../../../shared/contract/composer.ts';
import { AppError, toErrorValue } from '../../../shared/errors.ts';
import { executionErrorText, executionFailedText, failureStatus } from '../../../shared/rules/constants.ts';
import type { PreparedExecution } from '../../execution/compose/prepared-run.ts';
import { groupCommit } from '../../storage/group-commit.ts';
import { patiently } from '../../storage/patience.ts';
import type { Core } from '../core.ts';
import type { Caller, HandlerContext } from '../domain.ts';
import { notFound } from '../kinds.ts';
import { answersOf } from './answers/kept-answers.ts';
import { createCounters, type Counters } from './counters.ts';
import { prepareExecution, prepareReplay, type ExecutionInput, type ReplayInput, type Runner } from './execute-endpoint.ts';
import { keptResult } from './kept-result.ts';
import { createHistory, type History, type HistoryKind, type HistoryQuery } from './history.ts';

/** What is added to a result before it is kept, such as what its tests say. */
export type Judge = (result: ExecutionResult) => Promise<Partial<ExecutionResult>>;

export interface Executions {
  /**
   * Runs what was prepared, and keeps what came of it. Answers the result, or, where it is to be `async`, the
   * placeholder at once. Throws only where nothing was sent.
   */
  launch(kind: HistoryKind, prepared: PreparedExecution, signal: AbortSignal, judge?: Judge): Promise<ExecutionResult>;
  /** Runs an endpoint; `more` is what its result says beside. Throws as `prepareExecution` says. */
  run(kind: HistoryKind, input: ExecutionInput, context: Runner & Pick<HandlerContext, 'signal'>, options?: { readonly judge?: Judge; readonly more?: Partial<ExecutionResult> }): Promise<ExecutionResult>;
  /** Sends a kept request once more. Throws as `prepareReplay` says. */
  replay(input: ReplayInput, context: HandlerContext): Promise<ExecutionResult>;
  /** Ends what is under way, and answers what came of it; `cancelled` is false where it had ended before. Throws `not_found`. */
  cancel(id: string, reason: string, caller: Caller): Promise<ExecutionResult & { cancelled: boolean }>;
  list(kind: HistoryKind, query: HistoryQuery, caller: Caller): ReturnType<History['list']>;
  /** One that is under way, or one that was kept; by its id or by the caller's mark. Throws `not_found`. */
  find(id: string, caller: Caller): ExecutionResult;
  /** The runs of one endpoint or workflow that are under way. */
  underWay(subject_id: string): readonly ExecutionResult[];
  readonly counters: Counters;
  /** Ends all that is under way, which the next start tells of, and waits for it. */
  stop(): Promise<void>;
}

interface Running {
  readonly prepared: PreparedExecution;
  readonly controller: AbortController;
  readonly done: Promise<ExecutionResult>;
}

const patienceMs = 1000;

/** One per platform, so that what is under way is known to all who ask. */
const made = new WeakMap<Core, Executions>();

export function executionsOf(core: Core): Executions {
  const known = made.get(core);
  if (known) return known;
  const executions = createExecutions(core);
  made.set(core, executions);
  return executions;
}

/**
 * Runs an endpoint in somebody's name, as a task of a DAG does, and keeps the result among the executions. A target
 * that fails is a result with `error` set. Throws `not_found`, `rejected` (disabled) or `invalid_input`.
 */
export const executeEndpoint = (core: Core, input: ExecutionInput, caller: Caller, signal: AbortSignal): Promise<ExecutionResult> =>
  executionsOf(core).run('execution', { ...input, literal: true, inline: true }, { caller, signal }); // what a task hands on may come from other servers

function createExecutions(core: Core): Executions {
  const history = createHistory(core);
  const counters = createCounters(core.db);
  const answers = answersOf(core);
  const commits = groupCommit(core.db);
  const running = new Map<string, Running>();
  let stopping = false;
  history.interrupt();

  /** A result is told to nobody before it is kept. */
  async function keep(kind: HistoryKind, result: ExecutionResult, hides: readonly string[]): Promise<void> {
    const kept = keptResult(result, hides);
    await commits.write(() => {
      history.end(kept);
      if (kind === 'execution') counters.add(result);
    });
    await patiently(() => answers.sweep());
  }

  /** What becomes of a run of which nothing was sent: its caller is told, or, when that has gone, its history. */
  async function unsent({ placeholder }: PreparedExecution, thrown: unknown): Promise<ExecutionResult> {
    if (placeholder.execution_mode !== 'async') {
      await commits.write(() => history.drop(placeholder.id));
      throw thrown;
    }
    const { code, message } = toErrorValue(thrown);
    if (code === 'internal') core.log(thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown));
    return { ...placeholder, status: failureStatus, statusText: executionFailedText, state: 'failed', error: message, error_code: code };
  }

  async function settle(kind: HistoryKind, prepared: PreparedExecution, begun: Promise<void>, cancelled: AbortSignal, signal: AbortSignal, judge: Judge | undefined): Promise<ExecutionResult> {
    try {
      await begun;
      const answered = await prepared.send(signal).catch((thrown: unknown) => unsent(prepared, thrown));
      const sent = await patiently(() => answers.taken(answered));
      const result = { ...sent, ...cancellation(cancelled, sent) };
      const judged = judge ? { ...result, ...(await judge(result)) } : result;
      // What the platform's own end cut short stays under way in its row, so that the next start says so.
      if (!stopping || judged['state'] !== 'cancelled') await keep(kind, judged, prepared.hides?.() ?? []);
      return judged;
    } finally {
      running.delete(prepared.placeholder.id);
    }
  }

  const executions: Executions = {
    counters,
    async launch(kind, prepared, signal, judge) {
      const { placeholder } = prepared;
      if (stopping) throw new AppError('cancelled', 'The platform ends. Try again when it runs.');
      const controller = new AbortController();
      const background = placeholder.execution_mode === 'async';
      const begun = commits.write(() => history.begin(kind, placeholder));
      const done = settle(kind, prepared, begun, controller.signal, background ? controller.signal : AbortSignal.any([controller.signal, signal]), judge);
      running.set(placeholder.id, { prepared, controller, done });
      if (!background) return done;
      done.catch((thrown: unknown) => core.log(`execution ${placeholder.id}: ${String(thrown)}`));
      await begun;
      return placeholder;
    },
    run: async (kind, input, { caller, client, signal }, { judge, more } = {}) =>
      executions.launch(kind, prepareExecution(core, input, { caller, client }, more), signal, judge),
    replay: async (input, { caller, client, signal }) =>
      executions.launch('execution', prepareReplay(core, executions.find(input.execution_id, caller), input, { caller, client }), signal),
    async cancel(id, reason, caller) {
      const found = executions.find(id, caller);
      const entry = running.get(found.id);
      if (!entry) return { ...found, cancelled: false };
      entry.controller.abort(new AppError('cancelled', reason));
      const result = await entry.done;
      return { ...result, cancelled: result['state'] === 'cancelled' };
    },
    list: (kind, query, caller) => history.list(kind, query, caller),
    find(id, caller) {
      const isIt = ({ prepared: { placeholder: one } }: Running) =>
        one.tenant_id === caller.tenant_id && [one.environment_id, ''].includes(caller.environment_id) && (one.id === id || one.correlationId === id);
      const live = [...running.values()].find(isIt)?.prepared;
      const found = live ? (live.current?.() ?? live.placeholder) : answers.told(history.find(id, caller));
      const confined = caller.environment_id === '' ? core.access.confinedTo(caller) : undefined;
      if (confined && found.environment_id !== '' && !confined.includes(found.environment_id)) throw notFound('execution', id);
      return found;
    },
    underWay: (subject_id) =>
      [...running.values()].map(({ prepared }) => prepared.placeholder).filter(({ endpoint_id, workflow_id }) => [endpoint_id, workflow_id].includes(subject_id)),
    async stop() {
      stopping = true;
      for (const { controller } of running.values()) controller.abort(new AppError('cancelled', 'The platform ends'));
      const ended = Promise.allSettled([...running.values()].map(({ done }) => done));
      // Work that does not heed its signal must not hold up the end.
      await Promise.race([ended, setTimeout(patienceMs, undefined, { ref: false })]);
      commits.flush();
    },
  };
  return executions;
}

/** What a request to cancel makes of a result that it came in time for. */
function cancellation(signal: AbortSignal, { state }: ExecutionResult): Partial<ExecutionResult> {
  if (!signal.aborted || state !== 'cancelled') return {};
  const { message } = signal.reason as AppError;
  return { status: failureStatus, statusText: executionErrorText, error: `Cancelled: ${message}`, cancel_reason: message };
}
