import { expect, test } from 'vitest';
import { healthOf, reloadOf } from '../../../../../renderer/areas/apis/health.ts';

test('reads each part of a health check, with its error or its figures in words [C-115]', () => {
  expect(healthOf({ status: 'failed', checks: { storage: { status: 'ok', duration_ms: 1.5, bytes: 4096 }, jobs: { status: 'failed', duration_ms: 2, error: 'The disk is full' } } })).toEqual({
    ok: false, checks: [{ name: 'storage', ok: true, took: 1.5, says: 'bytes: 4096' }, { name: 'jobs', ok: false, took: 2, says: 'The disk is full' }],
  });
  expect(healthOf({ status: 'healthy' })).toEqual({ ok: true, checks: [] });
  expect(healthOf({ status: 'up', checks: { database: 'up' } }).checks).toEqual([{ name: 'database', ok: true, took: undefined, says: '' }]);
  expect(healthOf(null)).toEqual({ ok: false, checks: [] });
});

test('reads what a reload found, also where the platform says less [C-114]', () => {
  const problem = { where: 'endpoints', id: 'e', name: 'Get', message: 'It has no server.' };
  expect(reloadOf({ read: { apis: 2, odd: 'x' }, skipped: 1, problems: [problem, null] })).toEqual({ read: { apis: 2 }, skipped: 1, problems: [problem] });
  expect(reloadOf('done')).toEqual({ read: {}, skipped: 0, problems: [] });
});
