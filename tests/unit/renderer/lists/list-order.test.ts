import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { filterRows, meets, sortOrder, textOf } from '../../../../renderer/state/list-order.ts';
import { plainView, selectionOf, sortedBy, viewOf, withSelection, withView, type Operator } from '../../../../renderer/state/list-view.ts';

const rows = [
  { id: '1', name: 'Beta', count: 10, at: '2025-03-01T00:00:00Z', note: null },
  { id: '2', name: 'alpha', count: 9, at: '2025-01-01T00:00:00Z', note: 'x' },
  { id: '3', name: 'Gamma', count: 100, at: '2025-02-01T00:00:00Z', note: '' },
  { id: '4', name: 'alpha', count: null, at: null, note: 'y' },
];
const all = () => Uint32Array.from(rows, (_, at) => at);
const idsOf = (order: Uint32Array) => Array.from(order, (at) => rows[at]!.id);
const filtered = (text: string, conditions: { field: string; operator: Operator; value: string }[] = []) =>
  idsOf(filterRows(rows, { text, conditions }, ['id', 'name', 'count', 'note']));

describe('filter', () => {
  test('looks for each word in all columns, whatever the case', () => {
    expect(filtered('ALPHA')).toEqual(['2', '4']);
    expect(filtered('alpha y')).toEqual(['4']);
    expect(filtered('100')).toEqual(['3']);
    expect(filtered('nowhere')).toEqual([]);
  });

  test('leaves out rows that are about to be removed', () => {
    expect(idsOf(filterRows(rows, plainView, ['id'], new Set(['2', '3'])))).toEqual(['1', '4']);
  });

  test.each([
    ['is', 'name', 'ALPHA', ['2', '4']],
    ['is not', 'name', 'alpha', ['1', '3']],
    ['contains', 'name', 'am', ['3']],
    ['before', 'count', '10', ['2']],
    ['before', 'at', '2025-02-15', ['2', '3']],
    ['before', 'name', 'b', ['2', '4']],
    ['is', 'note', '', ['1', '3']],
  ] as const)('%s: %s %s', (operator, field, value, expected) => {
    expect(rows.filter((row) => meets(row, { field, operator, value })).map(({ id }) => id)).toEqual(expected);
  });

  test('never finds a secret by its mark', () => {
    expect(textOf({ $secret: true })).toBe('');
    expect(filterRows([{ id: '1', key: { $secret: true } }], { text: 'secret', conditions: [] }, ['key'])).toHaveLength(0);
  });
});

describe('sort', () => {
  test('sorts numbers as numbers and texts by the alphabet; what is empty stands last either way', () => {
    expect(idsOf(sortOrder(rows, all(), [{ field: 'count', descending: false }]))).toEqual(['2', '1', '3', '4']);
    expect(idsOf(sortOrder(rows, all(), [{ field: 'count', descending: true }]))).toEqual(['3', '1', '2', '4']);
    expect(idsOf(sortOrder(rows, all(), [{ field: 'name', descending: false }]))).toEqual(['2', '4', '1', '3']);
  });

  test('sorts equals by the next key, and then keeps the platform’s order', () => {
    expect(idsOf(sortOrder(rows, all(), [{ field: 'name', descending: false }, { field: 'note', descending: true }]))).toEqual(['4', '2', '1', '3']);
  });

  test('gives every row once, in an order that holds for each neighbour', () => {
    fc.assert(fc.property(fc.array(fc.option(fc.integer())), (values) => {
      const some = values.map((value, at) => ({ id: String(at), value }));
      const order = [...sortOrder(some, Uint32Array.from(some, (_, at) => at), [{ field: 'value', descending: false }])];
      expect(order.toSorted((a, b) => a - b)).toEqual(some.map((_, at) => at));
      const sorted = order.map((at) => some[at]!.value ?? Number.POSITIVE_INFINITY);
      expect(sorted).toEqual(sorted.toSorted((a, b) => a - b));
    }));
  });

  test('a column goes up, down and off; with Shift beside the others', () => {
    const up = sortedBy([], 'a', false);
    expect(up).toEqual([{ field: 'a', descending: false }]);
    const down = sortedBy(up, 'a', false);
    expect(down).toEqual([{ field: 'a', descending: true }]);
    expect(sortedBy(down, 'a', false)).toEqual([]);
    const both = sortedBy(up, 'b', true);
    expect(both.map(({ field }) => field)).toEqual(['a', 'b']);
    expect(sortedBy(both, 'b', true)).toEqual([{ field: 'a', descending: false }, { field: 'b', descending: true }]);
    expect(sortedBy(both, 'c', false)).toEqual([{ field: 'c', descending: false }]);
  });
});

describe('address', () => {
  test('says a view and its selection, and is read back as the same', () => {
    const view = { text: 'a b', conditions: [{ field: 'name', operator: 'is not' as const, value: 'x~y, z' }], sort: [{ field: 'count', descending: true }, { field: 'name', descending: false }] };
    const address = withSelection(withView(new URLSearchParams('tab=json'), view), new Set(['1', 'ä/2']));
    const again = new URLSearchParams(address.toString());
    expect(viewOf(again)).toEqual(view);
    expect(selectionOf(again)).toEqual(new Set(['1', 'ä/2']));
    expect(again.get('tab')).toBe('json');
  });

  test('leaves out what makes no sense', () => {
    expect(viewOf(new URLSearchParams('f=name&f=name~like~x&f=~is~x&sort=,-'))).toEqual(plainView);
  });

  test('leaves out a selection that is too large to be an address', () => {
    expect(withSelection(new URLSearchParams(), new Set(Array.from({ length: 51 }, (_, at) => String(at)))).toString()).toBe('');
  });
});
