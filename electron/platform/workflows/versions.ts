import { workflowVersions } from '../../../shared/contract/workflows.ts';
import { statements } from '../database.ts';
import type { Core } from '../core.ts';
import { implement, type Caller, type Handlers, type Migration } from '../domain.ts';
import { notFound } from '../kinds.ts';
import { without, type Fields } from '../rows.ts';

/** Versions of a workflow's graph: numbered from 1, and never changed. */

export const versionMigrations: readonly Migration[] = [
  {
    id: 'workflow-versions-1',
    sql: `CREATE TABLE workflow_versions (
      version_id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL, workflow_id TEXT NOT NULL, version INTEGER NOT NULL, version_tag TEXT, note TEXT,
      nodes TEXT NOT NULL, edges TEXT NOT NULL, crt_date TEXT NOT NULL, crt_user TEXT NOT NULL,
      UNIQUE (workflow_id, version)
    ) STRICT`,
  },
];

export interface Version {
  [field: string]: unknown;
  readonly version_id: string;
  readonly workflow_id: string;
  readonly version: number;
  readonly version_tag: string | null;
  readonly note: string | null;
  readonly nodes: unknown;
  readonly edges: unknown;
  readonly crt_date: string;
  readonly crt_user: string;
}

export interface Versions {
  latest(workflowId: string): Version | undefined;
  /** Throws `not_found` where the workflow has no such version. */
  find(workflowId: string, versionId: string): Version;
  /** What the recipe shows of its latest version, by the workflow's id. */
  latestNames(tenantId: string): Map<string, { version_id: string; version_tag: string | null }>;
  forget(workflowId: string): void;
}

const toVersion = (row: Fields) =>
  ({ ...without(row, ['tenant_id']), nodes: JSON.parse(row['nodes'] as string), edges: JSON.parse(row['edges'] as string) }) as Version;

export function createVersions({ db }: Core): Versions {
  const sql = statements(db);
  return {
    latest(workflowId) {
      const row = sql('SELECT * FROM workflow_versions WHERE workflow_id = ? ORDER BY version DESC LIMIT 1').get(workflowId);
      return row && toVersion(row);
    },
    find(workflowId, versionId) {
      const row = sql('SELECT * FROM workflow_versions WHERE workflow_id = ? AND version_id = ?').get(workflowId, versionId);
      if (!row) throw notFound('workflow version', versionId);
      return toVersion(row);
    },
    latestNames(tenantId) {
      const rows = sql('SELECT workflow_id, version_id, version_tag, max(version) FROM workflow_versions WHERE tenant_id = ? GROUP BY workflow_id').all(tenantId);
      return new Map(rows.map((row) => [row['workflow_id'] as string, { version_id: row['version_id'] as string, version_tag: row['version_tag'] as string | null }]));
    },
    forget: (workflowId) => void sql('DELETE FROM workflow_versions WHERE workflow_id = ?').run(workflowId),
  };
}

/** [C-092][C-093] */
export function versionHandlers({ db, kinds, rows, now, transaction }: Core, versions: Versions): Handlers {
  const sql = statements(db);
  const recipe = (id: string, caller: Caller) => kinds.of('workflowRecipes').find(id, caller);
  return implement('workflowVersions', workflowVersions, {
    create: ({ workflow_id, nodes, edges, version_tag, note }, { caller }) =>
      transaction(() => {
        recipe(workflow_id, caller);
        const version_id = rows.newId();
        const version = (versions.latest(workflow_id)?.version ?? 0) + 1;
        sql('INSERT INTO workflow_versions (version_id, tenant_id, workflow_id, version, version_tag, note, nodes, edges, crt_date, crt_user) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)').run(
          version_id, caller.tenant_id, workflow_id, version, version_tag ?? null, note ?? null,
          JSON.stringify(nodes ?? []), JSON.stringify(edges ?? []), new Date(now()).toISOString(), caller.user_id,
        );
        return versions.find(workflow_id, version_id);
      }),
    latest: ({ workflow_id }, { caller }) => {
      recipe(workflow_id, caller);
      const version = versions.latest(workflow_id);
      if (!version) throw notFound('workflow version of', workflow_id);
      return version;
    },
  });
}
