import type { StatementSync } from 'node:sqlite';
import { nodeEdges, nodeMetadata } from '../../../shared/contract/workflows.ts';
import { statements } from '../database.ts';
import type { Core } from '../core.ts';
import { implement, type HandlerContext, type Handlers, type Migration } from '../domain.ts';
import type { Saving } from './saving.ts';
import type { Versions } from './versions.ts';

/** What the nodes and edges of a workflow keep, per version; without a version, edges are those of the recipe as it stands. */

export const nodeMigrations: readonly Migration[] = [
  {
    id: 'workflow-nodes-1',
    sql: `
      CREATE TABLE node_edges (
        tenant_id TEXT NOT NULL, workflow_id TEXT NOT NULL, version_id TEXT NOT NULL, edges TEXT NOT NULL, PRIMARY KEY (workflow_id, version_id)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE node_metadata (
        tenant_id TEXT NOT NULL, workflow_id TEXT NOT NULL, version_id TEXT NOT NULL, node_id TEXT NOT NULL, data TEXT NOT NULL, updated_at TEXT NOT NULL,
        PRIMARY KEY (workflow_id, version_id, node_id)
      ) STRICT, WITHOUT ROWID;
    `,
  },
  {
    // Edges without a version once stood here, too.
    id: 'workflow-nodes-2',
    sql: `
      UPDATE rows SET data = json_set(data, '$.edges', json(node_edges.edges)) FROM node_edges
        WHERE rows.kind = 'workflowRecipes' AND rows.id = node_edges.workflow_id AND node_edges.version_id = '';
      DELETE FROM node_edges WHERE version_id = '';
    `,
  },
];

export function forgetNodes(sql: (text: string) => StatementSync, workflowId: string): void {
  sql('DELETE FROM node_edges WHERE workflow_id = ?').run(workflowId);
  sql('DELETE FROM node_metadata WHERE workflow_id = ?').run(workflowId);
}

/** What a node keeps beside its graph; `version_id` is empty for the recipe as it stands. */
export interface NodeMetadata {
  readonly version_id: string;
  readonly node_id: string;
  readonly data: unknown;
}

/** Of all versions of a recipe. */
export const metadataOf = (sql: (text: string) => StatementSync, workflowId: string): NodeMetadata[] =>
  sql('SELECT version_id, node_id, data FROM node_metadata WHERE workflow_id = ? ORDER BY version_id, node_id').all(workflowId)
    .map((row) => ({ version_id: row['version_id'] as string, node_id: row['node_id'] as string, data: JSON.parse(row['data'] as string) as unknown }));

export function keepMetadata(sql: (text: string) => StatementSync, { workflow_id, version_id, node_id, data }: NodeMetadata & { readonly workflow_id: string }, tenantId: string, at: number): void {
  sql(`INSERT INTO node_metadata (tenant_id, workflow_id, version_id, node_id, data, updated_at) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET data = excluded.data, updated_at = excluded.updated_at`)
    .run(tenantId, workflow_id, version_id, node_id, JSON.stringify(data ?? null), new Date(at).toISOString());
}

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** [C-094…C-098] */
export function nodeHandlers({ db, kinds, now }: Core, versions: Versions, saving: Saving): Handlers {
  const sql = statements(db);
  const recipes = kinds.of('workflowRecipes');

  type Saved = { readonly workflow_id: string; readonly node_id: string; readonly version_id?: string | undefined; readonly data: unknown };
  const saveMetadata = ({ workflow_id, node_id, version_id = '', data }: Saved, { caller }: HandlerContext) => {
    recipes.find(workflow_id, caller);
    if (version_id !== '') versions.about(workflow_id, version_id);
    keepMetadata(sql, { workflow_id, version_id, node_id, data }, caller.tenant_id, now());
    return { node_id, workflow_id, ...(version_id === '' ? {} : { version_id }), data };
  };

  return {
    ...implement('nodeEdges', nodeEdges, {
      get: ({ flowId, version_id = '' }, { caller }) => {
        const recipe = recipes.find(flowId, caller);
        if (version_id === '') return { edges: list(recipe['edges']) };
        const saved = sql('SELECT edges FROM node_edges WHERE workflow_id = ? AND version_id = ?').get(flowId, version_id);
        return { edges: saved ? (JSON.parse(saved['edges'] as string) as unknown[]) : list(versions.find(flowId, version_id).edges) };
      },
      save: ({ flowId, version_id = '', edges }, context) => {
        const { caller } = context;
        const recipe = recipes.find(flowId, caller);
        if (version_id === '') {
          saving.fields(recipe, { edges }, context);
          return { edges };
        }
        versions.about(flowId, version_id);
        sql('INSERT INTO node_edges (tenant_id, workflow_id, version_id, edges) VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET edges = excluded.edges')
          .run(caller.tenant_id, flowId, version_id, JSON.stringify(edges));
        return { edges };
      },
    }),
    ...implement('nodeMetadata', nodeMetadata, {
      all: ({ workflow_id, node_id, version_id = '' }, { caller }) => {
        recipes.find(workflow_id, caller);
        const rows = sql('SELECT node_id, data FROM node_metadata WHERE workflow_id = ? AND version_id = ? AND (? IS NULL OR node_id = ?) ORDER BY node_id')
          .all(workflow_id, version_id, node_id ?? null, node_id ?? null);
        return rows.map((row) => ({ node_id: row['node_id'] as string, workflow_id, data: JSON.parse(row['data'] as string) as unknown }));
      },
      save: saveMetadata,
      store: saveMetadata,
    }),
  };
}
