import { EventEmitter } from 'node:events';
import { AppError, toErrorValue } from '../../../../shared/errors.ts';
import { isEnded, type RunEvent, type RunState, type WorkflowRun } from '../../../../shared/contract/workflow-runs.ts';
import type { WorkflowGraph } from '../../../../shared/rules/workflow-graph.ts';
import { groupCommit } from '../../../storage/group-commit.ts';
import type { Core } from '../../core.ts';
import type { Caller } from '../../domain.ts';
import { createEvaluator, type Evaluator } from '../../expressions/evaluator.ts';
import { uuidv7 } from '../../ids.ts';
import { createSnippetRunner, type SnippetRunner } from '../../snippets/snippet-runner.ts';
import { createVersions } from '../versions.ts';
import { takenAt, type ForkPoint } from './forks.ts';
import { createGraphRunner } from './graph-runner.ts';
import type { LiveParts } from './live-parts.ts';
import { createLiveRun, type LiveRun } from './live-run.ts';
import { chooseGraph, graphOfRun, mustRun } from './run-graphs.ts';
import { createRunStore, type RunSettings, type RunStore, type StoredRun } from './run-store.ts';

/** Runs workflows for whoever asks within the platform: its calls, tasks of DAGs, instances, and workflows themselves. */

export interface StartInput {
  readonly workflow_id: string;
  readonly version_id?: string | null | undefined;
  readonly data?: unknown;
  readonly session_id?: string | null | undefined;
  readonly user_id?: string | null | undefined;
  readonly from?: (ForkPoint & { readonly inputs?: unknown }) | null | undefined;
  readonly pins?: Readonly<Record<string, unknown>> | null | undefined;
  readonly graph?: { readonly nodes: unknown[]; readonly edges: unknown[] } | null | undefined;
  readonly breakpoints?: readonly string[] | null | undefined;
  readonly timeout_ms?: number | null | undefined;
}

export interface WorkflowRunner {
  /** The run at once. Throws `not_found`, and `invalid_input` with problems for a graph that cannot run. */
  start(input: StartInput, caller: Caller): WorkflowRun;
  /** Resolves when the run has ended, or, without `through`, waits for somebody. Throws the signal's reason; the run goes on then. */
  wait(run_id: string, caller: Caller, signal: AbortSignal, options?: { readonly through?: boolean }): Promise<WorkflowRun>;
  /** Ends it; one that has ended stays as it is. Throws `not_found`. */
  cancel(run_id: string, caller: Caller, reason?: string): WorkflowRun;
  answer(run_id: string, node_id: string, iteration: string, answer: unknown, caller: Caller): Promise<WorkflowRun>;
  /** As it is now. Throws `not_found`. */
  find(run_id: string, caller: Caller): StoredRun;
  live(run_id: string): LiveRun | undefined;
  /** Told what changes; returns how to stop listening. */
  listen(run_id: string, listener: (event: RunEvent) => void): () => void;
  readonly store: RunStore;
  readonly evaluator: Evaluator;
  readonly snippets: SnippetRunner;
  /** Ends and forgets all runs of a workflow, which is no more. */
  forget(workflow_id: string): void;
  /** Takes up what was under way when the platform ended. */
  resumeAll(): void;
  stop(): Promise<void>;
}

/** Runs that nobody is part of, at the same time; more of them are queued. */
const mostLive = 16;
const mostDepth = 20;
/** Ended runs that are kept of each workflow. */
const keptRuns = 200;

/** One per platform, so that what is under way is known to all who ask. */
const made = new WeakMap<Core, WorkflowRunner>();

export function workflowRunnerOf(core: Core): WorkflowRunner {
  const known = made.get(core);
  if (known) return known;
  const runner = createWorkflowRunner(core);
  made.set(core, runner);
  return runner;
}

/** Does nothing of it happen by itself? One that waits for somebody does, where that is waited `through`. */
const isAtRest = (state: RunState, through: boolean): boolean => isEnded(state) || (state === 'waiting' && !through);

/** Where in another run it is. */
interface Place {
  readonly run_id: string;
  readonly parent: WorkflowRun;
  readonly node_id: string;
  readonly iteration: string;
  readonly depth: number;
}

function createWorkflowRunner(core: Core): WorkflowRunner {
  const store = createRunStore(core.db);
  const versions = createVersions(core);
  const evaluator = createEvaluator();
  const snippets = createSnippetRunner();
  const graphs = createGraphRunner();
  const commit = groupCommit(core.db);
  const events = new EventEmitter().setMaxListeners(0);
  const live = new Map<string, LiveRun>();
  const queue: { readonly run_id: string; begin(): void }[] = [];
  let stopping = false;

  const parts: LiveParts = { core, store, evaluator, snippets, graphs, commit, tell: (run_id, event) => events.emit(run_id, event), runChild, hasEnded: (run_id) => isEnded(live.get(run_id)?.shown().state ?? store.stateOf(run_id) ?? 'failed') };

  function begin(stored: StoredRun, graph: WorkflowGraph, caller: Caller): LiveRun {
    const made = createLiveRun(parts, stored, graph, caller);
    live.set(stored.run.run_id, made);
    watch(stored, made);
    return made;
  }

  function watch(stored: StoredRun, made: LiveRun): void {
    // An answer may have come since.
    void made.settled().then(() => (made.isIdle() ? settle(stored, made) : watch(stored, made)));
  }

  /** A run that waits takes no place, and no memory; it is taken up again by its answer. */
  function settle(stored: StoredRun, settled: LiveRun): void {
    const { run_id, workflow_id, parent_run_id } = stored.run;
    if (live.get(run_id) === settled) live.delete(run_id);
    if (stopping) return;
    const { state } = settled.shown();
    if (isEnded(state)) wakeParent(stored);
    if (isEnded(state) && !parent_run_id) store.trim(workflow_id, keptRuns);
    fill();
  }

  function fill(): void {
    if (stopping) return;
    while (queue.length > 0 && [...live.values()].filter((one) => !one.shown().parent_run_id).length < mostLive) {
      queue.shift()!.begin();
    }
  }

  function wakeParent({ run: { parent_run_id, parent_node_id }, settings: { parent_iteration } }: StoredRun): void {
    if (!parent_run_id) return;
    const known = live.get(parent_run_id);
    if (known) return known.wake(parent_node_id!, parent_iteration);
    const parent = store.inState(['waiting']).find(({ run }) => run.run_id === parent_run_id);
    if (parent) takeUp(parent);
  }

  /** In the name of whoever started it, with what they may do by now. */
  function takeUp(stored: StoredRun): LiveRun | undefined {
    const { run, tenant_id, environment_id } = stored;
    const known = live.get(run.run_id);
    if (known) return known;
    try {
      return begin(stored, graphOfRun(versions, stored), core.access.enter(run.started_by, { tenant_id, environment_id }));
    } catch (thrown) {
      const { message } = toErrorValue(thrown);
      const end_date = new Date(core.now()).toISOString();
      store.update({ ...run, state: 'failed', error: `The run could not be taken up again: ${message}`, end_date });
      return undefined;
    }
  }

  function insert(input: StartInput, caller: Caller, place?: Place): { stored: StoredRun; graph: WorkflowGraph } {
    const source = input.from ? store.find(input.from.run_id, caller) : undefined;
    if (source && source.run.workflow_id !== input.workflow_id) throw new AppError('invalid_input', 'The run to begin from is one of another workflow.');
    const version_id = input.version_id ?? source?.run.version_id;
    const chosen = chooseGraph(core, versions, { workflow_id: input.workflow_id, version_id, graph: input.graph ?? source?.graph }, caller);
    mustRun(chosen.graph, chosen.name);
    const depth = place?.depth ?? 0;
    if (depth > mostDepth) throw new AppError('rejected', `Workflows run one another more than ${mostDepth} deep. Look for one that runs itself.`);
    const run_id = place?.run_id ?? uuidv7(core.now());
    const taken = source && input.from ? takenAt(store.executions(source.run.run_id), chosen.graph, input.from) : [];
    const run: WorkflowRun = {
      run_id, workflow_id: input.workflow_id, workflow_name: chosen.name, version_id: chosen.version_id, version: chosen.version, state: 'queued',
      data: input.data === undefined ? (source?.run.data ?? null) : input.data, output: null, error: null,
      started_by: caller.user_id, session_id: input.session_id ?? null, user_id: input.user_id ?? null, start_date: new Date(core.now()).toISOString(), end_date: null, duration_ms: null,
      ...(place ? { parent_run_id: place.parent.run_id, parent_node_id: place.node_id, session_id: place.parent.session_id ?? null, user_id: place.parent.user_id ?? null } : {}),
      ...(input.from ? { from: { run_id: input.from.run_id, node_id: input.from.node_id ?? null, checkpoint_id: input.from.checkpoint_id ?? null } } : {}),
    };
    const settings: RunSettings = {
      pins: input.pins ?? {}, breakpoints: input.breakpoints ?? [], timeout_ms: input.timeout_ms ?? null, passed: [], spent_ms: 0, depth, parent_iteration: place?.iteration ?? '',
      inputs: input.from?.node_id && input.from.inputs !== undefined ? { [` ${input.from.node_id}`]: input.from.inputs } : {},
    };
    const stored: StoredRun = { run, settings, tenant_id: caller.tenant_id, environment_id: caller.environment_id, graph: chosen.copy };
    core.transaction(() => {
      store.insert(stored);
      for (const execution of taken) store.put(run_id, execution);
    });
    return { stored, graph: chosen.graph };
  }

  function runChild({ run_id, parent, depth, caller, node_id, iteration, workflow_id, version_id, data }: Parameters<LiveParts['runChild']>[0]): ReturnType<LiveParts['runChild']> {
    return { settled: settled(), cancel: (reason) => void cancel(run_id, caller, reason) };

    function settled(): Promise<WorkflowRun> {
      const known = live.get(run_id);
      if (known) return known.settled();
      if (store.stateOf(run_id) === undefined) {
        const { stored, graph } = insert({ workflow_id, version_id, data }, caller, { run_id, parent, node_id, iteration, depth });
        return begin(stored, graph, caller).settled();
      }
      const stored = store.find(run_id, caller);
      return (isAtRest(stored.run.state, false) ? undefined : takeUp(stored)?.settled()) ?? Promise.resolve(store.find(run_id, caller).run);
    }
  }

  function cancel(run_id: string, caller: Caller, reason = 'Cancelled'): WorkflowRun {
    const stored = find(run_id, caller);
    if (isEnded(stored.run.state)) return stored.run;
    for (const child of store.childrenOf(run_id)) if (!isEnded(child.run.state)) cancel(child.run.run_id, caller, 'The run that it was part of was cancelled.');
    const known = live.get(run_id);
    if (known) {
      known.cancel(reason);
      return known.shown();
    }
    const end_date = new Date(core.now()).toISOString();
    const run: WorkflowRun = { ...stored.run, state: 'cancelled', error: reason, end_date, duration_ms: Date.parse(end_date) - Date.parse(stored.run.start_date) };
    store.update(run);
    const at = queue.findIndex((one) => one.run_id === run_id);
    if (at >= 0) queue.splice(at, 1);
    events.emit(run_id, { type: 'run', run } satisfies RunEvent);
    wakeParent(stored);
    return run;
  }

  function find(run_id: string, caller: Caller): StoredRun {
    const stored = store.find(run_id, caller);
    const known = live.get(run_id);
    return known ? { ...stored, run: known.shown() } : stored;
  }

  const listen = (run_id: string, listener: (event: RunEvent) => void) => {
    events.on(run_id, listener);
    return () => void events.off(run_id, listener);
  };

  return {
    store, evaluator, snippets, find, listen, cancel,
    live: (run_id) => live.get(run_id),
    start(input, caller) {
      const { stored, graph } = insert(input, caller);
      queue.push({ run_id: stored.run.run_id, begin: () => void begin(stored, graph, caller) });
      fill();
      return find(stored.run.run_id, caller).run;
    },
    wait(run_id, caller, signal, { through = false } = {}) {
      return new Promise((resolve, reject) => {
        const leave = () => {
          stop();
          signal.removeEventListener('abort', onAbort);
        };
        const onAbort = () => {
          leave();
          reject(signal.reason as Error);
        };
        const stop = listen(run_id, (event) => {
          if (event.type !== 'run' || !isAtRest(event.run.state, through)) return;
          leave();
          resolve(event.run);
        });
        signal.addEventListener('abort', onAbort, { once: true });
        try {
          signal.throwIfAborted();
          const { run } = find(run_id, caller);
          if (!isAtRest(run.state, through)) return;
          leave();
          resolve(run);
        } catch (thrown) {
          leave();
          reject(thrown as Error);
        }
      });
    },
    async answer(run_id, node_id, iteration, answer, caller) {
      const stored = find(run_id, caller);
      if (isEnded(stored.run.state)) throw new AppError('conflict', 'The run has ended, so that nothing of it waits for an answer.', { status: 409 });
      const known = live.get(run_id) ?? takeUp(stored);
      if (!known) throw new AppError('rejected', find(run_id, caller).run.error ?? 'The run could not be taken up again.');
      await known.answer(node_id, iteration, answer, caller.user_id);
      return known.shown();
    },
    forget(workflow_id) {
      for (const [run_id, one] of live) {
        if (one.shown().workflow_id !== workflow_id) continue;
        one.cancel('Its workflow was deleted.');
        live.delete(run_id);
      }
      store.removeOf(workflow_id);
    },
    resumeAll() {
      for (const stored of store.inState(['queued', 'running'])) {
        if (live.has(stored.run.run_id)) continue;
        const resumed = (stored.run.resumed ?? 0) + (stored.run.state === 'running' ? 1 : 0);
        const begin = () => void takeUp({ ...stored, run: { ...stored.run, resumed } });
        // What is part of another run takes no place of its own.
        if (stored.run.parent_run_id) begin();
        else queue.push({ run_id: stored.run.run_id, begin });
      }
      fill();
    },
    async stop() {
      stopping = true;
      await Promise.all([...live.values()].map((one) => one.halt()));
      commit.flush();
      await graphs.close();
      await evaluator.close();
      await snippets.close();
    },
  };
}
