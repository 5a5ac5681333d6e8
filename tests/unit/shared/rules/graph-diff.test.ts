import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffGraphs, isEmpty } from '../../../../shared/rules/graph-diff.ts';
import { graphs } from './graphs.ts';

const graph = {
  nodes: [
    { id: 'start', type: 'start', position: { x: 0, y: 0 }, data: {} },
    { id: 'ask', type: 'llm', position: { x: 100, y: 0 }, data: { label: 'Ask', prompt: 'Hello', model: { name: 'a', temperature: 0 } } },
  ],
  edges: [{ id: 'e', source: 'start', target: 'ask' }],
};

describe('the difference of two graphs', () => {
  it('names what was added, removed, changed and moved, and which properties', () => {
    const after = {
      nodes: [
        { ...graph.nodes[0]!, position: { x: 0, y: 40 } },
        { ...graph.nodes[1]!, position: { x: 300, y: 0 }, data: { label: 'Ask', model: { name: 'b', temperature: 0 }, retries: 2 } },
        { id: 'end', type: 'end', data: {} },
      ],
      edges: [{ id: 'e', source: 'start', target: 'end' }, { source: 'ask', target: 'end' }],
    };
    const { nodes, edges, properties } = diffGraphs(graph, after);
    expect([...nodes]).toEqual([['start', 'moved'], ['ask', 'changed'], ['end', 'added']]);
    expect([...edges]).toEqual([['e', 'changed'], ['ask→end', 'added']]);
    expect(properties).toEqual([
      { node_id: 'start', path: ['position'], before: { x: 0, y: 0 }, after: { x: 0, y: 40 } },
      { node_id: 'ask', path: ['position'], before: { x: 100, y: 0 }, after: { x: 300, y: 0 } },
      { node_id: 'ask', path: ['data', 'prompt'], before: 'Hello', after: undefined },
      { node_id: 'ask', path: ['data', 'model', 'name'], before: 'a', after: 'b' },
      { node_id: 'ask', path: ['data', 'retries'], before: undefined, after: 2 },
    ]);
    const back = diffGraphs(after, graph);
    expect([...back.nodes]).toEqual([['start', 'moved'], ['ask', 'changed'], ['end', 'removed']]);
  });

  it('is empty between a graph and itself in another order', () => {
    fc.assert(fc.property(graphs, (graph) => {
      const copy = { nodes: structuredClone(graph.nodes).map((node) => Object.fromEntries(Object.entries(node).toReversed())), edges: structuredClone(graph.edges) };
      expect(isEmpty(diffGraphs(graph, copy))).toBe(true);
      expect(diffGraphs(graph, copy).properties).toEqual([]);
    }));
  });

  it('tells as removed what the way back tells as added', () => {
    fc.assert(fc.property(graphs, graphs, (one, other) => {
      const there = diffGraphs(one, other);
      const back = diffGraphs(other, one);
      const opposite = { added: 'removed', removed: 'added', changed: 'changed', moved: 'moved' } as const;
      expect(new Map(back.nodes)).toEqual(new Map([...there.nodes].map(([id, change]) => [id, opposite[change]] as const)));
      expect(back.properties).toHaveLength(there.properties.length);
    }));
  });

  it.each<[string, unknown]>([
    ['an object by id', { start: { type: 'start', position: { x: 0, y: 0 }, data: {} }, ask: graph.nodes[1] }],
    ['JSON text', JSON.stringify(graph.nodes)],
  ])('reads nodes from %s', (_what, nodes) => {
    expect(isEmpty(diffGraphs(graph, { nodes, edges: graph.edges }))).toBe(true);
  });

  it('keeps apart what has no id, or shares one', () => {
    const twice = { nodes: [{ id: 'a', data: 1 }, { id: 'a', data: 2 }, { data: 3 }, null], edges: [{ source: 'a', target: 'b' }, { source: 'a', target: 'b' }] };
    expect(isEmpty(diffGraphs(twice, structuredClone(twice)))).toBe(true);
    const { nodes, edges } = diffGraphs(twice, { nodes: [{ id: 'a', data: 1 }, { id: 'a', data: 5 }, { data: 3 }, null], edges: twice.edges.slice(1) });
    expect([[...nodes], [...edges]]).toEqual([[['a#2', 'changed']], [['a→b#2', 'removed']]]);
  });

  it('takes names of prototypes for names like others', () => {
    const odd = (value: unknown) => ({ nodes: JSON.parse(`[{"id": "__proto__", "__proto__": {"polluted": ${JSON.stringify(value)}}, "constructor": 1}]`) as unknown });
    const { nodes, properties } = diffGraphs(odd(1), odd(2));
    expect([...nodes]).toEqual([['__proto__', 'changed']]);
    expect(properties).toEqual([{ node_id: '__proto__', path: ['__proto__', 'polluted'], before: 1, after: 2 }]);
    expect(diffGraphs({ nodes: [{ id: 'a' }] }, { nodes: [{ id: 'a', toString: 'x' }] }).properties).toMatchObject([{ path: ['toString'], before: undefined }]);
  });

  it('does not stumble over what is nested deeper than any stack', () => {
    const deep = (end: string) => {
      let value: unknown = end;
      for (let depth = 0; depth < 100_000; depth += 1) value = { in: value };
      return { nodes: [{ id: 'a', data: value }] };
    };
    expect([...diffGraphs(deep('x'), deep('y')).nodes]).toEqual([['a', 'changed']]);
  });
});
