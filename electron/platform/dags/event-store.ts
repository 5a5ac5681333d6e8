import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { statements } from '../database.ts';
import { escapeLike, type Paging, type Scope } from './store.ts';

/** Who did what, when: kept after the DAG is gone. */

export interface NewEvent extends Scope {
  /** What people do: `add_dag`, `pause_dag`, `create_backfill` and their like; what happens: `dag_run_…` and a task's state. */
  readonly event: string;
  /** A user's id, or `scheduler`. */
  readonly owner: string;
  readonly dag_id: string;
  readonly run_id?: string | undefined;
  readonly task_id?: string | undefined;
  readonly map_index?: number | undefined;
  readonly try_number?: number | undefined;
  readonly extra?: string | undefined;
}

/** What happened to one of many task instances. */
export type InstanceEvent = Pick<NewEvent, 'map_index' | 'try_number' | 'extra'> & { readonly task_id: string };

export interface EventRow {
  readonly event_log_id: number;
  readonly at: number;
  readonly event: string;
  readonly owner: string;
  readonly dag_id: string;
  readonly run_id: string | null;
  readonly task_id: string | null;
  /** -1 for a task that is not mapped. */
  readonly map_index: number | null;
  readonly try_number: number | null;
  readonly extra: string | null;
}

export interface EventFilter extends Paging {
  readonly dag_id?: string | undefined;
  readonly run_id?: string | undefined;
  readonly task_id?: string | undefined;
  readonly map_index?: number | undefined;
  readonly event?: string | undefined;
  readonly owner?: string | undefined;
  /** The newest event that counts. */
  readonly as_of?: number | undefined;
  readonly start?: number | undefined;
  readonly end?: number | undefined;
  readonly search_term?: string | undefined;
}

export type EventStore = ReturnType<typeof createEventStore>;

export function createEventStore(db: DatabaseSync) {
  const sql = statements(db);
  return {
    add({ tenant_id, environment_id, event, owner, dag_id, run_id, task_id, map_index, try_number, extra }: NewEvent, now: number): void {
      sql('INSERT INTO event_logs (tenant_id, environment_id, at, event, owner, dag_id, run_id, task_id, map_index, try_number, extra) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
        .run(tenant_id, environment_id, now, event, owner, dag_id, run_id ?? null, task_id ?? null, map_index ?? null, try_number ?? null, extra ?? null);
    },

    /** The same event of many task instances, a row for each, so that the log holds the history of every one. */
    addOf({ tenant_id, environment_id, event, owner, dag_id, run_id }: NewEvent, instances: readonly InstanceEvent[], now: number): void {
      sql(`INSERT INTO event_logs (tenant_id, environment_id, at, event, owner, dag_id, run_id, task_id, map_index, try_number, extra)
           SELECT ?, ?, ?, ?, ?, ?, ?, value ->> 0, value ->> 1, value ->> 2, value ->> 3 FROM json_each(?)`)
        .run(tenant_id, environment_id, now, event, owner, dag_id, run_id ?? null, JSON.stringify(instances.map(({ task_id, map_index, try_number, extra }) => [task_id, map_index, try_number, extra])));
    },

    /** The newest event, by which later pages of a list are kept as they were; 0 if there is none. */
    last: () => (sql('SELECT coalesce(max(event_log_id), 0) AS id FROM event_logs').get() as { id: number }).id,

    /** Newest first. */
    list({ tenant_id, environment_id }: Scope, { dag_id, run_id, task_id, map_index, event, owner, as_of, start, end, search_term, limit, offset }: EventFilter): { rows: EventRow[]; total: number } {
      const parts = ['tenant_id = ?', 'environment_id = ?'];
      const values: SQLInputValue[] = [tenant_id, environment_id];
      const filter = (part: string, value: SQLInputValue | undefined) => {
        if (value === undefined || value === '') return;
        parts.push(part);
        values.push(value);
      };
      filter('dag_id = ?', dag_id);
      filter('run_id = ?', run_id);
      filter('task_id = ?', task_id);
      filter('map_index = ?', map_index);
      filter('event = ?', event);
      filter('owner = ?', owner);
      filter('event_log_id <= ?', as_of);
      filter('at >= ?', start);
      filter('at <= ?', end);
      const words = "event || char(10) || owner || char(10) || dag_id || char(10) || coalesce(run_id, '') || char(10) || coalesce(task_id, '') || char(10) || coalesce(extra, '')";
      filter(String.raw`${words} LIKE ? ESCAPE '\'`, search_term ? `%${escapeLike(search_term)}%` : undefined);
      const where = parts.join(' AND ');
      return {
        rows: sql(`SELECT * FROM event_logs WHERE ${where} ORDER BY event_log_id DESC LIMIT ? OFFSET ?`).all(...values, limit, offset) as unknown as EventRow[],
        total: (sql(`SELECT count(*) AS total FROM event_logs WHERE ${where}`).get(...values) as { total: number }).total,
      };
    },
  };
}
