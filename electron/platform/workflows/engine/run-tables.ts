import type { Migration } from '../../domain.ts';

/** Runs, and what came of their nodes: the record from which a run is shown, resumed and forked. */
export const runMigrations: readonly Migration[] = [
  {
    id: 'workflow-runs-1',
    sql: `
      CREATE TABLE workflow_runs (
        run_id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL, environment_id TEXT NOT NULL, workflow_id TEXT NOT NULL, state TEXT NOT NULL,
        parent_run_id TEXT, summary TEXT NOT NULL, settings TEXT NOT NULL, data TEXT NOT NULL, output TEXT, graph TEXT
      ) STRICT;
      CREATE INDEX workflow_runs_by_tenant ON workflow_runs (tenant_id, run_id);
      CREATE INDEX workflow_runs_by_workflow ON workflow_runs (workflow_id, run_id);
      CREATE INDEX workflow_runs_by_parent ON workflow_runs (parent_run_id) WHERE parent_run_id IS NOT NULL;
      CREATE INDEX workflow_runs_under_way ON workflow_runs (state) WHERE state IN ('queued', 'running', 'waiting');
      CREATE TABLE workflow_run_nodes (
        run_id TEXT NOT NULL REFERENCES workflow_runs (run_id) ON DELETE CASCADE, node_id TEXT NOT NULL, iteration TEXT NOT NULL,
        summary TEXT NOT NULL, memo TEXT, input TEXT, output TEXT, PRIMARY KEY (run_id, node_id, iteration)
      ) STRICT;
    `,
  },
];
