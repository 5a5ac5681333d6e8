import { describe, expect, it } from 'vitest';
import { checkpointId, takenAt } from '../../../../../electron/platform/workflows/engine/forks.ts';
import type { StoredExecution } from '../../../../../electron/platform/workflows/engine/run-store.ts';
import { readGraph } from '../../../../../shared/rules/workflow-graph.ts';

const graph = readGraph(
  [['start', 'start'], ['a', 'transform'], ['each', 'loop'], ['x', 'transform'], ['y', 'transform'], ['b', 'transform'], ['end', 'end']].map(([id, type]) => ({ id, type })),
  [['start', 'a'], ['a', 'each'], ['each', 'x', 'item'], ['x', 'y'], ['each', 'b', 'done'], ['b', 'end']].map(([source, target, sourceHandle]) => ({ source, target, sourceHandle })),
);
const did = (node_id: string, seq: number, iteration = '', more: Partial<StoredExecution['shown']> = {}): StoredExecution =>
  ({ shown: { node_id, iteration, state: 'success', seq, ...more }, memo: { sources: [], ...(node_id === 'each' ? { items: [1, 2] } : {}) }, input: null, output: '1' });
/** In the order in which they ended. */
const all = [did('start', 1), did('a', 2), did('x', 3, '0'), did('y', 4, '0'), did('x', 5, '1'), did('y', 6, '1'), did('each', 7), did('b', 8), did('end', 9)];
const taken = (point: object, executions = all) =>
  takenAt(executions, graph, { run_id: 'r', ...point }).map(({ shown: { node_id, iteration, state } }) => `${node_id}${iteration === '' ? '' : `.${iteration}`}${state === 'success' ? '' : ` ${state}`}`);

describe('what a fork takes', () => {
  it('is all that does not come behind the node that runs again', () => {
    expect(taken({ node_id: 'b' })).toEqual(['start', 'a', 'x.0', 'y.0', 'x.1', 'y.1', 'each']);
    expect(taken({ node_id: 'a' })).toEqual(['start']);
    expect(taken({ node_id: 'each' })).toEqual(['start', 'a']);
  });

  it('keeps the items of a loop in which a node runs again, and what came before that node', () => {
    expect(taken({ node_id: 'y' })).toEqual(['start', 'a', 'x.0', 'x.1', 'each running']);
    expect(taken({ node_id: 'x' })).toEqual(['start', 'a', 'each running']);
  });

  it('is all that had ended by a checkpoint, within loops too', () => {
    expect(taken({ checkpoint_id: checkpointId('r', 4) })).toEqual(['start', 'a', 'x.0', 'y.0', 'each running']);
    expect(taken({ checkpoint_id: checkpointId('r', 2) })).toEqual(['start', 'a']);
    expect(taken({ checkpoint_id: checkpointId('r', 9) })).toHaveLength(9);
  });

  it('says from which run it is, and leaves out what failed or is no node any more', () => {
    const [first] = takenAt([did('start', 1), did('gone', 2), did('a', 3, '', { state: 'failed' })], graph, { run_id: 'r' });
    expect(first?.shown).toMatchObject({ node_id: 'start', taken_from: 'r' });
    expect(taken({}, [did('gone', 1), did('a', 2, '', { state: 'failed' })])).toEqual([]);
  });

  it('refuses points that are none of the run', () => {
    expect(() => taken({ node_id: 'nowhere' })).toThrow('no node “nowhere”');
    for (const checkpoint_id of ['other.3', 'r.x', 'r.0', 'r']) expect(() => taken({ checkpoint_id })).toThrow('no checkpoint of this run');
  });
});
