import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffJson, diffLines } from '../../../../renderer/components/diff/differences.ts';

describe('what differs between two JSON answers', () => {
  it('is said by path: added, removed, changed; the order of names is no difference', () => {
    expect(diffJson({ a: 1, b: { c: [1, 2] }, gone: true }, { b: { c: [1, 3, 4] }, a: 1, 'new one': null })).toEqual([
      { kind: 'changed', where: '$.b.c[1]', before: '2', after: '3' },
      { kind: 'added', where: '$.b.c[2]', after: '4' },
      { kind: 'removed', where: '$.gone', before: 'true' },
      { kind: 'added', where: '$["new one"]', after: 'null' },
    ]);
  });

  it('finds items of lists again by their ids', () => {
    expect(diffJson([{ id: 1, n: 'a' }, { id: 2, n: 'b' }], [{ id: 2, n: 'c' }, { id: 3, n: 'd' }])).toEqual([
      { kind: 'removed', where: '$[id=1]', before: '{"id":1,"n":"a"}' },
      { kind: 'changed', where: '$[id=2].n', before: '"b"', after: '"c"' },
      { kind: 'added', where: '$[id=3]', after: '{"id":3,"n":"d"}' },
    ]);
  });

  it('is nothing between equals, and what was added where something was', () => {
    fc.assert(fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
      expect(diffJson(one, structuredClone(one))).toEqual([]);
      expect(diffJson({ one }, { one: structuredClone(one), other })).toMatchObject([{ kind: 'added', where: '$.other' }]);
    }));
  });
});

describe('what differs between two texts', () => {
  it('is told by line, with what is around it', () => {
    expect(diffLines('a\nb\nc\nd', 'a\nx\nc\nd')).toEqual([
      { kind: 'same', where: '1', before: 'a' },
      { kind: 'removed', where: '2', before: 'b' }, { kind: 'added', where: '2', after: 'x' },
      { kind: 'same', where: '3', before: 'c' }, { kind: 'same', where: '4', before: 'd' },
    ]);
  });

  it('leads from one to the other', () => {
    fc.assert(fc.property(fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 12 }), fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 12 }), (one, other) => {
      const [before, after] = [one.join('\n'), other.join('\n')];
      const found = diffLines(before, after);
      const kept = (kind: string) => found.filter((line) => line.kind === kind || line.kind === 'same').map((line) => line.before ?? line.after).join('|');
      expect(found.length === 0).toBe(before === after);
      expect(one.join('|')).toContain(kept('removed'));
      expect(other.join('|')).toContain(kept('added'));
    }));
  });

  it('is told line by line in texts of tens of thousands of lines, with the numbers of each', () => {
    const before = Array.from({ length: 60_000 }, (_, at) => `line ${at}`);
    const after = before.flatMap((line, at) => (at === 10 ? [] : at === 30_000 ? ['new', line] : at === 59_990 ? ['other'] : [line]));
    const found = diffLines(before.join('\n'), after.join('\n'));
    expect(found.filter(({ kind }) => kind !== 'same')).toEqual([
      { kind: 'removed', where: '11', before: 'line 10' }, { kind: 'added', where: '30000', after: 'new' },
      { kind: 'removed', where: '59991', before: 'line 59990' }, { kind: 'added', where: '59991', after: 'other' },
    ]);
    expect(found.length).toBeLessThan(30);
  });

  it('shows the beginning of a line that nobody could read whole', () => {
    const [before, after] = ['a', 'b'].map((letter) => letter.repeat(5_000_000));
    expect(diffLines(before!, after!).map((line) => (line.before ?? line.after)?.length)).toEqual([401, 401]);
  });
});
