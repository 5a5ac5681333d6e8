import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { statements } from '../database.ts';
import type { Paging, Scope } from './store.ts';

/** Backfills, and the dates that they have still to run. */

export const reprocessBehaviors = ['none', 'failed', 'completed'] as const;
export type ReprocessBehavior = (typeof reprocessBehaviors)[number];

export interface BackfillRow {
  readonly id: number;
  /** The DAG's key within the store. */
  readonly dag: number;
  readonly from_date: number;
  readonly to_date: number;
  readonly run_backwards: number;
  readonly reprocess_behavior: ReprocessBehavior;
  readonly max_active_runs: number;
  readonly conf: string;
  readonly is_paused: number;
  readonly user_id: string;
  readonly created_at: number;
  readonly updated_at: number;
  /** Also of one that was cancelled. */
  readonly completed_at: number | null;
}

export type NewBackfill = Pick<BackfillRow, 'dag' | 'from_date' | 'to_date' | 'run_backwards' | 'reprocess_behavior' | 'max_active_runs' | 'conf' | 'user_id'>;

/** A date's place in the order in which dates are run. */
export interface WaitingDate {
  readonly place: number;
  readonly logical_date: number;
}

const inScope = 'FROM backfills b JOIN dags d ON d.dag = b.dag WHERE d.tenant_id = ? AND d.environment_id = ?';

export type BackfillStore = ReturnType<typeof createBackfillStore>;

export function createBackfillStore(db: DatabaseSync) {
  const sql = statements(db);
  const one = (text: string, ...values: SQLInputValue[]): unknown => sql(text).get(...values);
  const all = (text: string, ...values: SQLInputValue[]): unknown[] => sql(text).all(...values);

  return {
    insert({ dag, from_date, to_date, run_backwards, reprocess_behavior, max_active_runs, conf, user_id }: NewBackfill, dates: readonly number[], now: number): BackfillRow {
      const row = one(
        `INSERT INTO backfills (dag, from_date, to_date, run_backwards, reprocess_behavior, max_active_runs, conf, user_id, created_at, updated_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING *`,
        dag, from_date, to_date, run_backwards, reprocess_behavior, max_active_runs, conf, user_id, now, now,
      ) as BackfillRow;
      sql('INSERT INTO backfill_dates (backfill, place, logical_date) SELECT ?, key, value FROM json_each(?)').run(row.id, JSON.stringify(dates));
      return row;
    },

    find: ({ tenant_id, environment_id }: Scope, id: number) => one(`SELECT b.* ${inScope} AND b.id = ?`, tenant_id, environment_id, id) as BackfillRow | undefined,

    /** Newest first. */
    list({ tenant_id, environment_id }: Scope, dag_id: string | undefined, { limit, offset }: Paging): { rows: (BackfillRow & { readonly dag_id: string })[]; total: number } {
      const where = `${inScope} AND d.dag_id = coalesce(?, d.dag_id)`;
      const values = [tenant_id, environment_id, dag_id ?? null];
      return {
        rows: all(`SELECT b.*, d.dag_id ${where} ORDER BY b.id DESC LIMIT ? OFFSET ?`, ...values, limit, offset) as (BackfillRow & { dag_id: string })[],
        total: (one(`SELECT count(*) AS total ${where}`, ...values) as { total: number }).total,
      };
    },

    /** Those that have dates to run, or runs that have not ended. */
    open: () => all('SELECT * FROM backfills WHERE completed_at IS NULL ORDER BY id') as BackfillRow[],
    openOf: (dag: number) => one('SELECT * FROM backfills WHERE dag = ? AND completed_at IS NULL', dag) as BackfillRow | undefined,

    waiting: (id: number, limit: number) =>
      all('SELECT place, logical_date FROM backfill_dates WHERE backfill = ? AND made = 0 ORDER BY place LIMIT ?', id, limit) as WaitingDate[],
    setMade: (id: number, place: number) => void sql('UPDATE backfill_dates SET made = 1 WHERE backfill = ? AND place = ?').run(id, place),
    countActive: (id: number) => (one("SELECT count(*) AS count FROM dag_runs WHERE backfill = ? AND state IN ('queued', 'running')", id) as { count: number }).count,

    /** Runs by state, and the dates that wait for theirs. */
    counts(id: number): Record<string, number> {
      const runs = all('SELECT state, count(*) AS count FROM dag_runs WHERE backfill = ? GROUP BY state', id) as { state: string; count: number }[];
      const { waiting } = one('SELECT count(*) AS waiting FROM backfill_dates WHERE backfill = ? AND made = 0', id) as { waiting: number };
      return { ...Object.fromEntries(runs.map(({ state, count }) => [state, count])), ...(waiting > 0 ? { waiting } : {}) };
    },

    setPaused: (id: number, paused: boolean, now: number) => void sql('UPDATE backfills SET is_paused = ?, updated_at = ? WHERE id = ?').run(Number(paused), now, id),
    /** No more of its dates are run; a run of it that is cleared later runs like any other. */
    complete(id: number, now: number): void {
      sql('UPDATE backfill_dates SET made = 1 WHERE backfill = ? AND made = 0').run(id);
      sql('UPDATE backfills SET is_paused = 0, completed_at = ?, updated_at = ? WHERE id = ?').run(now, now, id);
    },
  };
}
