import { expect, test } from 'vitest';
import { nextSort, sorted } from '../../../../renderer/components/rows/row-order.ts';

const rows = [{ name: 'task10', took: 3 }, { name: 'task2', took: null }, { name: 'task1', took: 9 }];
const columns = [{ name: 'name', sortBy: (row: (typeof rows)[number]) => row.name }, { name: 'took', sortBy: (row: (typeof rows)[number]) => row.took }, { name: 'other' }];
const names = (sort: string) => sorted(rows, columns, sort).map(({ name }) => name);

test('sorts texts as people count, and numbers by size, with what has no value last', () => {
  expect(names('name')).toEqual(['task1', 'task2', 'task10']);
  expect(names('took')).toEqual(['task10', 'task1', 'task2']);
  expect(names('-took')).toEqual(['task1', 'task10', 'task2']);
});

test('leaves rows as they are for a column that is not there or cannot be sorted', () => {
  expect(names('other')).toEqual(['task10', 'task2', 'task1']);
  expect(names('nonsense')).toEqual(['task10', 'task2', 'task1']);
});

test('a press sorts, turns the order round, and gives the rows their own order again', () => {
  expect([nextSort('', 'a'), nextSort('a', 'a'), nextSort('-a', 'a'), nextSort('-a', 'b')]).toEqual(['a', '-a', null, 'b']);
});
