import { describe, expect, it } from 'vitest';
import { scheduleProblem, scheduleSummary, timetableOf, type Scheduled } from '../../../shared/rules/dag-schedule.ts';

const at = (text: string) => Date.parse(text);
const iso = (instant: number | undefined) => (instant === undefined ? undefined : new Date(instant).toISOString());
const after = (dag: Scheduled | string, instant: string) => iso(timetableOf(typeof dag === 'string' ? { schedule: dag } : dag)!.after(at(instant)));
const upTo = (dag: Scheduled | string, instant: string) => iso(timetableOf(typeof dag === 'string' ? { schedule: dag } : dag)!.upTo(at(instant)));

describe('schedules', () => {
  it.each([
    ['@hourly', '2024-05-01T13:00:00.000Z'],
    ['@daily', '2024-05-02T00:00:00.000Z'],
    ['@midnight', '2024-05-02T00:00:00.000Z'],
    ['@weekly', '2024-05-05T00:00:00.000Z'],
    ['@monthly', '2024-06-01T00:00:00.000Z'],
    ['@quarterly', '2024-07-01T00:00:00.000Z'],
    ['@yearly', '2025-01-01T00:00:00.000Z'],
    ['@annually', '2025-01-01T00:00:00.000Z'],
    ['*/15 * * * *', '2024-05-01T12:15:00.000Z'],
    ['30 9 * * 1-5', '2024-05-02T09:30:00.000Z'],
    ['0 0 29 2 *', '2028-02-29T00:00:00.000Z'],
    ['PT15M', '2024-05-01T12:15:00.000Z'],
    ['P1DT12H', '2024-05-02T00:00:00.000Z'],
  ])('%s comes next at %s', (schedule, next) => {
    expect(after(schedule, '2024-05-01T12:00:00Z')).toBe(next);
  });

  it('is in UTC unless told otherwise, also where the clocks of the computer change', () => {
    expect(after('30 2 * * *', '2024-03-30T12:00:00Z')).toBe('2024-03-31T02:30:00.000Z');
    expect(after('30 2 * * *', '2024-03-31T02:30:00Z')).toBe('2024-04-01T02:30:00.000Z');
  });

  it('begins at its start date and ends at its end date, both of which count themselves', () => {
    const daily = (start_date: string, end_date?: string) => ({ schedule: '@daily', start_date, end_date });
    expect(after(daily('2024-06-01T00:00:00Z'), '2024-05-01T12:00:00Z')).toBe('2024-06-01T00:00:00.000Z');
    expect(after(daily('2020-01-01T00:00:00Z'), '2024-05-01T12:00:00Z')).toBe('2024-05-02T00:00:00.000Z');
    expect(upTo(daily('2024-06-01T00:00:00Z'), '2024-05-31T12:00:00Z')).toBeUndefined();
    expect(after(daily('2020-01-01', '2024-05-02T00:00:00Z'), '2024-05-01T12:00:00Z')).toBe('2024-05-02T00:00:00.000Z');
    expect(after(daily('2020-01-01', '2024-05-01T23:59:59Z'), '2024-05-01T12:00:00Z')).toBeUndefined();
    expect(upTo(daily('2020-01-01', '2024-05-02'), '2024-08-01T00:00:00Z')).toBe('2024-05-02T00:00:00.000Z');
  });

  it('takes a date without an offset as one of its zone', () => {
    const start = { schedule: '@daily', timezone: 'America/New_York', start_date: '2024-06-01' };
    expect(after(start, '2024-05-01T00:00:00Z')).toBe('2024-06-01T04:00:00.000Z');
    expect(after({ ...start, start_date: '2024-06-01T00:00:00Z' }, '2024-05-01T00:00:00Z')).toBe('2024-06-01T04:00:00.000Z');
    expect(after({ ...start, start_date: '2024-06-01T12:00' }, '2024-05-01T00:00:00Z')).toBe('2024-06-02T04:00:00.000Z');
  });

  it('counts an interval from its start date, and says it in words', () => {
    const every = { schedule: { hours: 1, minutes: 30 }, start_date: '2024-05-01T00:10:00Z' };
    expect(after(every, '2024-05-01T12:00:00Z')).toBe('2024-05-01T12:10:00.000Z');
    expect(after(every, '2024-05-01T12:10:00Z')).toBe('2024-05-01T13:40:00.000Z');
    expect(after(every, '2024-04-01T00:00:00Z')).toBe('2024-05-01T00:10:00.000Z');
    expect(upTo(every, '2024-05-01T12:09:59Z')).toBe('2024-05-01T10:40:00.000Z');
    expect(scheduleSummary(every.schedule)).toBe('every 1 hours 30 minutes');
  });

  it('comes at every instant with @continuous, within its start and end', () => {
    const continuous = { schedule: '@continuous', start_date: '2024-05-01T00:00:00Z', end_date: '2024-05-02T00:00:00Z' };
    expect(scheduleProblem(continuous)).toBeUndefined();
    expect(timetableOf(continuous)).toMatchObject({ continuous: true, once: false });
    expect(after(continuous, '2024-04-01T00:00:00Z')).toBe('2024-05-01T00:00:00.000Z');
    expect(after(continuous, '2024-05-01T12:00:00Z')).toBe('2024-05-01T12:00:01.000Z');
    expect(upTo(continuous, '2024-05-01T12:00:00.123Z')).toBe('2024-05-01T12:00:00.123Z');
    expect(after(continuous, '2024-05-02T00:00:00Z')).toBeUndefined();
  });

  it('comes a single time with @once', () => {
    const once = { schedule: '@once', start_date: '2024-05-01T00:00:00Z' };
    expect(after(once, '2024-04-30T00:00:00Z')).toBe('2024-05-01T00:00:00.000Z');
    expect(after(once, '2024-05-01T00:00:00Z')).toBeUndefined();
    expect(upTo(once, '2024-06-01T00:00:00Z')).toBe('2024-05-01T00:00:00.000Z');
  });

  it('knows the last instant that has come, which counts itself', () => {
    expect(upTo('0 12 * * *', '2024-05-01T12:00:00.000Z')).toBe('2024-05-01T12:00:00.000Z');
    expect(upTo('0 12 * * *', '2024-05-01T11:59:59.999Z')).toBe('2024-04-30T12:00:00.000Z');
  });

  it('says that a DAG without a schedule has no timetable', () => {
    expect(timetableOf({ schedule: null })).toBeUndefined();
    expect(timetableOf({})).toBeUndefined();
  });

  it.each([
    ['61 * * * *', 'minute'],
    ['* * * *', 'five'],
    ['* * * * * *', '6 parts'],
    ['every day', 'five'],
    ['0 0 30 2 *', 'never comes'],
    ['@once', 'needs a start_date'],
    ['@constructor', '@daily'],
    ['P', 'five'],
    ['PT0S', 'at least one second'],
    ['', 'five'],
  ])('refuses “%s”', (schedule, words) => {
    expect(scheduleProblem({ schedule })).toContain(words);
  });
});

/**
 * Every instant of a schedule in the days after `from`, in UTC. The table was made by another program in another language
 * (Python's zoneinfo, minute by minute), so that it is a second opinion: a time that clocks skip comes as much later as they
 * were set forward, one that they show twice comes the second time, and what comes every hour does so in both hours.
 */
const instants: readonly (readonly [cron: string, zone: string, from: string, expected: readonly string[]])[] = [
  ['30 2 * * *', 'Europe/Berlin', '2024-03-30T12:00', ['03-31 01:30', '04-01 00:30', '04-02 00:30']],
  ['30 2 * * *', 'Europe/Berlin', '2024-10-26T12:00', ['10-27 01:30', '10-28 01:30', '10-29 01:30']],
  ['30 2 * * *', 'America/New_York', '2024-03-09T12:00', ['03-10 07:30', '03-11 06:30', '03-12 06:30']],
  ['30 1 * * *', 'America/New_York', '2024-11-02T12:00', ['11-03 06:30', '11-04 06:30', '11-05 06:30']],
  ['30 * * * *', 'Europe/Berlin', '2024-10-26T23:00', ['10-26 23:30', '10-27 00:30', '10-27 01:30', '10-27 02:30']],
  ['30 * * * *', 'Europe/Berlin', '2024-03-31T00:00', ['03-31 00:30', '03-31 01:30', '03-31 02:30', '03-31 03:30']],
  ['0,30 2,3 * * *', 'Europe/Berlin', '2024-03-30T12:00', ['03-31 01:00', '03-31 01:30', '04-01 00:00', '04-01 00:30', '04-01 01:00', '04-01 01:30']],
  ['15 2 * * *', 'Australia/Lord_Howe', '2024-10-04T00:00', ['10-04 15:45', '10-05 15:45', '10-06 15:15', '10-07 15:15']],
  ['15 2 * * *', 'Australia/Lord_Howe', '2024-04-05T00:00', ['04-05 15:15', '04-06 15:45', '04-07 15:45', '04-08 15:45']],
  ['0 0 * * *', 'Pacific/Apia', '2011-12-28T00:00', ['12-28 10:00', '12-29 10:00', '12-30 10:00', '12-31 10:00']],
  ['0 9 * * 1-5', 'Asia/Kolkata', '2024-05-03T00:00', ['05-03 03:30', '05-06 03:30', '05-07 03:30']],
  ['0 0 1 * *', 'Asia/Tokyo', '2024-01-15T00:00', ['01-31 15:00', '02-29 15:00']],
  ['0 0 13 * 5', 'Europe/London', '2024-09-01T00:00', ['09-05 23:00', '09-12 23:00', '09-19 23:00']],
  ['0 0 * * 0', 'America/Sao_Paulo', '2018-10-30T00:00', ['11-04 03:00', '11-11 02:00']],
  ['0 0 * * *', 'Africa/Cairo', '2024-04-25T00:00', ['04-25 22:00', '04-26 21:00', '04-27 21:00']],
];

describe('schedules where clocks change', () => {
  it.each(instants)('%s in %s after %s comes once each at %j', (schedule, timezone, from, expected) => {
    const { after: next, upTo: last } = timetableOf({ schedule, timezone })!;
    const found: number[] = [];
    for (let instant = at(`${from}:00Z`); found.length < expected.length; found.push(instant)) instant = next(instant)!;
    expect(found.map((one) => new Date(one).toISOString().slice(5, 16).replace('T', ' '))).toEqual(expected);
    // The last one at any instant between two of them is the first of the two.
    expect(found.map((one) => last(one))).toEqual(found);
    expect(found.slice(1).map((one) => last(one - 1))).toEqual(found.slice(0, -1));
  });

  it('is the same from wherever it is looked at', () => {
    for (const [schedule, timezone, from, expected] of instants) {
      const { after: next } = timetableOf({ schedule, timezone })!;
      const start = at(`${from}:00Z`);
      const found: number[] = [];
      for (let instant = start; found.length < expected.length; found.push(instant)) instant = next(instant)!;
      for (let instant = start; instant < found.at(-1)!; instant += 37 * 60_000) expect(iso(next(instant))).toBe(iso(found.find((one) => one > instant)));
    }
  });
});
