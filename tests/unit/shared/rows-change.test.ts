import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changed, changeOf, type RowsChange } from '../../../shared/rows-change.ts';
import type { Reply } from '../../../shared/rpc.ts';

type Rows = { id: string; name: string }[];
const many: Rows = Array.from({ length: 400 }, (_, at) => ({ id: `row ${at}`, name: `name ${at}` }));
const reply = (rows: unknown, beside: object = {}): Reply => ({ ok: true, data: { rows, ...beside }, meta: { source: 'platform' } });
const rowsOf = (of: Reply) => (of.ok ? (of.data as { rows: Rows }).rows : []);
const told = (before: Reply, now: Reply) => {
  const change = changeOf(before, now);
  if (!change) throw new Error('The whole answer was told');
  return JSON.parse(JSON.stringify(change)) as RowsChange; // as it crosses to a page
};

describe('what became of a list', () => {
  it('tells one row of 400, and leaves all others the very same', () => {
    const before = reply(many, { total: 400 });
    const change = told(before, reply(many.map((row, at) => (at === 7 ? { ...row, name: 'new' } : { ...row })), { total: 400 }));
    expect(change.change).toEqual({ at: 400, removed: 0, ids: [], rows: [{ id: 'row 7', name: 'new' }], beside: { total: 400 } });
    const after = changed(before, change);
    expect(rowsOf(after)[7]).toEqual({ id: 'row 7', name: 'new' });
    expect(rowsOf(after).every((row, at) => at === 7 || row === many[at])).toBe(true);
  });

  it('is the new answer, whatever was removed, added, moved and changed', () => {
    const edit = fc.tuple(fc.constantFrom('remove', 'add', 'move', 'change'), fc.nat(399), fc.nat(399));
    fc.assert(fc.property(fc.array(edit, { maxLength: 30 }), fc.option(fc.nat(), { nil: undefined }), (edits, total) => {
      const rows = many.map((row) => ({ ...row }));
      for (const [turn, [kind, from, to]] of edits.entries()) {
        const at = Math.min(from, rows.length - 1);
        if (kind === 'add') rows.splice(at, 0, { id: `added ${turn}`, name: '' });
        else if (kind === 'change') rows[at] = { ...rows[at]!, name: `changed ${turn}` };
        else {
          const [taken] = rows.splice(at, 1);
          if (kind === 'move') rows.splice(Math.min(to, rows.length), 0, taken!);
        }
      }
      const [before, now] = [reply(many), reply(rows, total === undefined ? {} : { total })];
      expect(changed(before, told(before, now))).toEqual(now);
    }));
  });

  it('leaves it at the whole answer where that is short, failed, mostly new, or has ids twice', () => {
    const before = reply(many);
    const failed: Reply = { ok: false, error: { code: 'unreachable', message: 'Away' } };
    expect(changeOf(before, reply(many.slice(0, 20)))).toBeUndefined();
    expect(changeOf(before, failed)).toBeUndefined();
    expect(changeOf(failed, before)).toBeUndefined();
    expect(changeOf(before, reply(many.map((row) => ({ ...row, name: 'new' }))))).toBeUndefined();
    expect(changeOf(before, reply([...many, many[0]]))).toBeUndefined();
    expect(changeOf(reply({ rows: 1 }), before)).toBeUndefined();
  });
});
