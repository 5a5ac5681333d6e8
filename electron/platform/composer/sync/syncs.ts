import { statements } from '../../database.ts';
import type { Migration, Services } from '../../domain.ts';
import type { KeptDocument, Skipped } from '../openapi/documents.ts';
import type { RowChange } from './row-changes.ts';

/** Syncs that can be undone: the last ones of each API, newest first. */

export const syncMigrations: readonly Migration[] = [
  {
    id: 'composer-syncs-1',
    sql: `
      CREATE TABLE composer_syncs (
        seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, api_id TEXT NOT NULL, done_at TEXT NOT NULL, counts TEXT NOT NULL,
        document BLOB, skipped TEXT, changes TEXT NOT NULL
      ) STRICT;
      CREATE INDEX composer_syncs_by_api ON composer_syncs (api_id, seq);
      CREATE TRIGGER composer_syncs_gone AFTER DELETE ON rows WHEN OLD.kind = 'composerApis' BEGIN
        DELETE FROM composer_syncs WHERE api_id = OLD.id;
      END;
    `,
  },
];

const kept = 10;

export interface SyncCounts {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  readonly skipped: number;
}

export interface SyncMark {
  readonly sync_id: string;
  readonly done_at: string;
  readonly counts: SyncCounts;
}

export interface KeptSync extends SyncMark {
  /** The document before; none, where the API had none. */
  readonly base: KeptDocument | undefined;
  readonly changes: readonly RowChange[];
}

export interface Syncs {
  add(api_id: string, sync: KeptSync): void;
  /** The one that would be undone next. */
  last(api_id: string): SyncMark | undefined;
  read(sync_id: string): KeptSync | undefined;
  remove(sync_id: string): void;
}

const markOf = (row: Record<string, unknown>): SyncMark => ({ sync_id: row['id'] as string, done_at: row['done_at'] as string, counts: JSON.parse(row['counts'] as string) as SyncCounts });

export function createSyncs({ db }: Pick<Services, 'db'>): Syncs {
  const sql = statements(db);
  return {
    add(api_id, { sync_id, done_at, counts, base, changes }) {
      sql('INSERT INTO composer_syncs (id, api_id, done_at, counts, document, skipped, changes) VALUES (?, ?, ?, ?, ?, ?, ?)')
        .run(sync_id, api_id, done_at, JSON.stringify(counts), base?.document ?? null, base ? JSON.stringify(base.skipped) : null, JSON.stringify(changes));
      sql('DELETE FROM composer_syncs WHERE api_id = ?1 AND seq <= (SELECT seq FROM composer_syncs WHERE api_id = ?1 ORDER BY seq DESC LIMIT 1 OFFSET ?2)').run(api_id, kept);
    },
    last(api_id) {
      const row = sql('SELECT id, done_at, counts FROM composer_syncs WHERE api_id = ? ORDER BY seq DESC LIMIT 1').get(api_id);
      return row && markOf(row);
    },
    read(sync_id) {
      const row = sql('SELECT * FROM composer_syncs WHERE id = ?').get(sync_id);
      if (!row) return undefined;
      const document = row['document'] as Uint8Array | null;
      const base = document === null ? undefined : { document, skipped: JSON.parse(row['skipped'] as string) as Skipped };
      return { ...markOf(row), base, changes: JSON.parse(row['changes'] as string) as RowChange[] };
    },
    remove(sync_id) {
      sql('DELETE FROM composer_syncs WHERE id = ?').run(sync_id);
    },
  };
}
