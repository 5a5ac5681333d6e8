import type { Migration } from '../domain.ts';

/**
 * Tries that another one has followed; the last one stands in `task_instances` itself. A pool that is not here but is
 * called `default_pool` has its 128 slots. -1 slots are without end.
 */
export const taskMigrations: readonly Migration[] = [
  {
    id: 'dag-tasks-1',
    sql: `
      CREATE TABLE task_tries (
        instance INTEGER NOT NULL REFERENCES task_instances ON DELETE CASCADE, try_number INTEGER NOT NULL,
        state TEXT NOT NULL, start_date INTEGER NOT NULL, end_date INTEGER, error TEXT,
        PRIMARY KEY (instance, try_number)
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE dag_pools (
        tenant_id TEXT NOT NULL, environment_id TEXT NOT NULL, name TEXT NOT NULL, slots INTEGER NOT NULL, description TEXT,
        PRIMARY KEY (tenant_id, environment_id, name)
      ) STRICT, WITHOUT ROWID;

      CREATE INDEX dag_runs_by_date ON dag_runs (dag, logical_date, run);
    `,
  },
  {
    id: 'dag-tasks-2',
    sql: `
      ALTER TABLE task_instances ADD COLUMN host TEXT;
      ALTER TABLE task_instances ADD COLUMN pid INTEGER;
      ALTER TABLE task_tries ADD COLUMN host TEXT;
      ALTER TABLE task_tries ADD COLUMN pid INTEGER;
    `,
  },
];
