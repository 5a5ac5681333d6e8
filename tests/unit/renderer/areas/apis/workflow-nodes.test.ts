import { expect, test } from 'vitest';
import { nodesOf, resultsOf, runState } from '../../../../../renderer/areas/apis/workflow-nodes.ts';

test('says how a run of a workflow stands, by its state or else by its status [C-133][C-136]', () => {
  expect(runState({ id: 'r', status: 0 })).toBe('running');
  expect(runState({ id: 'r', state: 'running', status: 200 })).toBe('running');
  expect(runState({ id: 'r', state: 'done', status: 200 })).toBe('success');
  expect(runState({ id: 'r', state: 'failed', status: 500 })).toBe('failed');
  expect(runState({ id: 'r', status: 500 })).toBe('failed');
  expect(runState({ id: 'r', state: 'cancelled', status: 500 })).toBe('cancelled');
});

test('reads the nodes of a definition and the results of a run, and leaves out what is neither', () => {
  expect(nodesOf({ nodes: [{ id: 'a', endpoint_id: 'e', when: true }, 7] })).toEqual([{ id: 'a', endpoint_id: 'e' }]);
  expect([nodesOf(null), nodesOf({}), nodesOf('x')]).toEqual([[], [], []]);
  const results = resultsOf({ id: 'r', nodes: { a: { state: 'success', status: 200 }, b: { state: 'melted' } } });
  expect([...results]).toEqual([['a', { state: 'success', status: 200 }]]);
  expect(resultsOf({ id: 'r' }).size).toBe(0);
});
