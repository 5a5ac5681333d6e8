import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Row } from '../../../../../shared/contract/entity.ts';
import { treeLines, treeOf, type TreeLine } from '../../../../../renderer/areas/apis/endpoint-tree.ts';

const rowsOf = (...paths: string[]) => paths.map((path, at) => ({ id: String(at), method: 'GET', path }));
const text = (line: TreeLine) => `${'  '.repeat(line.level - 1)}${line.kind === 'leaf' ? String(line.row['path']) : `${line.open ? '-' : '+'} ${line.prefix} (${line.count})`}`;
const drawn = (rows: ReturnType<typeof rowsOf>, turned: readonly string[] = [], expanded = false) => treeLines(treeOf(rows), new Set(turned), expanded).map(text);

const shop = rowsOf('/v1/users', '/v1/users/{id}', '/v1/users/{id}/keys', '/v1/orders', '/v1/orders/{id}', '/v1/orders/{id}/items', '/v1/orders/{id}/items/{item}', '/v1/health', '/v1/chat.post', '/v1/chat.update');

describe('the tree of endpoints', () => {
  it('groups paths by what they share, names with dots too', () => {
    expect(drawn(shop)).toEqual([
      '- /v1/chat (2)', '  /v1/chat.post', '  /v1/chat.update', '/v1/health',
      '- /v1/orders (4)', '  /v1/orders', '  /v1/orders/{id}', '  /v1/orders/{id}/items', '  /v1/orders/{id}/items/{item}',
      '- /v1/users (3)', '  /v1/users', '  /v1/users/{id}', '  /v1/users/{id}/keys',
    ]);
  });

  it('groups inside of a group only where there are many', () => {
    const paths = ['a', 'b', 'c', 'd', 'e', 'f'].map((part) => `/repos/{id}/actions/${part}`);
    expect(drawn(rowsOf('/repos', '/repos/new', '/repos/new/name', ...paths, '/users'))).toEqual([
      '- /repos (9)', '  /repos', '  /repos/new', '  /repos/new/name', '  - /repos/{id}/actions (6)', ...paths.map((path) => `    ${path}`), '/users',
    ]);
  });

  it('leaves a short list as it is, in the order of its paths, then of its methods', () => {
    const rows = [{ id: '1', method: 'DELETE', path: '/b' }, { id: '2', method: 'GET', path: '/b' }, { id: '3', method: 'ODD', path: '/a' }];
    expect(treeLines(treeOf(rows), new Set()).map((line) => line.kind === 'leaf' && line.row.id)).toEqual(['3', '2', '1']);
  });

  it('closes groups by hand, and opens all for a filter', () => {
    expect(drawn(shop, ['/v1/orders'])).toContain('+ /v1/orders (4)');
    expect(drawn(shop, ['/v1/orders'], true)).toContain('- /v1/orders (4)');
  });

  it('begins closed where there are many', () => {
    const many = rowsOf(...Array.from({ length: 60 }, (_, at) => `/a/${at}`), ...Array.from({ length: 60 }, (_, at) => `/b/${at}`));
    expect(drawn(many)).toEqual(['+ /a (60)', '+ /b (60)']);
    expect(drawn(many, ['/a'])).toHaveLength(62);
  });

  it('shows every endpoint once, whatever the paths are', () => {
    fc.assert(fc.property(fc.array(fc.string({ unit: fc.constantFrom('/', '.', 'a', 'bc', '{id}', ':x', '?') }), { maxLength: 40 }), (paths) => {
      const rows = rowsOf(...paths);
      const leaves = treeLines(treeOf(rows), new Set(), true).flatMap((line) => (line.kind === 'leaf' ? [line.row.id] : []));
      expect(leaves.toSorted()).toEqual(rows.map(({ id }) => id).toSorted());
    }));
  });

  it('shows what became of endpoints as a tree that is made anew does, whatever was changed', () => {
    const fields = fc.oneof(
      fc.record({ method: fc.constantFrom('GET', 'PUT') }), fc.record({ position: fc.option(fc.nat(5)) }), fc.record({ path: fc.constantFrom('/a', '/a/b', '/c/d') }),
      fc.record({ folder: fc.constantFrom('', '/', '/a', 'Users', 'Users / Admin') }), fc.record({ enabled: fc.boolean() }),
    );
    const lines = (rows: readonly Row[]) => treeLines(treeOf(rows, ['Users']), new Set(), true).map((line) => (line.kind === 'leaf' ? [line.level, line.row] : [line.level, line.prefix, line.rowsUnder()]));
    fc.assert(fc.property(fc.array(fc.tuple(fc.nat(9), fields), { maxLength: 12 }), (changes) => {
      let rows: readonly Row[] = shop;
      for (const [at, change] of changes) {
        rows = rows.with(at, { ...rows[at]!, ...change });
        const shown = lines(rows);
        for (const others of [['/x'], ['/y', '/z']]) treeOf(rowsOf(...others)); // nothing is known of the first any more
        const anew = lines(rows);
        expect(shown).toEqual(anew);
        expect(shown.filter(([, row]) => typeof row === 'object').every(([, row]) => rows.includes(row as Row))).toBe(true);
      }
    }));
  });
});
