import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { statements } from '../database.ts';

/** DAGs and their versions. Every query names the scope, or the key of a DAG that was found by it. */

export interface Scope {
  readonly tenant_id: string;
  readonly environment_id: string;
}

export interface DagRow extends Scope {
  /** The key within the store; never shown. */
  readonly dag: number;
  readonly dag_id: string;
  readonly version: number;
  readonly is_paused: number;
  readonly next_run_at: number | null;
  readonly created_at: number;
  /** Of the current version. */
  readonly definition: string;
  readonly versioned_at: number;
  readonly versioned_by: string;
}

export interface Paging {
  readonly limit: number;
  readonly offset: number;
}

const select = `SELECT d.*, v.definition, v.created_at AS versioned_at, v.created_by AS versioned_by
  FROM dags d JOIN dag_versions v ON v.dag = d.dag AND v.version = d.version`;

/** `%` as in SQL's LIKE; without one, the text may stand anywhere. */
export const likePattern = (given: string): string => (given.includes('%') ? given : `%${escapeLike(given)}%`);
export const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`);

export type DagStore = ReturnType<typeof createDagStore>;

export function createDagStore(db: DatabaseSync) {
  const sql = statements(db);
  const one = (text: string, ...values: SQLInputValue[]): unknown => sql(text).get(...values);
  const all = (text: string, ...values: SQLInputValue[]): unknown[] => sql(text).all(...values);

  return {
    find: ({ tenant_id, environment_id }: Scope, dag_id: string) =>
      one(`${select} WHERE d.tenant_id = ? AND d.environment_id = ? AND d.dag_id = ?`, tenant_id, environment_id, dag_id) as DagRow | undefined,

    byKey: (dag: number) => one(`${select} WHERE d.dag = ?`, dag) as DagRow | undefined,

    list({ tenant_id, environment_id }: Scope, pattern: string | undefined, { limit, offset }: Paging): { rows: DagRow[]; total: number } {
      const where = String.raw`d.tenant_id = ? AND d.environment_id = ? AND d.dag_id LIKE ? ESCAPE '\'`;
      const values = [tenant_id, environment_id, likePattern(pattern ?? '%')];
      return {
        rows: all(`${select} WHERE ${where} ORDER BY d.dag_id LIMIT ? OFFSET ?`, ...values, limit, offset) as DagRow[],
        total: (one(`SELECT count(*) AS total FROM dags d WHERE ${where}`, ...values) as { total: number }).total,
      };
    },

    insert({ tenant_id, environment_id }: Scope, dag_id: string, is_paused: boolean, now: number): number {
      const text = 'INSERT INTO dags (tenant_id, environment_id, dag_id, version, is_paused, created_at) VALUES (?, ?, ?, 0, ?, ?)';
      return Number(sql(text).run(tenant_id, environment_id, dag_id, Number(is_paused), now).lastInsertRowid);
    },

    addVersion(dag: number, version: number, definition: string, user_id: string, now: number): void {
      sql('INSERT INTO dag_versions (dag, version, definition, created_at, created_by) VALUES (?, ?, ?, ?, ?)').run(dag, version, definition, now, user_id);
      sql('UPDATE dags SET version = ? WHERE dag = ?').run(version, dag);
    },

    setPaused: (dag: number, paused: boolean) => void sql('UPDATE dags SET is_paused = ? WHERE dag = ?').run(Number(paused), dag),
    setNextRun: (dag: number, at: number | undefined) => void sql('UPDATE dags SET next_run_at = ? WHERE dag = ?').run(at ?? null, dag),
    remove: (dag: number) => void sql('DELETE FROM dags WHERE dag = ?').run(dag),

    definition: (dag: number, version: number) =>
      one('SELECT definition, created_by FROM dag_versions WHERE dag = ? AND version = ?', dag, version) as { definition: string; created_by: string } | undefined,

    versions: (dag: number) =>
      all('SELECT version, created_at, created_by FROM dag_versions WHERE dag = ? ORDER BY version DESC', dag) as { version: number; created_at: number; created_by: string }[],

    /** The DAGs whose schedule has come, the longest overdue first. */
    due: (now: number, limit: number) =>
      all(`${select} WHERE d.is_paused = 0 AND d.next_run_at <= ? ORDER BY d.next_run_at LIMIT ?`, now, limit) as DagRow[],

    /** When the next schedule comes. */
    nextDue: () => (one('SELECT min(next_run_at) AS at FROM dags WHERE is_paused = 0 AND next_run_at IS NOT NULL') as { at: number | null } | undefined)?.at ?? undefined,
  };
}
