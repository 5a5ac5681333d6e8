import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readDataRows } from '../../../../shared/rules/data-rows.ts';

const csv = (rows: readonly (readonly string[])[]) => rows.map((row) => row.map((field) => `"${field.replaceAll('"', '""')}"`).join(',')).join('\r\n');

describe('rows of data', () => {
  it('are a list of objects, as JSON', () => {
    expect(readDataRows('\uFEFF [{"id": 1}, {"id": "b", "more": [1]}]')).toEqual([{ id: 1 }, { id: 'b', more: [1] }]);
  });

  it('are the lines below the names, as CSV with quotations and line breaks in them', () => {
    expect(readDataRows('\uFEFFid, name\r\n1,"a ""b"", c"\n\n2,"two\nlines"\n3,\n')).toEqual([{ id: '1', name: 'a "b", c' }, { id: '2', name: 'two\nlines' }, { id: '3', name: '' }]);
  });

  it('come back as they were written, whatever the fields hold', () => {
    fc.assert(fc.property(fc.array(fc.tuple(fc.string({ unit: 'binary' }), fc.string()), { minLength: 1 }), (rows) => {
      expect(readDataRows(csv([['a', 'b'], ...rows]))).toEqual(rows.map(([a, b]) => ({ a, b })));
    }));
  });

  it.each([
    ['', 'the first row must have the names'],
    ['a,b\n', 'it has no row of data'],
    ['a,a\n1,2', 'two columns are called “a”'],
    ['a,\n1,2', 'a column of the first row has no name'],
    ['a,b\n1,2\n"x\ny",2\n3', 'line 5 has 1 fields, and the first row 2 names'],
    ['a\n"b', 'the quotation that begins in the row of line 2 does not end'],
    ['{"a": 1}', 'JSON must be a list of objects'],
    ['[1]', 'item 1 of the list is not an object'],
    ['[', 'it is not JSON'],
  ])('refuses %j: %s', (text, why) => {
    expect(() => readDataRows(text)).toThrow(why);
  });
});
