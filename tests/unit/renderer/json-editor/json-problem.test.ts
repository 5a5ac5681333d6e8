import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonProblem } from '../../../../renderer/components/json-editor/json-problem.ts';

test.each([
  ['', 1, 1, 'a value is expected'],
  ['{"a": 1,\n  "b": }', 2, 8, 'a value is expected'],
  ['{"a": 1} x', 1, 10, 'nothing more is expected here'],
  ['[1,\n2,\n', 3, 1, 'a value is expected'],
  ['nope', 1, 1, 'a value is expected'],
  ['{a: 1}', 1, 2, 'a name in double quotes or } is expected'],
  ['{"a": 1,}', 1, 9, 'a name in double quotes is expected'],
  ['{"a" 1}', 1, 6, '“:” is expected'],
  ['[1 2]', 1, 4, '“,” or ] is expected'],
  ['{"a": "x\ny"}', 1, 7, 'a value is expected'],
  ['[1}', 1, 3, '“,” or ] is expected'],
  ['01', 1, 1, 'a value is expected'],
])('says where %j is not JSON', (text, line, column, expected) => {
  expect(jsonProblem(text)?.message).toBe(`Line ${line}, column ${column}: ${expected}`);
});

const parses = (text: string) => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

test('agrees with JSON.parse on values, and on values with a character changed', () => {
  fc.assert(fc.property(fc.json(), fc.nat(), fc.constantFrom(...' {}[]:,"\\0-.e1tn\n'.split('')), (text, at, character) => {
    expect(jsonProblem(text)).toBeUndefined();
    const place = at % (text.length + 1);
    const changed = text.slice(0, place) + character + text.slice(place + 1);
    expect(jsonProblem(changed) === undefined).toBe(parses(changed));
  }), { numRuns: 2000 });
});
