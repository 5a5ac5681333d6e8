import { changeInstances, refreshDesk, type InstanceDeed, type InstanceKey, type TaskInstance } from '../../../state/dag-desk.ts';
import { notify, notifyError } from '../../../state/toasts.ts';
import { countOf, instanceWords } from './instance-words.ts';

/** Deeds that bring instances back to the states that they had; those in other states cannot be brought back, and are left out. */
export function deedsBack(before: readonly TaskInstance[]): ReadonlyMap<InstanceDeed, readonly InstanceKey[]> {
  const back = new Map<InstanceDeed, InstanceKey[]>();
  for (const { state, dag_run_id, task_id, map_index } of before) {
    const deed = state === 'success' || state === 'failed' || state === 'skipped' ? state : null;
    if (deed === null) continue;
    const keys = back.get(deed) ?? [];
    keys.push({ dag_run_id, task_id, ...(map_index >= 0 ? { map_index } : {}) });
    back.set(deed, keys);
  }
  return back;
}

const alone = { include_upstream: false, include_downstream: false, only_failed: false };

/** Says that it is done, and offers to mark each instance as what it was before. */
export function tellDone(dag_id: string, deed: InstanceDeed, before: readonly TaskInstance[]): void {
  const back = deedsBack(before);
  const known = [...back.values()].reduce((sum, keys) => sum + keys.length, 0);
  const undo = async () => {
    for (const [state, keys] of back) {
      const reply = await changeInstances(dag_id, state, keys, alone, false);
      if (!reply.ok) notifyError(reply.error);
    }
    refreshDesk(dag_id);
  };
  const left = before.length - known;
  notify(`${countOf(before.length, 'task instance')} ${instanceWords[deed].done}`, {
    intent: 'success',
    ...(known > 0 ? { action: { text: left === 0 ? 'Undo' : `Undo for ${known.toLocaleString()}`, run: () => void undo() }, timeout: 8000 } : {}),
  });
}
