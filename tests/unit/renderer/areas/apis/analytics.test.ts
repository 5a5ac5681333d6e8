import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyticsOf, percent, rangeOf, startOf } from '../../../../../renderer/areas/apis/analytics.ts';
import { ticks } from '../../../../../renderer/components/chart/ticks.ts';

const figures = { executions: 4, errors: 1, error_rate: 0.25, mean_ms: 5, p50_ms: 4, p95_ms: 9 };

describe('the analytics of an API', () => {
  it('has every day of the range, with nothing on those that the platform did not count [C-113]', () => {
    const { days, all } = analyticsOf({ ...figures, start: '2026-03-29T23:00:00.000Z', end: '2026-04-01T01:00:00.000Z', by_day: [{ day: '2026-03-31', ...figures }] });
    expect(all).toEqual(figures);
    expect(days.map(({ day, executions, p95_ms }) => [day, executions, p95_ms])).toEqual([['2026-03-29', 0, null], ['2026-03-30', 0, null], ['2026-03-31', 4, 9], ['2026-04-01', 0, null]]);
  });

  it('reads an answer of which parts are left out', () => {
    expect(analyticsOf({ executions: 2, errors: 1 })).toEqual({ all: { executions: 2, errors: 1, error_rate: 0.5, mean_ms: null, p50_ms: null, p95_ms: null }, days: [], endpoints: [], statuses: [] });
    expect(analyticsOf({ by_day: [{ day: '2026-03-31' }, null, 7] }).days.map(({ day }) => day)).toEqual(['2026-03-31']);
  });

  it('asks from whole hours on, so that the same range is the same question for an hour', () => {
    const now = Date.parse('2026-03-29T10:20:30Z');
    expect(startOf(1, now)).toBe('2026-03-28T11:00:00.000Z');
    expect(startOf(1, now + 60_000)).toBe(startOf(1, now));
  });

  it('asks for whole days that are chosen, and for nothing until both are', () => {
    expect(rangeOf('2026-03-29', '2026-03-29')).toEqual({ start: '2026-03-29T00:00:00.000Z', end: '2026-03-30T00:00:00.000Z' });
    expect([rangeOf('', '2026-03-29'), rangeOf('2026-03-30', ''), rangeOf('2026-03-30', '2026-03-29')]).toEqual([undefined, undefined, undefined]);
  });

  it('has marks that reach over the largest value, few, and whole where they count', () => {
    expect(ticks(0, true)).toEqual([0, 1]);
    expect(ticks(3, true)).toEqual([0, 1, 2, 3]);
    expect(ticks(100, true)).toEqual([0, 50, 100]);
    fc.assert(fc.property(fc.double({ min: 0.001, max: 1e9, noNaN: true }), fc.boolean(), (most, whole) => {
      const marks = ticks(most, whole);
      expect(marks[0]).toBe(0);
      expect(marks.at(-1)).toBeGreaterThanOrEqual(most * (1 - 1e-9));
      expect(marks.length).toBeLessThanOrEqual(6);
      expect(!whole || marks.every((mark) => Number.isInteger(mark))).toBe(true);
    }));
  });

  it('writes shares as people do', () => {
    expect([0, 0.0001, 0.25, 1 / 3, 1].map(percent)).toEqual(['0 %', '< 0.1 %', '25 %', '33.3 %', '100 %']);
  });
});
