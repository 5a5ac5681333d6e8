import { expect, test } from 'vitest';
import { clampSpan, marksOf, narrowest, questionOf, spanOf, spanText, widest, windowOf, zoomed } from '../../../../../../renderer/areas/dags/timeline/time-scale.ts';

const hour = 3_600_000;
const at = new Date(2026, 2, 10, 10, 7).getTime();

test.each([['1h', hour], ['24h', 24 * hour], ['7d', 168 * hour], ['90m', 1.5 * hour], ['1m', narrowest], ['999d', widest], ['x', 24 * hour], [null, 24 * hour]])('reads the span %j', (text, span) => {
  expect(spanOf(text)).toBe(span);
});

test('writes a span as it is read again', () => {
  expect([hour, 24 * hour, 1.5 * hour].map(spanText)).toEqual(['1h', '24h', '90m']);
  expect(spanOf(spanText(7 * 24 * hour))).toBe(7 * 24 * hour);
  expect(clampSpan(0)).toBe(narrowest);
});

test('goes along with now, or stands around an instant', () => {
  expect(windowOf(4 * hour, null, at)).toEqual({ from: at - 3 * hour, to: at + hour });
  expect(windowOf(4 * hour, at, 0)).toEqual({ from: at - 2 * hour, to: at + 2 * hour });
});

test('zooms around what is under the pointer', () => {
  const window = { from: 0, to: 10 * hour };
  expect(zoomed(window, 0.5, 0.2)).toEqual({ from: hour, to: 6 * hour });
  expect(zoomed(window, 2)).toEqual({ from: -5 * hour, to: 15 * hour });
  const most = zoomed(window, 1e9);
  expect(most.to - most.from).toBe(widest);
});

test('asks for a round span that holds the window, and for the same one a little later', () => {
  const window = { from: at, to: at + 24 * hour };
  const question = questionOf(window);
  expect(question.from).toBeLessThanOrEqual(window.from);
  expect(question.to).toBeGreaterThanOrEqual(window.to);
  expect(question.to - question.from).toBeLessThanOrEqual(48 * hour);
  expect(questionOf({ from: question.from + 1000, to: question.to - 2000 })).toEqual(questionOf({ from: question.from + 2000, to: question.to - 1000 }));
});

test('writes round times of the local clock, and says where a day begins', () => {
  const marks = marksOf({ from: at, to: at + 6 * hour }, 8);
  expect(marks.map((mark) => new Date(mark.at).getHours())).toEqual([11, 12, 13, 14, 15, 16]);
  expect(marks.every((mark) => new Date(mark.at).getMinutes() === 0 && !mark.isDay)).toBe(true);
  const week = marksOf({ from: at, to: at + 7 * 24 * hour }, 8);
  expect(week).toHaveLength(7);
  expect(week.every(({ isDay }) => isDay)).toBe(true);
});
