import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ancestorsOf, findCycle, graphOf, isFinished, outcome, rootsOf, settle, type TaskState } from '../../../../electron/platform/dags/graph.ts';

const graph = (edges: Record<string, string[]>) => graphOf(Object.entries(edges).map(([task_id, depends_on]) => ({ task_id, depends_on })));
const states = (given: Record<string, TaskState>) => new Map(Object.entries(given));
const diamond = graph({ a: [], b: ['a'], c: ['a'], d: ['b', 'c'] });

describe('the graph of a DAG', () => {
  it('schedules a task once everything upstream succeeded', () => {
    expect(rootsOf(diamond)).toEqual(['a']);
    expect(settle(diamond, states({ a: 'success', b: 'none', c: 'none', d: 'none' }), ['a'])).toEqual(states({ b: 'scheduled', c: 'scheduled' }));
    expect(settle(diamond, states({ a: 'success', b: 'success', c: 'running', d: 'none' }), ['b'])).toEqual(new Map());
    expect(settle(diamond, states({ a: 'success', b: 'success', c: 'success', d: 'none' }), ['c'])).toEqual(states({ d: 'scheduled' }));
  });

  it.each([['failed', 'upstream_failed'], ['skipped', 'skipped']] as const)('passes %s on as %s, all the way down and at once', (state, follows) => {
    expect(settle(diamond, states({ a: state, b: 'none', c: 'none', d: 'none' }), ['a'])).toEqual(states({ b: follows, c: follows, d: follows }));
    expect(settle(diamond, states({ a: 'success', b: state, c: 'running', d: 'none' }), ['b'])).toEqual(states({ d: follows }));
  });

  it('ends a run by its last tasks, and not before every task has ended', () => {
    expect(outcome(diamond, states({ a: 'success', b: 'success', c: 'running', d: 'upstream_failed' }))).toBeUndefined();
    expect(outcome(diamond, states({ a: 'success', b: 'failed', c: 'success', d: 'upstream_failed' }))).toBe('failed');
    expect(outcome(diamond, states({ a: 'success', b: 'success', c: 'success', d: 'success' }))).toBe('success');
    expect(outcome(diamond, states({ a: 'success', b: 'success', c: 'success', d: 'skipped' }))).toBe('success');
  });

  it('knows what is upstream, near and far', () => {
    expect([...ancestorsOf(diamond, 'd')].toSorted()).toEqual(['a', 'b', 'c']);
    expect(ancestorsOf(diamond, 'a').size).toBe(0);
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
    const all = new Map<string, TaskState>([...deep.upstream.keys()].map((id) => [id, id === 't0' ? 'failed' : 'none']));
    expect(settle(deep, all, ['t0']).size).toBe(49_999);
  });

  it('takes every DAG to its end, whatever its shape and whichever tasks fail', () => {
    const anyDag = fc.array(fc.tuple(fc.array(fc.nat(), { maxLength: 4 }), fc.constantFrom('success', 'failed', 'skipped')), { minLength: 1, maxLength: 25 });
    fc.assert(
      fc.property(anyDag, fc.nat(), (shape, seed) => {
        const nodes = shape.map(([before], index) => ({ task_id: `t${index}`, depends_on: index === 0 ? [] : [...new Set(before.map((one) => `t${one % index}`))] }));
        const dag = graphOf(nodes);
        const now = new Map<string, TaskState>(nodes.map(({ task_id }) => [task_id, 'none']));
        const ready = rootsOf(dag);
        for (let step = seed; ready.length > 0; step += 7) {
          const [id] = ready.splice(step % ready.length, 1);
          for (const before of dag.upstream.get(id!)!) expect(now.get(before)).toBe('success');
          now.set(id!, shape[Number(id!.slice(1))]![1] as TaskState);
          for (const [next, state] of settle(dag, now, [id!])) {
            now.set(next, state);
            if (state === 'scheduled') ready.push(next);
          }
        }
        expect([...now.values()].every(isFinished)).toBe(true);
        expect(outcome(dag, now)).toBeDefined();
      }),
    );
  });
});
