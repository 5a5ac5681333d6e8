import { clonedVersion } from '../../../shared/rules/constants.ts';
import { AppError } from '../../../shared/errors.ts';
import { statements } from '../database.ts';
import type { Core } from '../core.ts';
import type { Migration } from '../domain.ts';
import { notFound } from '../kinds.ts';
import type { Fields } from '../rows.ts';

/** Versions of a recipe's graph: numbered from 1, and never changed but for their tag and note. */

export const versionMigrations: readonly Migration[] = [
  {
    id: 'workflow-versions-1',
    sql: `CREATE TABLE workflow_versions (
      version_id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL, workflow_id TEXT NOT NULL, version INTEGER NOT NULL, version_tag TEXT, note TEXT,
      nodes TEXT NOT NULL, edges TEXT NOT NULL, crt_date TEXT NOT NULL, crt_user TEXT NOT NULL,
      UNIQUE (workflow_id, version)
    ) STRICT`,
  },
  {
    // Graphs stand apart, so that a list of versions never reads past them.
    id: 'workflow-versions-2',
    sql: `
      CREATE TABLE workflow_graphs (
        version_id TEXT PRIMARY KEY REFERENCES workflow_versions (version_id) ON DELETE CASCADE, nodes TEXT NOT NULL, edges TEXT NOT NULL
      ) STRICT;
      INSERT INTO workflow_graphs SELECT version_id, nodes, edges FROM workflow_versions;
      ALTER TABLE workflow_versions ADD COLUMN node_count INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE workflow_versions ADD COLUMN edge_count INTEGER NOT NULL DEFAULT 0;
      UPDATE workflow_versions SET
        node_count = CASE WHEN json_type(nodes) IN ('array', 'object') THEN (SELECT count(*) FROM json_each(nodes)) ELSE 0 END,
        edge_count = CASE WHEN json_type(edges) IN ('array', 'object') THEN (SELECT count(*) FROM json_each(edges)) ELSE 0 END;
      ALTER TABLE workflow_versions DROP COLUMN nodes;
      ALTER TABLE workflow_versions DROP COLUMN edges;
    `,
  },
];

export interface VersionSummary {
  [field: string]: unknown;
  readonly version_id: string;
  readonly workflow_id: string;
  readonly version: number;
  readonly version_tag: string | null;
  readonly note: string | null;
  readonly crt_date: string;
  readonly crt_user: string;
  readonly node_count: number;
  readonly edge_count: number;
}

export interface Version extends VersionSummary {
  readonly nodes: unknown;
  readonly edges: unknown;
}

/** What is said of a new version; its id and, unless it is given, its number are made. */
export interface NewVersion {
  readonly nodes: unknown;
  readonly edges: unknown;
  readonly version?: number | undefined;
  readonly version_tag?: string | null | undefined;
  readonly note?: string | null | undefined;
  readonly crt_date?: string | undefined;
  readonly crt_user: string;
}

/** A graph as it is stored: JSON, and how many parts stand in it. */
export interface WrittenGraph {
  readonly nodes: string;
  readonly edges: string;
  readonly node_count: number;
  readonly edge_count: number;
}

export interface Versions {
  /** What is known of the latest one beside its graph. */
  newest(workflowId: string): VersionSummary | undefined;
  latest(workflowId: string): Version | undefined;
  /** What is known of a version beside its graph. Throws `not_found` where the workflow has no such version. */
  about(workflowId: string, versionId: string): VersionSummary;
  /** The same, with its graph. */
  find(workflowId: string, versionId: string): Version;
  /** The newest first. */
  list(workflowId: string): VersionSummary[];
  /** What the recipe shows of its latest version, by the workflow's id. */
  latestNames(tenantId: string): Map<string, Pick<VersionSummary, 'version_id' | 'version_tag' | 'version'>>;
  /** Throws `conflict` where the latest version is not the one that was edited (null: none); undefined asks for no check. */
  checkBase(workflowId: string, base: string | null | undefined): void;
  /** To be called in a transaction that gives the recipe the same graph. */
  add(tenantId: string, workflowId: string, given: NewVersion): Version;
  addWritten(tenantId: string, workflowId: string, given: Omit<NewVersion, 'nodes' | 'edges'>, graph: WrittenGraph): VersionSummary;
  /** Gives all versions of one workflow to another, which has none. */
  hand(workflowId: string, to: string): void;
  /** Sets what is given; empty takes it away. Throws `not_found`. */
  annotate(workflowId: string, versionId: string, said: { version_tag?: string | undefined; note?: string | undefined }): VersionSummary;
  forget(workflowId: string): void;
}

/** The first version of a clone is the clone itself, not yet a save of it [S-039]. */
export const isSave = ({ version, version_tag }: VersionSummary): boolean => version !== clonedVersion.version || version_tag !== clonedVersion.version_tag;

const countOf = (part: unknown): number => (typeof part === 'object' && part !== null ? Object.keys(part).length : 0);
export const written = ({ nodes = [], edges = [] }: { readonly nodes?: unknown; readonly edges?: unknown }): WrittenGraph =>
  ({ nodes: JSON.stringify(nodes), edges: JSON.stringify(edges), node_count: countOf(nodes), edge_count: countOf(edges) });
const summary = 'version_id, workflow_id, version, version_tag, note, crt_date, crt_user, node_count, edge_count';

const one = (row: Fields | undefined): VersionSummary | undefined => row && ({ ...row } as VersionSummary);
const textOr = (given: string | undefined, before: string | null) => (given === undefined ? before : given.trim() || null);

export function createVersions({ db, rows, now }: Pick<Core, 'db' | 'rows' | 'now'>): Versions {
  const sql = statements(db);
  const withGraph = (known: VersionSummary): Version => {
    const { nodes, edges } = sql('SELECT nodes, edges FROM workflow_graphs WHERE version_id = ?').get(known.version_id) as { nodes: string; edges: string };
    return { ...known, nodes: JSON.parse(nodes) as unknown, edges: JSON.parse(edges) as unknown };
  };
  const newest = (workflowId: string) => one(sql(`SELECT ${summary} FROM workflow_versions WHERE workflow_id = ? ORDER BY version DESC LIMIT 1`).get(workflowId));
  const known = (workflowId: string, versionId: string): VersionSummary => {
    const found = one(sql(`SELECT ${summary} FROM workflow_versions WHERE workflow_id = ? AND version_id = ?`).get(workflowId, versionId));
    if (!found) throw notFound('workflow version', versionId);
    return found;
  };

  const addWritten: Versions['addWritten'] = (tenantId, workflowId, { version_tag, note, version, crt_date, crt_user }, { nodes, edges, node_count, edge_count }) => {
    const made: VersionSummary = {
      version_id: rows.newId(), workflow_id: workflowId, version: version ?? (newest(workflowId)?.version ?? 0) + 1, version_tag: version_tag ?? null, note: note ?? null,
      crt_date: crt_date ?? new Date(now()).toISOString(), crt_user, node_count, edge_count,
    };
    sql(`INSERT INTO workflow_versions (tenant_id, ${summary}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`).run(
      tenantId, made.version_id, workflowId, made.version, made.version_tag, made.note, made.crt_date, crt_user, node_count, edge_count,
    );
    sql('INSERT INTO workflow_graphs (version_id, nodes, edges) VALUES (?, ?, ?)').run(made.version_id, nodes, edges);
    return made;
  };

  return {
    newest,
    about: known,
    latest(workflowId) {
      const found = newest(workflowId);
      return found && withGraph(found);
    },
    find: (workflowId, versionId) => withGraph(known(workflowId, versionId)),
    list: (workflowId) => sql(`SELECT ${summary} FROM workflow_versions WHERE workflow_id = ? ORDER BY version DESC`).all(workflowId).map((row) => one(row)!),
    latestNames(tenantId) {
      const found = sql('SELECT workflow_id, version_id, version_tag, max(version) AS version FROM workflow_versions WHERE tenant_id = ? GROUP BY workflow_id').all(tenantId);
      return new Map(found.map(({ workflow_id, ...row }) => [workflow_id as string, row as Pick<VersionSummary, 'version_id' | 'version_tag' | 'version'>]));
    },
    checkBase(workflowId, base) {
      if (base === undefined) return;
      const latest = newest(workflowId);
      if ((latest?.version_id ?? null) === base) return;
      const now = latest ? `version ${latest.version} is the latest by now` : 'it has no versions';
      throw new AppError('conflict', `This workflow changed since it was opened: ${now}. Merge your changes with it, or save them as a copy.`, { status: 409, details: { latest_version_id: latest?.version_id ?? null } });
    },
    add: (tenantId, workflowId, { nodes = [], edges = [], ...given }) => ({ ...addWritten(tenantId, workflowId, given, written({ nodes, edges })), nodes, edges }),
    addWritten,
    hand: (workflowId, to) => void sql('UPDATE workflow_versions SET workflow_id = ? WHERE workflow_id = ?').run(to, workflowId),
    annotate(workflowId, versionId, { version_tag, note }) {
      const { version_tag: tag, note: noted } = known(workflowId, versionId);
      sql('UPDATE workflow_versions SET version_tag = ?, note = ? WHERE version_id = ?').run(textOr(version_tag, tag), textOr(note, noted), versionId);
      return known(workflowId, versionId);
    },
    forget: (workflowId) => void sql('DELETE FROM workflow_versions WHERE workflow_id = ?').run(workflowId),
  };
}
