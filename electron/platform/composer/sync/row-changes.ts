import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { statements } from '../../database.ts';

/** What a piece of work did to the rows, whoever did it and to which kind, so that it can be undone exactly. */

interface StoredRow {
  readonly seq: number;
  readonly tenant_id: string;
  readonly environment_id: string;
  readonly data: string;
}
/** Of a row's secrets: path and sealed value. */
type Sealed = readonly (readonly [path: string, sealed: string])[];

export interface RowChange {
  readonly kind: string;
  readonly id: string;
  /** Null: it was not there. */
  readonly before: StoredRow | null;
  readonly secrets: Sealed;
  /** Of what it is since; a row that has another digest was edited later. */
  readonly after: string;
}

const watch = `
  CREATE TEMP TABLE IF NOT EXISTS rows_before (kind TEXT, id TEXT, row TEXT, PRIMARY KEY (kind, id));
  CREATE TEMP TABLE IF NOT EXISTS secrets_before (kind TEXT, id TEXT, path TEXT, sealed TEXT, PRIMARY KEY (kind, id, path));
  CREATE TEMP TRIGGER row_inserted AFTER INSERT ON main.rows BEGIN INSERT OR IGNORE INTO rows_before VALUES (NEW.kind, NEW.id, NULL); END;
  CREATE TEMP TRIGGER row_updated BEFORE UPDATE ON main.rows BEGIN
    INSERT OR IGNORE INTO rows_before VALUES (OLD.kind, OLD.id, json_object('seq', OLD.seq, 'tenant_id', OLD.tenant_id, 'environment_id', OLD.environment_id, 'data', OLD.data)); END;
  CREATE TEMP TRIGGER row_deleted BEFORE DELETE ON main.rows BEGIN
    INSERT OR IGNORE INTO rows_before VALUES (OLD.kind, OLD.id, json_object('seq', OLD.seq, 'tenant_id', OLD.tenant_id, 'environment_id', OLD.environment_id, 'data', OLD.data)); END;
  CREATE TEMP TRIGGER secret_inserted BEFORE INSERT ON main.secrets BEGIN
    INSERT OR IGNORE INTO secrets_before VALUES (NEW.kind, NEW.id, NEW.path, (SELECT sealed FROM secrets WHERE kind = NEW.kind AND id = NEW.id AND path = NEW.path)); END;
  CREATE TEMP TRIGGER secret_updated BEFORE UPDATE ON main.secrets BEGIN INSERT OR IGNORE INTO secrets_before VALUES (OLD.kind, OLD.id, OLD.path, OLD.sealed); END;
  CREATE TEMP TRIGGER secret_deleted BEFORE DELETE ON main.secrets BEGIN INSERT OR IGNORE INTO secrets_before VALUES (OLD.kind, OLD.id, OLD.path, OLD.sealed); END;
`;
const unwatch = `
  DROP TABLE rows_before; DROP TABLE secrets_before;
  DROP TRIGGER row_inserted; DROP TRIGGER row_updated; DROP TRIGGER row_deleted; DROP TRIGGER secret_inserted; DROP TRIGGER secret_updated; DROP TRIGGER secret_deleted;
`;

/** Does `work`, which is to be within a transaction, and returns what it changed. */
export function rowChanges(db: DatabaseSync, work: () => void): RowChange[] {
  db.exec(watch);
  work();
  const rows = db.prepare('SELECT kind, id, row FROM rows_before').all() as { kind: string; id: string; row: string | null }[];
  const secrets = db.prepare('SELECT kind, id, path, sealed FROM secrets_before').all() as { kind: string; id: string; path: string; sealed: string | null }[];
  db.exec(unwatch);
  const changed = new Map(secrets.map(({ kind, id, path, sealed }) => [JSON.stringify([kind, id, path]), sealed]));
  const sql = statements(db);
  return rows.map(({ kind, id, row }) => {
    const now = sealedOf(sql, kind, id).filter(([path]) => !changed.has(JSON.stringify([kind, id, path])));
    const then = secrets.filter((one) => one.kind === kind && one.id === id && one.sealed !== null).map(({ path, sealed }) => [path, sealed!] as const);
    return { kind, id, before: row === null ? null : (JSON.parse(row) as StoredRow), secrets: [...now, ...then], after: digestOf(sql, kind, id) };
  });
}

export type Unrestored = { readonly kind: string; readonly id: string; readonly name: string; readonly why: string };

/** Puts back what was changed; what was edited since stays as it is, and is returned. */
export function restoreRows(db: DatabaseSync, changes: readonly RowChange[]): { restored: number; kept: Unrestored[] } {
  const sql = statements(db);
  const kept: Unrestored[] = [];
  for (const { kind, id, before, secrets, after } of changes) {
    if (digestOf(sql, kind, id) !== after) {
      kept.push(unrestored(sql, kind, id, before));
      continue;
    }
    sql('DELETE FROM secrets WHERE kind = ? AND id = ?').run(kind, id);
    if (before === null) {
      sql('DELETE FROM rows WHERE kind = ? AND id = ?').run(kind, id);
      continue;
    }
    const { seq, tenant_id, environment_id, data } = before;
    // An update, where the row is there: what depends on it does not go with it.
    sql('INSERT INTO rows (seq, kind, id, tenant_id, environment_id, data) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (kind, id) DO UPDATE SET data = excluded.data').run(seq, kind, id, tenant_id, environment_id, data);
    for (const [path, sealed] of secrets) sql('INSERT INTO secrets VALUES (?, ?, ?, ?)').run(kind, id, path, sealed);
  }
  return { restored: changes.length - kept.length, kept };
}

type Sql = ReturnType<typeof statements>;

const sealedOf = (sql: Sql, kind: string, id: string): Sealed =>
  sql('SELECT path, sealed FROM secrets WHERE kind = ? AND id = ? ORDER BY path').all(kind, id).map((row) => [row['path'] as string, row['sealed'] as string]);

const dataOf = (sql: Sql, kind: string, id: string) => sql('SELECT data FROM rows WHERE kind = ? AND id = ?').get(kind, id)?.['data'] as string | undefined;

/** Of a row with its secrets; of none, too. */
const digestOf = (sql: Sql, kind: string, id: string): string =>
  createHash('sha256').update(JSON.stringify([dataOf(sql, kind, id) ?? null, sealedOf(sql, kind, id)])).digest('base64');

function unrestored(sql: Sql, kind: string, id: string, before: StoredRow | null): Unrestored {
  const now = dataOf(sql, kind, id);
  const { name, method, path } = JSON.parse(now ?? before?.data ?? '{}') as { name?: unknown; method?: unknown; path?: unknown };
  const label = typeof name === 'string' && name !== '' ? name : [method, path].filter((part) => typeof part === 'string').join(' ');
  return { kind, id, name: label || id, why: now === undefined ? 'It was deleted since.' : 'It was edited since.' };
}
