import { mostAtOnce, type Place } from '../../shared/contract/composer.ts';
import type { Row } from '../../shared/contract/entity.ts';
import type { ErrorValue } from '../../shared/errors.ts';
import type { Reply } from '../../shared/rpc.ts';
import { attempt, update, type ListSlice } from './lists.ts';
import { scope } from './session.ts';
import { dismissToast, notify, useToasts } from './toasts.ts';

/** Puts endpoints into folders, an order, or another API, and the folders of an API into an order; all of it can be undone. */

const group = 'composerEndpoints';

export interface Arranging {
  readonly api: Row;
  /** All endpoints that are put somewhere, as they are now. */
  readonly rows: readonly Row[];
  readonly places: readonly Place[];
  /** The order of the folders of the API; absent where it stays. */
  readonly folders?: readonly string[];
  /** "“Get user” moved to Users: 2 of 5". */
  readonly said: string;
}

const fields = ['api_id', 'folder', 'position'] as const;

/** What undoes a place: of the fields that it sets, what they were. */
const placeBefore = (to: Place, row: Row): Place =>
  Object.fromEntries([['id', to.id], ...fields.filter((field) => field in to).map((field) => [field, row[field] ?? null])]) as Place;

const isUnknown = ({ message }: ErrorValue) => /unknown method/i.test(message);

/** The rows of a list after some of them were put somewhere: each stands where its API is shown. */
function shown({ data, source: { method = 'list', input = {} } }: ListSlice, moved: ReadonlyMap<string, Row>): readonly Row[] {
  const api_id = input['api_id'];
  const belongs = (row: Row) => api_id === undefined || row['api_id'] === api_id;
  const known = new Set(data.map(({ id }) => id));
  const kept = data.flatMap((row) => {
    const now = moved.get(row.id) ?? row;
    return method !== 'list' || belongs(now) ? [now] : [];
  });
  return method === 'list' && api_id !== undefined ? [...kept, ...[...moved.values()].filter((row) => !known.has(row.id) && belongs(row))] : kept;
}

/** One call for hundreds of them; a platform that has only the calls of the specification is asked once for each. */
async function place(rows: ReadonlyMap<string, Row>, places: readonly Place[]): Promise<Reply> {
  let reply: Reply = { ok: true, data: undefined, meta: { source: 'platform', as_of: new Date().toISOString() } };
  for (let from = 0; from < places.length && reply.ok; from += mostAtOnce) {
    const some = places.slice(from, from + mostAtOnce);
    const before = new Map(some.map(({ id }) => [id, rows.get(id)!]));
    const after = new Map(some.map((to) => [to.id, { ...before.get(to.id)!, ...to }]));
    reply = await attempt(group, 'arrange', { endpoints: some }, (slice) => shown(slice, after), (slice) => shown(slice, before));
    if (!reply.ok && isUnknown(reply.error)) {
      for (const { id, ...values } of some) reply = await update(group, before.get(id)!, values);
    }
  }
  return reply;
}

function order(api: Row, folders: readonly string[]): Promise<Reply> {
  const withFolders = (now: unknown) => ({ data }: ListSlice) => data.map((row) => (row.id === api.id ? { ...row, folders: now } : row));
  return attempt('composerApis', 'update', { id: api.id, folders }, withFolders(folders), withFolders(api['folders']));
}

/** What the next move of the same things adds to: one undo takes steps that follow one another back together. */
let last: { readonly toast: number; readonly ids: string; readonly before: Arranging } | undefined;

export async function arrange(wanted: Arranging): Promise<boolean> {
  const { api, rows, places, folders, said } = wanted;
  const { epoch } = scope();
  const before = new Map(rows.map((row) => [row.id, row]));
  const replies = await Promise.all([folders ? order(api, folders) : undefined, places.length > 0 ? place(before, places) : undefined]);
  if (scope().epoch !== epoch || replies.some((reply) => reply?.ok === false)) return false;
  const back: Arranging = {
    api: { ...api, folders: folders ?? api['folders'] },
    rows: places.map((to): Row => Object.assign({}, before.get(to.id), to)),
    places: places.map((to) => placeBefore(to, before.get(to.id)!)),
    ...(folders ? { folders: (api['folders'] as readonly string[] | undefined) ?? [] } : {}),
    said: 'Moved back',
  };
  offerUndo(back, said);
  return true;
}

function offerUndo(back: Arranging, said: string): void {
  const ids = JSON.stringify([back.places.map(({ id }) => id), back.folders !== undefined]);
  const goesOn = last?.ids === ids && useToasts.get().toasts.some(({ id }) => id === last?.toast) ? last : undefined;
  if (goesOn) dismissToast(goesOn.toast);
  const before = goesOn ? { ...back, places: goesOn.before.places, ...(goesOn.before.folders ? { folders: goesOn.before.folders } : {}) } : back;
  last = { ids, before, toast: notify(said, { action: { text: 'Undo', run: () => void undo(before) } }) };
}

async function undo(before: Arranging): Promise<void> {
  last = undefined;
  const { api, rows, places, folders } = before;
  const known = new Map(rows.map((row) => [row.id, row]));
  const replies = await Promise.all([folders ? order(api, folders) : undefined, places.length > 0 ? place(known, places) : undefined]);
  if (replies.every((reply) => reply?.ok !== false)) notify('Moved back', { intent: 'success' });
}
