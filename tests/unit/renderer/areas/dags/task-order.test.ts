import { expect, test } from 'vitest';
import { taskOrder } from '../../../../../renderer/areas/dags/task-order.ts';

const task = (id: string, upstream: string[] = [], downstream: string[] = []) => ({ id, upstream, downstream });
const ids = (...tasks: ReturnType<typeof task>[]) => [...taskOrder(tasks).keys()];

test('puts tasks after those that they wait for, and keeps the definition’s order among equals', () => {
  expect(ids(task('d', ['b', 'c']), task('c', ['a']), task('b', ['a']), task('a'))).toEqual(['a', 'c', 'b', 'd']);
});

test('says what comes right before each, and how deep it stands', () => {
  const order = taskOrder([task('a'), task('b', ['a']), task('c', ['a', 'b'])]);
  expect(order.get('c')).toEqual({ after: ['a', 'b'], depth: 2 });
});

test('takes dependencies from what comes after, too, where a platform tells only that', () => {
  const order = taskOrder([task('b'), task('a', [], ['b'])]);
  expect([...order]).toEqual([['a', { after: [], depth: 0 }], ['b', { after: ['a'], depth: 1 }]]);
});

test('puts the tasks of a cycle last, and forgets dependencies on tasks that are not there', () => {
  expect(ids(task('x', ['y']), task('y', ['x']), task('z', ['gone']))).toEqual(['z', 'x', 'y']);
  expect(taskOrder([task('z', ['gone'])]).get('z')!.after).toEqual([]);
});
