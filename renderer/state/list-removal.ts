import type { Row } from '../../shared/contract/entity.ts';
import { bulk, type BulkResult } from './bulk.ts';
import { defineState } from './define-state.ts';
import { kindOf, sentence, titleOf, type Values } from './list-entity.ts';
import { scopeInput, sendRemoval } from './lists.ts';
import { notify, notifyError } from './toasts.ts';
import { offerUndo } from './undo.ts';

/** The removal of rows, which can be taken back for as long as it has not been sent. */

interface Removals {
  /** By group, the ids of rows that are hidden because their removal is about to be sent. */
  leaving: Readonly<Record<string, ReadonlySet<string>>>;
}

export const useRemovals = defineState<Removals>(() => ({ leaving: {} }));

const none: ReadonlySet<string> = new Set();

/** Rows that are hidden because their removal is about to be sent. */
export const useLeaving = (group: string): ReadonlySet<string> => useRemovals(({ leaving }) => leaving[group] ?? none);

function setLeaving(group: string, change: (ids: Set<string>) => void): void {
  const { leaving } = useRemovals.get();
  const ids = new Set(leaving[group]);
  change(ids);
  useRemovals.set((draft) => {
    draft.leaving = { ...leaving, [group]: Object.freeze(ids) };
  });
}

/** Sends the removal of rows of the scope in which they were removed, and tells what came of each. */
export type Removal = (rows: readonly Row[], tell: (result: BulkResult) => void, scoped: Values) => Promise<void>;

/**
 * Removes rows: they are hidden at once, and the calls are sent when the undo window has passed, on leaving, or now. What
 * cannot be removed comes back, with the server's words. `sent` is for a kind of which many go in one call.
 */
export function remove(group: string, rows: readonly Row[], when: 'later' | 'now' = 'later', sent?: Removal): void {
  const { one, many, removal } = kindOf(group);
  const carryOut: Removal = sent ?? ((some, tell, scoped) => bulk(some, (row) => sendRemoval(group, row, scoped), tell));
  const scoped = scopeInput();
  const show = () => setLeaving(group, (ids) => rows.forEach(({ id }) => ids.delete(id)));
  const commit = async () => {
    const failed: BulkResult[] = [];
    await carryOut(rows, (result) => result.error && failed.push(result), scoped);
    show();
    if (failed.length === 1) notifyError(failed[0]!.error!);
    else if (failed.length > 1) sayFailed(failed);
  };
  const sayFailed = (failed: readonly BulkResult[]) => {
    const ids = new Set(failed.map(({ id }) => id));
    notify(`${failed.length.toLocaleString()} of ${rows.length.toLocaleString()} ${many} could not be ${removal.done}`, {
      intent: 'danger', timeout: 0, details: failed.map(({ id, error }) => `${id}: ${error!.message}`).join('\n'),
      action: { text: 'Try again', run: () => remove(group, rows.filter(({ id }) => ids.has(id)), 'now', sent) },
    });
  };
  setLeaving(group, (ids) => rows.forEach(({ id }) => ids.add(id)));
  if (when === 'now') return void commit();
  const what = rows.length === 1 ? `${sentence(one)} “${titleOf(rows[0]!)}”` : `${rows.length} ${many}`;
  offerUndo({ message: `${what} ${removal.done}`, undo: show, commit: () => void commit() });
}

export function bulkRemove(group: string, rows: readonly Row[], tell: (result: BulkResult) => void, signal: AbortSignal): Promise<void> {
  const scoped = scopeInput();
  return bulk(rows, (row) => sendRemoval(group, row, scoped), tell, signal);
}
