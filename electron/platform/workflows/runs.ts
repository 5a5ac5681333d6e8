import { AppError } from '../../../shared/errors.ts';
import { isEnded, workflowRuns, type Checkpoint, type NodeExecution, type RunEvent, type RunWithNodes, type WorkflowRun } from '../../../shared/contract/workflow-runs.ts';
import type { Core } from '../core.ts';
import { implement, type Caller, type Handlers } from '../domain.ts';
import { notFound } from '../kinds.ts';
import { checkpointId } from './engine/forks.ts';
import { iterationOf, merged } from './engine/journal.ts';
import { graphOfRun } from './engine/run-graphs.ts';
import { planOf, wholeScope, type PlannedNode } from './engine/plan.ts';
import type { StoredExecution } from './engine/run-store.ts';
import { traceOf } from './engine/trace.ts';
import { workflowRunnerOf } from './engine/workflow-runner.ts';
import type { Versions } from './versions.ts';

/** Runs of workflows, as they are begun, looked at, answered and ended by calls. */
export function runHandlers(core: Core, versions: Versions): Handlers {
  const runner = workflowRunnerOf(core);
  const { store } = runner;

  const whole = (run_id: string, caller: Caller): RunWithNodes => {
    const { run, graph, settings } = runner.find(run_id, caller);
    const executions = new Map(store.shown(run_id).map((one) => [nameOf(one), one]));
    for (const one of runner.live(run_id)?.underWay() ?? []) executions.set(nameOf(one), one);
    return { ...run, executions: [...executions.values()].toSorted(inOrder), graph: graph ?? null, breakpoints: [...settings.breakpoints] };
  };

  const planned = (run_id: string, caller: Caller): Planned => {
    const stored = runner.find(run_id, caller);
    return { run: stored.run, plan: new Map(planOf(graphOfRun(versions, stored)).nodes.map((node) => [node.id, node])) };
  };

  /** What is kept of a node's input is where it came from, unless it was somebody's own. */
  const inputOf = ({ run, plan }: Planned, { shown: { node_id, iteration, state }, memo, input }: StoredExecution): unknown => {
    const { run_id } = run;
    if (input !== null) return JSON.parse(input) as unknown;
    if (state === 'skipped') return null;
    const node = plan.get(node_id);
    if (node?.type === 'start') return run.data ?? null;
    const path = iterationOf(iteration);
    const outer = path.slice(0, -1).join('.');
    const items = node && node.isEntry && node.scope !== wholeScope ? [['item', store.execution(run_id, node.scope, outer)?.memo.items?.[path.at(-1)!] ?? null] as const] : [];
    const outputs = memo.sources.map((source) => {
      const text = store.execution(run_id, source, iteration)?.output ?? null;
      return [source, text === null ? null : (JSON.parse(text) as unknown)] as const;
    });
    const parts = [...items, ...outputs];
    return parts.length === 0 ? null : merged(parts);
  };

  return {
    ...implement('workflowRuns', workflowRuns, {
      start: (input, { caller }) => runner.start(input, caller),
      list: (query, { caller }) => {
        const { rows, total } = store.list(query, caller);
        return { rows: rows.map((run) => withoutValues(runner.live(run.run_id)?.shown() ?? run)), total };
      },
      get: ({ run_id }, { caller }) => whole(run_id, caller),
      node: ({ run_id, node_id, iteration }, { caller }) => {
        runner.find(run_id, caller);
        const live = runner.live(run_id)?.underWay().find((one) => one.node_id === node_id && one.iteration === iteration);
        const stored = store.execution(run_id, node_id, iteration);
        if (!stored && !live) throw notFound('execution of the node', node_id);
        if (!stored) return { ...live!, input: null, output: null };
        return { ...(live ?? stored.shown), input: inputOf(planned(run_id, caller), stored), output: outputOf(stored) };
      },
      checkpoints: ({ run_id }, { caller }) => {
        runner.find(run_id, caller);
        return store.shown(run_id).toSorted(inOrder).flatMap(({ node_id, iteration, state, seq, end_date, start_date }): Checkpoint[] =>
          typeof seq === 'number' ? [{ checkpoint_id: checkpointId(run_id, seq), seq, node_id, iteration, state, date: end_date ?? start_date ?? '' }] : []);
      },
      resume: ({ run_id, node_id, iteration, answer }, { caller }) => runner.answer(run_id, node_id, iteration, answer, caller),
      cancel: ({ run_id }, { caller }) => runner.cancel(run_id, caller),
      remove: ({ run_id }, { caller }) => {
        const { run } = runner.find(run_id, caller);
        if (!isEnded(run.state)) throw new AppError('conflict', 'The run has not ended. Cancel it first.', { status: 409 });
        store.remove(run_id);
        return {};
      },
      export: ({ run_id, format }, { caller }) => {
        const run = whole(run_id, caller);
        const kept = store.executions(run_id);
        if (format === 'otlp') return { file_name: `run-${run_id}.otlp.json`, text: JSON.stringify(traceOf(run, modelsOf(kept)), null, 2) };
        const known = planned(run_id, caller);
        const executions = kept.map((one) => Object.assign({}, one.shown, { input: inputOf(known, one), output: outputOf(one) })).toSorted(inOrder);
        return { file_name: `run-${run_id}.json`, text: JSON.stringify({ ...run, executions }, null, 2) };
      },
    }),
    'workflowRuns.follow': ({ run_id }, { caller, signal }) => follow(run_id as string, caller, signal),
  };

  /** As it is, then what changes. Whoever reads too slowly to keep up is told the whole once more. */
  async function* follow(run_id: string, caller: Caller, signal: AbortSignal): AsyncGenerator<RunEvent> {
    let waiting: RunEvent[] = [];
    let wake: (() => void) | undefined;
    let isBehind = true;
    const notice = (event?: RunEvent) => {
      if (event && !isBehind) waiting.push(event);
      if (waiting.length > mostWaiting) [isBehind, waiting] = [true, []];
      wake?.();
    };
    const onAbort = () => notice();
    const stop = runner.listen(run_id, notice);
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      while (!signal.aborted) {
        if (isBehind) {
          isBehind = false;
          const { executions } = whole(run_id, caller);
          const { run } = runner.find(run_id, caller);
          for (const node of executions) yield { type: 'node', node };
          yield { type: 'run', run };
          if (isEnded(run.state)) return;
        }
        for (const event of waiting.splice(0)) {
          yield event;
          if (event.type === 'run' && isEnded(event.run.state)) return;
        }
        if (waiting.length === 0 && !isBehind && !signal.aborted) await new Promise<void>((resolve) => (wake = resolve));
      }
    } finally {
      stop();
      signal.removeEventListener('abort', onAbort);
    }
  }
}

const mostWaiting = 20_000;

interface Planned {
  readonly run: WorkflowRun;
  readonly plan: ReadonlyMap<string, PlannedNode>;
}

const outputOf = ({ output }: StoredExecution): unknown => (output === null ? null : JSON.parse(output));
function withoutValues(run: WorkflowRun): WorkflowRun {
  const shown = { ...run };
  delete shown.data;
  delete shown.output;
  return shown;
}

/** Which model answered, by the node and item that asked it. */
function modelsOf(executions: readonly StoredExecution[]): Map<string, string> {
  const asked = executions.filter(({ shown }) => shown.tokens !== null && shown.tokens !== undefined);
  return new Map(asked.map((one) => [nameOf(one.shown), (outputOf(one) as { model?: string | null } | null)?.model ?? '']));
}

const nameOf = ({ node_id, iteration }: NodeExecution): string => `${iteration} ${node_id}`;

/** As they ended; what has not comes last, as it began. */
const inOrder = (a: NodeExecution, b: NodeExecution): number =>
  (a.seq ?? Infinity) === (b.seq ?? Infinity) ? (a.start_date ?? '').localeCompare(b.start_date ?? '') : (a.seq ?? Infinity) - (b.seq ?? Infinity);
