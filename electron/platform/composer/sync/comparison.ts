import { createHash } from 'node:crypto';
import { apiKey, compareSync, type FieldChange, type SyncEntry, type SyncFields, type SyncSide } from '../../../../shared/rules/openapi-sync.ts';
import type { Core } from '../../core.ts';
import type { Caller } from '../../domain.ts';
import type { Row } from '../../rows.ts';
import { unpacked, type KeptDocument, type Skipped } from '../openapi/documents.ts';
import { asRemembered, fromDocumentOf } from '../openapi/from-document.ts';
import type { Imported, Problem, SchemesUsed } from '../openapi/imported.ts';
import type { Progress } from '../openapi/import-document.ts';
import { importInThread } from '../openapi/import-in-thread.ts';

/** A document, and by which schemes its parts sign in. */
export interface SideRead {
  readonly side: SyncSide;
  readonly security: SchemesUsed;
}

/** The documents of a comparison, read outside of the database's turn. */
export interface Read {
  readonly base: SideRead | undefined;
  readonly theirs: SideRead;
  readonly problems: readonly Problem[];
  /** Documents that the new one refers to, and that are not in it. */
  readonly external: readonly string[];
}

export async function readBoth(document: string, kept: KeptDocument | undefined, signal: AbortSignal, progress: Progress): Promise<Read> {
  const { problems, external, ...theirs } = await importInThread(document, signal, { onProgress: (done, note) => progress(0.45 * done, note) });
  const base = kept && (await importInThread(await unpacked(kept.document), signal, { onProgress: (done) => progress(0.45 + 0.35 * done, 'Reading the document of before') }));
  return { base: base && { side: baseOf(base, kept.skipped), security: base.security }, theirs: { side: sideOf(theirs), security: theirs.security }, problems, external };
}

const sideOf = ({ api, endpoints }: Pick<Imported, 'api' | 'endpoints'>): SyncSide => ({ api: { ...api }, endpoints: endpoints.map((endpoint) => ({ ...endpoint })) });

/** The last document, with what was skipped of it as it was before, so that it is offered again. */
function baseOf(imported: Imported, skipped: Skipped): SyncSide {
  const { api, endpoints } = sideOf(imported);
  const keys = new Set(endpoints.map((endpoint) => endpoint['operation_key'] as string));
  const extra = Object.entries(skipped).flatMap(([key, before]) => (key === apiKey || keys.has(key) || before === null ? [] : [before]));
  const still = endpoints.flatMap((endpoint) => {
    const before = skipped[endpoint['operation_key'] as string];
    return before === undefined ? [endpoint] : before === null ? [] : [before];
  });
  return { api: skipped[apiKey] ?? api, endpoints: [...still, ...extra] };
}

/** What the document changes in the API as it is at this moment. Secrets are in clear in the entries. */
export function compare({ kinds, secrets }: Core, id: string, { base, theirs }: Read, caller: Caller): SyncEntry[] {
  const open = (group: string, row: Row): SyncFields => ({ ...row, auth: secrets.reveal(group, row.id, { auth: row['auth'] })['auth'] });
  const api = kinds.of('composerApis').find(id, caller);
  const endpoints = kinds.of('composerEndpoints').all({ api_id: id }, { ...caller, environment_id: '' });
  const remembered = fromDocumentOf(api);
  const sides = [base, theirs].map((one) => one && asRemembered(one.side, one.security, remembered));
  return compareSync(sides[0], sides[1]!, { api: open('composerApis', api), endpoints: endpoints.map((row) => open('composerEndpoints', row)) });
}

/** Characters of a value that is shown: what is longer is told apart by its beginning, or not at all. */
const longestShown = 4000;

/** A change as it is answered: without the credentials that somebody entered, and with long values as the beginning of their JSON. */
export function shown({ change }: SyncEntry) {
  const fields = change.fields.map((field) => (field.field === 'auth' ? { ...field, ...('ours' in field ? { ours: withoutCredentials(field.ours) } : {}) } : shortened(field)));
  return { ...change, fields, local: [...change.local] };
}

const withoutCredentials = (auth: unknown): unknown => (typeof auth === 'object' && auth !== null ? { type: (auth as { type?: unknown }).type } : auth);

const shortened = ({ field, conflict, ...values }: FieldChange): FieldChange => ({
  field, conflict,
  ...Object.fromEntries(Object.entries(values).map(([side, value]) => {
    const json = typeof value === 'object' && value !== null ? JSON.stringify(value) : undefined;
    const text = json ?? (typeof value === 'string' ? value : '');
    return [side, text.length > longestShown ? `${text.slice(0, longestShown)}…` : value];
  })),
});

/** Of all that was compared: what was reviewed is applied only as long as it is still so. */
export const versionOf = (entries: readonly SyncEntry[]): string =>
  createHash('sha256').update(JSON.stringify(entries.map(({ change, ours }) => [change, ours?.['updated_at']]))).digest('base64url');
