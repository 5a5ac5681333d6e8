import { expect, test } from 'vitest';
import { durationText, elapsed } from '../../../../renderer/components/rows/duration.ts';

test.each([
  [0, '0 s'], [420, '0.42 s'], [9994, '9.99 s'], [12_400, '12 s'], [59_400, '59 s'], [185_000, '3 min 05 s'], [3_720_000, '1 h 02 min'], [259_200_000, '3 d 00 h'], [6839 * 3_600_000, '284 d 23 h'], [-5, '0 s'],
])('says %d ms as %s', (ms, text) => expect(durationText(ms)).toBe(text));

test('counts what is under way until now, and nothing before it began', () => {
  expect(elapsed('2025-01-01T00:00:00Z', null, Date.parse('2025-01-01T00:00:03Z'))).toBe(3000);
  expect(elapsed('2025-01-01T00:00:00Z', '2025-01-01T00:00:01Z', Date.now())).toBe(1000);
  expect(elapsed(null, null, Date.now())).toBeNull();
});
