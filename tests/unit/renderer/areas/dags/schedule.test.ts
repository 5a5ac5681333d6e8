import { expect, test } from 'vitest';
import { cronWords } from '../../../../../renderer/areas/dags/schedule/cron-words.ts';
import { nextTimes, timeIn } from '../../../../../renderer/areas/dags/schedule/next-times.ts';

test.each([
  ['@daily', 'at 00:00 every day'], ['@hourly', 'every hour'], ['@weekly', 'at 00:00 on Sundays'], ['@monthly', 'at 00:00 on the 1st of each month'],
  ['0 6 * * 1-5', 'at 06:00 on workdays'], ['0 6 * * MON,wed', 'at 06:00 on Mondays and Wednesdays'], ['30 8,20 * * *', 'at 08:30 and 20:30 every day'],
  ['*/15 * * * *', 'every 15 minutes'], ['5 * * * *', 'at minute 5 of every hour'], ['0 */6 * * *', 'every 6 hours'], ['* * * * *', 'every minute'],
  ['*/10 9 * * 7', 'every 10 minutes in the hour 09 on Sundays'], ['0 0 1,15 * *', 'at 00:00 on the 1st and 15th of each month'], ['0 0 29 2 *', 'at 00:00 on the 29th in February'],
  ['0 0 1 * 1', 'at 00:00 on the 1st of each month, and on Mondays'],
])('says %j as %j', (schedule, words) => {
  expect(cronWords(schedule)).toBe(words);
});

test.each([['0 0 * *'], ['61 0 * * *'], ['nonsense'], ['0 5-2 * * *'], ['0 0 L * *'], ['*/0 * * * *'], ['']])('has no words for %j', (schedule) => {
  expect(cronWords(schedule)).toBeUndefined();
});

test('says the next instants by the clocks of the zone, across the day on which they change', () => {
  const times = nextTimes('0 6 * * *', 'Europe/Berlin', new Date('2026-03-28T00:00:00Z'), 3)!;
  expect(times.map((at) => at.toISOString())).toEqual(['2026-03-28T05:00:00.000Z', '2026-03-29T04:00:00.000Z', '2026-03-30T04:00:00.000Z']);
  expect(timeIn('Europe/Berlin', times[1]!)).toBe('Sun, 29 Mar 2026, 06:00');
  expect(nextTimes('0 6 * *', 'UTC', new Date())).toBeUndefined();
  expect(nextTimes('@daily', 'Nowhere/Land', new Date())).toBeUndefined();
});

test('takes a time that clocks skip, and one that they show twice, as the platform does', () => {
  const times = (schedule: string, from: string) => nextTimes(schedule, 'Europe/Berlin', new Date(from), 2)!.map((at) => at.toISOString());
  expect(times('30 2 * * *', '2026-03-28T12:00:00Z')).toEqual(['2026-03-29T01:30:00.000Z', '2026-03-30T00:30:00.000Z']);
  expect(times('30 2 * * *', '2026-10-24T12:00:00Z')).toEqual(['2026-10-25T01:30:00.000Z', '2026-10-26T01:30:00.000Z']);
});

test('says the next instants of an interval', () => {
  expect(nextTimes('PT15M', 'UTC', new Date('2026-03-28T00:01:00Z'), 2)!.map((at) => at.toISOString())).toEqual(['2026-03-28T00:15:00.000Z', '2026-03-28T00:30:00.000Z']);
});

test('says no instants of what has none, such as a schedule whose runs follow one another', () => {
  expect(nextTimes('@continuous', 'UTC', new Date())).toEqual([]);
});
