import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TextDecoder } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { beginning, createLayout, rowBytes, type LayoutKind } from '../../../../electron/platform/composer/answers/layout.ts';
import { buildIndex, readIndex, readRows, type Row } from '../../../../electron/platform/composer/answers/line-index.ts';
import { searchRows } from '../../../../electron/platform/composer/answers/search-rows.ts';

let folder: string;
let turn = 0;
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'trellis-layout-'))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Laid {
  readonly rows: Row[];
  readonly state: string;
  readonly complete: boolean;
}

function laidOut(source: string | Buffer, kind: LayoutKind, step = Infinity): Laid {
  const bytes = Buffer.from(source);
  const rows: Row[] = [];
  const layout = createLayout(kind, beginning, (row, length, depth, continued) => rows.push({ text: row.toString('utf8', 0, length), depth, continued }) > 0);
  for (let at = 0; at < bytes.length; at += Math.min(step, bytes.length)) layout.push(bytes.subarray(at, at + step));
  layout.end();
  return { rows, state: layout.state, complete: layout.complete() };
}

/** As it would be printed; the indentation of a row is its depth. */
const printed = (rows: readonly Row[]) => rows.map(({ text, depth, continued }, at) => (continued ? text : `${at === 0 ? '' : '\n'}${'  '.repeat(depth)}${text}`)).join('');

const sample = {
  'a {name}': 'braces { } [ ] , : in \\ "text"', list: [1, -2.5e10, true, false, null, [], {}, [[]], [{}], { a: [{ b: 1 }] }],
  'emoji 😀 ü': 'ends with a backslash \\', empty: '', nested: { again: { and: 'again\n\t\u0001' } },
};

describe('a layout of JSON', () => {
  it.each([1, 2, 3, 7, 64, Infinity])('is that of JSON.stringify, %s bytes at a time', (step) => {
    for (const source of [JSON.stringify(sample), JSON.stringify(sample, null, 3), `\uFEFF \n${JSON.stringify([sample, sample], null, '\t')} \n`]) {
      const { rows, state, complete } = laidOut(source, 'json', step);
      expect({ state, complete }).toEqual({ state: 'going', complete: true });
      expect(printed(rows)).toBe(JSON.stringify(JSON.parse(source.replace('\uFEFF', '')), null, 2));
    }
  });

  it.each(['[]', '{}', '"text"', '0', 'null', '[[],[]]', '[ ]', '{ \n }'])('of %s has nothing beside it', (source) => {
    expect(printed(laidOut(source, 'json').rows)).toBe(JSON.stringify(JSON.parse(source), null, 2));
  });

  it.each([1, 5, Infinity])('goes as deep as the JSON does, %s bytes at a time', (step) => {
    const depth = 50_000;
    const { rows, complete } = laidOut(`${'['.repeat(depth)}1${']'.repeat(depth)}`, 'json', step);
    expect(complete).toBe(true);
    expect(rows).toHaveLength(depth * 2 - 1 + 2);
    expect(rows[depth]).toMatchObject({ text: '1', depth });
    expect(rows.at(-1)).toMatchObject({ text: ']', depth: 0 });
  });

  it('of JSON that was cut goes as far as that does, and says so', () => {
    const whole = JSON.stringify(sample);
    for (let end = 1; end < whole.length; end += 1) {
      const { rows, state, complete } = laidOut(whole.slice(0, end), 'json');
      expect({ state, complete }).toEqual({ state: 'going', complete: false });
      expect(rows.map(({ text }) => text).join('').replaceAll(/\s/g, '')).toBe(Buffer.from(whole.slice(0, end)).toString().replaceAll(/\s/g, ''));
    }
  });

  it.each(['[hello]', '{a: 1}', '[1 2]', '["a" "b"]', '[1,]', '{"a":}', '[}', '[1]]', '[tru]', '[nulll]', '[1;2]', '["a\nb"]', '<a>', ', 1', '{"a":1,}', '[,1]', "['a']"])('breaks at %s, which is no JSON', (source) => {
    expect(laidOut(source, 'json').state).toBe('broken');
  });

  it('shows JSON lines one after the other', () => {
    expect(laidOut('{"a":1}\n{"b":[]}\n3\n', 'json').rows.map(({ text }) => text)).toEqual(['{', '"a": 1', '}', '{', '"b": []', '}', '3']);
  });

  it.each([1, 1000, Infinity])('breaks a long text between characters, and loses none of them, %s bytes at a time', (step) => {
    const long = 'aé€😀\\" '.repeat(3000);
    const { rows } = laidOut(JSON.stringify({ long, number: 1 }), 'json', step);
    expect(rows.filter(({ continued }) => continued).length).toBeGreaterThan(5);
    expect(rows.every(({ text }) => Buffer.byteLength(text) <= rowBytes + 8 && !text.includes('\uFFFD'))).toBe(true);
    expect(JSON.parse(printed(rows))).toEqual({ long, number: 1 });
  });
});

describe('a layout of text', () => {
  it.each([1, 2, Infinity])('has its lines, however they end, %s bytes at a time', (step) => {
    expect(laidOut('one\r\ntwo\n\nfour ü😀\nlast', 'text', step).rows.map(({ text }) => text)).toEqual(['one', 'two', '', 'four ü😀', 'last']);
    expect(laidOut('one\n', 'text', step).rows).toHaveLength(1);
    expect(laidOut('', 'text', step).rows).toEqual([]);
  });

  it('breaks a line that is too long for a row', () => {
    const line = '€'.repeat(5000);
    const { rows } = laidOut(`${line}\nshort`, 'text');
    expect(rows.map(({ continued }) => continued)).toEqual([false, true, true, true, false]);
    expect(printed(rows)).toBe(`${line}\nshort`);
  });
});

describe('an index of rows', () => {
  const written = (source: string) => {
    const file = join(folder, `answer-${(turn += 1)}`);
    writeFileSync(file, source);
    return file;
  };
  const decoder = new TextDecoder();

  it('finds any row of JSON, also within a text that is longer than what is marked', async () => {
    const source = JSON.stringify({ items: Array.from({ length: 2000 }, (_, id) => ({ id, name: `{"${id}\\"}`, tags: [[], {}] })), long: 'x€'.repeat(rowBytes * 300), end: true });
    const whole = laidOut(source, 'json').rows;
    const file = written(source);
    const seen: number[] = [];
    const index = buildIndex(file, 'json', Buffer.byteLength(source), (done) => seen.push(done));
    expect(index).toEqual({ kind: 'json', rows: whole.length, complete: true });
    expect(seen.at(-1)).toBe(1);
    expect(await readIndex(file)).toEqual(index);
    for (const from of [0, 1, 255, 256, 257, 511, 5000, 9_999, 10_300, whole.length - 3]) {
      expect(await readRows(file, index, from, 40, decoder, 1e9)).toEqual(whole.slice(from, from + 40));
    }
    expect(await readRows(file, index, whole.length, 10, decoder, 1e9)).toEqual([]);
    expect(await readRows(file, index, 0, 1000, decoder, 100)).toHaveLength(whole.findIndex((_, at) => Buffer.byteLength(whole.slice(0, at).map(({ text }) => text).join('')) >= 100));
  });

  it('takes what is no JSON after all by its lines', async () => {
    const source = `${JSON.stringify(sample, null, 1)}\nand more\n`;
    const file = written(source);
    const index = buildIndex(file, 'json', source.length, () => undefined);
    expect(index).toMatchObject({ kind: 'text', rows: source.trimEnd().split('\n').length });
    expect((await readRows(file, index, 0, 1000, decoder, 1e9)).map(({ text }) => text)).toEqual(source.trimEnd().split('\n'));
  });

  it('is not there before it is written, and is without rows for nothing', async () => {
    const file = written('');
    expect(await readIndex(file)).toBeUndefined();
    expect(buildIndex(file, 'text', 0, () => undefined)).toEqual({ kind: 'text', rows: 0, complete: true });
  });

  it('is searched without regard to case, across broken lines too, from any row on', () => {
    const long = `${'x'.repeat(rowBytes - 12)}NeedLe${'y'.repeat(600_000)}needle`;
    const source = JSON.stringify({ a: 'needle', long, list: Array.from({ length: 500 }, (_, id) => `Needle ${id}`) });
    const file = written(source);
    const { rows } = buildIndex(file, 'json', source.length, () => undefined);
    const wanted = { file, kind: 'json', rows, charset: 'utf-8', text: 'NEEDLE', from: 0, most: 1000, budget_ms: 60_000 } as const;
    const found = searchRows(wanted);
    expect(found.next).toBeNull();
    expect(found.matches).toHaveLength(503);
    const whole = laidOut(source, 'json').rows;
    expect(found.matches.slice(0, 2)).toEqual([{ line: 1, excerpt: '"a": "needle",' }, { line: 2, excerpt: expect.stringContaining('xNeedLey') as string }]);
    for (const { line } of found.matches.slice(3)) expect(whole[line]!.text).toContain('Needle');
    const lines: number[] = [];
    for (let from: number | null = 0; from !== null;) {
      const some = searchRows({ ...wanted, from, most: 100 });
      expect(some.matches.length).toBeLessThanOrEqual(100);
      lines.push(...some.matches.map(({ line }) => line));
      from = some.next;
    }
    expect(lines).toEqual(found.matches.map(({ line }) => line));
    expect(searchRows({ ...wanted, from: rows - 3 }).matches.map(({ excerpt }) => excerpt)).toEqual(['"Needle 499"']);
    expect(searchRows({ ...wanted, text: 'nowhere' })).toEqual({ matches: [], next: null });
    for (const text of ['"list": [', ': "needle', 'a": "NEEDLE"']) expect(searchRows({ ...wanted, text }).matches).toHaveLength(1);
    expect(searchRows({ ...wanted, text: '[' }).matches.map(({ excerpt }) => excerpt)).toEqual(['"list": [']);
  });

  it('is searched for no longer than it may, and says where to go on', () => {
    const source = JSON.stringify(Array.from({ length: 100_000 }, (_, id) => `item number ${id}`));
    const file = written(source);
    const { rows } = buildIndex(file, 'json', source.length, () => undefined);
    const wanted = { file, kind: 'json', rows, charset: 'utf-8', text: 'number 99999', from: 0, most: 1000, budget_ms: -1 } as const;
    let [found, turns] = [searchRows(wanted), 1];
    for (; found.matches.length === 0; turns += 1) found = searchRows({ ...wanted, from: found.next! });
    expect(found).toEqual({ matches: [{ line: 100_000, excerpt: '"item number 99999"' }], next: null });
    expect(turns).toBeGreaterThan(1);
  });
});
