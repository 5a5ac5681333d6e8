import { setImmediate } from 'node:timers/promises';
import { composerApis } from '../../../../shared/contract/all.ts';
import { AppError } from '../../../../shared/errors.ts';
import { apiKey, mergedFields, type SyncDecision, type SyncEntry, type SyncFields } from '../../../../shared/rules/openapi-sync.ts';
import { patiently } from '../../../storage/patience.ts';
import type { Core } from '../../core.ts';
import { implement, type Caller, type Handlers } from '../../domain.ts';
import { notFound } from '../../kinds.ts';
import { newVersion, type Given } from '../fetched/new-version.ts';
import { createSources, shownSource, type Source } from '../fetched/sources.ts';
import { createImported } from '../imported-examples.ts';
import { createDocuments, packed, unpacked, type KeptDocument, type Skipped } from '../openapi/documents.ts';
import type { Progress } from '../openapi/import-document.ts';
import { fromDocumentOf } from '../openapi/from-document.ts';
import { configMaker } from '../openapi/kept-sign-ins.ts';
import { externalAddresses } from '../openapi/references.ts';
import { putServers, serversOf } from '../openapi/server-environments.ts';
import { compare, readBoth, shown, versionOf } from './comparison.ts';
import { restoreRows, rowChanges, type RowChange } from './row-changes.ts';
import { createSyncs, type SyncCounts } from './syncs.ts';

interface Applying {
  readonly id: string;
  readonly document?: string | undefined;
  readonly fetched?: boolean | undefined;
  readonly decisions?: readonly SyncDecision[] | undefined;
  readonly others?: 'accept' | 'skip' | undefined;
  readonly version?: string | undefined;
}

/** A new version of the document from which an API was imported: looked at, taken in as far as it is wanted, and undone. */
export function syncHandlers(core: Core): Handlers {
  const documents = createDocuments(core);
  const sources = createSources(core);
  const syncs = createSyncs(core);
  const apis = core.kinds.of('composerApis');
  const endpoints = core.kinds.of('composerEndpoints');

  /** Of the API's own environment, whoever asks. */
  const inPlace = (id: string, caller: Caller): Caller => ({ ...caller, environment_id: apis.find(id, caller)['environment_id'] as string });

  async function preview({ id, ...given }: Given & { id: string }, caller: Caller, signal: AbortSignal, progress: Progress) {
    const place = inPlace(id, caller);
    const kept = documents.find(id);
    const before = sources.find(id);
    const found = await newVersion(core, given, kept && before, place, signal, progress);
    const isSame = found === undefined || (kept !== undefined && given.fetch !== undefined && given.fetch.always !== true && found.document === (await unpacked(kept.document)));
    if (isSame) {
      if (before) sources.keep(id, { ...before, ...found?.source, fetched_at: new Date(core.now()).toISOString() });
      return { unchanged: true };
    }
    const { document, base, source } = found;
    const read = await readBoth(document, kept, signal, progress);
    if (source) sources.wait(id, { document: await packed(document), source });
    progress(0.8, 'Comparing');
    const entries = compare(core, id, read, caller);
    const changes = entries.map(shown);
    return {
      changes, version: versionOf(entries), has_base: read.base !== undefined, problems: [...found.problems, ...read.problems], fetched: source !== undefined, external: externalAddresses(read.external, base),
      counts: Object.fromEntries(['added', 'changed', 'removed', 'conflict'].map((kind) => [kind, changes.filter((change) => change.kind === kind).length])),
      last_sync: lastOf(id),
    };
  }

  const lastOf = (id: string) => {
    const last = syncs.last(id);
    return last ? { ...last, counts: { ...last.counts } } : null;
  };

  /** The document of a preview: what it fetched, or what it was given. */
  async function documentOf({ id, document, fetched }: Applying): Promise<{ document: string; source?: Source }> {
    if (fetched !== true) {
      if (document === undefined || document.trim() === '') throw new AppError('invalid_input', 'Choose an OpenAPI document');
      return { document };
    }
    const waiting = sources.waiting(id);
    if (!waiting) throw new AppError('conflict', 'What was fetched has been taken in already, or another document was since. Fetch it again.');
    return { document: await unpacked(waiting.document), source: waiting.source };
  }

  /** What is known of the address goes with the document that it gave. */
  function keepSource(id: string, source: Source | undefined): void {
    sources.settle(id);
    if (source?.url !== undefined) sources.keep(id, source);
    else sources.forgetVersion(id);
  }

  async function apply({ decisions = [], others = 'accept', version, ...given }: Applying, caller: Caller, signal: AbortSignal, progress: Progress) {
    const { id } = given;
    apis.find(id, caller);
    const before = documents.find(id);
    const { document, source } = await documentOf(given);
    const read = await readBoth(document, before, signal, progress);
    const packedDocument = await packed(document);
    progress(0.85, 'Storing the changes');
    await setImmediate(); // a cancel that has arrived is heeded before anything is written
    signal.throwIfAborted();
    return patiently(() => core.transaction(() => {
      const entries = compare(core, id, read, caller);
      if (version !== undefined && version !== versionOf(entries)) {
        throw new AppError('conflict', 'The API has been changed since the changes of its document were looked at. Look at them again.');
      }
      const decided = entries.map((entry) => ({ entry, decision: decisionOf(entry, decisions, others) }));
      const accepted = decided.filter(({ decision }) => decision.accept);
      const place = inPlace(id, caller);
      const api = apis.find(id, place);
      const remembered = fromDocumentOf(api);
      const maker = configMaker(core, String(api['name']), read.theirs.security, remembered.auth_configs ?? {}, place);
      const changes = rowChanges(core.db, () => {
        for (const { entry, decision } of accepted) applyOne(entry, decision, id, place, (fields) => maker.settled(fields));
        if (remembered.auth_configs) apis.update(id, { from_document: { ...remembered, auth_configs: maker.ids() } }, place);
        const isApi = accepted.some(({ entry: { change } }) => change.key === apiKey);
        if (remembered.server_variable !== undefined && isApi) putServers(core, serversOf(read.theirs.side.api), remembered.server_variable, place, read.base ? serversOf(read.base.side.api) : []);
      });
      const skipped: Skipped = Object.fromEntries(decided.filter(({ decision }) => !decision.accept).map(({ entry: { change, base } }) => [change.key, base ?? null]));
      documents.keep(id, { document: packedDocument, skipped });
      keepSource(id, source);
      const count = (action: string) => accepted.filter(({ entry: { change } }) => change.action === action).length;
      const counts: SyncCounts = { added: count('add'), changed: count('change'), removed: count('remove'), skipped: decided.length - accepted.length };
      const sync_id = core.rows.newId();
      syncs.add(id, { sync_id, done_at: new Date(core.now()).toISOString(), counts, base: before, changes });
      return { sync_id, ...counts, problems: [...read.problems], external: externalAddresses(read.external, source?.base) };
    }), signal);
  }

  function applyOne(entry: SyncEntry, decision: SyncDecision, api_id: string, place: Caller, settled: (fields: SyncFields) => SyncFields): void {
    const { change, theirs, ours } = entry;
    if (change.action === 'remove') endpoints.remove(ours!['id'] as string, place);
    else if (change.action === 'add') createImported(core, { headers: {}, enabled: true, ...settled(theirs!), api_id }, place);
    else {
      const row = change.key === apiKey ? apis : endpoints;
      row.update(ours!['id'] as string, sealedAgain(settled(mergedFields(entry, decision)), row.find(ours!['id'] as string, place), ours!), place);
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
      const used = sync.changes.filter(isUsedEnvironment);
      const { restored, kept } = restoreRows(core.db, sync.changes.filter((change) => !used.includes(change)));
      core.access.changed();
      keepBase(id, sync.base);
      sources.forgetVersion(id);
      syncs.remove(last.sync_id);
      return { sync_id: last.sync_id, restored, kept: [...kept, ...used.map(({ kind, id }) => ({ kind, id, name: String(core.kinds.of(kind).find(id, caller)['name']), why: 'It is in use.' }))] };
    });
  }

  /** An environment that a sync made, and in which somebody has made something since. */
  const isUsedEnvironment = ({ kind, id, before }: RowChange): boolean =>
    kind === 'environments' && before === null && core.db.prepare('SELECT 1 FROM rows WHERE environment_id = ? LIMIT 1').get(id) !== undefined;

  function keepBase(id: string, base: KeptDocument | undefined): void {
    if (base) documents.keep(id, base);
    else documents.forget(id);
  }

  /** Puts into an API what its document refers to: a sync with the same document, and those beside it. */
  async function fetchReferences(id: string, follow: readonly string[], caller: Caller, signal: AbortSignal, progress: Progress) {
    const kept = documents.find(id);
    if (!kept) throw new AppError('rejected', 'The document of this API is not known here. Sync with it first.');
    const before = sources.find(id);
    const given = { document: await unpacked(kept.document), follow: [...new Set([...(before?.follow ?? []), ...follow])], beside: before };
    const found = (await newVersion(core, given, before, inPlace(id, caller), signal, progress))!;
    sources.wait(id, { document: await packed(found.document), source: { ...before, ...found.source! } });
    const done = await apply({ id, fetched: true }, caller, signal, progress);
    return { ...done, api_id: id, problems: [...found.problems, ...done.problems] };
  }

  const asJob = (kind: string, title: string, caller: Caller, work: (signal: AbortSignal, progress: Progress) => Promise<unknown>) =>
    ({ job_id: core.jobs.start(kind, title, caller, (job) => work(job.signal, (done, note) => job.progress(done, note))) });

  return implement('composerApis', composerApis, {
    async previewOpenapiSync({ async, ...given }, { caller, signal }) {
      return async ? asJob('preview-openapi-sync', 'Compare an OpenAPI document', caller, (...how) => preview(given, caller, ...how)) : preview(given, caller, signal, untold);
    },
    async applyOpenapiSync({ async, ...given }, { caller, signal }) {
      return async ? asJob('apply-openapi-sync', 'Sync with an OpenAPI document', caller, (...how) => apply(given, caller, ...how)) : apply(given, caller, signal, untold);
    },
    async fetchReferences({ id, follow, async }, { caller, signal }) {
      return async ? asJob('fetch-openapi-references', 'Fetch what a document refers to', caller, (...how) => fetchReferences(id, follow, caller, ...how)) : fetchReferences(id, follow, caller, signal, untold);
    },
    undoOpenapiSync: ({ id, sync_id }, { caller }) => undo(id, sync_id, caller),
    documentSync({ id }, { caller }) {
      apis.find(id, caller);
      const source = sources.find(id);
      return { last_sync: lastOf(id), source: source ? shownSource(source) : null };
    },
  });
}

const untold = () => undefined;

/** Of what nobody decided: conflicts are skipped, since accepting one loses something. */
function decisionOf({ change }: SyncEntry, decisions: readonly SyncDecision[], others: 'accept' | 'skip'): SyncDecision {
  return decisions.find(({ key }) => key === change.key) ?? { key: change.key, accept: others === 'accept' && change.kind !== 'conflict' };
}

/** Credentials that stay as they are go back as the marks that stand for them in the row. */
const sealedAgain = (merged: SyncFields, row: SyncFields, ours: SyncFields): Record<string, unknown> => ({ ...merged, ...(merged['auth'] === ours['auth'] ? { auth: row['auth'] } : {}) });
