import { AppError } from '../../../shared/errors.ts';
import { restoreRows, rowChanges, type RowChange } from '../composer/sync/row-changes.ts';
import type { Core } from '../core.ts';
import { statements } from '../database.ts';
import type { Caller, Migration } from '../domain.ts';
import { uuidv7 } from '../ids.ts';
import { notFound } from '../kinds.ts';

/** Changes of many rows at once that can be undone: the last ones of each environment. Secrets in them stay sealed. */

export const bulkUpdateMigrations: readonly Migration[] = [
  {
    id: 'bulk-updates-1',
    sql: `CREATE TABLE bulk_updates (
      seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, tenant_id TEXT NOT NULL, environment_id TEXT NOT NULL, changes TEXT NOT NULL
    ) STRICT;
    CREATE INDEX bulk_updates_by_place ON bulk_updates (tenant_id, environment_id, seq)`,
  },
];

const keptUpdates = 50;

export interface Left {
  readonly id: string;
  readonly message: string;
}

export interface BulkUpdates {
  /** Changes each by its id, all or none; with `partial`, those that can be, and says why the others stay as they are. */
  run(ids: readonly string[], change: (id: string) => void, caller: Caller, partial: boolean): { update_id: string; failed: Left[] };
  /** Throws `not_found` for one that was undone, or is too old to be known. */
  undo(update_id: string, caller: Caller): ReturnType<typeof restoreRows>;
}

export function createBulkUpdates({ db, now, transaction }: Core): BulkUpdates {
  const sql = statements(db);

  return {
    run(ids, change, { tenant_id, environment_id }, partial) {
      const failed: Left[] = [];
      const attempt = (id: string) => {
        try {
          change(id);
        } catch (thrown) {
          if (!partial || !(thrown instanceof AppError)) throw thrown;
          failed.push({ id, message: thrown.message });
        }
      };
      const update_id = uuidv7(now());
      transaction(() => {
        const changes = rowChanges(db, () => ids.forEach(attempt));
        sql('INSERT INTO bulk_updates (id, tenant_id, environment_id, changes) VALUES (?, ?, ?, ?)').run(update_id, tenant_id, environment_id, JSON.stringify(changes));
        sql(`DELETE FROM bulk_updates WHERE tenant_id = ?1 AND environment_id = ?2 AND seq <=
          (SELECT seq FROM bulk_updates WHERE tenant_id = ?1 AND environment_id = ?2 ORDER BY seq DESC LIMIT 1 OFFSET ?3)`).run(tenant_id, environment_id, keptUpdates);
      });
      return { update_id, failed };
    },

    undo(update_id, { tenant_id, environment_id }) {
      return transaction(() => {
        const found = sql('SELECT changes FROM bulk_updates WHERE id = ? AND tenant_id = ? AND environment_id = ?').get(update_id, tenant_id, environment_id);
        if (!found) throw notFound('update', update_id);
        sql('DELETE FROM bulk_updates WHERE id = ?').run(update_id);
        return restoreRows(db, JSON.parse(found['changes'] as string) as RowChange[]);
      });
    },
  };
}
