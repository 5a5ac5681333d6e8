import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { draftOfText, linesOf, problemAt, shapeProblems, textOfDraft, valuesOf, waitsFor, withFields, withNode, withoutNode, withWait } from '../../../../../renderer/areas/apis/workflow-text.ts';

const text = JSON.stringify({ nodes: [{ id: 'a', endpoint_id: 'e1' }, { id: 'b', endpoint_id: 'e2', note: 1 }], edges: [{ source: 'a', target: 'b' }], timeout_ms: 5 });
const draft = draftOfText(text)!;

describe('a composer workflow as text', () => {
  it('comes back from the form as it was, with what the form does not show [C-129][C-130]', () => {
    expect(JSON.parse(textOfDraft(draft))).toEqual(JSON.parse(text));
    expect(draftOfText('')).toEqual({ nodes: [], edges: [], rest: {} });
    for (const odd of ['[', '[]', '7', '{"nodes": 1}', '{"nodes": [1]}', '{"edges": {}}']) expect(draftOfText(odd)).toBeUndefined();
  });

  it('keeps edges with a node that is renamed, and drops those of one that goes', () => {
    expect(withFields(draft, 0, { id: 'first' }).edges).toEqual([{ source: 'first', target: 'b' }]);
    // On the way from b to c through a, which is taken, the edge stays whose it was.
    const taken = withFields(draft, 1, { id: 'a' });
    expect(taken.edges).toEqual([{ source: 'a', target: 'b' }]);
    expect(withoutNode(draft, 0)).toMatchObject({ nodes: [{ id: 'b' }], edges: [] });
    expect(withNode(withNode(withoutNode(draft, 0))).nodes.map(({ id }) => id)).toEqual(['b', 'node2', 'node3']);
  });

  it('adds and takes away what a node waits for, once each', () => {
    const more = withWait(withWait(draft, 'a', 'b', true), 'a', 'b', true);
    expect(more.edges).toHaveLength(2);
    expect([...waitsFor(more, 'a')]).toEqual(['b']);
    expect(withWait(more, 'a', 'b', false).edges).toEqual(draft.edges);
  });

  it('leaves out fields that were emptied', () => {
    expect(withFields(draft, 1, { when: '', timeout_ms: undefined, note: 2 }).nodes[1]).toEqual({ id: 'b', endpoint_id: 'e2', note: 2 });
  });

  it('says what of its shape is wrong, and where', () => {
    const problems = shapeProblems(JSON.stringify({ nodes: [{ id: '', endpoint_id: 'e' }, { id: 'b', on_failure: 'maybe' }], edges: [{ source: 'b' }] }));
    expect(problemAt(problems, 'nodes', 0, 'id')).toBe('The node’s id is required');
    expect(problemAt(problems, 'nodes', 1, 'endpoint_id')).toBe('The node’s endpoint is required');
    expect(problemAt(problems, 'nodes', 1, 'on_failure')).toContain('stop, continue');
    expect(problemAt(problems, 'edges', 0)).toBe('The edge’s target is required');
    expect(problemAt(problems, 'nodes', 0, 'endpoint_id')).toBeUndefined();
    expect(shapeProblems(text)).toEqual([]);
  });

  it('writes expressions and texts in one line each, and reads any of them back', () => {
    expect(linesOf({ id: { $jsonata: 'nodes.a.data.id' }, plain: 'x', odd: '=x', odder: "'=x" })).toEqual({ id: '=nodes.a.data.id', plain: 'x', odd: "'=x", odder: "''=x" });
    expect(linesOf({ deep: { a: 1 } })).toBeUndefined();
    expect(linesOf(null)).toEqual({});
    const name = fc.string({ minLength: 1 }).filter((one) => one !== '__proto__');
    const value = fc.oneof(fc.string(), fc.string().map((one) => `=${one}`), fc.string().map((one) => `''=${one}`), fc.string().map(($jsonata) => ({ $jsonata })));
    fc.assert(fc.property(fc.dictionary(name, value, { minKeys: 1 }), (values) => {
      expect(valuesOf(linesOf(values)!)).toEqual({ ...values });
    }));
  });
});
