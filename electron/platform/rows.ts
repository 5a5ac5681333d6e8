import type { DatabaseSync } from 'node:sqlite';
import { uuidv7 } from './ids.ts';
import { statements } from './database.ts';
import type { Migration } from './domain.ts';

/** The rows of every plain kind, as JSON texts: what is stored is what is answered, so a read never parses it. */

export const rowMigrations: readonly Migration[] = [
  {
    id: 'rows-1',
    sql: `
      CREATE TABLE rows (
        seq INTEGER PRIMARY KEY,
        kind TEXT NOT NULL,
        id TEXT NOT NULL,
        tenant_id TEXT NOT NULL,
        environment_id TEXT NOT NULL,
        data TEXT NOT NULL,
        UNIQUE (kind, id)
      ) STRICT;
      CREATE INDEX rows_by_scope ON rows (kind, tenant_id, environment_id, seq);
    `,
  },
];

/** Where a row belongs; an empty environment means the whole tenant. */
export interface Place {
  readonly tenant_id: string;
  readonly environment_id: string;
}

export interface StoredRow extends Place {
  readonly id: string;
  /** The whole row as JSON text, its id and scope included. */
  readonly json: string;
}

export interface Query extends Place {
  /** Only rows of these environments, where the place names none. */
  readonly environments?: readonly string[] | undefined;
  /** Fields that must have these values, compared as texts. */
  readonly equal?: Readonly<Record<string, unknown>> | undefined;
  /** Text that some text field must contain, without regard to case. */
  readonly search?: string | undefined;
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
}

export type Fields = Record<string, unknown>;
export type Row = Fields & { id: string };

export interface Rows {
  /** The rows in the order of their creation, as the text of one JSON array, and how many there are without `limit`. */
  list(kind: string, query: Query): { json: string; total: number };
  /** How many rows have each value of a field, by the value; of one inside of others, its names with a slash between them. */
  tally(kind: string, query: Query, field: string): Map<string, number>;
  find(kind: string, id: string): StoredRow | undefined;
  /** A new row with these fields; the id is made unless `fields` has one. */
  insert(kind: string, place: Place, fields: Fields): Row;
  /** An id that no row has yet. */
  newId(): string;
  /** Replaces the fields of a row; its id, place and time of creation stay. Returns the new row as JSON text. */
  replace(kind: string, stored: StoredRow, fields: Fields): string;
  remove(kind: string, id: string): void;
}

/** These fields without the named ones. */
export const without = (fields: Readonly<Fields>, names: Iterable<string>): Fields => {
  const left = { ...fields };
  for (const name of names) delete left[name];
  return left;
};

/** Fields that the platform writes and nobody else. */
export const ownFields: ReadonlySet<string> = new Set(['id', 'tenant_id', 'environment_id', 'created_at', 'updated_at']);

export function createRows(db: DatabaseSync, now: () => number): Rows {
  const sql = statements(db);

  return {
    list(kind, query) {
      const { where, values } = conditions(kind, query);
      const { limit, offset = 0 } = query;
      const page = limit === undefined ? '' : ' LIMIT ? OFFSET ?';
      // One text for all rows: a text of its own for each would cost more than reading them.
      const found = sql(`SELECT group_concat(data, ',') AS json, count(*) AS n FROM (SELECT data FROM rows WHERE ${where} ORDER BY seq${page})`)
        .get(...values, ...(limit === undefined ? [] : [limit, offset]))!;
      const total = limit === undefined ? found['n'] : sql(`SELECT count(*) AS n FROM rows WHERE ${where}`).get(...values)!['n'];
      return { json: `[${(found['json'] as string | null) ?? ''}]`, total: total as number };
    },

    tally(kind, query, field) {
      const { where, values } = conditions(kind, query);
      const at = ['$', ...field.split('/').map((name) => JSON.stringify(name))].join('.');
      const found = sql(`SELECT data ->> ? AS value, count(*) AS n FROM rows WHERE ${where} AND data ->> ? IS NOT NULL GROUP BY 1`).all(at, ...values, at);
      return new Map(found.map((row) => [String(row['value']), row['n'] as number]));
    },

    find(kind, id) {
      const row = sql('SELECT tenant_id, environment_id, data FROM rows WHERE kind = ? AND id = ?').get(kind, id);
      if (!row) return undefined;
      return { id, tenant_id: row['tenant_id'] as string, environment_id: row['environment_id'] as string, json: row['data'] as string };
    },

    insert(kind, { tenant_id, environment_id }, fields) {
      const time = new Date(now()).toISOString();
      const id = typeof fields['id'] === 'string' ? fields['id'] : uuidv7(now());
      const row: Row = { ...fields, id, tenant_id, ...(environment_id === '' ? {} : { environment_id }), created_at: time, updated_at: time };
      sql('INSERT INTO rows (kind, id, tenant_id, environment_id, data) VALUES (?, ?, ?, ?, ?)')
        .run(kind, id, tenant_id, environment_id, JSON.stringify(row));
      return row;
    },

    newId: () => uuidv7(now()),

    replace(kind, stored, fields) {
      const before = JSON.parse(stored.json) as Fields;
      const own = Object.fromEntries([...ownFields].filter((name) => name in before).map((name) => [name, before[name]]));
      const json = JSON.stringify({ ...fields, ...own, updated_at: new Date(now()).toISOString() });
      sql('UPDATE rows SET data = ? WHERE kind = ? AND id = ?').run(json, kind, stored.id);
      return json;
    },

    remove(kind, id) {
      sql('DELETE FROM rows WHERE kind = ? AND id = ?').run(kind, id);
    },
  };
}

function conditions(kind: string, query: Query): { where: string; values: string[] } {
  const parts = ['kind = ?', 'tenant_id = ?'];
  const values = [kind, query.tenant_id];
  if (query.environment_id !== '') {
    parts.push('environment_id = ?');
    values.push(query.environment_id);
  } else if (query.environments) {
    parts.push("(environment_id = '' OR environment_id IN (SELECT value FROM json_each(?)))");
    values.push(JSON.stringify(query.environments));
  }
  for (const [name, value] of Object.entries(query.equal ?? {})) {
    parts.push('CAST(data ->> ? AS TEXT) = ?');
    values.push(`$.${JSON.stringify(name)}`, comparable(value));
  }
  if (query.search !== undefined && query.search !== '') {
    parts.push(`EXISTS (SELECT 1 FROM json_each(data) WHERE type = 'text' AND key NOT IN ('id', 'tenant_id', 'environment_id', 'created_at', 'updated_at') AND value LIKE ? ESCAPE '\\')`);
    values.push(`%${query.search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`);
  }
  return { where: parts.join(' AND '), values };
}

/** As SQLite writes JSON scalars when it casts them to text: true is 1. */
function comparable(value: unknown): string {
  if (value === true || value === 'true') return '1';
  if (value === false || value === 'false') return '0';
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number);
}
