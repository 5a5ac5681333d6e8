import { expect, test } from 'vitest';
import { dags, securedDags } from '../../../../shared/contract/dags.ts';
import { agentMemories } from '../../../../shared/contract/all.ts';
import { rowsOf } from '../../../../renderer/state/list-rows.ts';

test.each([
  ['dags', dags.calls.list, 'dag_id'],
  ['dag_runs', dags.calls.runs, 'dag_run_id'],
  ['event_logs', dags.calls.events, 'event_log_id'],
  ['tasks', securedDags.calls.tasks, 'task_id'],
  ['task_instances', securedDags.calls.taskInstances, 'task_id'],
] as const)('finds rows under %s, each known by its own field [R-014][R-015][R-016][R-017]', (array, call, field) => {
  expect(rowsOf(call, { [array]: [{ [field]: 7, state: 'running' }], total_entries: 12 })).toEqual({ rows: [{ [field]: 7, state: 'running', id: '7' }], total: 12 });
  expect(rowsOf(call, { rows: [] })).toBeUndefined();
});

test('keeps the rows of a kind as they are, with how many there are', () => {
  const rows = [{ id: 'a' }];
  const answered = rowsOf(agentMemories.calls.list, { rows, total: 3 });
  expect(answered?.rows).toBe(rows);
  expect(answered?.total).toBe(3);
});

test('takes an answer without an array as one row, whatever arrays stand in it', () => {
  expect(rowsOf(dags.calls.details, { dag_id: 'd', tasks: [{ task_id: 't' }] })?.rows).toEqual([{ id: 'd', dag_id: 'd', tasks: [{ task_id: 't' }] }]);
  expect(rowsOf(agentMemories.calls.get, { id: 'a', dag_id: 'd' })?.rows).toEqual([{ id: 'a', dag_id: 'd' }]);
});

test.each([[null], ['text'], [undefined]])('refuses an answer that is %s', (data) => {
  expect(rowsOf(dags.calls.list, data)).toBeUndefined();
});
