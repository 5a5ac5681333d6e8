import type { Migration } from '../domain.ts';

/**
 * What lists show of a DAG stands beside it (`summary`, tags, owners), so that no list reads whole definitions. A backfill
 * has a row for each of its dates; `made` says that it has, or needs, no run any more. Runs name their backfill.
 * `run_timeout` is in milliseconds. `dag_keys` has the last key that a DAG was given, which is given to no other.
 */
export const deskMigrations: readonly Migration[] = [
  {
    id: 'dag-desk-1',
    sql: `
      ALTER TABLE dags ADD COLUMN catchup INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE dags ADD COLUMN summary TEXT NOT NULL DEFAULT '{}';
      ALTER TABLE dags ADD COLUMN versioned_at INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE dags ADD COLUMN versioned_by TEXT NOT NULL DEFAULT '';
      ALTER TABLE dags ADD COLUMN paused_by TEXT;
      ALTER TABLE dags ADD COLUMN paused_at INTEGER;
      ALTER TABLE dags ADD COLUMN pause_reason TEXT;
      ALTER TABLE dags ADD COLUMN paused_until INTEGER;
      CREATE INDEX dags_resuming ON dags (paused_until) WHERE paused_until IS NOT NULL;
      CREATE TABLE dag_tags (
        dag INTEGER NOT NULL REFERENCES dags ON DELETE CASCADE, name TEXT NOT NULL, PRIMARY KEY (dag, name)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE dag_owners (
        dag INTEGER NOT NULL REFERENCES dags ON DELETE CASCADE, name TEXT NOT NULL, PRIMARY KEY (dag, name)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX dag_versions_listed ON dag_versions (dag, version, created_at, created_by);

      UPDATE dags SET versioned_at = v.created_at, versioned_by = v.created_by, summary = json_object(
          'description', v.definition ->> 'description', 'schedule', v.definition -> 'schedule', 'start_date', v.definition ->> 'start_date',
          'max_active_runs', coalesce(v.definition ->> 'max_active_runs', 1), 'tags', coalesce(v.definition -> 'tags', json('[]')), 'owners', json_array(v.created_by)
        ) FROM dag_versions v WHERE v.dag = dags.dag AND v.version = dags.version;
      INSERT OR IGNORE INTO dag_tags (dag, name) SELECT dag, value FROM dags, json_each(dags.summary, '$.tags');
      INSERT OR IGNORE INTO dag_owners (dag, name) SELECT dag, value FROM dags, json_each(dags.summary, '$.owners');

      ALTER TABLE dag_runs ADD COLUMN note TEXT;
      ALTER TABLE dag_runs ADD COLUMN backfill INTEGER;
      CREATE INDEX dag_runs_latest ON dag_runs (dag, run, state);
      CREATE INDEX dag_runs_of_backfill ON dag_runs (backfill, state) WHERE backfill IS NOT NULL;
      CREATE INDEX dag_runs_by_start ON dag_runs (start_date);
      CREATE INDEX dag_runs_long ON dag_runs (start_date) WHERE end_date - start_date > 86400000;

      CREATE TABLE backfills (
        id INTEGER PRIMARY KEY AUTOINCREMENT, dag INTEGER NOT NULL REFERENCES dags ON DELETE CASCADE,
        from_date INTEGER NOT NULL, to_date INTEGER NOT NULL, run_backwards INTEGER NOT NULL, reprocess_behavior TEXT NOT NULL,
        max_active_runs INTEGER NOT NULL, conf TEXT NOT NULL, is_paused INTEGER NOT NULL DEFAULT 0, user_id TEXT NOT NULL,
        created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, completed_at INTEGER
      ) STRICT;
      CREATE INDEX backfills_of_dag ON backfills (dag);
      CREATE INDEX backfills_open ON backfills (id) WHERE completed_at IS NULL;
      CREATE TABLE backfill_dates (
        backfill INTEGER NOT NULL REFERENCES backfills ON DELETE CASCADE, place INTEGER NOT NULL, logical_date INTEGER NOT NULL,
        made INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (backfill, place)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX backfill_dates_waiting ON backfill_dates (backfill, place) WHERE made = 0;
    `,
  },
  {
    id: 'dag-desk-2',
    sql: `
      ALTER TABLE dags ADD COLUMN run_timeout INTEGER;
      CREATE INDEX dags_timing_out ON dags (run_timeout) WHERE run_timeout IS NOT NULL;
    `,
  },
  { id: 'dag-events-2', sql: 'ALTER TABLE event_logs ADD COLUMN map_index INTEGER' },
  { id: 'dag-desk-3', sql: 'ALTER TABLE dags ADD COLUMN continuous INTEGER NOT NULL DEFAULT 0' },
  {
    id: 'dag-runs-2',
    sql: `
      ALTER TABLE dag_runs ADD COLUMN incomplete INTEGER NOT NULL DEFAULT 0;
      CREATE INDEX dag_runs_incomplete ON dag_runs (run) WHERE incomplete = 1;
    `,
  },
  { id: 'dag-versions-2', sql: 'ALTER TABLE dag_versions ADD COLUMN weights TEXT' },
  {
    id: 'dag-keys-1',
    sql: `
      CREATE TABLE dag_keys (last INTEGER NOT NULL) STRICT;
      INSERT INTO dag_keys SELECT coalesce(max(dag), 0) FROM dags;
      CREATE TRIGGER dag_keys_follow AFTER INSERT ON dags BEGIN
        UPDATE dag_keys SET last = max(last, new.dag);
      END;
    `,
  },
];
