import { describe, expect, it } from 'vitest';
import { ancestorsOf, findCycle, graphOf, inOrder, reachedFrom } from '../../../../electron/platform/dags/graph.ts';

const graph = (edges: Record<string, string[]>) => graphOf(Object.entries(edges).map(([task_id, depends_on]) => ({ task_id, depends_on })));
const diamond = graph({ a: [], b: ['a'], c: ['a'], d: ['b', 'c'] });

describe('the graph of a DAG', () => {
  it('knows what is upstream, near and far', () => {
    expect([...ancestorsOf(diamond, 'd')].toSorted()).toEqual(['a', 'b', 'c']);
    expect(ancestorsOf(diamond, 'a').size).toBe(0);
    expect([...reachedFrom(diamond.downstream, ['b', 'c'])]).toEqual(['d']);
  });

  it('puts no task before what it waits for', () => {
    expect(inOrder(graph({ d: ['b', 'c'], b: ['a'], c: ['a'], a: [], other: [] }))).toEqual(['a', 'other', 'b', 'c', 'd']);
  });

  it('finds a cycle, and says the way around it', () => {
    expect(findCycle(diamond)).toBeUndefined();
    expect(findCycle(graph({ a: ['c'], b: ['a'], c: ['b'] }))).toEqual(['a', 'b', 'c', 'a']);
    const around = findCycle(graph({ start: [], x: ['start', 'z'], y: ['x'], z: ['y'], tail: ['z'] }))!;
    expect(around.at(0)).toBe(around.at(-1));
    expect([...new Set(around)].toSorted()).toEqual(['x', 'y', 'z']);
  });

  it('goes as deep as a DAG goes', () => {
    const deep = graph(Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`t${index}`, index === 0 ? [] : [`t${index - 1}`]])));
    expect(findCycle(deep)).toBeUndefined();
    expect(ancestorsOf(deep, 't49999').size).toBe(49_999);
    expect(inOrder(deep)).toHaveLength(50_000);
  });
});
