import type { Core } from './core.ts';
import type { Caller } from './domain.ts';
import type { Place, Row } from './rows.ts';

/** Rows with their secrets in clear, for whoever runs the same ones again and again. */
export interface ClearRows {
  /**
   * The row that this caller may see; the same object as long as the row and its secrets are the same. Whoever writes to
   * either table, the next to ask gets another one. Throws `not_found`.
   */
  find(group: string, id: string, caller: Caller): ClearRow;
}

export interface ClearRow {
  /** As it is stored, with marks. */
  readonly stored: Readonly<Row>;
  /** With its secrets, which stand here in memory alone. */
  readonly clear: Readonly<Row>;
}

const keyOf = (group: string, id: string) => `${group}/${id}`;

/** Beyond these, the one that was used longest ago is read anew. */
const mostRows = 500;

/** One per platform: its triggers are those of the connection. */
const made = new WeakMap<Core, ClearRows>();

export function clearRowsOf(core: Core): ClearRows {
  const known = made.get(core);
  if (known) return known;
  const rows = createClearRows(core);
  made.set(core, rows);
  return rows;
}

function createClearRows({ db, kinds, secrets }: Core): ClearRows {
  /** In the order of their last use. */
  const kept = new Map<string, ClearRow & Place>();

  db.function('row_changed', (kind, id) => {
    kept.delete(keyOf(kind as string, id as string));
    return null;
  });
  for (const table of ['rows', 'secrets']) {
    for (const [event, row] of [['INSERT', 'new'], ['UPDATE', 'new'], ['DELETE', 'old']]) {
      db.exec(`CREATE TEMP TRIGGER ${table}_${event}_changes AFTER ${event} ON main.${table} BEGIN SELECT row_changed(${row}.kind, ${row}.id); END`);
    }
  }

  return {
    find(group, id, caller) {
      const key = keyOf(group, id);
      const kind = kinds.of(group);
      const known = kept.get(key);
      if (known) {
        kind.admit(id, known, caller);
        kept.delete(key);
        kept.set(key, known);
        return known;
      }
      const stored = kind.find(id, caller);
      const { tenant_id, environment_id } = kind.placeOf(id)!;
      const found = { stored, clear: secrets.reveal(group, id, stored) as Row, tenant_id, environment_id };
      // What a transaction wrote may yet be undone.
      if (!db.isTransaction) kept.set(key, found);
      for (const oldest of kept.keys()) {
        if (kept.size <= mostRows) break;
        kept.delete(oldest);
      }
      return found;
    },
  };
}
