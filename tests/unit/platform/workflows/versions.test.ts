import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../../../electron/platform/database.ts';
import { createRows, rowMigrations } from '../../../../electron/platform/rows.ts';
import { nodeMigrations } from '../../../../electron/platform/workflows/nodes.ts';
import { createVersions, versionMigrations } from '../../../../electron/platform/workflows/versions.ts';

it('reads versions and edges that an older platform kept, as they were', () => {
  const folder = mkdtempSync(join(tmpdir(), 'trellis-versions-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'platform.db');
  const [first] = versionMigrations;
  const [oldNodes] = nodeMigrations;
  const { db: old } = openDatabase(file, [...rowMigrations, first!, oldNodes!]);
  const insert = old.prepare('INSERT INTO workflow_versions (version_id, tenant_id, workflow_id, version, version_tag, note, nodes, edges, crt_date, crt_user) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
  const kept = [
    ['v1', 1, '[{"id":"a"},{"id":"b"}]', '[{"source":"a","target":"b"}]', 2, 1],
    ['v2', 2, '{"a":{},"b":{},"c":{}}', '[]', 3, 0],
    ['v3', 3, 'null', '"text"', 0, 0],
  ] as const;
  for (const [id, version, nodes, edges] of kept) insert.run(id, 't', 'w', version, null, 'note', nodes, edges, '2026-01-01T00:00:00.000Z', 'u');
  createRows(old, Date.now).insert('workflowRecipes', { tenant_id: 't', environment_id: '' }, { id: 'w', name: 'W', edges: [] });
  old.exec(`INSERT INTO node_edges VALUES ('t', 'w', '', '[{"id":"drawn"}]'), ('t', 'w', 'v1', '[{"id":"of v1"}]')`);
  old.close();

  const { db } = openDatabase(file, [...rowMigrations, ...versionMigrations, ...nodeMigrations]);
  onTestFinished(() => db.close());
  const rows = createRows(db, Date.now);
  const versions = createVersions({ db, rows, now: Date.now });
  expect(versions.list('w').map(({ version_id, node_count, edge_count }) => [version_id, node_count, edge_count])).toEqual(kept.map(([id, , , , nodes, edges]) => [id, nodes, edges]).toReversed());
  for (const [id, version, nodes, edges] of kept) {
    expect(versions.find('w', id)).toMatchObject({ version, note: 'note', crt_user: 'u', nodes: JSON.parse(nodes) as unknown, edges: JSON.parse(edges) as unknown });
  }
  expect(JSON.parse(rows.find('workflowRecipes', 'w')!.json)).toMatchObject({ edges: [{ id: 'drawn' }] });
  expect(db.prepare('SELECT version_id FROM node_edges').all()).toEqual([{ version_id: 'v1' }]);
});
