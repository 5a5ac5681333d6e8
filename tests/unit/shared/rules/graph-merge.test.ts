import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffGraphs, isEmpty } from '../../../../shared/rules/graph-diff.ts';
import { mergeGraphs } from '../../../../shared/rules/graph-merge.ts';
import { graphs, type Graph } from './graphs.ts';

const isSameGraph = (one: object, other: object) => isEmpty(diffGraphs(one, other));

const base = (): Graph => ({
  nodes: [
    { id: 'start', type: 'start', position: { x: 0, y: 0 }, data: {} },
    { id: 'ask', type: 'llm', position: { x: 100, y: 0 }, data: { label: 'Ask', prompt: 'Hello', model: { name: 'a', temperature: 0 } } },
    { id: 'end', type: 'end', position: { x: 200, y: 0 }, data: {} },
  ],
  edges: [{ id: 'e1', source: 'start', target: 'ask' }, { id: 'e2', source: 'ask', target: 'end' }],
});
const edited = (change: (graph: Graph) => void): Graph => {
  const graph = base();
  change(graph);
  return graph;
};
const without = (id: string) => edited((graph) => {
  graph.nodes = graph.nodes.filter((node) => node.id !== id);
  graph.edges = graph.edges.filter(({ source, target }) => source !== id && target !== id);
});
const data = (graph: Graph, id: string) => graph.nodes.find((node) => node.id === id)!['data'] as Record<string, unknown>;

describe('merging two graphs that were made of one', () => {
  it('takes one side where the other changed nothing', () => {
    fc.assert(fc.property(graphs, graphs, (base, changed) => {
      for (const [mine, theirs] of [[changed, base], [base, changed]] as const) {
        const { merged, conflicts } = mergeGraphs(base, mine, theirs);
        expect(conflicts).toEqual([]);
        expect(isSameGraph(merged, changed)).toBe(true);
      }
      expect(mergeGraphs(base, changed, base).merged).toEqual(changed);
      expect(mergeGraphs(base, changed, changed)).toEqual({ merged: changed, conflicts: [] });
    }));
  });

  it('joins edits of different nodes, the same whichever side is mine', () => {
    const change = fc.record({ position: fc.record({ x: fc.integer(), y: fc.integer() }), data: fc.dictionary(fc.constantFrom('label', 'more'), fc.string()) });
    fc.assert(fc.property(graphs, change, change, (base, one, other) => {
      fc.pre(base.nodes.length >= 2);
      const withChange = (index: number, change: object) => ({ ...base, nodes: base.nodes.map((node, at) => (at === index ? { ...node, ...change } : node)) });
      const [mine, theirs] = [withChange(0, one), withChange(1, other)];
      const [there, back] = [mergeGraphs(base, mine, theirs), mergeGraphs(base, theirs, mine)];
      expect([there.conflicts, back.conflicts]).toEqual([[], []]);
      expect(isSameGraph(there.merged, back.merged)).toBe(true);
      expect(there.merged.nodes.slice(0, 2)).toEqual([mine.nodes[0], theirs.nodes[1]]);
    }));
  });

  it('ends as one side where every conflict is settled for it, but for what the other did elsewhere', () => {
    fc.assert(fc.property(graphs, graphs, graphs, (base, mine, theirs) => {
      const one = mergeGraphs(base, mine, theirs, () => 'theirs');
      const other = mergeGraphs(base, theirs, mine, () => 'mine');
      expect(one.conflicts).toHaveLength(other.conflicts.length);
      const unplaced = ({ nodes, edges }: { nodes: unknown[]; edges: unknown[] }) => ({ nodes: nodes.map((node) => ({ ...(node as object), position: null })), edges });
      expect(isSameGraph(unplaced(one.merged), unplaced(other.merged))).toBe(true);
    }));
  });

  it('joins properties of one node, deep inside too, and moves beside edits', () => {
    const mine = edited((graph) => {
      data(graph, 'ask')['prompt'] = 'Hi';
      graph.nodes[0]!['position'] = { x: 5, y: 5 };
    });
    const theirs = edited((graph) => {
      data(graph, 'ask')['model'] = { name: 'b', temperature: 0 };
      graph.nodes[1]!['position'] = { x: 150, y: 50 };
      data(graph, 'start')['label'] = 'Begin';
    });
    const { merged, conflicts } = mergeGraphs(base(), mine, theirs);
    expect(conflicts).toEqual([]);
    expect(merged.nodes).toMatchObject([
      { position: { x: 5, y: 5 }, data: { label: 'Begin' } },
      { position: { x: 150, y: 50 }, data: { label: 'Ask', prompt: 'Hi', model: { name: 'b', temperature: 0 } } },
      {},
    ]);
  });

  it('asks where both changed one property, and takes what was chosen', () => {
    const mine = edited((graph) => void (data(graph, 'ask')['prompt'] = 'Mine'));
    const theirs = edited((graph) => void (data(graph, 'ask')['prompt'] = 'Theirs'));
    const { merged, conflicts } = mergeGraphs(base(), mine, theirs);
    expect(conflicts).toEqual([{ part: 'node', id: 'ask', path: ['data', 'prompt'], base: 'Hello', mine: 'Mine', theirs: 'Theirs' }]);
    expect(isSameGraph(merged, mine)).toBe(true);
    expect(isSameGraph(mergeGraphs(base(), mine, theirs, () => 'theirs').merged, theirs)).toBe(true);
  });

  it('lets my place of a node stand without asking', () => {
    const at = (x: number) => edited((graph) => void (graph.nodes[1]!['position'] = { x, y: x }));
    expect(mergeGraphs(base(), at(1), at(2))).toEqual({ merged: at(1), conflicts: [] });
  });

  it('asks about a node that one removed and the other edited, with the edges that go or stay with it', () => {
    const theirs = edited((graph) => void (data(graph, 'ask')['prompt'] = 'Better'));
    const removing = mergeGraphs(base(), without('ask'), theirs);
    expect(removing.conflicts).toMatchObject([{ part: 'node', id: 'ask', path: [], mine: undefined, theirs: { id: 'ask' } }]);
    expect(isSameGraph(removing.merged, without('ask'))).toBe(true);
    expect(isSameGraph(mergeGraphs(base(), without('ask'), theirs, () => 'theirs').merged, theirs)).toBe(true);
    expect(mergeGraphs(base(), without('ask'), edited((graph) => void (graph.nodes[1]!['position'] = { x: 1, y: 1 })))).toEqual({ merged: without('ask'), conflicts: [] });
  });

  it('asks about a node that one removed and to which the other led a new edge, so that none ends in nothing', () => {
    const theirs = edited((graph) => void graph.edges.push({ id: 'e3', source: 'start', target: 'ask', sourceHandle: 'again' }));
    const { merged, conflicts } = mergeGraphs(base(), without('ask'), theirs);
    expect(conflicts).toMatchObject([{ part: 'node', id: 'ask', path: [] }]);
    expect(isSameGraph(merged, without('ask'))).toBe(true);
    expect(isSameGraph(mergeGraphs(base(), without('ask'), theirs, () => 'theirs').merged, theirs)).toBe(true);
  });

  it('asks about two different nodes that were added under one id', () => {
    const adding = (type: string) => edited((graph) => void graph.nodes.push({ id: 'new', type, data: {} }));
    expect(mergeGraphs(base(), adding('http'), adding('llm')).conflicts).toMatchObject([{ part: 'node', id: 'new', path: [], base: undefined }]);
    expect(mergeGraphs(base(), adding('http'), adding('http')).conflicts).toEqual([]);
  });

  it('puts a group before the members that it got on the other side', () => {
    const theirs = edited((graph) => {
      graph.nodes.unshift({ id: 'group', type: 'group', data: {} });
      graph.nodes.find(({ id }) => id === 'ask')!['parentId'] = 'group';
    });
    const { merged } = mergeGraphs(base(), edited((graph) => void (data(graph, 'end')['label'] = 'End')), theirs);
    const order = merged.nodes.map((node) => (node as { id: string }).id);
    expect(order.indexOf('group')).toBeLessThan(order.indexOf('ask'));
    expect(order).toHaveLength(4);
  });

  it('keeps edges that lead nowhere, and kinds of nodes that nobody knows', () => {
    const odd = edited((graph) => {
      graph.nodes.push({ id: 'odd', type: 'from_the_future', data: { any: [1] }, extra: true });
      graph.edges.push({ id: 'e9', source: 'ask', target: 'nobody' });
    });
    const mine = structuredClone(odd);
    data(mine, 'ask')['prompt'] = 'Hi';
    const { merged } = mergeGraphs(odd, mine, odd);
    expect(merged).toEqual(mine);
  });

  it('pollutes no prototype', () => {
    const evil = JSON.parse('{"nodes": [{"id": "__proto__", "__proto__": {"polluted": true}, "data": {"__proto__": {"polluted": true}}}], "edges": []}') as Graph;
    const { merged } = mergeGraphs({ nodes: [], edges: [] }, evil, { nodes: [], edges: [] });
    expect(JSON.stringify(merged)).toBe(JSON.stringify(evil));
    const changed = JSON.parse(JSON.stringify(evil).replace('"polluted":true', '"polluted":false')) as Graph;
    mergeGraphs(evil, changed, JSON.parse(JSON.stringify(evil).replace('"data":', '"more":1,"data":')) as Graph);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it('merges and compares graphs of twenty megabytes', () => {
    const large = (count: number, text: string): Graph => ({
      nodes: Array.from({ length: count }, (_, index) => ({ id: `n${index}`, type: 'llm', position: { x: index, y: 0 }, data: { prompt: text.repeat(100) } })),
      edges: Array.from({ length: count }, (_, index) => ({ id: `e${index}`, source: `n${index}`, target: `n${index + 1}` })),
    });
    const before = large(20_000, 'words here');
    const mine = { ...before, nodes: before.nodes.map((node, index) => (index % 2 === 0 ? { ...node, data: { prompt: 'mine' } } : node)) };
    const theirs = { ...before, nodes: before.nodes.map((node, index) => (index % 2 === 1 ? { ...node, data: { prompt: 'theirs' } } : node)) };
    const { merged, conflicts } = mergeGraphs(before, mine, theirs);
    expect(conflicts).toEqual([]);
    expect(merged.nodes).toHaveLength(20_000);
    expect(diffGraphs(before, merged).nodes.size).toBe(20_000);
  });
});
