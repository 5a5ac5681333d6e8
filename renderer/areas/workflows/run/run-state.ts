import type { executionStates, NodeExecution } from '../../../../shared/contract/workflow-runs.ts';
import { durationText } from '../../../components/rows/duration.ts';

export type ExecutionState = (typeof executionStates)[number];

/** What became of a node over all its items: what matters most, and in words. */
export interface NodeOutcome {
  readonly state: ExecutionState;
  readonly said: string;
  readonly executions: readonly NodeExecution[];
}

const weight: Readonly<Record<ExecutionState, number>> = { waiting: 6, failed: 5, running: 4, cancelled: 3, success: 2, skipped: 1 };

/** By node. */
export function outcomesOf(executions: readonly NodeExecution[]): ReadonlyMap<string, NodeOutcome> {
  return new Map(Array.from(Map.groupBy(executions, ({ node_id }) => node_id), ([id, own]) => {
    const state = own.toSorted((one, other) => weight[other.state] - weight[one.state])[0]!.state;
    const took = own.reduce((sum, { duration_ms }) => sum + (duration_ms ?? 0), 0);
    const alike = own.filter((one) => one.state === state).length;
    const said = own.length > 1 ? `${alike === own.length ? '' : `${alike.toLocaleString()} of `}${own.length.toLocaleString()} items` : own[0]!.taken_from === 'pin' ? 'pinned' : own[0]!.taken_from ? 'taken over' : own[0]!.duration_ms === null || own[0]!.duration_ms === undefined ? '' : durationText(took);
    return [id, { state, said, executions: own }];
  }));
}
