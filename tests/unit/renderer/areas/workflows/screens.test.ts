import { describe, expect, it } from 'vitest';
import type { NodeExecution } from '../../../../../shared/contract/workflow-runs.ts';
import { itemsOf, summaryOf } from '../../../../../renderer/areas/workflows/canvas/canvas-items.ts';
import { comparableText, compared, propertyLines } from '../../../../../renderer/areas/workflows/canvas/compared.ts';
import { readGraph } from '../../../../../renderer/areas/workflows/canvas/graph.ts';
import { outputsOf } from '../../../../../renderer/areas/workflows/canvas/places.ts';
import { fieldsOf } from '../../../../../renderer/areas/workflows/run/approval-fields.ts';
import { outcomesOf } from '../../../../../renderer/areas/workflows/run/run-state.ts';
import { heard } from '../../../../../renderer/areas/workflows/run/run-events.ts';

const node = (id: string, data: object, x = 0) => ({ id, type: 'transform', position: { x, y: 0 }, data });
const before = readGraph([node('a', { label: 'One', expression: '1' }), node('b', { expression: '2' }), node('gone', {})], [{ id: 'ab', source: 'a', target: 'b' }]);
const after = readGraph([node('new', {}), node('b', { expression: '2' }, 40), node('a', { label: 'One', expression: '1 + 1', retries: 2 })], [{ id: 'nb', source: 'new', target: 'b' }]);

describe('two versions on one canvas', () => {
  const both = compared(before, after);

  it('shows what is in either of them, each marked by what became of it', () => {
    expect(both.graph.nodes.map(({ id }) => id).toSorted()).toEqual(['a', 'b', 'gone', 'new']);
    expect(Object.fromEntries(Array.from(both.remarks, ([id, { mark }]) => [id, mark]))).toEqual({ a: 'changed', b: 'moved', gone: 'removed', new: 'added' });
    expect([...both.edges].toSorted()).toEqual(['ab', 'nb']);
  });

  it('tells by property what changed, of one node or of all', () => {
    expect(propertyLines(both.diff.properties, both.graph, 'a')).toEqual([
      { kind: 'changed', where: 'expression', before: '1', after: '1 + 1' }, { kind: 'added', where: 'retries', after: '2' },
    ]);
    expect(propertyLines(both.diff.properties, both.graph).map(({ where }) => where)).toContain('One: expression');
  });

  it('takes no other order for a difference of the text', () => {
    const turned = { nodes: after.nodes.toReversed(), edges: after.edges };
    expect(comparableText(turned)).toBe(comparableText(after));
  });
});

describe('the boxes of a canvas', () => {
  it('are the same objects as long as nothing is said of them that was not', () => {
    const outputs = outputsOf(after);
    const [one, again] = [itemsOf(after, outputs, new Map(), null), itemsOf(after, outputs, new Map(), null)];
    expect(again.get('a')).toBe(one.get('a'));
    const marked = itemsOf(after, outputs, new Map([['a', { problem: 'error' }]]), null);
    expect(marked.get('a')).not.toBe(one.get('a'));
    expect(marked.get('b')).toBe(one.get('b'));
  });

  it('say in a line what a node does', () => {
    expect(summaryOf({ id: 'h', type: 'http', data: { method: 'GET', url: 'https://a.example' } })).toBe('GET https://a.example');
    expect(summaryOf({ id: 'x', type: 'quantum', data: { spin: 1 } })).toBe('');
  });
});

describe('a run', () => {
  const execution = (node_id: string, iteration: string, state: NodeExecution['state'], more: object = {}): NodeExecution => ({ node_id, iteration, state, ...more });

  it('shows of a node in a loop what matters most', () => {
    const outcomes = outcomesOf([execution('a', '0', 'success'), execution('a', '1', 'failed'), execution('a', '2', 'running'), execution('b', '', 'success', { duration_ms: 1200 }), execution('c', '', 'success', { taken_from: 'pin' })]);
    expect(outcomes.get('a')).toMatchObject({ state: 'failed', said: '1 of 3 items' });
    expect(outcomes.get('b')).toMatchObject({ state: 'success', said: '1.2 s' });
    expect(outcomes.get('c')).toMatchObject({ said: 'pinned' });
  });

  it('goes on with what is heard, token by token, and forgets what was heard of another', () => {
    const empty = { of: null, run: null, nodes: new Map(), texts: new Map() };
    const one = heard(empty, { of: 'r1', events: [{ type: 'token', node_id: 'a', iteration: '', text: 'Good ' }, { type: 'token', node_id: 'a', iteration: '', text: 'day' }, { type: 'node', node: execution('a', '', 'running') }] });
    expect([...one.texts.values()]).toEqual(['Good day']);
    expect([...one.nodes.values()].map(({ state }) => state)).toEqual(['running']);
    const other = heard(one, { of: 'r2', events: [] });
    expect(other.texts.size).toBe(0);
  });

  it('asks for the fields of an approval that can be read, and passes the others over', () => {
    expect(fieldsOf({ fields: [{ name: 'limit', label: 'Limit', type: 'number', required: true }, { label: 'nameless' }, 3, { name: 'why' }] })).toEqual([
      { name: 'limit', label: 'Limit', type: 'number', required: true }, { name: 'why', label: 'why', type: 'text', required: false },
    ]);
    expect(fieldsOf('never')).toEqual([]);
  });
});
