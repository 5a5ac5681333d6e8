import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { kindOf, nodeKinds } from '../../../../shared/contract/workflow-kinds.ts';
import { problemsOf, readGraph } from '../../../../shared/rules/workflow-graph.ts';
import { scopesOf } from '../../../../shared/rules/workflow-scopes.ts';

type Node = readonly [id: string, type: string, data?: object];
/** `a>b`, or by a named way: `a:true>b`. */
const graphOf = (nodes: readonly Node[], edges: readonly string[]) =>
  readGraph(
    nodes.map(([id, type, data = {}]) => ({ id, type, data })),
    edges.map((text, index) => {
      const [from = '', target = ''] = text.split('>');
      const [source = '', sourceHandle] = from.split(':');
      return { id: `e${index}`, source, target, sourceHandle };
    }),
  );
const step = (id: string): Node => [id, 'transform', { expression: '$' }];
const ends: readonly Node[] = [['start', 'start'], ['end', 'end']];
const said = (nodes: readonly Node[], edges: readonly string[], severity = 'error') => problemsOf(graphOf([...ends, ...nodes], edges)).filter((one) => one.severity === severity).map(({ message }) => message);

describe('the problems of a graph', () => {
  it('are none where it can run', () => {
    expect(problemsOf(graphOf([...ends, step('a'), ['b', 'branch', { expression: 'x' }], ['n', 'note', { text: 'hi' }]], ['start>a', 'a>b', 'b:true>end', 'b:false>end']))).toEqual([]);
    expect(said([['each', 'loop', { items: '$' }], step('a'), step('b')], ['start>each', 'each:item>a', 'a>b', 'b>each', 'each:done>end'])).toEqual([]);
  });

  it.each<[string, readonly Node[], readonly string[], string]>([
    ['a second start', [['s2', 'start']], ['start>end', 's2>end'], '“s2” is a second start'],
    ['no end that is reached', [step('a')], ['start>a'], 'No end is reached'],
    ['a loose connection, by its ends', [], ['start>end', 'start>ghost'], 'from “start” to “ghost” hangs loose: there is no node “ghost”'],
    ['a ring, by its nodes', [step('a'), step('b'), step('c')], ['start>a', 'a>b', 'b>c', 'c>a', 'c>end'], '“a” → “b” → “c” → “a”'],
    ['a node that waits for itself', [step('a')], ['start>a', 'a>a', 'a>end'], '“a” → “a”'],
    ['a field that is not there', [['t', 'transform', {}]], ['start>t', 't>end'], 'Expression is required'],
    ['a number out of bounds', [['t', 'transform', { expression: '1', retries: -1 }]], ['start>t', 't>end'], 'Retries must be a whole number from 0 to 100'],
    ['neither of two fields', [['p', 'prompt', {}]], ['start>p', 'p>end'], 'Choose a kept prompt, or write a text'],
    ['a way that a node does not have', [['b', 'branch', { expression: 'x', branches: ['big'] }]], ['start>b', 'b:small>end', 'b:big>end'], 'goes by “small”, but “b” has: “big”, “otherwise”'],
    ['no way said', [['b', 'branch', { expression: 'x' }]], ['start>b', 'b>end'], 'says no way, but “b” has: “true”, “false”'],
    ['a way out of a loop', [['each', 'loop', { items: '$' }], step('a'), step('b')], ['start>each', 'each:item>a', 'a>b', 'start>b', 'each:done>end'], 'leads out of its loop'],
    ['an end within a loop', [['each', 'loop', { items: '$' }], ['e2', 'end']], ['start>each', 'each:item>e2', 'each:done>end'], 'stands within the loop “each”'],
    ['something before the start', [step('a')], ['start>a', 'a>end', 'a>start'], 'leads into the start'],
    ['something behind an end', [step('a')], ['start>end', 'end>a'], 'goes on from an end'],
    ['an id that is used twice', [step('a'), step('a')], ['start>a', 'a>end'], 'Two nodes have the id “a”'],
  ])('name %s', (_what, nodes, edges, message) => {
    expect(said(nodes, edges).join('\n')).toContain(message);
  });

  it('warn of what is kept but not known, and of what never runs', () => {
    expect(said([['h', 'hologram'], step('alone')], ['start>h', 'h>end'], 'warning')).toEqual([expect.stringContaining('of the kind “hologram”, which is not known here'), expect.stringContaining('“alone” is not reached')]);
    expect(problemsOf(graphOf([], []))).toEqual([{ severity: 'error', message: expect.stringContaining('no start') as string }]);
  });

  it('say what a parser says of expressions', () => {
    const graph = graphOf([...ends, ['t', 'transform', { expression: '(' }]], ['start>t', 't>end']);
    expect(problemsOf(graph, { parse: (text) => (text === '(' ? 'Expected ")"' : undefined) })).toEqual([{ node_id: 't', field: 'expression', severity: 'error', message: 'Expected ")"' }]);
  });

  it('are found in anything at all, without an end and without a throw', () => {
    const id = fc.constantFrom('a', 'b', 'c', 'd', '__proto__', '', 'x:|y');
    const node = fc.oneof(fc.anything(), fc.record({ id, type: fc.constantFrom(...Object.keys(nodeKinds), 'odd', 'constructor'), data: fc.anything() }));
    const edge = fc.oneof(fc.anything(), fc.record({ id, source: id, target: id, sourceHandle: fc.constantFrom('item', 'done', null, 'true') }));
    const judged = fc.property(fc.array(node), fc.array(edge), (nodes, edges) => Array.isArray(problemsOf(readGraph(nodes, edges))));
    expect(fc.check(judged, { numRuns: 300 }).failed).toBe(false);
  });

  it('are found in 5,000 nodes and 10,000 connections', () => {
    const nodes = Array.from({ length: 5000 }, (_, n) => step(`n${n}`));
    const edges = nodes.flatMap(([id], n) => [`start>${id}`, n === 4999 ? `${id}>end` : `${id}>n${n + 1}`]);
    expect(problemsOf(graphOf([...ends, ...nodes], edges))).toEqual([]);
  });
});

describe('scopes', () => {
  it('hold what is reached from a loop’s item and in no other way, loop within loop', () => {
    const graph = graphOf([...ends, ['outer', 'loop'], ['inner', 'loop'], step('a'), step('b'), step('after')], ['start>outer', 'outer:item>a', 'a>inner', 'inner:item>b', 'b>inner', 'inner:done>outer', 'outer:done>after', 'after>end']);
    const { around, back, escaping } = scopesOf(graph);
    expect(Object.fromEntries(around)).toEqual({ start: [], end: [], outer: [], a: ['outer'], inner: ['outer'], b: ['outer', 'inner'], after: [] });
    expect([...back].map(({ source }) => source)).toEqual(['b', 'inner']);
    expect(escaping).toEqual([]);
  });
});

describe('kinds of nodes', () => {
  it.each(Object.entries(nodeKinds))('%s has a title, a sentence, and labelled fields, of which its expressions are some', (_type, kind) => {
    expect(kind.description).toMatch(/^[A-Z].*\.$/);
    for (const name of kind.expressions) expect(Object.keys(kind.fields)).toContain(name);
    expect(new Set(kind.handles({}).map(({ id }) => id)).size).toBe(kind.handles({}).length);
  });

  it('ask of a run only what they heed', () => {
    expect(Object.keys(nodeKinds.http.runFields)).toEqual(['timeout_ms', 'retries', 'retry_delay_seconds', 'continue_on_error']);
    expect(Object.keys(nodeKinds.loop.runFields)).toEqual(['continue_on_error']);
    expect(Object.keys(nodeKinds.approval.runFields)).toEqual([]);
  });

  it('are found by their own names alone', () => {
    expect(kindOf('llm')).toBe(nodeKinds.llm);
    for (const type of ['constructor', '__proto__', 'toString', 3, undefined]) expect(kindOf(type)).toBeUndefined();
  });
});
