import { expect, test } from 'vitest';
import { criticalPath, itemsOf, markedEdges, shapeOf, walk } from '../../../../../../renderer/areas/dags/graph/graph-model.ts';
import { answer } from '../grid/sample-grid.ts';

const open = new Set<string>();
const closed = new Set(['load']);
const lines = (groups: ReadonlySet<string>) => shapeOf(answer, groups).edges.map(({ source, target }) => `${source} → ${target}`);

test('draws tasks in their open groups, and the edges between them', () => {
  const { nodes } = shapeOf(answer, open);
  expect(nodes.map(({ id, parent }) => [id, parent])).toEqual([
    ['extract', null], ['load', null], ['load.clean', 'load'], ['report', null], ['load.inner', 'load'], ['load.inner.write', 'load.inner'],
  ]);
  expect(lines(open)).toEqual(['extract → load.clean', 'extract → report', 'load.clean → load.inner.write']);
});

test('a closed group is one box, whose edges are those of what it holds', () => {
  expect(shapeOf(answer, closed).nodes.map(({ id }) => id)).toEqual(['extract', 'load', 'report']);
  expect(lines(closed)).toEqual(['extract → load', 'extract → report']);
  expect(lines(new Set(['load.inner']))).toEqual(['extract → load.clean', 'extract → report', 'load.clean → load.inner']);
});

test('shows in each box how the run went, of a group what matters most, and dims what is not looked for', () => {
  const shape = shapeOf(answer, closed);
  const items = itemsOf(answer, shape, closed, answer.columns[0], (at) => at === 2);
  expect([...items.values()].map(({ id, state, holds, dim }) => [id, state, holds, dim])).toEqual([
    ['extract', 'success', false, true], ['load', 'failed', false, true], ['report', 'success', false, false],
  ]);
  expect(itemsOf(answer, shapeOf(answer, open), open, undefined, () => true).get('load')).toMatchObject({ holds: true, state: undefined });
});

test('the critical path goes back from what ended last to what it waited for last', () => {
  const tasks = [
    { task_id: 'a', upstream_task_ids: [], task_group: null, is_mapped: false }, { task_id: 'b', upstream_task_ids: [], task_group: null, is_mapped: false },
    { task_id: 'c', upstream_task_ids: ['a', 'b'], task_group: null, is_mapped: false }, { task_id: 'd', upstream_task_ids: ['a'], task_group: null, is_mapped: false },
  ];
  expect(criticalPath({ tasks }, { ends: [10, 25, 40, 30] })).toEqual(['b', 'c']);
  expect(criticalPath({ tasks }, { ends: [null, null, null, null] })).toEqual([]);
  const shape = shapeOf({ tasks, task_groups: [] }, open);
  expect([...markedEdges({ tasks, task_groups: [] }, shape, open, ['b', 'c'])].map((at) => shape.edges[at])).toEqual([{ source: 'b', target: 'c' }]);
});

test('arrow keys follow edges, and go up and down within a layer', () => {
  const shape = shapeOf(answer, closed);
  const boxes = new Map([['extract', { x: 0, y: 50 }], ['load', { x: 240, y: 0 }], ['report', { x: 240, y: 90 }]]);
  expect(walk(shape, boxes, 'extract', 'right')).toBe('report');
  expect(walk(shape, boxes, 'report', 'left')).toBe('extract');
  expect(walk(shape, boxes, 'load', 'down')).toBe('report');
  expect(walk(shape, boxes, 'load', 'right')).toBeNull();
  expect(walk(shape, boxes, 'nowhere', 'right')).toBeNull();
});
