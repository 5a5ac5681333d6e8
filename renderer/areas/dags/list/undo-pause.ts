import type { Row } from '../../../../shared/contract/entity.ts';
import { setPaused } from '../../../state/dags.ts';
import { bulk, type BulkResult } from '../../../state/bulk.ts';
import { notify, notifyError } from '../../../state/toasts.ts';
import { undoWindow } from '../../../state/undo.ts';
import { dagOf } from '../airflow.ts';

const back = (row: Row) => {
  const { isPaused, pauseReason, pausedUntil } = dagOf(row);
  const isComing = pausedUntil !== null && Date.parse(pausedUntil) > Date.now();
  return setPaused(row, isPaused, { ...(pauseReason === null ? {} : { reason: pauseReason }), ...(isComing ? { until: pausedUntil } : {}) });
};

/** Puts DAGs back as they were before they were paused or resumed, with the reason and the end that they had. */
async function putBack(before: readonly Row[]): Promise<void> {
  const failed: BulkResult[] = [];
  await bulk(before, back, (result) => result.error && failed.push(result));
  if (failed.length === 1) notifyError(failed[0]!.error!);
  else if (failed.length > 1) notify(`${failed.length} of ${before.length} DAGs could not be put back.`, { intent: 'danger', timeout: 0, details: failed.map(({ id, error }) => `${id}: ${error!.message}`).join('\n') });
}

/** Says what was done with DAGs, given as they were before it, and how to take it back. */
export function offerBack(before: readonly Row[], paused: boolean): void {
  const what = before.length === 1 ? dagOf(before[0]!).id : `${before.length.toLocaleString()} DAGs`;
  notify(`${what} ${paused ? 'paused' : 'resumed'}`, { timeout: undoWindow, action: { text: 'Undo', run: () => void putBack(before) } });
}
