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
  /** What was moved: moves of the same that follow one another are undone together. */
  readonly of: readonly string[];
  /** All endpoints that are put somewhere, as they are now. */
  readonly rows: readonly Row[];
  readonly places: readonly Place[];
  /** The order of the folders of the API; absent where it stays. */
  readonly folders?: readonly string[];
  /** "“Get user” moved to Users: 2 of 5", asked for once it is. */
  readonly said: () => string;
}

const fields = ['api_id', 'folder', 'position'] as const;

/** What undoes a place: of the fields that it sets, what they were. */
const placeBefore = (to: Place, row: Row): Place =>
  Object.fromEntries([['id', to.id], ...fields.filter((field) => field in to).map((field) => [field, row[field] ?? null])]) as Place;

const isUnknown = ({ message }: ErrorValue) => /unknown method/i.test(message);

/** The rows of a list after some of them were put somewhere: each stands where its API is shown. */
function shown({ data, source: { method = 'list', input = {} } }: ListSlice, moved: ReadonlyMap<string, Row>): readonly Row[] {
  const api_id = input['api_id'];
  const belongs = (row: Row) => method !== 'list' || api_id === undefined || row['api_id'] === api_id;
  const missing = new Map(method === 'list' && api_id !== undefined ? moved : []);
  let isSame = true;
  const kept = data.flatMap((row) => {
    missing.delete(row.id);
    const now = moved.get(row.id) ?? row;
    const stays = belongs(now);
    isSame &&= now === row && stays;
    return stays ? [now] : [];
  });
  const come = [...missing.values()].filter(belongs);
  return isSame && come.length === 0 ? data : [...kept, ...come];
}

/** One call for hundreds of them, all of which are shown at once; a platform that has only the calls of the specification is asked once for each. */
async function place(rows: ReadonlyMap<string, Row>, places: readonly Place[]): Promise<Reply> {
  const after = new Map(places.map((to) => [to.id, { ...rows.get(to.id)!, ...to }]));
  let reply: Reply = { ok: true, data: undefined, meta: { source: 'platform', as_of: new Date().toISOString() } };
  for (let from = 0; from < places.length && reply.ok; from += mostAtOnce) {
    const some = places.slice(from, from + mostAtOnce);
    const unsent = new Map(places.slice(from).map(({ id }) => [id, rows.get(id)!]));
    reply = await attempt(group, 'arrange', { endpoints: some }, (slice) => shown(slice, after), (slice) => shown(slice, unsent));
    if (!reply.ok && isUnknown(reply.error)) {
      for (const { id, ...values } of some) reply = await update(group, rows.get(id)!, values);
    }
  }
  return reply;
}

function order(api: Row, folders: readonly string[]): Promise<Reply> {
  const withFolders = (now: unknown) => ({ data }: ListSlice) => data.map((row) => (row.id === api.id ? { ...row, folders: now } : row));
  return attempt('composerApis', 'update', { id: api.id, folders }, withFolders(folders), withFolders(api['folders']));
}

/** What the next move of the same things adds to: one undo takes steps that follow one another back together. */
let last: { readonly toast: number; readonly of: string; readonly back: Arranging } | undefined;

export async function arrange(wanted: Arranging): Promise<boolean> {
  const { api, of, rows, places, folders, said } = wanted;
  const { epoch } = scope();
  const before = new Map(rows.map((row) => [row.id, row]));
  const back: Arranging = {
    api: { ...api, folders: folders ?? api['folders'] }, of, said,
    rows: places.map((to): Row => Object.assign({}, before.get(to.id), to)),
    places: places.map((to) => placeBefore(to, before.get(to.id)!)),
    ...(folders ? { folders: (api['folders'] as readonly string[] | undefined) ?? [] } : {}),
  };
  if (!(await carryOut(wanted)) || scope().epoch !== epoch) return false;
  offerUndo(back);
  return true;
}

async function carryOut({ api, rows, places, folders }: Arranging): Promise<boolean> {
  const known = new Map(rows.map((row) => [row.id, row]));
  const replies = await Promise.all([folders ? order(api, folders) : undefined, places.length > 0 ? place(known, places) : undefined]);
  return replies.every((reply) => reply?.ok !== false);
}

function offerUndo(latest: Arranging): void {
  const of = JSON.stringify(latest.of);
  const goesOn = last?.of === of && useToasts.get().toasts.some(({ id }) => id === last?.toast) ? last : undefined;
  if (goesOn) dismissToast(goesOn.toast);
  const back = goesOn ? both(latest, goesOn.back) : latest;
  last = { of, back, toast: notify(latest.said(), { action: { text: 'Undo', run: () => void undo(back) } }) };
}

const byId = (places: readonly Place[]) => new Map(places.map((to) => [to.id, to]));

/** Takes back two moves at once: how things are now is what the later one knows, how they were what the earlier one does. */
function both(later: Arranging, earlier: Arranging): Arranging {
  const [now, then] = [byId(later.places), byId(earlier.places)];
  const rows = new Map([...earlier.rows, ...later.rows].map((row) => [row.id, row]));
  const folders = earlier.folders ?? later.folders;
  return { ...later, rows: [...rows.values()], places: [...rows.keys()].map((id): Place => Object.assign({ id }, now.get(id), then.get(id))), ...(folders ? { folders } : {}) };
}

async function undo(back: Arranging): Promise<void> {
  last = undefined;
  if (await carryOut(back)) notify('Moved back', { intent: 'success' });
}
