import { describe, expect, it } from 'vitest';
import { lastInstant, nextInstant, scheduleProblem } from '../../../../electron/platform/dags/schedule.ts';

const at = (text: string) => Date.parse(text);
const iso = (instant: number | undefined) => (instant === undefined ? undefined : new Date(instant).toISOString());

describe('schedules', () => {
  it.each([
    ['@hourly', '2024-05-01T13:00:00.000Z'],
    ['@daily', '2024-05-02T00:00:00.000Z'],
    ['@midnight', '2024-05-02T00:00:00.000Z'],
    ['@weekly', '2024-05-05T00:00:00.000Z'],
    ['@monthly', '2024-06-01T00:00:00.000Z'],
    ['@quarterly', '2024-07-01T00:00:00.000Z'],
    ['@yearly', '2025-01-01T00:00:00.000Z'],
    ['*/15 * * * *', '2024-05-01T12:15:00.000Z'],
    ['30 9 * * 1-5', '2024-05-02T09:30:00.000Z'],
    ['0 0 29 2 *', '2028-02-29T00:00:00.000Z'],
  ])('%s comes next at %s', (schedule, next) => {
    expect(iso(nextInstant(schedule, at('2024-05-01T12:00:00Z'), undefined))).toBe(next);
  });

  it('is in UTC, whatever the zone of the computer, also where its clocks change', () => {
    expect(iso(nextInstant('30 2 * * *', at('2024-03-30T12:00:00Z'), undefined))).toBe('2024-03-31T02:30:00.000Z');
    expect(iso(nextInstant('30 2 * * *', at('2024-03-31T02:30:00Z'), undefined))).toBe('2024-04-01T02:30:00.000Z');
  });

  it('begins at its start date, which counts itself', () => {
    expect(iso(nextInstant('@daily', at('2024-05-01T12:00:00Z'), at('2024-06-01T00:00:00Z')))).toBe('2024-06-01T00:00:00.000Z');
    expect(iso(nextInstant('@daily', at('2024-05-01T12:00:00Z'), at('2020-01-01T00:00:00Z')))).toBe('2024-05-02T00:00:00.000Z');
  });

  it('knows the last instant that has come, which counts itself', () => {
    expect(iso(lastInstant('0 12 * * *', at('2024-05-01T12:00:00.000Z')))).toBe('2024-05-01T12:00:00.000Z');
    expect(iso(lastInstant('0 12 * * *', at('2024-05-01T11:59:59.999Z')))).toBe('2024-04-30T12:00:00.000Z');
  });

  it.each([
    ['61 * * * *', 'minute'],
    ['* * * *', 'five'],
    ['* * * * * *', '6 parts'],
    ['every day', 'five'],
    ['0 0 30 2 *', 'never comes'],
    ['@once', '@daily'],
    ['@constructor', '@daily'],
    ['', 'five'],
  ])('refuses “%s”', (schedule, words) => {
    expect(scheduleProblem(schedule)).toContain(words);
  });
});
