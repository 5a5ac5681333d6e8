import { expect, test } from 'vitest';
import { definitionProblem } from '../../../../../renderer/areas/dags/use-definition.ts';

test.each([
  ['[]', undefined, 'The definition must be an object with dag_id and tasks'],
  ['{"tasks": []}', undefined, 'dag_id is required'],
  ['{"dag_id": 7}', undefined, 'dag_id is required'],
  ['{"dag_id": "new"}', undefined, '“new” is the address of this form. Choose another dag_id'],
  ['{"dag_id": "b"}', 'a', 'dag_id cannot be changed. It is “a”; add a new DAG for another id'],
  ['{"dag_id": "a"}', 'a', undefined],
  ['{"dag_id": "a"}', undefined, undefined],
])('judges %s of %s', (text, dag_id, problem) => {
  expect(definitionProblem(text, dag_id)).toEqual(problem);
});
