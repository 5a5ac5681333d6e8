import { mostAtOnce, type EndpointAction } from '../../shared/contract/composer.ts';
import type { Row } from '../../shared/contract/entity.ts';
import { bulk, type BulkResult } from './bulk.ts';
import type { Values } from './list-entity.ts';
import { bulkRemove, remove } from './list-removal.ts';
import { attempt, change, refresh } from './lists.ts';

/** The same done to many endpoints, by one call for hundreds of them. */

type Tell = (result: BulkResult) => void;

/** A platform that has only the calls of the specification is asked once for each. */
const isUnknown = (message: string) => /unknown method/i.test(message);

function oneByOne(rows: readonly Row[], action: EndpointAction, tell: Tell, signal: AbortSignal): Promise<void> {
  return action === 'delete' ? bulkRemove('composerEndpoints', rows, tell, signal) : bulk(rows, (row) => change('composerEndpoints', action, row), tell, signal);
}

/** Tells the result of each; stops before the next call when aborted. `scoped` is the scope of the rows where that is not the one of now. */
export async function changeEndpoints(rows: readonly Row[], action: EndpointAction, tell: Tell, signal = new AbortController().signal, scoped: Values = {}): Promise<void> {
  for (let from = 0; from < rows.length && !signal.aborted; from += mostAtOnce) {
    const some = rows.slice(from, from + mostAtOnce);
    const before = new Map(some.map((row) => [row.id, row]));
    const enabled = action === 'enable';
    const changed = (row: Row): Row => (before.has(row.id) && row['enabled'] !== enabled ? { ...row, enabled } : row);
    const reply = await attempt(
      'composerEndpoints', 'bulkUpdate', { ...scoped, ids: [...before.keys()], action },
      ({ data }) => (action === 'delete' ? data.filter(({ id }) => !before.has(id)) : data.map(changed)),
      ({ data }) => data.map((row) => before.get(row.id) ?? row),
    );
    if (!reply.ok && isUnknown(reply.error.message)) {
      await oneByOne(rows.slice(from), action, tell, signal);
      return;
    }
    const results = reply.ok ? (reply.data as { readonly results: readonly { readonly id: string; readonly error: string | null }[] }).results : [];
    const told = new Map(results.map(({ id, error }) => [id, error]));
    for (const { id } of some) {
      const message = told.get(id);
      tell({ id, error: reply.ok ? (typeof message === 'string' ? { code: 'rejected', message } : null) : reply.error });
    }
    // What could not be done stands in the lists as if it were.
    if (!reply.ok || results.some(({ error }) => error !== null)) for (const api_id of new Set(some.map((row) => row['api_id']))) refresh({ group: 'composerEndpoints', input: { api_id } });
  }
}

/** Deletes endpoints by one call for hundreds of them, with the undo that all kinds have. */
export function removeEndpoints(rows: readonly Row[], when: 'later' | 'now' = 'later'): void {
  remove('composerEndpoints', rows, when, rows.length === 1 ? undefined : (some, tell, scoped) => changeEndpoints(some, 'delete', tell, undefined, scoped));
}
