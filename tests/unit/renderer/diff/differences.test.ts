import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffLines } from '../../../../renderer/components/diff/diff-lines.ts';
import { diffJson, mostDifferences } from '../../../../renderer/components/diff/differences.ts';

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

  it('is the fewest lines that can differ', () => {
    // A text without lines is one empty line.
    const text = fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 12 });
    const common = (one: readonly string[], other: readonly string[]): number =>
      one.reduce((row, line) => other.reduce<number[]>((next, also, at) => [...next, line === also ? row[at]! + 1 : Math.max(next[at]!, row[at + 1]!)], [0]), Array<number>(other.length + 1).fill(0)).at(-1)!;
    fc.assert(fc.property(text, text, (one, other) =>
      diffLines(one.join('\n'), other.join('\n')).filter(({ kind }) => kind !== 'same').length === one.length + other.length - 2 * common(one, other)));
    expect(common(['a', 'b', 'c'], ['b', 'x', 'c'])).toBe(2);
  });

  it('is told up to what is listed where nearly all differs, whatever the lines are', () => {
    const noise = (seed: number) => {
      let now = seed;
      return Array.from({ length: 130_000 }, () => `line ${(now = (now * 48_271) % 2_147_483_647) % 300}`).join('\n');
    };
    const found = diffLines(noise(1), noise(2));
    expect(found).toHaveLength(mostDifferences);
    expect(found.some(({ kind }) => kind === 'removed') && found.some(({ kind }) => kind === 'added')).toBe(true);
    expect(diffLines(noise(1), `${'new\n'.repeat(5000)}${noise(1)}`).every(({ kind }) => kind === 'added')).toBe(true);
  });

  it('shows the beginning of a line that nobody could read whole', () => {
    const [before, after] = ['a', 'b'].map((letter) => letter.repeat(5_000_000));
    expect(diffLines(before!, after!).map((line) => (line.before ?? line.after)?.length)).toEqual([401, 401]);
  });
});
