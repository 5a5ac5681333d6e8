import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Row } from '../../../../../shared/contract/entity.ts';
import { arrangementOf, dissolved, groupAround, renamed, stepOf, targetAt, type Arranged, type Arrangement, type Target } from '../../../../../renderer/areas/apis/endpoint-moves.ts';
import { treeLines, treeOf, type Branch, type TreeLine } from '../../../../../renderer/areas/apis/endpoint-tree.ts';

const row = (id: string, more: object = {}): Row => ({ id, method: 'GET', path: `/${id}`, ...more });
const linesOf = ({ rows, named }: Arranged) => treeLines(treeOf(rows, named), new Set(), true);
const drawn = (arranged: Arranged) => linesOf(arranged).map((line) => `${'  '.repeat(line.level - 1)}${line.kind === 'leaf' ? line.row.id : `${line.prefix} (${line.count})`}`);

/** What the platform would have after it. */
const after = ({ rows, named }: Arranged, { places, folders = named }: Arrangement): Arranged => {
  const changes = new Map(places.map(({ id, ...change }) => [id, change]));
  return { rows: rows.map((one) => ({ ...one, ...changes.get(one.id) })), named: folders };
};
const branch = (arranged: Arranged, prefix: string) => linesOf(arranged).find((line): line is Branch => line.kind === 'branch' && line.prefix === prefix)!;
const leaf = (arranged: Arranged, id: string) => linesOf(arranged).find((line) => line.kind === 'leaf' && line.row.id === id)!;
const rowsIn = (arranged: Arranged, ...ids: string[]) => ({ rows: ids.map((id) => arranged.rows.find((one) => one.id === id)!) });
const beside = (arranged: Arranged, id: string, isAfter: boolean): Target => {
  const lines = linesOf(arranged);
  const at = lines.findIndex((line) => line.kind === 'leaf' && line.row.id === id);
  return { into: groupAround(lines, at), beside: { line: lines[at]!, after: isAfter } };
};

const start: Arranged = { rows: [row('a'), row('b'), row('c'), row('d', { folder: 'Users' }), row('e', { folder: 'Users / Admin' })], named: [] };

describe('an endpoint that is moved', () => {
  it('stands in the order into which it is put, and only what stands before it gets a position [C-120]', () => {
    const change = arrangementOf(start, rowsIn(start, 'c'), beside(start, 'b', false));
    expect(change.places).toEqual([{ id: 'a', position: 1 }, { id: 'c', position: 2 }]);
    expect(drawn(after(start, change))).toEqual(['Users (2)', '  Users / Admin (1)', '    e', '  d', 'a', 'c', 'b']);
  });

  it('takes a place between two positions, and spreads them anew once there is none left', () => {
    const rows = [row('a', { position: 1 }), row('b', { position: 2 }), row('c')];
    const change = arrangementOf({ rows, named: [] }, { rows: [rows[2]!] }, beside({ rows, named: [] }, 'a', true));
    expect(change.places).toEqual([{ id: 'c', position: 1.5 }]);
    const close = [row('a', { position: 1 }), row('b', { position: 1 + Number.EPSILON }), row('c')];
    const spread = arrangementOf({ rows: close, named: [] }, { rows: [close[2]!] }, beside({ rows: close, named: [] }, 'a', true));
    expect(drawn(after({ rows: close, named: [] }, spread))).toEqual(['a', 'c', 'b']);
  });

  it('comes into a folder, out of it to the top, and among the endpoints of a path [C-120]', () => {
    const into = after(start, arrangementOf(start, rowsIn(start, 'a', 'b'), { into: branch(start, 'Users / Admin') }));
    expect(drawn(into)).toEqual(['Users (4)', '  Users / Admin (3)', '    a', '    b', '    e', '  d', 'c']);
    const out = after(into, arrangementOf(into, rowsIn(into, 'e'), { into: undefined }));
    expect(drawn(out)).toEqual(['Users (3)', '  Users / Admin (2)', '    a', '    b', '  d', 'e', 'c']);
    const many: Arranged = { rows: [...Array.from({ length: 9 }, (_, at) => row(`pets/${at}`)), row('orders'), row('owners/1')], named: [] };
    const joined = after(many, arrangementOf(many, rowsIn(many, 'orders'), { into: branch(many, '/pets') }));
    expect(drawn(joined)).toEqual(['owners/1', '/pets (10)', '  orders', ...Array.from({ length: 9 }, (_, at) => `  pets/${at}`)]);
  });

  it('is where it was let go, whatever was moved before', () => {
    const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
    const step = fc.record({ moved: fc.subarray(ids, { minLength: 1, maxLength: 3 }), at: fc.constantFrom(...ids), after: fc.boolean() });
    fc.assert(fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      let arranged: Arranged = { rows: ids.map((id) => row(id)), named: [] };
      for (const { moved, at, after: isAfter } of steps) {
        if (moved.includes(at)) continue;
        const others = drawn(arranged).filter((id) => !moved.includes(id));
        const ordered = drawn(arranged).filter((id) => moved.includes(id));
        others.splice(others.indexOf(at) + (isAfter ? 1 : 0), 0, ...ordered);
        arranged = after(arranged, arrangementOf(arranged, rowsIn(arranged, ...ordered), beside(arranged, at, isAfter)));
        expect(drawn(arranged)).toEqual(others);
      }
    }));
  });

  it('steps up and down by key among those of its group, and no further', () => {
    const c = rowsIn(start, 'c');
    expect(stepOf(start, c, leaf(start, 'c'), 1)).toBeUndefined();
    const up = after(start, arrangementOf(start, c, stepOf(start, c, leaf(start, 'c'), -1)!));
    expect(drawn(up).slice(-3)).toEqual(['a', 'c', 'b']);
    const block = rowsIn(up, 'a', 'c');
    expect(stepOf(up, block, leaf(up, 'c'), -1)).toBeUndefined();
    expect(drawn(after(up, arrangementOf(up, block, stepOf(up, block, leaf(up, 'c'), 1)!))).slice(-3)).toEqual(['b', 'a', 'c']);
  });
});

describe('a group that is moved', () => {
  const shop: Arranged = { rows: [row('a', { folder: 'One' }), row('b', { folder: 'Two' }), row('c', { folder: 'Two / Inner' }), ...Array.from({ length: 8 }, (_, at) => row(`pets/${at}`)), row('zoo')], named: ['Empty'] };

  it('stands where it is put among the others, empty ones and those of paths included [C-120]', () => {
    const order = (arranged: Arranged) => linesOf(arranged).flatMap((line) => (line.kind === 'branch' && line.level === 1 ? [line.prefix] : []));
    expect(order(shop)).toEqual(['Empty', 'One', 'Two', '/pets']);
    const change = arrangementOf(shop, { group: branch(shop, '/pets') }, { into: undefined, beside: { line: branch(shop, 'Two'), after: false } });
    expect(change.places).toEqual([]);
    expect(order(after(shop, change))).toEqual(['Empty', 'One', '/pets', 'Two']);
    const first = after(shop, arrangementOf(shop, { group: branch(shop, 'Two') }, stepOf(shop, { group: branch(shop, 'Two') }, branch(shop, 'Two'), -1)!));
    expect(order(first)).toEqual(['Empty', 'Two', 'One', '/pets']);
  });

  it('comes into another folder with all that is in it; one of paths becomes a folder', () => {
    const moved = after(shop, arrangementOf(shop, { group: branch(shop, 'Two') }, { into: branch(shop, 'One') }));
    expect(drawn(moved).slice(0, 6)).toEqual(['Empty (0)', 'One (3)', '  One / Two (2)', '    One / Two / Inner (1)', '      c', '    b']);
    const pets = after(shop, arrangementOf(shop, { group: branch(shop, '/pets') }, { into: branch(shop, 'One') }));
    expect(drawn(pets)).toContain('  One / pets (8)');
  });

  it('keeps what is in it when it is renamed or taken away', () => {
    const renaming = after(shop, renamed(shop, branch(shop, 'Two'), 'Second'));
    expect(drawn(renaming).slice(0, 7)).toEqual(['Empty (0)', 'One (1)', '  a', 'Second (2)', '  Second / Inner (1)', '    c', '  b']);
    expect(renamed(shop, branch(shop, 'Empty'), 'Still empty').folders).toEqual(['Still empty']);
    expect(dissolved(shop, branch(shop, 'Two'))).toEqual({ places: [{ id: 'b', folder: null }, { id: 'c', folder: 'Inner' }], folders: ['Empty'] });
  });
});

describe('the place under the pointer', () => {
  const lines = linesOf(start);
  const at = (text: string) => lines.findIndex((line: TreeLine) => (line.kind === 'leaf' ? line.row.id : line.prefix) === text);

  it('is before or after an endpoint, or in a group', () => {
    expect(targetAt(lines, at('b'), 0.2, rowsIn(start, 'a'))).toEqual({ into: undefined, beside: { line: lines[at('b')], after: false } });
    expect(targetAt(lines, at('d'), 0.9, rowsIn(start, 'a'))).toEqual({ into: lines[at('Users')], beside: { line: lines[at('d')], after: true } });
    expect(targetAt(lines, at('Users / Admin'), 0.5, rowsIn(start, 'a'))).toEqual({ into: lines[at('Users / Admin')] });
    expect(targetAt(lines, lines.length, 0, rowsIn(start, 'a'))).toEqual({ into: undefined });
  });

  it('is never inside of the folder that is moved', () => {
    const group = branch(start, 'Users');
    expect(targetAt(lines, at('Users / Admin'), 0.5, { group })).toBeUndefined();
    expect(targetAt(lines, at('e'), 0.5, { group })).toBeUndefined();
    expect(targetAt(lines, at('Users'), 0.1, { group })).toBeUndefined();
  });
});
