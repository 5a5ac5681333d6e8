import { expect, test } from 'vitest';
import { changed, historyOf, redone, undone } from '../../../../../../renderer/areas/dags/definition/history.ts';

test('undoes and does again step by step; a new change ends what could be done again', () => {
  const two = changed(changed(historyOf('a'), 'b', 'x', 0), 'c', 'y', 10);
  expect(undone(two).now).toBe('b');
  expect(undone(undone(undone(two))).now).toBe('a');
  expect(redone(undone(two)).now).toBe('c');
  expect(changed(undone(two), 'd', 'x', 20).future).toEqual([]);
});

test('takes what is typed at one place in one go as one step', () => {
  const typed = changed(changed(changed(historyOf('a'), 'ab', 'x', 0), 'abc', 'x', 900), 'abcd', 'x', 3000);
  expect(typed.past).toEqual(['a', 'abc']);
  expect(changed(typed, 'abcd', 'x', 3100)).toBe(typed);
});
