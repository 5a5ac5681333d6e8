import { describe, expect, it } from 'vitest';
import { checkClone, cloneOf, originalOf } from '../../../../shared/rules/clone.ts';

describe('cloning a workflow', () => {
  it.each([undefined, null, '', {}, []])('needs an original: not %j [R-018]', (answer) => {
    expect(() => originalOf(answer)).toThrow(expect.objectContaining({ code: 'not_found', message: 'Original workflow data not found' }));
  });

  it('starts at version 1, not synced, and never synced [S-038][S-039][K-018]', () => {
    const original = { id: '7', name: 'Report', nodes: [{ id: 'n' }], is_backend_synced: true, backend_sync_time: '2026-01-01T00:00:00Z', version_id: 'v9', crt_date: '2025' };
    expect(cloneOf(original, 'Report (copy)')).toEqual({
      name: 'Report (copy)', nodes: [{ id: 'n' }], version: 1, version_tag: 'Initial version (cloned)', is_backend_synced: false, backend_sync_time: null,
    });
  });

  it('takes the schedule along, paused, and leaves the DAG and what was looked up with the original', () => {
    const original = { name: 'Report', dag_config: { schedule: '@daily', data: 1 }, dag_id: 'report-1', version: 7, node_count: 3, has_image: true };
    expect(cloneOf(original, 'Copy')).toEqual({ name: 'Copy', dag_config: { schedule: '@daily', data: 1, is_paused: true }, version: 1, version_tag: 'Initial version (cloned)', is_backend_synced: false, backend_sync_time: null });
    expect(cloneOf({ name: 'Report', dag_config: '{"schedule": "@daily"}' }, 'Copy')).toMatchObject({ dag_config: { schedule: '@daily', is_paused: true } });
    for (const dag_config of [null, '', {}, { schedule: null }, 'no JSON']) expect(cloneOf({ dag_config }, 'Copy')['dag_config']).toEqual(dag_config);
  });

  const nodes = [{ id: 'n' }];
  const edges = [{ id: 'e' }];
  it.each<[string, Record<string, unknown>, Record<string, unknown>, string]>([
    ['nodes', { nodes, edges }, { edges }, '[R-019]'],
    ['nodes', { nodes, edges: [] }, { nodes: [] }, '[R-019]'],
    ['nodes', { nodes: JSON.stringify(nodes) }, { nodes: '[]' }, '[R-019]'],
    ['nodes', { nodes: { n: {} } }, { nodes: {} }, '[R-019]'],
    ['edges', { nodes, edges }, { nodes, edges: [] }, '[R-020]'],
    ['edges', { nodes, edges }, { nodes, edges: null }, '[R-020]'],
  ])('notices that %s are missing from %j in %j %s', (part, original, copy) => {
    expect(() => checkClone(original, copy)).toThrow(expect.objectContaining({ code: 'bad_answer', message: `Clone created but missing ${part} data` }));
  });

  it.each([
    [{ nodes, edges }, { nodes, edges }],
    [{ nodes, edges: [] }, { nodes }],
    [{}, {}],
    [{ nodes }, { nodes: JSON.stringify(nodes) }],
  ])('is content where the copy has what the original had: %j [R-019][R-020]', (original, copy) => {
    expect(() => checkClone(original, copy)).not.toThrow();
  });
});
