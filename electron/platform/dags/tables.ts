import type { Migration } from '../domain.ts';
import { deskMigrations } from './desk-tables.ts';

/**
 * Instants are milliseconds since the epoch. `dags.next_run_at` is the schedule's cursor: it moves in the transaction
 * that makes the run, so that a scheduled run is neither lost nor doubled. `map_index` is -1 for a task that is not
 * mapped, as in Airflow. The event log refers to nothing, and outlives what it speaks of.
 */
export const dagMigrations: readonly Migration[] = [
  {
    id: 'dags-1',
    sql: `
      CREATE TABLE dags (
        dag INTEGER PRIMARY KEY, tenant_id TEXT NOT NULL, environment_id TEXT NOT NULL, dag_id TEXT NOT NULL,
        version INTEGER NOT NULL, is_paused INTEGER NOT NULL, next_run_at INTEGER, created_at INTEGER NOT NULL,
        UNIQUE (tenant_id, environment_id, dag_id)
      ) STRICT;
      CREATE INDEX dags_due ON dags (next_run_at) WHERE is_paused = 0 AND next_run_at IS NOT NULL;

      CREATE TABLE dag_versions (
        dag INTEGER NOT NULL REFERENCES dags ON DELETE CASCADE, version INTEGER NOT NULL,
        definition TEXT NOT NULL, created_at INTEGER NOT NULL, created_by TEXT NOT NULL,
        PRIMARY KEY (dag, version)
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE dag_runs (
        run INTEGER PRIMARY KEY, dag INTEGER NOT NULL REFERENCES dags ON DELETE CASCADE, version INTEGER NOT NULL,
        dag_run_id TEXT NOT NULL, run_type TEXT NOT NULL, state TEXT NOT NULL, logical_date INTEGER NOT NULL,
        queued_at INTEGER NOT NULL, start_date INTEGER, end_date INTEGER, conf TEXT NOT NULL, triggered_by TEXT NOT NULL, user_id TEXT NOT NULL,
        UNIQUE (dag, dag_run_id)
      ) STRICT;
      CREATE UNIQUE INDEX dag_runs_scheduled ON dag_runs (dag, logical_date) WHERE run_type = 'scheduled';
      CREATE INDEX dag_runs_open ON dag_runs (state, dag) WHERE state IN ('queued', 'running');

      CREATE TABLE task_instances (
        instance INTEGER PRIMARY KEY, run INTEGER NOT NULL REFERENCES dag_runs ON DELETE CASCADE,
        task_id TEXT NOT NULL, map_index INTEGER NOT NULL DEFAULT -1, operator TEXT NOT NULL, state TEXT NOT NULL DEFAULT 'none',
        try_number INTEGER NOT NULL DEFAULT 0, max_tries INTEGER NOT NULL, interruptions INTEGER NOT NULL DEFAULT 0,
        start_date INTEGER, end_date INTEGER, retry_at INTEGER, result TEXT, error TEXT,
        UNIQUE (run, task_id, map_index)
      ) STRICT;

      CREATE TABLE event_logs (
        event_log_id INTEGER PRIMARY KEY, tenant_id TEXT NOT NULL, environment_id TEXT NOT NULL, at INTEGER NOT NULL,
        event TEXT NOT NULL, owner TEXT NOT NULL, dag_id TEXT NOT NULL, run_id TEXT, task_id TEXT, try_number INTEGER, extra TEXT
      ) STRICT;
      CREATE INDEX event_logs_of_dag ON event_logs (tenant_id, environment_id, dag_id, event_log_id);
      CREATE INDEX event_logs_by_time ON event_logs (tenant_id, environment_id, at);
    `,
  },
  ...deskMigrations,
];
