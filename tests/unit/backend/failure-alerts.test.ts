import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFailureAlerts, withTold } from '../../../electron/backend/failure-alerts.ts';
import { AppError } from '../../../shared/errors.ts';
import type { AlertView, FailureAlert } from '../../../shared/contract/failure-alerts.ts';

const view: AlertView = { name: 'Mine', tenant_id: 't1', environment_id: 'e1', text: '', conditions: [{ field: 'tags', operator: 'is not', value: 'noise' }] };
const minute = 60_000;
const begin = Date.parse('2026-03-29T10:00:00Z');

beforeEach(() => void vi.useFakeTimers({ now: begin }));
afterEach(() => void vi.useRealTimers());

interface Run {
  readonly id: string;
  readonly state?: string;
  /** Seconds after the beginning. */
  readonly end: number;
}
const dag = (dag_id: string, runs: readonly Run[], tags: readonly string[] = []) => ({
  dag_id, tags: tags.map((name) => ({ name })),
  latest_dag_runs: runs.map(({ id, state = 'failed', end }) => ({ dag_run_id: id, state, end_date: new Date(begin + end * 1000).toISOString() })),
});

/** Alerts over a platform that is an array; `again` is the same after a restart of the app. */
function start(kept = new Map<string, unknown>(), { host = true } = {}) {
  const told: FailureAlert[] = [];
  const asked: { call: string; input: unknown }[] = [];
  const logged: unknown[] = [];
  const state: { dags: unknown[]; offline: boolean; signedIn: boolean; source: 'platform' | 'cache'; failure: unknown } = { dags: [], offline: false, signedIn: true, source: 'platform', failure: null };
  const alerts = createFailureAlerts({
    drafts: {
      list: (_owner, key) => (kept.has(key) ? [{ key, value: structuredClone(kept.get(key)), updated_at: '' }] : []),
      put: (_owner, key, value) => void kept.set(key, structuredClone(value)),
      remove: (_owner, key) => void kept.delete(key),
    },
    owner: () => (state.signedIn ? { profile: 'p', user: 'u' } : null), offline: () => state.offline, now: Date.now, log: (thrown) => logged.push(thrown),
    show: host ? (alert) => told.push(alert) : null,
    ask(call, input) {
      asked.push({ call, input });
      if (state.failure) return Promise.reject(state.failure as Error);
      return Promise.resolve({ data: { dags: state.dags }, meta: { source: state.source } });
    },
  });
  const call = (name: string, input: object = {}) => alerts.local.calls.get(`failureAlerts.${name}`)!(input, { name, signal: new AbortController().signal });
  return { kept, told, asked, logged, state, alerts, call, minute: () => vi.advanceTimersByTimeAsync(minute) };
}

test('tells once of each run that fails after it was turned on, by whatever leads to it', async () => {
  const app = start();
  app.state.dags = [dag('old', [{ id: 'r0', end: -5 }])];
  expect(app.call('set', { view })).toEqual({ view, since: '2026-03-29T10:00:00.000Z' });
  await app.minute();
  expect(app.told).toEqual([]);
  app.state.dags = [dag('etl/x', [{ id: 'r 1', end: 70 }, { id: 'r0', state: 'success', end: 20 }])];
  await app.minute();
  await app.minute();
  expect(app.told).toEqual([{ title: 'etl/x failed', body: 'Mine: r 1', path: '/dags/etl%2Fx?tab=runs&run=r+1' }]);
});

test('finds a failure that a later run has covered, and leaves out what the view leaves out', async () => {
  const app = start();
  app.call('set', { view });
  app.state.dags = [dag('etl', [{ id: 'r2', state: 'success', end: 30 }, { id: 'r1', end: 20 }]), dag('loud', [{ id: 'r1', end: 20 }], ['noise'])];
  await app.minute();
  expect(app.told.map(({ title }) => title)).toEqual(['etl failed']);
});

test('asks at most once a minute, and not at all while it is off', async () => {
  const app = start();
  await vi.advanceTimersByTimeAsync(5 * minute);
  expect(app.asked).toEqual([]);
  app.call('set', { view });
  await vi.advanceTimersByTimeAsync(minute - 1);
  expect(app.asked).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(app.asked).toMatchObject([
    { call: 'dags.list', input: { tenant_id: 't1', environment_id: 'e1', last_dag_run_state: 'failed' } },
    { call: 'dags.list', input: { tenant_id: 't1', environment_id: 'e1', order_by: '-last_run_start_date' } },
  ]);
  app.call('set', { view: null });
  expect(app.call('get')).toEqual({ view: null, since: null });
  await vi.advanceTimersByTimeAsync(5 * minute);
  expect(app.asked).toHaveLength(2);
});

test('says nothing twice after a restart, and what failed meanwhile once', async () => {
  const first = start();
  first.call('set', { view });
  first.state.dags = [dag('etl', [{ id: 'r1', end: 10 }])];
  await first.minute();
  first.alerts.close();
  const again = start(first.kept);
  again.state.dags = [dag('etl', [{ id: 'r2', end: 80 }, { id: 'r1', end: 10 }])];
  await again.minute();
  expect([first.told.length, again.told.map(({ body }) => body)]).toEqual([1, ['Mine: r2']]);
  expect(again.call('get')).toMatchObject({ view });
});

test.each([
  ['the platform is away', { offline: true }],
  ['nobody is signed in', { signedIn: false }],
])('asks nothing while %s, and tells of it afterwards', async (_when, change) => {
  const app = start();
  app.call('set', { view });
  app.state.dags = [dag('etl', [{ id: 'r1', end: 10 }])];
  Object.assign(app.state, change);
  await app.minute();
  expect(app.asked).toEqual([]);
  Object.assign(app.state, { offline: false, signedIn: true });
  await app.minute();
  expect(app.told).toHaveLength(1);
});

test('refuses to be turned on while nobody is signed in, and keeps nothing, since it would be kept for no one', async () => {
  const app = start();
  app.state.signedIn = false;
  const refusal = { code: 'unauthorized', message: 'Nobody is signed in, so it is not known who is to be told. Sign in, then try again.' };
  for (const given of [view, null]) expect(() => app.call('set', { view: given })).toThrow(expect.objectContaining(refusal));
  expect(app.kept.size).toBe(0);
  expect(app.call('get')).toEqual({ view: null, since: null });
  await app.minute();
  expect(app.asked).toEqual([]);
  app.state.signedIn = true;
  expect(app.call('set', { view })).toMatchObject({ view });
});

test('believes no cached answer, and looks again after one that failed', async () => {
  const app = start();
  app.call('set', { view });
  app.state.dags = [dag('etl', [{ id: 'r1', end: 10 }])];
  app.state.source = 'cache';
  await app.minute();
  expect(app.told).toEqual([]);
  app.state.failure = new AppError('server', 'Out of order');
  await app.minute();
  expect(app.logged).toEqual([app.state.failure]);
  Object.assign(app.state, { failure: null, source: 'platform' });
  await app.minute();
  expect(app.told).toHaveLength(1);
});

test('says many failures at once in one alert that leads to the view', async () => {
  const app = start();
  app.call('set', { view });
  app.state.dags = Array.from({ length: 7 }, (_, at) => dag(`d${at}`, [{ id: 'r', end: 10 + at }]));
  await app.minute();
  expect(app.told).toEqual([{ title: '7 runs failed', body: 'Mine: d0, d1, d2, d3, d4 and 2 more', path: '/dags?f=tags%7Eis+not%7Enoise' }]);
});

test('waits for a window where the host shows nothing itself, and tells it what failed until then', async () => {
  const app = start(new Map(), { host: false });
  app.call('set', { view });
  app.state.dags = [dag('etl', [{ id: 'r1', end: 10 }])];
  await app.minute();
  expect(app.asked).toEqual([]);
  const stop = new AbortController();
  const events = app.alerts.local.streams.get('failureAlerts.follow')!({}, { name: '', signal: stop.signal })[Symbol.asyncIterator]();
  const next = events.next();
  await app.minute();
  expect((await next).value).toMatchObject({ title: 'etl failed' });
  stop.abort();
});

test('remembers so many runs, and tells of none that ended before those that it forgot', () => {
  const failures = Array.from({ length: 1005 }, (_, at) => ({ dag_id: 'd', dag_run_id: String(at), end: begin + at }));
  const kept = withTold({ view, since: begin, told: {} }, failures);
  expect(Object.keys(kept.told)).toHaveLength(1000);
  expect(kept.since).toBe(begin + 5);
});
