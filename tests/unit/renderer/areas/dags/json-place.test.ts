import { expect, test } from 'vitest';
import { lineOf } from '../../../../../renderer/areas/dags/json-place.ts';

const text = `{
  "dag_id": "a \\"quoted\\" { [ name",
  "params": { "deep": [1, [2, {"x": null}]] },
  "tasks": [
    { "task_id": "one" },
    {
      "task_id": "two",
      "depends_on": [
        "one",
        "zero"
      ]
    }
  ]
}`;

test.each([
  [[], 1],
  [['dag_id'], 2],
  [['params', 'deep', 1, 1, 'x'], 3],
  [['tasks'], 4],
  [['tasks', 0], 5],
  [['tasks', 1], 6],
  [['tasks', 1, 'task_id'], 7],
  [['tasks', 1, 'depends_on', 1], 10],
] as const)('finds the line of %j', (path, line) => expect(lineOf(text, path)).toBe(line));

test.each([
  ['a field that is missing', ['tasks', 1, 'url'], 6],
  ['a place that is too far', ['tasks', 7], 4],
  ['a path into a text', ['dag_id', 'x'], 2],
] as const)('stays at the nearest value around %s', (_what, path, line) => expect(lineOf(text, path)).toBe(line));

test('says nothing of what is not JSON', () => expect(lineOf('{"a": ', ['a'])).toBeUndefined());
