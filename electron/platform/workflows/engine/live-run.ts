import { setImmediate } from 'node:timers/promises';
import { AppError, toErrorValue } from '../../../../shared/errors.ts';
import { kindOf } from '../../../../shared/contract/workflow-kinds.ts';
import { isEnded, type NodeExecution, type RunState, type WorkflowRun } from '../../../../shared/contract/workflow-runs.ts';
import { scopesOf, titleOf, type WorkflowGraph } from '../../../../shared/rules/workflow-scopes.ts';
import { patiently } from '../../../storage/patience.ts';
import type { Caller } from '../../domain.ts';
import { uuidv7 } from '../../ids.ts';
import { tried, triesOf } from './attempts.ts';
import type { Deeds, Items, Iteration, Outcome } from './compile.ts';
import type { LiveParts } from './live-parts.ts';
import { createJournal, iterationOf, merged, previewChars, textOf, type Entry } from './journal.ts';
import { approvalResult } from './kinds/flow.ts';
import { doingOf } from './kinds/index.ts';
import { Waits, type Occasion, type Result } from './kinds/occasion.ts';
import { keyOf, outcomeKnown, pinnedHandle, tokensOf } from './entries.ts';
import { viewOf } from './node-view.ts';
import { planOf, wholeScope, type Plan, type PlannedNode } from './plan.ts';
import type { RunSettings, StoredRun } from './run-store.ts';
import { slots } from './slots.ts';

/**
 * One run, from where its journal ends: passes through the graph, in which what has ended is only told again, until it has
 * ended or waits for somebody. Whatever is answered meanwhile is taken up by one more pass.
 */
export interface LiveRun {
  /** As it is now. */
  shown(): WorkflowRun;
  /** What is under way, and so not kept yet. */
  underWay(): NodeExecution[];
  cancel(reason: string): void;
  /** Takes an answer for a node that waits. Throws `conflict` where it does not, and `invalid_input`. */
  answer(node_id: string, iteration: string, answer: unknown, by: string): Promise<void>;
  /** The workflow that this node ran has ended, which matters where the node no longer listens but waits. */
  wake(node_id: string, iteration: string): void;
  /** Ends what is under way without a word in the record, so that the next start takes it up again. */
  halt(): Promise<void>;
  /** Is nothing of it under way? */
  isIdle(): boolean;
  /** Resolves when nothing of it is under way: it has ended, waits, or was halted. */
  settled(): Promise<WorkflowRun>;
}

/** Nodes of one run that do something at the same time; more of them wait. */
const atOnce = 32;
/** Threads that may die under one run before it is given up. */
const mostDeaths = 3;

export function createLiveRun(parts: LiveParts, stored: StoredRun, graph: WorkflowGraph, caller: Caller): LiveRun {
  const { core, store, evaluator, snippets, graphs, commit, tell } = parts;
  const { run_id } = stored.run;
  const plan: Plan = planOf(graph);
  const planned = new Map(plan.nodes.map((node) => [node.id, node]));
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]));
  const { around } = scopesOf(graph);
  const depthOf = (id: string) => around.get(id)?.length ?? 0;
  const journal = createJournal(store, run_id, commit);
  const slot = slots(atOnce);
  const executing = new Map<string, NodeExecution>();
  const answering = new Set<Entry>();
  let { run, settings } = stored;
  let controller = new AbortController();
  let failure: { readonly node_id: string | null; readonly message: string } | undefined;
  let [answered, halted] = [false, false];
  let passing: Promise<void> | undefined;

  const date = () => new Date(core.now()).toISOString();
  const dataOf = (id: string) => nodes.get(id)!.data;
  const isContained = (id: string) => (around.get(id) ?? []).some((loop) => dataOf(loop)['continue_on_error'] === true);
  const isIdle = () => passing === undefined && answering.size === 0;
  const isOver = () => halted || isEnded(run.state);

  function change(more: Partial<WorkflowRun>, newSettings?: Partial<RunSettings>): void {
    const [next, nextSettings] = [{ ...run, ...more }, { ...settings, ...newSettings }];
    store.update(next, newSettings && nextSettings); // first: what a locked store refuses is tried again
    [run, settings] = [next, nextSettings];
    tell(run_id, { type: 'run', run });
  }
  const show = (node: NodeExecution) => tell(run_id, { type: 'node', node });

  /** What is under way, or waits, is kept as cut off, with the run's own end. */
  function end(state: RunState, more: Partial<WorkflowRun> = {}): void {
    if (isEnded(run.state)) return;
    const end_date = date();
    const open = [...journal.entries].filter(({ shown }) => shown.state === 'running' || shown.state === 'waiting');
    const cut = new Map(open.map(({ shown, memo, own }) => [keyOf(shown.node_id, iterationOf(shown.iteration)), { shown, memo, own }]));
    for (const [key, shown] of executing) cut.set(key, { shown, memo: cut.get(key)?.memo ?? { sources: [] }, own: cut.get(key)?.own });
    core.transaction(() => {
      for (const { shown, memo, own } of cut.values()) {
        const node: NodeExecution = { ...shown, state: 'cancelled', end_date, waits_for: null };
        store.put(run_id, { shown: node, memo, input: own ? JSON.stringify(own.input) : null, output: null });
        show(node);
      }
      change({ ...more, state, end_date, duration_ms: Date.parse(end_date) - Date.parse(run.start_date), tokens: tokensOf(journal.entries) });
    });
    executing.clear();
  }

  /** Keeps what a node came to. */
  async function record(entry: Parameters<typeof journal.put>[0]): Promise<Entry> {
    const keeping = journal.put(entry);
    // Where nothing else is under way, nothing else would share its transaction.
    if (executing.size <= 1) commit.flush();
    const kept = await keeping;
    show(kept.shown);
    return kept;
  }

  async function execute(id: string, iteration: Iteration, sources: readonly string[]): Promise<Outcome | Items> {
    const node = planned.get(id)!;
    const entry = journal.get(id, iteration);
    const before = outcomeKnown(entry);
    if (before) return before;
    if (failure || isOver() || controller.signal.aborted) return { state: 'held' };
    const key = keyOf(id, iteration);
    // What a run is begun with for a node is meant for each item of the loops around it.
    const named = [key, keyOf(id, [])].find((name) => Object.hasOwn(settings.inputs, name));
    const own = named === undefined ? undefined : { input: settings.inputs[named] };
    const input = own ? own.input : node.type === 'start' ? (run.data ?? null) : journal.inputOf(node, iteration, sources);
    const shown: NodeExecution = { node_id: id, iteration: textOf(iteration), state: 'running', start_date: date(), attempts: 0, ...inputPreview(input, own ? [] : sources, iteration), child_run_id: entry?.shown.child_run_id };
    const base = { memo: { sources }, own };

    if (Object.hasOwn(settings.pins, id)) {
      const output = settings.pins[id] ?? null;
      const handle = pinnedHandle(nodes.get(id)!, output);
      await record({ ...base, shown: { ...shown, state: 'success', end_date: date(), duration_ms: 0, taken_from: 'pin', ...(handle === undefined ? {} : { handle }) }, output });
      return { state: 'done', handle };
    }
    if (settings.breakpoints.includes(id) && !settings.passed.includes(key)) {
      await record({ ...base, shown: { ...shown, state: 'waiting', waits_for: 'breakpoint', question: withInput({ message: 'Stopped before this node. Go on with its input, or with another.' }, input, shown) } });
      return { state: 'held' };
    }
    return perform(node, iteration, input, shown, base);
  }

  type Base = { readonly memo: { readonly sources: readonly string[] }; readonly own: Entry['own'] };

  async function perform(node: PlannedNode, iteration: Iteration, input: unknown, begun: NodeExecution, base: Base): Promise<Outcome | Items> {
    const { id, type } = node;
    const key = keyOf(id, iteration);
    const data = dataOf(id);
    const view = viewOf({ plan, depthOf, journal, evaluator, run }, node, iteration, input);
    const waitsForOthers = type === 'workflow' || type === 'tool';
    let shown = begun;
    /** The other run that failed an attempt; a further one begins anew. */
    let failedRun: string | undefined;
    const progress = (more: Partial<NodeExecution>) => {
      shown = { ...shown, ...more };
      executing.set(key, shown);
      show(shown);
    };
    const ended = (state: NodeExecution['state']): NodeExecution => {
      const end_date = date();
      return { ...shown, state, end_date, duration_ms: Date.parse(end_date) - Date.parse(shown.start_date!) };
    };
    const work = async (signal: AbortSignal): Promise<Result> => {
      if (type === 'loop') return { output: await view.evaluate(String(data['items']), signal) };
      const occasion: Occasion = {
        core, caller, title: titleOf(nodes.get(id)!), data, input, timeout_ms: triesOf(type, data).timeout_ms, signal,
        evaluate: (expression) => view.evaluate(expression, signal),
        fill: (value) => view.fill(value),
        say: (text) => tell(run_id, { type: 'token', node_id: id, iteration: textOf(iteration), text }),
        runSnippet: (source, given) => snippets.run(source, given, signal),
        runWorkflow: (workflow_id, version_id, given) => runWorkflow(workflow_id, version_id, given, signal),
      };
      return doingOf(type)(occasion);
    };
    /** The other run's id is kept before it begins, so that no crash begins it twice. */
    const runWorkflow = async (workflow_id: string, version_id: string | undefined, given: unknown, signal: AbortSignal): Promise<unknown> => {
      const known = shown.child_run_id === failedRun ? undefined : shown.child_run_id;
      const run_id = known ?? uuidv7(core.now());
      if (!known) {
        progress({ child_run_id: run_id });
        await record({ ...base, shown });
      }
      const child = parts.runChild({ parent: run, depth: settings.depth + 1, caller, node_id: id, iteration: textOf(iteration), workflow_id, version_id, data: given, run_id });
      const stop = () => !halted && child.cancel('The run that it was part of was cancelled, or took too long.');
      signal.addEventListener('abort', stop, { once: true });
      try {
        const { state, output, error } = await child.settled;
        signal.throwIfAborted();
        if (state === 'waiting') throw new Waits('workflow');
        if (state === 'success') return output ?? null;
        failedRun = run_id;
        throw new AppError('rejected', error ?? 'It was cancelled.');
      } finally {
        signal.removeEventListener('abort', stop);
      }
    };

    const release = waitsForOthers ? undefined : await slot.take();
    try {
      if (isOver() || failure) return { state: 'held' };
      const result = await tried(triesOf(type, data), controller.signal, (attempt) => progress({ attempts: attempt }), work);
      if (isOver()) return { state: 'held' };
      if (type === 'loop') return await beginLoop(result.output, shown, base);
      const { output = null, handle, tokens } = result;
      await record({ ...base, shown: { ...ended('success'), ...(handle === undefined ? {} : { handle }), ...(tokens ? { tokens } : {}) }, output: output ?? null });
      return { state: 'done', handle };
    } catch (thrown) {
      if (isOver() || controller.signal.aborted) return { state: 'held' };
      if (thrown instanceof Waits) {
        await record({ ...base, shown: { ...shown, state: 'waiting', waits_for: thrown.waits_for, ...(thrown.question === undefined ? {} : { question: withInput(thrown.question, input, shown) }) } });
        // The other run may have ended before this one was known to wait for it.
        answered ||= thrown.waits_for === 'workflow' && parts.hasEnded(shown.child_run_id!);
        return { state: 'held' };
      }
      return await failed(node, ended('failed'), base, thrown);
    } finally {
      executing.delete(key);
      release?.();
    }
  }

  /** The items are kept, so that they stay the same whenever the run is taken up again. */
  async function beginLoop(value: unknown, shown: NodeExecution, base: Base): Promise<Items> {
    const items = value === null || value === undefined ? [] : Array.isArray(value) ? value : [value];
    await record({ ...base, memo: { ...base.memo, items }, shown });
    return { state: 'items', count: items.length };
  }

  async function failed(node: PlannedNode, shown: NodeExecution, base: Base & { readonly memo: Entry['memo'] }, thrown: unknown): Promise<Outcome> {
    const { code, message, details } = toErrorValue(thrown, 'The node failed by a fault of the platform.');
    if (code === 'internal') core.log(`workflow node: ${thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(details)}`);
    const data = dataOf(node.id);
    if (data['continue_on_error'] === true) {
      const handle = kindOf(node.type)?.handles(data).at(-1)?.id ?? undefined;
      await record({ ...base, memo: { ...base.memo, goes_on: true }, shown: { ...shown, error: message, ...(handle === undefined ? {} : { handle }) }, output: { error: message } });
      return { state: 'done', handle };
    }
    // Before it is kept: nothing else may begin meanwhile.
    if (!isContained(node.id)) failure ??= { node_id: node.id, message: `“${titleOf(nodes.get(node.id)!)}” failed: ${message}` };
    await record({ ...base, shown: { ...shown, error: message } });
    return { state: 'failed' };
  }

  /** A loop comes to the list of what its items came to. */
  async function collect(id: string, iteration: Iteration, states: Parameters<Deeds['collect']>[2]): Promise<Outcome> {
    const entry = journal.get(id, iteration)!;
    if (entry.shown.state !== 'running') return outcomeKnown(entry) as Outcome;
    if (states.includes('held') || isOver()) return { state: 'held' };
    const last = plan.nodes.filter(({ scope, isLast }) => scope === id && isLast);
    const outputs = states.map((state, index) => {
      const inner = [...iteration, index];
      if (state === 'failed') return { error: errorIn(id, inner) };
      if (last.length === 0) return entry.memo.items![index] ?? null;
      const ran = last.flatMap((node) => (journal.get(node.id, inner)?.output === undefined ? [] : [[node.id, journal.get(node.id, inner)!.output] as const]));
      return ran.length === 0 ? null : merged(ran);
    });
    const end_date = date();
    const shown = { ...entry.shown, end_date, duration_ms: Date.parse(end_date) - Date.parse(entry.shown.start_date!) };
    const failedAt = states.indexOf('failed');
    try {
      if (failedAt >= 0 && dataOf(id)['continue_on_error'] !== true) {
        await record({ shown: { ...shown, state: 'failed', error: `Item ${failedAt} failed: ${errorIn(id, [...iteration, failedAt])}` }, memo: entry.memo, own: entry.own });
        return { state: 'failed' };
      }
      await record({ shown: { ...shown, state: 'success', handle: 'done' }, memo: entry.memo, output: outputs, own: entry.own });
      return { state: 'done', handle: 'done' };
    } catch (thrown) {
      return failed(planned.get(id)!, { ...shown, state: 'failed' }, { memo: { sources: entry.memo.sources }, own: entry.own }, thrown);
    }
  }

  function errorIn(loop: string, iteration: Iteration): string {
    const prefix = textOf(iteration);
    for (const { shown } of journal.entries) {
      if (shown.state === 'failed' && (shown.iteration === prefix || shown.iteration.startsWith(`${prefix}.`)) && around.get(shown.node_id)?.includes(loop)) return shown.error ?? '';
    }
    return '';
  }

  const deeds: Deeds = {
    execute,
    collect,
    skip(id, iteration) {
      if (journal.get(id, iteration) || isOver()) return;
      record({ shown: { node_id: id, iteration: textOf(iteration), state: 'skipped', end_date: date() } }).catch((thrown: unknown) => {
        failure ??= { node_id: id, message: toErrorValue(thrown).message };
      });
    },
  };

  function inputPreview(input: unknown, sources: readonly string[], iteration: Iteration): Pick<NodeExecution, 'input_preview'> {
    const only = sources.length === 1 ? journal.get(sources[0]!, iteration) : undefined;
    // The text of a large value is not made once more for its beginning alone.
    return { input_preview: only?.shown.output_preview ?? (JSON.stringify(input) ?? 'null').slice(0, previewChars) };
  }

  async function pass(): Promise<void> {
    const begun = core.now();
    controller = new AbortController();
    await patiently(() => change({ state: 'running' }));
    const left = settings.timeout_ms === null ? undefined : Math.max(1, settings.timeout_ms - settings.spent_ms);
    const overdue = async () => {
      try {
        await patiently(() => end('failed', { error: `The run took longer than its limit of ${settings.timeout_ms} ms. Raise the limit, or look at what was slow.` }));
      } finally {
        controller.abort(new AppError('timeout', 'The run took too long.'));
      }
    };
    const timer = left === undefined ? undefined : setTimeout(() => void overdue().catch((thrown: unknown) => core.log(`workflow run ${run_id}: ${String(thrown)}`)), left);
    try {
      for (let deaths = 0; ; deaths += 1) {
        try {
          await graphs.run(plan, deeds, controller.signal);
          break;
        } catch (thrown) {
          if (isOver()) return;
          if (deaths + 1 < mostDeaths) continue;
          failure ??= { node_id: null, message: toErrorValue(thrown).message };
          core.log(`workflow run ${run_id}: ${thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)}`);
          break;
        }
      }
      const spent_ms = settings.spent_ms + core.now() - begun;
      await patiently(() => {
        commit.flush(); // what was skipped is kept before the end is told
        if (isOver()) return;
        if (failure) end('failed', { error: failure.message, failed_node_id: failure.node_id });
        else if (answered) change({}, { spent_ms });
        else if (waits()) change({ state: 'waiting', tokens: tokensOf(journal.entries) }, { spent_ms });
        else end('success', { output: answer() });
      });
    } finally {
      clearTimeout(timer);
    }
  }

  const waits = () => [...journal.entries].some(({ shown }) => shown.state === 'waiting');
  const answer = (): unknown => {
    const ends = plan.nodes.filter(({ type, scope }) => type === 'end' && scope === wholeScope).flatMap(({ id }) => (journal.get(id, [])?.output === undefined ? [] : [[id, journal.get(id, [])!.output] as const]));
    return ends.length === 0 ? null : merged(ends);
  };

  function go(): void {
    passing ??= (async () => {
      try {
        do {
          answered = false;
          await pass();
        } while (answered && !isOver());
      } catch (thrown) {
        core.log(`workflow run ${run_id}: ${thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)}`);
        await patiently(() => end('failed', { error: toErrorValue(thrown).message }));
      } finally {
        passing = undefined;
      }
    })().catch((thrown: unknown) => core.log(`workflow run ${run_id}: its end could not be kept, and the next start takes it up: ${String(thrown)}`));
  }

  function wake(): void {
    if (isOver()) return;
    answered = true;
    go();
  }

  for (const { shown, memo } of journal.entries) {
    if (shown.state === 'failed' && memo.goes_on !== true && !isContained(shown.node_id)) failure ??= { node_id: shown.node_id, message: `“${titleOf(nodes.get(shown.node_id)!)}” failed: ${shown.error ?? ''}` };
  }
  go();
  return {
    shown: () => run,
    underWay: () => [...executing.values()],
    cancel(reason) {
      if (isOver()) return;
      end('cancelled', { error: reason });
      controller.abort(new AppError('cancelled', reason));
    },
    async answer(node_id, iteration, given, by) {
      const entry = journal.get(node_id, iterationOf(iteration));
      if (!entry || entry.shown.state !== 'waiting' || entry.shown.waits_for === 'workflow' || isOver() || answering.has(entry)) throw new AppError('conflict', `The node “${node_id}” does not wait for an answer.`, { status: 409 });
      if (entry.shown.waits_for === 'breakpoint') {
        const key = keyOf(node_id, iterationOf(iteration));
        const changes = typeof given === 'object' && given !== null && Object.hasOwn(given, 'input') ? { [key]: (given as { input: unknown }).input } : {};
        change({}, { passed: [...settings.passed, key], inputs: { ...settings.inputs, ...changes } });
        journal.drop(entry);
        return wake();
      }
      const input = entry.own ? entry.own.input : journal.inputOf(planned.get(node_id)!, iterationOf(iteration), entry.memo.sources);
      const { output, handle } = approvalResult(entry.shown.question, input, given, by, date());
      const end_date = date();
      answering.add(entry);
      try {
        await record({ shown: { ...entry.shown, state: 'success', end_date, duration_ms: Date.parse(end_date) - Date.parse(entry.shown.start_date!), handle, waits_for: null }, memo: entry.memo, own: entry.own, output });
      } finally {
        answering.delete(entry);
      }
      wake();
    },
    wake(node_id, iteration) {
      if (journal.get(node_id, iterationOf(iteration))?.shown.state === 'waiting') wake();
    },
    async halt() {
      halted = true;
      controller.abort(new AppError('cancelled', 'The platform ends'));
      await passing;
    },
    isIdle,
    async settled() {
      while (!isIdle()) await (passing ?? setImmediate());
      return run;
    },
  };
}

/** A question shows the input that it is about, unless that is large. */
const withInput = (question: object, input: unknown, { input_preview }: NodeExecution): object => ((input_preview?.length ?? 0) < previewChars ? { ...question, input } : question);
