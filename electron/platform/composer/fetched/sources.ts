import type { AuthSpec } from '../../../execution/request.ts';
import { statements } from '../../database.ts';
import type { Migration, Services } from '../../domain.ts';
import type { Version } from './fetch-document.ts';

/** Where the document of an API was fetched from, and what was fetched and not taken in yet. */

const columns = 'api_id TEXT PRIMARY KEY, sealed TEXT NOT NULL, etag TEXT, last_modified TEXT, fetched_at TEXT NOT NULL';
const goneWith = (table: string) => `
  CREATE TRIGGER ${table}_gone AFTER DELETE ON rows WHEN OLD.kind = 'composerApis' BEGIN
    DELETE FROM ${table} WHERE api_id = OLD.id;
  END;`;

export const sourceMigrations: readonly Migration[] = [
  {
    id: 'composer-sources-1',
    sql: `
      CREATE TABLE composer_sources (${columns}) STRICT;${goneWith('composer_sources')}
      CREATE TABLE composer_fetches (${columns}, document BLOB NOT NULL) STRICT;${goneWith('composer_fetches')}
    `,
  },
];

/** What is sealed at rest: an address may carry a key, as its authentication does. */
interface Way {
  /** Absent where the document was given, and only what it refers to was fetched. */
  readonly url?: string | undefined;
  readonly auth?: AuthSpec | undefined;
  /** Where relative references begin. */
  readonly base?: string | undefined;
  /** Origins whose documents are fetched with it, as somebody chose. */
  readonly follow: readonly string[];
}

export interface Source extends Way, Version {
  /** When it was last asked for, ISO 8601. */
  readonly fetched_at: string;
}

export interface Fetched {
  /** Packed. */
  readonly document: Uint8Array;
  readonly source: Source;
}

export interface Sources {
  find(api_id: string): Source | undefined;
  keep(api_id: string, source: Source): void;
  /** What is known of it is no longer of the document that the address gave last. */
  forgetVersion(api_id: string): void;
  waiting(api_id: string): Fetched | undefined;
  /** Keeps what was fetched until it is taken in, or until something else is fetched. */
  wait(api_id: string, fetched: Fetched): void;
  /** Lets go of what waits. */
  settle(api_id: string): void;
}

export function createSources({ db, vault }: Pick<Services, 'db' | 'vault'>): Sources {
  const sql = statements(db);
  const sealed = ({ url, auth, base, follow }: Source) => vault.seal(JSON.stringify({ url, auth, base, follow }));
  const values = (api_id: string, source: Source) => [api_id, sealed(source), source.etag, source.last_modified, source.fetched_at] as const;
  const opened = (row: Record<string, unknown>): Source =>
    ({ ...(JSON.parse(vault.open(row['sealed'] as string)) as Way), etag: row['etag'] as string | null, last_modified: row['last_modified'] as string | null, fetched_at: row['fetched_at'] as string });
  return {
    find(api_id) {
      const row = sql('SELECT * FROM composer_sources WHERE api_id = ?').get(api_id);
      return row && opened(row);
    },
    keep(api_id, source) {
      sql('INSERT OR REPLACE INTO composer_sources VALUES (?, ?, ?, ?, ?)').run(...values(api_id, source));
    },
    forgetVersion(api_id) {
      sql('UPDATE composer_sources SET etag = NULL, last_modified = NULL WHERE api_id = ?').run(api_id);
    },
    waiting(api_id) {
      const row = sql('SELECT * FROM composer_fetches WHERE api_id = ?').get(api_id);
      return row && { document: row['document'] as Uint8Array, source: opened(row) };
    },
    wait(api_id, { document, source }) {
      sql('INSERT OR REPLACE INTO composer_fetches VALUES (?, ?, ?, ?, ?, ?)').run(...values(api_id, source), document);
    },
    settle(api_id) {
      sql('DELETE FROM composer_fetches WHERE api_id = ?').run(api_id);
    },
  };
}

/** A source as it is answered: how it signs in by its kind alone, and its address without the values of its query. */
export const shownSource = ({ url, auth, follow, fetched_at }: Source) =>
  url === undefined ? null : { url: withoutValues(url), ...(auth && auth.type !== 'none' ? { auth_type: auth.type } : {}), follow: [...follow], fetched_at };

function withoutValues(address: string): string {
  const url = new URL(address);
  for (const name of new Set(url.searchParams.keys())) url.searchParams.set(name, '…');
  return decodeURI(url.href);
}
