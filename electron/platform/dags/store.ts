import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { statements } from '../database.ts';
import type { Scheduling, Summary } from './summary.ts';

/** DAGs and their versions. Every query names the scope, or the key of a DAG that was found by it. */

export interface Scope {
  readonly tenant_id: string;
  readonly environment_id: string;
}

/** A DAG as lists need it, without its definition. */
export interface ListedDag extends Scope {
  /** The key within the store; never shown. */
  readonly dag: number;
  readonly dag_id: string;
  readonly version: number;
  readonly is_paused: number;
  readonly paused_by: string | null;
  readonly paused_at: number | null;
  readonly pause_reason: string | null;
  /** When it resumes by itself. */
  readonly paused_until: number | null;
  /** The schedule's cursor: the next instant for which a run is to be made. */
  readonly next_run_at: number | null;
  readonly created_at: number;
  /** JSON of a {@link Summary}. */
  readonly summary: string;
  readonly versioned_at: number;
  readonly versioned_by: string;
}

export interface DagRow extends ListedDag {
  /** Of the current version. */
  readonly definition: string;
}

export interface Paging {
  readonly limit: number;
  readonly offset: number;
}

export interface DagFilter extends Paging {
  readonly dag_id_pattern?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly tags_match_mode?: 'any' | 'all' | undefined;
  readonly exclude_tags?: readonly string[] | undefined;
  readonly owners?: readonly string[] | undefined;
  readonly paused?: boolean | undefined;
  readonly last_dag_run_state?: string | undefined;
  readonly order_by?: string | undefined;
}

export interface Pause {
  readonly by: string;
  readonly at: number;
  readonly reason?: string | undefined;
  readonly until?: number | undefined;
}

export interface StoredVersion {
  readonly definition: string;
  /** JSON of the weights of its tasks, in their order; null where it was written before they were kept. */
  readonly weights: string | null;
}

export interface NewVersion {
  readonly version: number;
  readonly definition: string;
  /** Of its tasks, in their order. */
  readonly weights: readonly number[];
}

const select = 'SELECT d.*, v.definition FROM dags d JOIN dag_versions v ON v.dag = d.dag AND v.version = d.version';

/** `%` as in SQL's LIKE; without one, the text may stand anywhere. */
export const likePattern = (given: string): string => (given.includes('%') ? given : `%${escapeLike(given)}%`);
export const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`);

const lastRun = (column: string) => `(SELECT ${column} FROM dag_runs r WHERE r.dag = d.dag ORDER BY r.run DESC LIMIT 1)`;
const orders: Readonly<Record<string, string>> = {
  dag_id: 'd.dag_id', next_dagrun: 'iif(d.is_paused = 1, NULL, d.next_run_at)', last_run_state: lastRun('r.state'), last_run_start_date: lastRun('r.start_date'), created_at: 'd.created_at',
};

/** What is without the value comes last, either way. */
function orderOf(order_by = 'dag_id'): string {
  const name = order_by.replace(/^-/, '');
  const expression = orders[name]!;
  const direction = order_by.startsWith('-') ? 'DESC' : 'ASC';
  return name === 'dag_id' ? `d.dag_id ${direction}` : `${expression} ${direction} NULLS LAST, d.dag_id`;
}

const named = (table: string, count: string) => `(SELECT count(*) FROM ${table} n WHERE n.dag = d.dag AND n.name IN (SELECT value FROM json_each(?))) ${count}`;

function whereOf({ tenant_id, environment_id }: Scope, filter: Omit<DagFilter, 'limit' | 'offset'>): { where: string; values: SQLInputValue[] } {
  const parts = ['d.tenant_id = ?', 'd.environment_id = ?'];
  const values: SQLInputValue[] = [tenant_id, environment_id];
  const add = (part: string, ...more: SQLInputValue[]) => {
    parts.push(part);
    values.push(...more);
  };
  const { dag_id_pattern, tags, tags_match_mode, exclude_tags, owners, paused, last_dag_run_state } = filter;
  if (dag_id_pattern) add(String.raw`d.dag_id LIKE ? ESCAPE '\'`, likePattern(dag_id_pattern));
  if (tags?.length) add(named('dag_tags', tags_match_mode === 'all' ? `= ${new Set(tags).size}` : '> 0'), JSON.stringify(tags));
  if (exclude_tags?.length) add(named('dag_tags', '= 0'), JSON.stringify(exclude_tags));
  if (owners?.length) add(named('dag_owners', '> 0'), JSON.stringify(owners));
  if (paused !== undefined) add('d.is_paused = ?', Number(paused));
  if (last_dag_run_state) add(`${lastRun('r.state')} = ?`, last_dag_run_state);
  return { where: parts.join(' AND '), values };
}

export type DagStore = ReturnType<typeof createDagStore>;

export function createDagStore(db: DatabaseSync) {
  const sql = statements(db);
  const one = (text: string, ...values: SQLInputValue[]): unknown => sql(text).get(...values);
  const all = (text: string, ...values: SQLInputValue[]): unknown[] => sql(text).all(...values);

  return {
    find: ({ tenant_id, environment_id }: Scope, dag_id: string) =>
      one(`${select} WHERE d.tenant_id = ? AND d.environment_id = ? AND d.dag_id = ?`, tenant_id, environment_id, dag_id) as DagRow | undefined,

    byKey: (dag: number) => one(`${select} WHERE d.dag = ?`, dag) as DagRow | undefined,

    list(scope: Scope, { limit, offset, ...filter }: DagFilter): { rows: ListedDag[]; total: number } {
      const { where, values } = whereOf(scope, filter);
      return {
        rows: all(`SELECT d.* FROM dags d WHERE ${where} ORDER BY ${orderOf(filter.order_by)} LIMIT ? OFFSET ?`, ...values, limit, offset) as ListedDag[],
        total: (one(`SELECT count(*) AS total FROM dags d WHERE ${where}`, ...values) as { total: number }).total,
      };
    },

    /** Those that their schedules will run next at or before `until`. */
    scheduled({ tenant_id, environment_id }: Scope, dag_id_pattern: string | undefined, until: number): ListedDag[] {
      const { where, values } = whereOf({ tenant_id, environment_id }, { dag_id_pattern, paused: false });
      return all(`SELECT d.* FROM dags d WHERE ${where} AND d.next_run_at <= ? ORDER BY d.dag_id`, ...values, until) as ListedDag[];
    },

    /**
     * As in Airflow, a DAG that is added after it was deleted is a new one: its versions begin at 1, and of the old one
     * nothing is left but its events. Its key is new as well, so that nothing that is remembered by keys takes one for the other.
     */
    insert({ tenant_id, environment_id }: Scope, dag_id: string, now: number): number {
      const text = 'INSERT INTO dags (dag, tenant_id, environment_id, dag_id, version, is_paused, created_at) SELECT last + 1, ?, ?, ?, 0, 0, ? FROM dag_keys';
      return Number(sql(text).run(tenant_id, environment_id, dag_id, now).lastInsertRowid);
    },

    addVersion(dag: number, { version, definition, weights }: NewVersion, { catchup, continuous, run_timeout, ...summary }: Summary & Scheduling, user_id: string, now: number): void {
      sql('INSERT INTO dag_versions (dag, version, definition, weights, created_at, created_by) VALUES (?, ?, ?, ?, ?, ?)').run(dag, version, definition, JSON.stringify(weights), now, user_id);
      sql('UPDATE dags SET version = ?, catchup = ?, continuous = ?, run_timeout = ?, summary = ?, versioned_at = ?, versioned_by = ? WHERE dag = ?').run(version, Number(catchup), Number(continuous), run_timeout, JSON.stringify(summary), now, user_id, dag);
      for (const [table, names] of [['dag_tags', summary.tags], ['dag_owners', summary.owners]] as const) {
        sql(`DELETE FROM ${table} WHERE dag = ?`).run(dag);
        sql(`INSERT OR IGNORE INTO ${table} (dag, name) SELECT ?, value FROM json_each(?)`).run(dag, JSON.stringify(names));
      }
    },

    pause: (dag: number, { by, at, reason, until }: Pause) =>
      void sql('UPDATE dags SET is_paused = 1, paused_by = ?, paused_at = ?, pause_reason = ?, paused_until = ? WHERE dag = ?').run(by, at, reason ?? null, until ?? null, dag),
    unpause: (dag: number) => void sql('UPDATE dags SET is_paused = 0, paused_by = NULL, paused_at = NULL, pause_reason = NULL, paused_until = NULL WHERE dag = ?').run(dag),
    setNextRun: (dag: number, at: number | undefined) => void sql('UPDATE dags SET next_run_at = ? WHERE dag = ?').run(at ?? null, dag),
    remove: (dag: number) => void sql('DELETE FROM dags WHERE dag = ?').run(dag),

    definition: (dag: number, version: number) =>
      one('SELECT definition, weights, created_at, created_by FROM dag_versions WHERE dag = ? AND version = ?', dag, version) as (StoredVersion & { created_at: number; created_by: string }) | undefined,

    versions: (dag: number) =>
      all('SELECT version, created_at, created_by FROM dag_versions WHERE dag = ? ORDER BY version DESC', dag) as { version: number; created_at: number; created_by: string }[],

    /** The DAGs whose schedule has come, the longest overdue first; one that catches up has at most one run waiting, and one that is continuous none under way. */
    due: (now: number, limit: number) => all(`SELECT d.* FROM dags d WHERE ${isDue} AND d.next_run_at <= ? ORDER BY d.next_run_at LIMIT ?`, now, limit) as ListedDag[],

    /** When the next schedule comes. */
    nextDue: () => (one(`SELECT d.next_run_at AS at FROM dags d WHERE ${isDue} ORDER BY d.next_run_at LIMIT 1`) as { at: number } | undefined)?.at,

    /** The DAGs whose pause has come to its end. */
    resuming: (now: number) => all('SELECT d.* FROM dags d WHERE d.paused_until <= ?', now) as ListedDag[],
    nextResume: () => (one('SELECT min(paused_until) AS at FROM dags WHERE paused_until IS NOT NULL') as { at: number | null }).at ?? undefined,
  };
}

const has = (which: string) => `EXISTS (SELECT 1 FROM dag_runs r WHERE r.dag = d.dag AND ${which})`;
const isDue = `d.is_paused = 0 AND d.next_run_at IS NOT NULL
  AND (d.catchup = 0 OR NOT ${has("r.state = 'queued' AND r.run_type = 'scheduled'")}) AND (d.continuous = 0 OR NOT ${has("r.state IN ('queued', 'running')")})`;
