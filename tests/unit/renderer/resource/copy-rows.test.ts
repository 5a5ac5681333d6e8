import { expect, test } from 'vitest';
import type { Column } from '../../../../renderer/components/resource/columns.ts';
import { rowsAsCsv, rowsAsJson } from '../../../../renderer/components/resource/copy-rows.ts';

const column = (name: string, widget: 'text' | 'time' | 'json' | 'secret' = 'text'): Column => ({ name, meta: { label: name.toUpperCase(), widget }, width: 100, left: undefined });

test('a CSV quotes what it must, and ends its lines as RFC 4180 says', () => {
  const rows = [{ id: '1', name: 'a "b", c\nd', meta: { x: [1] } }];
  expect(rowsAsCsv(rows, [column('id'), column('name'), column('meta', 'json')])).toBe('ID,NAME,META\r\n1,"a ""b"", c\nd","{""x"":[1]}"\r\n');
});

test('a CSV writes times exactly, in UTC', () => {
  expect(rowsAsCsv([{ id: '1', at: 1_700_000_000 }], [column('at', 'time')])).toBe('AT\r\n2023-11-14T22:13:20.000Z\r\n');
});

test('a spreadsheet does not run a cell as a formula; numbers stay numbers', () => {
  const rows = ['=1+1', '@x', '+49 30', '-5', '-x'].map((name, at) => ({ id: String(at), name }));
  expect(rowsAsCsv(rows, [column('name')])).toBe("NAME\r\n'=1+1\r\n'@x\r\n'+49 30\r\n-5\r\n'-x\r\n");
});

test('a secret is empty in a CSV and its mark in JSON', () => {
  const rows = [{ id: '1', key: { $secret: true } }];
  expect(rowsAsCsv(rows, [column('key', 'secret')])).toBe('KEY\r\n\r\n');
  expect(JSON.parse(rowsAsJson(rows))).toEqual(rows);
});

test('a CSV writes what a column shows where that is not the field as it was sent', () => {
  const tags: Column = { ...column('tags', 'json'), value: (row) => (row['tags'] as { name: string }[]).map(({ name }) => name).join(', ') };
  expect(rowsAsCsv([{ id: '1', tags: [{ name: 'a' }, { name: 'b' }] }], [tags])).toBe('TAGS\r\n"a, b"\r\n');
});
