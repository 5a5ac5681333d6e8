import { AppError } from '../../../../shared/errors.ts';
import type { WorkflowGraph } from '../../../../shared/rules/workflow-graph.ts';
import { downstreamOf, planOf } from './plan.ts';
import type { StoredExecution } from './run-store.ts';

/** What a new run takes of an earlier one, so that it need not run it again. */

export interface ForkPoint {
  readonly run_id: string;
  /** The first node that runs again. */
  readonly node_id?: string | null | undefined;
  /** `<run>.<seq>`: all that had ended by then is taken. */
  readonly checkpoint_id?: string | null | undefined;
}

export const checkpointId = (run_id: string, seq: number): string => `${run_id}.${seq}`;

/** The executions to be taken, which say from where they are. Throws `invalid_input` for a point that is none of this run. */
export function takenAt(executions: readonly StoredExecution[], graph: WorkflowGraph, { run_id, node_id, checkpoint_id }: ForkPoint): StoredExecution[] {
  const plan = planOf(graph);
  const planned = new Set(plan.nodes.map(({ id }) => id));
  const upTo = checkpoint_id ? seqOf(checkpoint_id, run_id) : Infinity;
  if (node_id && !planned.has(node_id)) throw new AppError('invalid_input', `The graph has no node “${node_id}” to run from.`);
  const { behind, loops } = node_id ? downstreamOf(plan, node_id) : { behind: new Set<string>(), loops: new Set<string>() };

  /** Loops of which an item had come to something by then. */
  const scopeOf = new Map(plan.nodes.map(({ id, scope }) => [id, scope]));
  const begun = new Set(executions.filter(({ shown }) => (shown.seq ?? Infinity) <= upTo && shown.iteration !== '').map(({ shown }) => keyOf(scopeOf.get(shown.node_id) ?? '', shown.iteration.split('.').slice(0, -1).join('.'))));

  return executions.flatMap(({ shown, ...values }): StoredExecution[] => {
    const from = { ...shown, taken_from: shown.taken_from ?? run_id };
    const { node_id: id, state } = shown;
    if (!planned.has(id) || id === node_id) return [];
    // A loop around the point goes through the same items once more, of which most have ended.
    const isWhole = state === 'success' && !loops.has(id) && (shown.seq ?? Infinity) <= upTo;
    const isOpen = values.memo.items !== undefined && !isWhole && (!behind.has(id) || loops.has(id)) && begun.has(keyOf(id, shown.iteration));
    if (isOpen) return [{ ...values, output: null, shown: { node_id: id, iteration: shown.iteration, state: 'running', start_date: shown.start_date, attempts: 1, input_preview: shown.input_preview ?? null } }];
    const isTaken = (state === 'success' || state === 'skipped' || values.memo.goes_on === true) && (shown.seq ?? Infinity) <= upTo && !behind.has(id);
    return isTaken ? [{ ...values, shown: from }] : [];
  });
}

const keyOf = (id: string, iteration: string): string => `${iteration} ${id}`;

function seqOf(checkpoint_id: string, run_id: string): number {
  const seq = Number(checkpoint_id.slice(run_id.length + 1));
  if (!checkpoint_id.startsWith(`${run_id}.`) || !Number.isInteger(seq) || seq < 1) throw new AppError('invalid_input', `“${checkpoint_id.slice(0, 100)}” is no checkpoint of this run.`);
  return seq;
}
