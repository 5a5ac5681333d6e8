import { expect, test } from 'vitest';
import { duplicateTask, groupsOf, moveTask, removeTask, tasksOf, taskId, withValue } from '../../../../../../renderer/areas/dags/definition/edits.ts';
import { operators } from '../../../../../../renderer/areas/dags/definition/fields.ts';
import { intervalOf } from '../../../../../../renderer/areas/dags/definition/interval.ts';
import { withOperator } from '../../../../../../renderer/areas/dags/definition/task-fields.tsx';
import { operators as known } from '../../../../../../electron/platform/dags/operators/index.ts';
import { taskSchema } from '../../../../../../electron/platform/dags/task-definition.ts';
import { orderOfTask, slotsOfTask, triesOfTask, mappingOfTask, triggerRules } from '../../../../../../renderer/areas/dags/definition/fields.ts';
import { triggerRules as rules } from '../../../../../../electron/platform/dags/trigger-rules.ts';

const dag = {
  dag_id: 'd', future: { kept: true },
  tasks: [
    { task_id: 'a', operator: 'sleep', seconds: 1, unknown: 1 },
    { task_id: 'b', operator: 'sleep', seconds: 1, depends_on: ['a'] },
    { task_id: 'c', operator: 'sleep', seconds: 1, depends_on: ['a', 'b'], task_group: 'outer.inner' },
  ],
};
const ids = (definition: Readonly<Record<string, unknown>>) => tasksOf(definition).map(taskId);

test('writes a field in its place, a new one before the tasks, and leaves what it does not know', () => {
  expect(Object.keys(withValue(dag, ['schedule'], '@daily'))).toEqual(['dag_id', 'future', 'schedule', 'tasks']);
  expect(withValue(dag, ['default_args', 'retries'], 2)).toMatchObject({ default_args: { retries: 2 }, future: { kept: true } });
  expect(withValue(dag, ['tasks', 0, 'seconds'], 5)['tasks']).toEqual([{ task_id: 'a', operator: 'sleep', seconds: 5, unknown: 1 }, dag.tasks[1], dag.tasks[2]]);
  expect(withValue(dag, ['future'], undefined)).not.toHaveProperty('future');
});

test('duplicates, moves and removes tasks, and takes a removed one out of what waits for it', () => {
  expect(ids(duplicateTask(dag, 0))).toEqual(['a', 'a_2', 'b', 'c']);
  expect(ids(duplicateTask(duplicateTask(dag, 0), 1))).toEqual(['a', 'a_2', 'a_3', 'b', 'c']);
  expect(ids(moveTask(dag, 0, 2))).toEqual(['b', 'c', 'a']);
  expect(moveTask(dag, 0, -1)).toBe(dag);
  const [b, c] = tasksOf(removeTask(dag, 0));
  expect(b).not.toHaveProperty('depends_on');
  expect(c).toMatchObject({ depends_on: ['b'] });
  expect(groupsOf(dag)).toEqual(['outer', 'outer.inner']);
});

test('gives a task another operator with its own fields, and takes only the earlier operator’s away', () => {
  const [task] = tasksOf(withOperator(dag, 0, 'http'));
  expect(task).toEqual({ task_id: 'a', operator: 'http', unknown: 1, method: 'GET', url: '' });
});

test.each([
  [{ minutes: 15 }, { count: 15, unit: 'minutes' }], ['PT1H30M', { count: 90, unit: 'minutes' }], ['P1W', { count: 1, unit: 'weeks' }],
  ['P', undefined], [{}, undefined], ['@daily', undefined], [null, undefined], [{ minutes: 'x' }, undefined],
])('reads the interval %j', (schedule, interval) => {
  expect(intervalOf(schedule)).toEqual(interval);
});

test('knows the platform’s operators, its trigger rules, and only fields that it reads', () => {
  expect(Object.keys(operators).toSorted()).toEqual(Object.keys(known).toSorted());
  expect(triggerRules).toEqual(rules);
  const read = new Set(Object.keys(taskSchema.shape));
  for (const { name } of [...orderOfTask, ...triesOfTask, ...slotsOfTask, ...mappingOfTask]) expect(read).toContain(name);
});
