import { describe, expect, it } from 'vitest';
import { jsonPathOf, jsonataOf } from '../../../../../renderer/areas/apis/answer-path.ts';

describe('the way to a value', () => {
  it('is written as the tests take it, and as JSONPath', () => {
    const path = ['items', 3, 'a name', 'it\'s "so"', 'b\\c'];
    expect(jsonataOf(path)).toBe('items[3].`a name`.`it\'s "so"`.`b\\c`');
    expect(jsonPathOf(path)).toBe(String.raw`$.items[3]['a name']['it\'s "so"']['b\\c']`);
    expect([jsonataOf([]), jsonPathOf([])]).toEqual(['$', '$']);
    expect([jsonataOf([2, 'x']), jsonPathOf([2, 'x'])]).toEqual(['$[2].x', '$[2].x']);
  });
});
