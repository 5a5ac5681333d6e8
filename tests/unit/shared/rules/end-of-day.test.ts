import { property, assert, constantFrom, date } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { endOfDay } from '../../../../shared/rules/end-of-day.ts';

describe('the end of a day, where the user is [Q-006][K-010]', () => {
  it.each([
    ['UTC', '2026-03-29', 'UTC', '2026-03-29T23:59:59.999Z'],
    ['winter in Berlin', '2026-01-15', 'Europe/Berlin', '2026-01-15T22:59:59.999Z'],
    ['the 23-hour day that clocks are set forward', '2026-03-29', 'Europe/Berlin', '2026-03-29T21:59:59.999Z'],
    ['the day before it', '2026-03-28', 'Europe/Berlin', '2026-03-28T22:59:59.999Z'],
    ['the 25-hour day that clocks are set back', '2026-10-25', 'Europe/Berlin', '2026-10-25T22:59:59.999Z'],
    ['New York in summer', '2026-07-04', 'America/New_York', '2026-07-05T03:59:59.999Z'],
    ['half an hour off', '2026-02-01', 'Asia/Kolkata', '2026-02-01T18:29:59.999Z'],
    ['a day ahead of UTC', '2026-02-01', 'Pacific/Kiritimati', '2026-02-01T09:59:59.999Z'],
    ['clocks set back over midnight: the later end', '2025-10-30', 'Africa/Cairo', '2025-10-30T21:59:59.999Z'],
    ['clocks set forward at midnight', '2026-04-23', 'Africa/Cairo', '2026-04-23T21:59:59.999Z'],
    ['a leap day', '2028-02-29', 'Europe/London', '2028-02-29T23:59:59.999Z'],
    ['an instant that is tomorrow there', '2026-01-15T23:30:00Z', 'Europe/Berlin', '2026-01-16T22:59:59.999Z'],
    ['an instant that is yesterday there', '2026-01-15T01:00:00Z', 'America/New_York', '2026-01-15T04:59:59.999Z'],
    ['its own result', '2026-01-15T22:59:59.999Z', 'Europe/Berlin', '2026-01-15T22:59:59.999Z'],
    ['a day that was left out at the date line', '2011-12-30', 'Pacific/Apia', '2011-12-31T09:59:59.999Z'],
  ])('%s', (_title, day, timeZone, end) => {
    expect(endOfDay(day, timeZone)).toBe(end);
  });

  it('is the last instant of its day in any zone: 23:59:59.999, and 1 ms later another day', () => {
    const zones = constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'America/Santiago', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Africa/Cairo', 'Asia/Beirut', 'Pacific/Chatham');
    const days = date({ min: new Date('1990-01-01'), max: new Date('2035-12-31'), noInvalidDate: true });
    assert(property(days, zones, (instant, timeZone) => {
      const show = (at: number) => new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(at);
      const day = show(instant.getTime()).slice(0, 10);
      const end = Date.parse(endOfDay(instant.toISOString(), timeZone));
      expect(show(end)).toBe(`${day} 23:59:59`);
      expect(end % 1_000).toBe(999);
      expect(show(end + 1).slice(0, 10)).not.toBe(day);
      expect(endOfDay(day, timeZone)).toBe(new Date(end).toISOString());
    }), { numRuns: 300 });
  });

  it('refuses what is no day', () => {
    expect(() => endOfDay('yesterday', 'UTC')).toThrow(RangeError);
  });
});
