import type { InstanceEvent } from './event-store.ts';
import type { InstanceState } from './run-store.ts';

/** What a person says that task instances have come to. */
export type End = 'success' | 'failed' | 'skipped';

/** The history that a person makes of task instances: what each was, and what it is now; null where it is to run again. */
export const changesOf = (before: readonly Pick<InstanceState, 'task_id' | 'map_index' | 'try_number' | 'state'>[], to: End | null): InstanceEvent[] =>
  before.map(({ task_id, map_index, try_number, state }) => ({
    task_id, map_index, try_number: try_number > 0 ? try_number : undefined, extra: JSON.stringify({ from: state === 'none' ? null : state, to }),
  }));
