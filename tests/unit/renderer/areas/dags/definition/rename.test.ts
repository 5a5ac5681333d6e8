import { expect, test } from 'vitest';
import { mentionsOf, renameTask } from '../../../../../../renderer/areas/dags/definition/rename.ts';

const dag = {
  tasks: [
    { task_id: 'a', operator: 'sleep', seconds: 1 },
    { task_id: 'b', operator: 'http', url: 'http://x/{{ tasks.a.result.id }}/{{tasks["a"].result}}', headers: { 'X-From': "{{ tasks['a'].result }} {{ tasks.ab.result }} {{ tasks.a-b.result }} tasks.a" }, depends_on: ['a'] },
    { task_id: 'c', operator: 'transform', expression: 'tasks.a.result & tasks.`a`.result & tasks.ab.result & mytasks.a & "tasks.a"', depends_on: ['a', 'b'] },
    { task_id: 'ab', operator: 'sleep', seconds: 1 },
  ],
};
const renamed = (id: string) => renameTask(dag, 0, id, mentionsOf(dag, 0))['tasks'];

test('renames a task in what waits for it, in templates and in expressions, and nowhere else', () => {
  expect(renamed('begin')).toEqual([
    { task_id: 'begin', operator: 'sleep', seconds: 1 },
    { ...dag.tasks[1], url: 'http://x/{{ tasks.begin.result.id }}/{{tasks.begin.result}}', headers: { 'X-From': '{{ tasks.begin.result }} {{ tasks.ab.result }} {{ tasks.a-b.result }} tasks.a' }, depends_on: ['begin'] },
    { ...dag.tasks[2], expression: 'tasks.begin.result & tasks.begin.result & tasks.ab.result & mytasks.a & "tasks.a"', depends_on: ['begin', 'b'] },
    dag.tasks[3],
  ]);
});

test('writes an id that is no name in a path as such', () => {
  expect(renamed('x.y')).toMatchObject([{}, { url: 'http://x/{{ tasks["x.y"].result.id }}/{{tasks["x.y"].result}}' }, { expression: expect.stringContaining('tasks.`x.y`.result') as string }, {}]);
});

test('goes back to what stood there, also from an id that another task has, and that was empty for a moment', () => {
  const mentions = mentionsOf(dag, 0);
  const between = ['', 'ab', 'a'].reduce((now, id) => renameTask(now, 0, id, mentions), dag as Readonly<Record<string, unknown>>);
  expect(between['tasks']).toMatchObject([{ task_id: 'a' }, { depends_on: ['a'], url: 'http://x/{{ tasks.a.result.id }}/{{tasks.a.result}}' }, { depends_on: ['a', 'b'] }, { task_id: 'ab' }]);
});

test('changes nothing else while two tasks share an id', () => {
  const twice = { tasks: [{ task_id: 'a' }, { task_id: 'a' }, { task_id: 'b', depends_on: ['a'] }] };
  expect(renameTask(twice, 0, 'c', mentionsOf(twice, 0))['tasks']).toEqual([{ task_id: 'c' }, { task_id: 'a' }, { task_id: 'b', depends_on: ['a'] }]);
});
