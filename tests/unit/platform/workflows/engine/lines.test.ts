import { describe, expect, it } from 'vitest';
import { linesOf } from '../../../../../electron/platform/workflows/engine/lines.ts';
import type { PlannedNode } from '../../../../../electron/platform/workflows/engine/plan.ts';

/** `b a` is a node b to which a leads; `b a:yes a:no` one to which two ways of a lead. */
const linesFrom = (...texts: string[]) => {
  const nodes = texts.map((text): PlannedNode => {
    const [id = '', ...sources] = text.split(' ');
    const ways = sources.map((source) => ({ source: source.split(':')[0]!, handle: source.split(':')[1] ?? null }));
    return { id, type: 'transform', scope: '', ways, isEntry: ways.length === 0, isLast: false, max_parallel: 1 };
  });
  return linesOf(nodes).map((line) => line.map(({ id }) => id).join(''));
};

describe('the lines of a graph', () => {
  it.each<[string, string[], string[]]>([
    ['one after the other', ['a', 'b a', 'c b'], ['abc']],
    ['in whatever order they are listed', ['c b', 'b a', 'a'], ['abc']],
    ['ended by forks, begun by joins', ['a', 'b a', 'c b', 'd b', 'e d', 'f c e', 'g f'], ['ab', 'c', 'de', 'fg']],
    ['that go on over two ways to the same node', ['a', 'b a:yes a:no', 'c b'], ['abc']],
    ['with several beginnings', ['a', 'b', 'c a b'], ['a', 'b', 'c']],
  ])('are those %s', (_, nodes, lines) => {
    expect(linesFrom(...nodes).toSorted()).toEqual(lines.toSorted());
  });

  it('begin anew where a scope does', () => {
    const node = (id: string, source?: string, isEntry = false): PlannedNode => ({ id, type: 'transform', scope: '', ways: source === undefined ? [] : [{ source, handle: null }], isEntry, isLast: false, max_parallel: 1 });
    expect(linesOf([node('a', undefined, true), node('b', 'a', true), node('c', 'b')]).map((line) => line.map(({ id }) => id))).toEqual([['a'], ['b', 'c']]);
  });
});
