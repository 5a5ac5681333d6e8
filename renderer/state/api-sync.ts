import type { z } from 'zod';
import type { JobState } from '../../shared/contract/jobs.ts';
import { syncApplied, syncPreview, syncState, type syncChange, type syncDecision, type syncUndone } from '../../shared/contract/openapi-sync.ts';
import type { Auth } from '../../shared/contract/http.ts';
import type { ErrorValue } from '../../shared/errors.ts';
import { api } from '../api/client.ts';
import { defineState } from './define-state.ts';
import { followJob } from './jobs.ts';
import { listNow, refresh, useLists, type Source } from './lists.ts';
import { scope, useSession } from './session.ts';
import { notify } from './toasts.ts';

/** Syncs of APIs with new versions of their documents: the document, what it changes, what was decided, and what came of it. */

export type SyncChange = z.infer<typeof syncChange>;
export type SyncPreview = z.infer<typeof syncPreview>;
export type SyncApplied = z.infer<typeof syncApplied>;
export type SyncUndone = z.infer<typeof syncUndone>;
export type Side = 'ours' | 'theirs';

/** What a person decided otherwise than by default. */
export interface Decision {
  readonly accept: boolean;
  /** Of fields in conflict. */
  readonly fields: Readonly<Record<string, Side>>;
}

/** What an API is compared with. */
export interface Given {
  /** Of the file, or its address; empty for what was pasted. */
  readonly name: string;
  readonly document?: string;
  /** The document at this address, or at the one that the API has. */
  readonly fetch?: { readonly url?: string; readonly auth?: Auth; readonly always?: boolean };
  /** Origins from which what it refers to is fetched, too. */
  readonly follow?: readonly string[];
}

export interface Review {
  readonly given: Given | null;
  /** What compares or applies; null while neither goes on. */
  readonly job: string | null;
  readonly preview: SyncPreview | null;
  /** The address has nothing newer than what was taken in. */
  readonly unchanged: boolean;
  readonly decisions: Readonly<Record<string, Decision>>;
  readonly applied: SyncApplied | null;
  readonly undone: SyncUndone | null;
  readonly failure: ErrorValue | null;
}

const begun: Review = { given: null, job: null, preview: null, unchanged: false, decisions: {}, applied: null, undone: null, failure: null };

/** By API; it outlives the tab in which it was begun. */
export const useSyncs = defineState<{ reviews: Readonly<Record<string, Review>> }>(() => ({ reviews: {} }));

useSession.subscribe((now, before) => {
  if (now.scope.epoch !== before.scope.epoch) useSyncs.set((draft) => void (draft.reviews = {}));
});

export const reviewOf = (reviews: Readonly<Record<string, Review>>, id: string): Review => reviews[id] ?? begun;

/** Reviews are replaced and frozen, never drafted: a document is long, and its changes are many. */
function put(id: string, values: Partial<Review>): void {
  const { reviews } = useSyncs.get();
  const next = Object.freeze({ ...reviewOf(reviews, id), ...values });
  useSyncs.set((draft) => {
    (draft as { reviews: Readonly<Record<string, Review>> }).reviews = Object.freeze({ ...reviews, [id]: next });
  });
}

const inScope = () => {
  const { tenant_id, environment_id } = scope();
  return { tenant_id, environment_id };
};

/** Forgets the document and what was decided. */
export const leaveReview = (id: string): void => put(id, begun);

/** What is accepted where nobody said otherwise: all but conflicts, since accepting one loses something. */
export const acceptedByDefault = ({ kind }: SyncChange): boolean => kind !== 'conflict';
export const isAccepted = (decisions: Review['decisions'], change: SyncChange): boolean => decisions[change.key]?.accept ?? acceptedByDefault(change);

export function decide(id: string, changes: readonly SyncChange[], accept: boolean): void {
  const { decisions } = reviewOf(useSyncs.get().reviews, id);
  const decided = changes.map(({ key }) => [key, { accept, fields: decisions[key]?.fields ?? {} }] as const);
  put(id, { decisions: { ...decisions, ...Object.fromEntries(decided) } });
}

/** Chooses a side for a field in conflict; whoever takes the document's accepts the change. */
export function chooseSide(id: string, change: SyncChange, field: string, side: Side): void {
  const { decisions } = reviewOf(useSyncs.get().reviews, id);
  const before = decisions[change.key];
  const accept = side === 'theirs' || (before?.accept ?? acceptedByDefault(change));
  put(id, { decisions: { ...decisions, [change.key]: { accept, fields: { ...before?.fields, [field]: side } } } });
}

/** Only what differs from the default is sent: an API can have ten thousand changes. */
export function decisionsToSend(changes: readonly SyncChange[], decisions: Review['decisions']): z.input<typeof syncDecision>[] {
  return changes.flatMap((change) => {
    const decision = decisions[change.key];
    if (!decision) return [];
    const fields = Object.entries(decision.fields).length > 0 ? { fields: { ...decision.fields } } : {};
    return decision.accept === acceptedByDefault(change) && !('fields' in fields) ? [] : [{ key: change.key, accept: decision.accept, ...fields }];
  });
}

/** Starts a job and shows what came of it, unless another was started since; a job that fails or is cancelled says so itself. */
function follow(id: string, job: string, take: (result: unknown) => Partial<Review>): void {
  put(id, { job, failure: null });
  followJob(job, (done: JobState) => {
    if (reviewOf(useSyncs.get().reviews, id).job === job) put(id, { job: null, ...take(done.result) });
  });
}

const looked = (preview: SyncPreview): Partial<Review> => (preview.unchanged === true ? { unchanged: true } : { preview });

/** Compares a document with the API; both it and what comes of it are kept for the review. */
export async function compareDocument(id: string, given: Given): Promise<void> {
  const { epoch } = scope();
  put(id, { ...begun, given });
  const { document, fetch, follow: origins } = given;
  const reply = await api.composerApis.previewOpenapiSync({
    ...inScope(), id, async: true, ...(document === undefined ? {} : { document }), ...(fetch ? { fetch } : {}), ...(origins ? { follow: [...origins] } : {}),
  });
  if (scope().epoch !== epoch) return;
  if (!reply.ok) return put(id, { failure: reply.error });
  const { job_id } = reply.data;
  const take = (result: unknown) => {
    if (fetch) refresh(documentSyncOf(id));
    return looked(syncPreview.parse(result));
  };
  if (job_id === undefined) return put(id, take(reply.data));
  follow(id, job_id, take);
}

/** Where an API's document is from, and its last sync; a platform that does not say has none. */
export type DocumentSync = z.infer<typeof syncState>;
export const documentSyncIn = (row: unknown): DocumentSync => syncState.safeParse(row).data ?? {};
export const documentSyncOf = (id: string): Source => ({ group: 'composerApis', method: 'documentSync', input: { id } });

/** Everything that a sync can have changed is read anew, where somebody looks at it. */
function readAnew(id: string): void {
  refresh({ group: 'composerApis', method: 'get', input: { id } });
  refresh(documentSyncOf(id));
  for (const { source } of Object.values(useLists.get().slices)) {
    if (source.group === 'composerEndpoints' && listNow(source).meta) refresh(source);
  }
}

function applied(id: string, result: unknown): Partial<Review> {
  const done = syncApplied.parse(result);
  readAnew(id);
  notify(`Synced: ${countsText(done)}`, { intent: 'success', timeout: 0, action: { text: 'Undo', run: () => void undoSync(id, done.sync_id) } });
  return { applied: done, preview: null, given: null, decisions: {} };
}

/** "3 added, 1 changed, 2 skipped". */
export function countsText({ added = 0, changed = 0, removed = 0, skipped = 0 }: Pick<SyncApplied, 'added' | 'changed' | 'removed' | 'skipped'>): string {
  const parts = [[added, 'added'], [changed, 'changed'], [removed, 'removed'], [skipped, 'skipped']] as const;
  return parts.filter(([count]) => count > 0).map(([count, word]) => `${count.toLocaleString()} ${word}`).join(', ') || 'nothing changed';
}

/** Takes in what was accepted. Refused where the API was changed since the review began. */
export async function applySync(id: string): Promise<void> {
  const { epoch } = scope();
  const { given, preview, decisions } = reviewOf(useSyncs.get().reviews, id);
  if (!preview) return;
  const what = preview.fetched === true ? { fetched: true } : { document: given?.document ?? '' };
  const sent = decisionsToSend(preview.changes ?? [], decisions);
  const reply = await api.composerApis.applyOpenapiSync({
    ...inScope(), id, ...what, async: true, others: 'accept', decisions: sent, ...(preview.version === undefined ? {} : { version: preview.version }),
  });
  if (scope().epoch !== epoch) return;
  if (!reply.ok) return put(id, { failure: reply.error });
  const { job_id } = reply.data;
  if (job_id === undefined) return put(id, applied(id, reply.data));
  follow(id, job_id, (result) => applied(id, result));
}

/** Puts back what the last sync changed, and says what was edited since and stays. */
export async function undoSync(id: string, sync_id?: string): Promise<void> {
  const { epoch } = scope();
  const reply = await api.composerApis.undoOpenapiSync({ ...inScope(), id, ...(sync_id === undefined ? {} : { sync_id }) });
  if (scope().epoch !== epoch) return;
  if (!reply.ok) {
    put(id, { failure: reply.error });
    return void notify(reply.error.message, { intent: 'danger', timeout: 0 });
  }
  put(id, { ...begun, undone: reply.data });
  readAnew(id);
  const kept = reply.data.kept?.length ?? 0;
  notify(`The sync is undone${kept > 0 ? `; ${kept.toLocaleString()} edited since stay as they are` : ''}`, { intent: 'success' });
}
