import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import type { ExecutionResult } from '../../../../shared/contract/composer.ts';
import { counterMigrations, createCounters, measured } from '../../../../electron/platform/composer/counters.ts';

const caller = { user_id: 'u', tenant_id: 't', environment_id: 'e', permissions: new Set<string>() };
const hour = (at: string) => Date.parse(at) / 3_600_000;
const day = { api_id: '', from: hour('2026-01-01T00:00:00Z'), to: hour('2026-01-02T00:00:00Z') };

function empty() {
  const db = new DatabaseSync(':memory:');
  for (const { sql } of counterMigrations) db.exec(sql);
  return createCounters(db);
}
const result = (duration: number, more: Partial<ExecutionResult> = {}) =>
  ({ tenant_id: 't', environment_id: 'e', api_id: 'api', endpoint_id: 'ep', timestamp: '2026-01-01T10:20:00.000Z', status: 200, duration, ...more }) as ExecutionResult;

describe('the counters of executions [C-113]', () => {
  it('yield exact numbers, and percentiles that are off by less than 5 %', () => {
    const counters = empty();
    for (let ms = 1; ms <= 1000; ms += 1) counters.add(result(ms, ms % 10 === 0 ? { status: 503 } : {}));
    const figures = measured(counters.read(day, caller));
    expect(figures).toMatchObject({ executions: 1000, errors: 100, error_rate: 0.1, mean_ms: 500.5 });
    expect(Math.abs(figures.p50_ms! / 500 - 1)).toBeLessThan(0.05);
    expect(Math.abs(figures.p95_ms! / 950 - 1)).toBeLessThan(0.05);
  });

  it('are read by hours, the last one left out', () => {
    const counters = empty();
    for (const at of ['2025-12-31T23:59:59.999Z', '2026-01-01T00:00:00.000Z', '2026-01-01T23:59:59.999Z', '2026-01-02T00:00:00.000Z']) counters.add(result(1, { timestamp: at }));
    expect(measured(counters.read(day, caller)).executions).toBe(2);
  });

  it('know neither other tenants nor other environments [F-24]', () => {
    const counters = empty();
    counters.add(result(1));
    counters.add(result(1, { tenant_id: 't2' }));
    counters.add(result(1, { environment_id: 'e2', api_id: 'other' }));
    const number = (more: object, of = day) => measured(counters.read(of, { ...caller, ...more })).executions;
    expect([number({}), number({ environment_id: '' }), number({ tenant_id: 't2' }), number({ tenant_id: 't3' })]).toEqual([1, 2, 1, 0]);
    expect(number({ environment_id: '' }, { ...day, api_id: 'other' })).toBe(1);
  });

  it('have no durations where nothing ran', () => {
    expect(measured([])).toEqual({ executions: 0, errors: 0, error_rate: 0, mean_ms: null, p50_ms: null, p95_ms: null });
  });
});
