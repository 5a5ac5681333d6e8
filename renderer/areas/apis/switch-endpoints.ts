import type { Row } from '../../../shared/contract/entity.ts';
import { changeEndpoints } from '../../state/endpoint-changes.ts';
import type { BulkResult } from '../../state/bulk.ts';
import { change } from '../../state/lists.ts';
import { titleOf } from '../../state/list-entity.ts';
import { notify } from '../../state/toasts.ts';

/** An endpoint that says nothing of it is enabled. */
export const isEnabled = (row: Row): boolean => row['enabled'] !== false;

/** Enables or disables endpoints [S-010], and offers the way back. */
export async function switchEndpoints(rows: readonly Row[], on: boolean): Promise<void> {
  const changing = rows.filter((row) => isEnabled(row) !== on);
  if (changing.length === 0) return;
  const results: BulkResult[] = [];
  const action = on ? 'enable' : 'disable';
  const [only] = changing;
  if (only && changing.length === 1) {
    const reply = await change('composerEndpoints', action, only);
    results.push({ id: only.id, error: reply.ok ? null : reply.error });
  } else await changeEndpoints(changing, action, (result) => results.push(result));
  const failed = results.filter(({ error }) => error !== null);
  const done = changing.filter(({ id }) => !failed.some((result) => result.id === id)).map((row) => Object.assign({}, row, { enabled: on }));
  const word = on ? 'enabled' : 'disabled';
  const undo = { text: 'Undo', run: () => void switchEndpoints(done, !on) };
  if (done.length > 0) notify(done.length === 1 ? `“${titleOf(done[0]!)}” ${word}` : `${done.length.toLocaleString()} endpoints ${word}`, { action: undo });
  if (failed.length === 0) return;
  const details = failed.map(({ id, error }) => `${titleOf(changing.find((row) => row.id === id)!)}: ${error?.message ?? ''}`).join('\n');
  notify(failed.length === 1 ? (failed[0]?.error?.message ?? '') : `${failed.length.toLocaleString()} endpoints could not be ${word}`, { intent: 'danger', timeout: 0, details });
}
