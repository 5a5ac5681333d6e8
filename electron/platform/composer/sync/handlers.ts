import { setImmediate } from 'node:timers/promises';
import { composerApis } from '../../../../shared/contract/all.ts';
import { AppError } from '../../../../shared/errors.ts';
import { apiKey, mergedFields, type SyncDecision, type SyncEntry, type SyncFields } from '../../../../shared/rules/openapi-sync.ts';
import type { Core } from '../../core.ts';
import { implement, type Caller, type Handlers } from '../../domain.ts';
import { notFound } from '../../kinds.ts';
import { createDocuments, packed, type KeptDocument, type Skipped } from '../openapi/documents.ts';
import type { Progress } from '../openapi/import-document.ts';
import { compare, readBoth, shown, versionOf } from './comparison.ts';
import { restoreRows, rowChanges } from './row-changes.ts';
import { createSyncs, type SyncCounts } from './syncs.ts';

interface Applying {
  readonly id: string;
  readonly document: string;
  readonly decisions?: readonly SyncDecision[] | undefined;
  readonly others?: 'accept' | 'skip' | undefined;
  readonly version?: string | undefined;
}

/** A new version of the document from which an API was imported: looked at, taken in as far as it is wanted, and undone. */
export function syncHandlers(core: Core): Handlers {
  const documents = createDocuments(core);
  const syncs = createSyncs(core);
  const apis = core.kinds.of('composerApis');
  const endpoints = core.kinds.of('composerEndpoints');

  async function preview(id: string, document: string, caller: Caller, signal: AbortSignal, progress: Progress) {
    apis.find(id, caller);
    const read = await readBoth(document, documents.find(id), signal, progress);
    progress(0.8, 'Comparing');
    const entries = compare(core, id, read, caller);
    const changes = entries.map(shown);
    const last = syncs.last(id);
    return {
      changes, version: versionOf(entries), has_base: read.base !== undefined, problems: [...read.problems],
      counts: Object.fromEntries(['added', 'changed', 'removed', 'conflict'].map((kind) => [kind, changes.filter((change) => change.kind === kind).length])),
      last_sync: last ? { ...last, counts: { ...last.counts } } : null,
    };
  }

  async function apply({ id, document, decisions = [], others = 'accept', version }: Applying, caller: Caller, signal: AbortSignal, progress: Progress) {
    apis.find(id, caller);
    const before = documents.find(id);
    const read = await readBoth(document, before, signal, progress);
    const packedDocument = await packed(document);
    progress(0.85, 'Storing the changes');
    await setImmediate(); // a cancel that has arrived is heeded before anything is written
    signal.throwIfAborted();
    return core.transaction(() => {
      const entries = compare(core, id, read, caller);
      if (version !== undefined && version !== versionOf(entries)) {
        throw new AppError('conflict', 'The API has been changed since the changes of its document were looked at. Look at them again.');
      }
      const decided = entries.map((entry) => ({ entry, decision: decisionOf(entry, decisions, others) }));
      const accepted = decided.filter(({ decision }) => decision.accept);
      const place = { ...caller, environment_id: apis.find(id, caller)['environment_id'] as string };
      const changes = rowChanges(core.db, () => {
        for (const { entry, decision } of accepted) applyOne(entry, decision, id, place);
      });
      const skipped: Skipped = Object.fromEntries(decided.filter(({ decision }) => !decision.accept).map(({ entry: { change, base } }) => [change.key, base ?? null]));
      documents.keep(id, { document: packedDocument, skipped });
      const count = (action: string) => accepted.filter(({ entry: { change } }) => change.action === action).length;
      const counts: SyncCounts = { added: count('add'), changed: count('change'), removed: count('remove'), skipped: decided.length - accepted.length };
      const sync_id = core.rows.newId();
      syncs.add(id, { sync_id, done_at: new Date(core.now()).toISOString(), counts, base: before, changes });
      return { sync_id, ...counts, problems: [...read.problems] };
    });
  }

  function applyOne(entry: SyncEntry, decision: SyncDecision, api_id: string, place: Caller): void {
    const { change, theirs, ours } = entry;
    if (change.action === 'remove') endpoints.remove(ours!['id'] as string, place);
    else if (change.action === 'add') endpoints.create({ headers: {}, enabled: true, ...theirs, api_id }, place);
    else {
      const row = change.key === apiKey ? apis : endpoints;
      row.update(ours!['id'] as string, sealedAgain(mergedFields(entry, decision), row.find(ours!['id'] as string, place), ours!), place);
    }
  }

  function undo(id: string, sync_id: string | undefined, caller: Caller) {
    apis.find(id, caller);
    const last = syncs.last(id);
    if (!last) throw new AppError('rejected', 'There is no sync of this API to undo.');
    if (sync_id !== undefined && sync_id !== last.sync_id) throw new AppError('conflict', 'There was another sync after this one, or it has been undone. Undo the last one first.');
    return core.transaction(() => {
      const sync = syncs.read(last.sync_id);
      if (!sync) throw notFound('sync', last.sync_id);
      const { restored, kept } = restoreRows(core.db, sync.changes);
      keepBase(id, sync.base);
      syncs.remove(last.sync_id);
      return { sync_id: last.sync_id, restored, kept };
    });
  }

  function keepBase(id: string, base: KeptDocument | undefined): void {
    if (base) documents.keep(id, base);
    else documents.forget(id);
  }

  return implement('composerApis', composerApis, {
    async previewOpenapiSync({ id, document, async }, { caller, signal }) {
      if (!async) return preview(id, document, caller, signal, () => undefined);
      return { job_id: core.jobs.start('preview-openapi-sync', 'Compare an OpenAPI document', caller, (job) => preview(id, document, caller, job.signal, (done, note) => job.progress(done, note))) };
    },
    async applyOpenapiSync({ async, ...given }, { caller, signal }) {
      if (!async) return apply(given, caller, signal, () => undefined);
      return { job_id: core.jobs.start('apply-openapi-sync', 'Sync with an OpenAPI document', caller, (job) => apply(given, caller, job.signal, (done, note) => job.progress(done, note))) };
    },
    undoOpenapiSync: ({ id, sync_id }, { caller }) => undo(id, sync_id, caller),
  });
}

/** Of what nobody decided: conflicts are skipped, since accepting one loses something. */
function decisionOf({ change }: SyncEntry, decisions: readonly SyncDecision[], others: 'accept' | 'skip'): SyncDecision {
  return decisions.find(({ key }) => key === change.key) ?? { key: change.key, accept: others === 'accept' && change.kind !== 'conflict' };
}

/** Credentials that stay as they are go back as the marks that stand for them in the row. */
const sealedAgain = (merged: SyncFields, row: SyncFields, ours: SyncFields): Record<string, unknown> => ({ ...merged, ...(merged['auth'] === ours['auth'] ? { auth: row['auth'] } : {}) });
