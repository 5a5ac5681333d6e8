import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { SyncFields } from '../../../../shared/rules/openapi-sync.ts';
import { statements } from '../../database.ts';
import type { Migration, Services } from '../../domain.ts';

/** The document from which each API was last imported or brought up to date: the base of the next comparison. */

export const documentMigrations: readonly Migration[] = [
  {
    id: 'composer-documents-1',
    sql: `
      CREATE TABLE composer_documents (api_id TEXT PRIMARY KEY, document BLOB NOT NULL, skipped TEXT NOT NULL, taken_at TEXT NOT NULL) STRICT;
      CREATE TRIGGER composer_documents_gone AFTER DELETE ON rows WHEN OLD.kind = 'composerApis' BEGIN
        DELETE FROM composer_documents WHERE api_id = OLD.id;
      END;
    `,
  },
];

/** What an operation was in the document before, by its key, where its change was skipped; null: it was not there. */
export type Skipped = Readonly<Record<string, SyncFields | null>>;

export interface KeptDocument {
  /** Packed. */
  readonly document: Uint8Array;
  readonly skipped: Skipped;
}

export interface Documents {
  find(api_id: string): (KeptDocument & { readonly taken_at: string }) | undefined;
  keep(api_id: string, kept: KeptDocument): void;
  forget(api_id: string): void;
}

export function createDocuments({ db, now }: Pick<Services, 'db' | 'now'>): Documents {
  const sql = statements(db);
  return {
    find(api_id) {
      const row = sql('SELECT document, skipped, taken_at FROM composer_documents WHERE api_id = ?').get(api_id);
      return row && { document: row['document'] as Uint8Array, skipped: JSON.parse(row['skipped'] as string) as Skipped, taken_at: row['taken_at'] as string };
    },
    keep(api_id, { document, skipped }) {
      sql('INSERT OR REPLACE INTO composer_documents VALUES (?, ?, ?, ?)').run(api_id, document, JSON.stringify(skipped), new Date(now()).toISOString());
    },
    forget(api_id) {
      sql('DELETE FROM composer_documents WHERE api_id = ?').run(api_id);
    },
  };
}

const pack = promisify(gzip);
const unpack = promisify(gunzip);

export const packed = (text: string): Promise<Uint8Array> => pack(text, { level: 4 });
export const unpacked = async (document: Uint8Array): Promise<string> => (await unpack(document)).toString('utf8');
