import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonPieces } from '../../../../../renderer/areas/apis/answer-client.ts';
import { longestRow, rowsOf, type Rows } from '../../../../../renderer/areas/apis/answer-rows.ts';
import { search } from '../../../../../renderer/areas/apis/answer-search.ts';

const laidOut = (rows: Rows) => rows.visible(0, rows.count).map(({ text, depth }) => `${'  '.repeat(depth)}${text}`).join('\n');
const found = (rows: Rows, text: string, more: object = {}) => search(rows, { text, pattern: false, sameCase: false, ...more }, () => false);

describe('the rows of JSON', () => {
  it('are what JSON.stringify lays out, whatever the value and its blanks are', () => {
    fc.assert(fc.property(fc.jsonValue({ maxDepth: 4 }), fc.constantFrom(undefined, 1, '\t'), (value, indent) => {
      // What is empty stays so, and everything else is the same as with two blanks.
      expect(laidOut(rowsOf(JSON.stringify(value, null, indent), 'json'))).toBe(JSON.stringify(value, null, 2));
    }));
  });

  it('keep numbers and names as they were sent', () => {
    expect(laidOut(rowsOf('{"id":12345678901234567890,"id":1.0}', 'json'))).toBe('{\n  "id": 12345678901234567890,\n  "id": 1.0\n}');
  });

  it('tell the value that stands at a row, as it was sent', () => {
    const long = 'x'.repeat(longestRow + 5);
    const rows = rowsOf(`{"a":{"b":[1.0,2]},"c":"say \\"hi\\"","d":"${long}"}`, 'json');
    const value = (text: string) => rows.valueOf(rows.visible(0, rows.count).find((row) => row.text.startsWith(text))!.row);
    expect(value('"a"')).toBe('{"b":[1.0,2]}');
    expect(value('"b"')).toBe('[1.0,2]');
    expect(value('1.0')).toBe('1.0');
    expect(value('"c"')).toBe('say "hi"');
    expect(value('"d"')).toBe(long);
    expect(rows.valueOf(rows.count - 1)).toContain('"d"');
    expect(rowsOf('one\ntwo', 'text').valueOf(1)).toBe('two');
  });

  it('fold, unfold, and are unfolded where something in them is shown', () => {
    const rows = rowsOf('{"a":{"b":[1,2]},"c":3}', 'json');
    rows.toggle(1);
    expect(laidOut(rows)).toBe('{\n  "a": { … },\n  "c": 3\n}');
    expect(rows.reveal(3)).toBe(3);
    expect(rows.visibleCount()).toBe(rows.count);
    rows.foldFrom(1);
    expect(rows.visible(0, 9).map(({ row }) => row)).toEqual([0, 1, 7, 8]);
    rows.toggle(7);
    expect(rows.visibleCount()).toBe(4);
  });

  it('know their paths', () => {
    const rows = rowsOf('{"items":[{"id":1},{"id":2,"in":[[7]]}]}', 'json');
    const paths = rows.visible(0, rows.count).map(({ row }) => JSON.stringify(rows.pathOf(row)));
    expect(paths).toContain('["items",1,"id"]');
    expect(paths).toContain('["items",1,"in",0,0]');
    expect(paths.at(-1)).toBe('[]');
  });
});

it('cuts rows that are too long, and loses nothing of them', () => {
  const text = 'x'.repeat(longestRow * 2 + 5);
  const rows = rowsOf(`${text}\r\nend`, 'text');
  expect(rows.visible(0, 9).map(({ text: one, continued }) => [one.length, continued])).toEqual([[longestRow, false], [longestRow, true], [5, true], [3, false]]);
});

describe('a search', () => {
  it('finds every match with its row, in any case or in one, as text or as a pattern', async () => {
    const rows = rowsOf('{"name":"Rex","other":"rex rex"}', 'json');
    const places = async (...of: Parameters<typeof found> extends [Rows, ...infer Rest] ? Rest : never) => [...((await found(rows, ...of))?.rows ?? [])];
    expect(await places('rex')).toEqual([1, 2, 2]);
    expect(await places('Rex', { sameCase: true })).toEqual([1]);
    expect(await places('"name": "r')).toEqual([1]);
    expect(await places('r.x$|^x', { pattern: true })).toEqual([]);
    expect(await places('(', { pattern: true })).toEqual([]);
  });

  it('finds as many as there are, and gives way to a newer one', async () => {
    const rows = rowsOf('a\n'.repeat(40_000), 'text');
    const all = await found(rows, 'a');
    expect([all?.rows.length, all?.rows.at(-1), all?.next]).toEqual([40_000, 39_999, undefined]);
    expect(await search(rows, { text: 'a', pattern: false, sameCase: false }, () => true)).toBeUndefined();
  });
});

it('writes any value as JSON in pieces', () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => [...jsonPieces(value)].join('') === JSON.stringify(value)));
  expect([...jsonPieces(Array.from({ length: 20_000 }, (_, at) => ({ at })))].length).toBeGreaterThan(3);
});
