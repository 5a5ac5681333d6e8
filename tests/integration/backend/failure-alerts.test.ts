import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, it, vi } from 'vitest';
import { childLauncher } from '../../../electron/web/launcher.ts';
import { memoryTokens } from '../../../electron/backend/keychain.ts';
import type { FailureAlert } from '../../../shared/contract/failure-alerts.ts';
import { memorySettings, temporaryFolder } from '../../unit/backend/folders.ts';
import { dataOf, eventsOf, startBackend, type TestBackend } from './backend.ts';

/** A minute of the alerts passes when the test says so; everything else of the app keeps its own time. */
function minutes() {
  const real = globalThis.setInterval;
  const looks: (() => void)[] = [];
  vi.spyOn(globalThis, 'setInterval').mockImplementation(((act: () => void, ms?: number) => {
    if (ms === 60_000) looks.push(act);
    return real(act, ms);
  }) as typeof setInterval);
  return () => looks.at(-1)!();
}
afterEach(() => void vi.restoreAllMocks());

const failing = (dag_id: string, tags: readonly string[]) => ({ dag_id, tags, tasks: [{ task_id: 'broken', operator: 'transform', expression: '$error("Out of order")' }] });

async function failedRun({ api }: TestBackend, scope: { tenant_id: string; environment_id: string }, dag_id: string): Promise<string> {
  const { dag_run_id } = dataOf(await api.dags.trigger({ ...scope, dag_id }));
  await expect.poll(async () => dataOf(await api.dagRuns.get({ ...scope, dag_id, dag_run_id })).state, { timeout: 80_000 }).toBe('failed');
  return dag_run_id;
}

it('tells of what fails on the platform in a saved view, once, also after a restart, and of nothing from before [C-147]', async () => {
  const minute = minutes();
  const shared = { dataFolder: temporaryFolder(), settings: memorySettings(), tokens: memoryTokens() };
  const told: FailureAlert[] = [];
  const start = async () => {
    const backend = await startBackend({ ...shared, launcher: childLauncher(() => undefined), alert: (alert) => void told.push(alert) });
    dataOf(await backend.api.profiles.select({ id: 'embedded' }));
    await expect.poll(async () => dataOf(await backend.api.session.get({})).state, { timeout: 80_000 }).toBe('signed_in');
    return backend;
  };
  const first = await start();
  const { tenants } = dataOf(await first.api.session.get({}));
  const scope = { tenant_id: tenants[0]!.id, environment_id: tenants[0]!.environments[0]!.id };
  dataOf(await first.api.dags.add({ ...scope, dags: [failing('etl', ['mine']), failing('noise', ['other'])] }));
  await failedRun(first, scope, 'etl');
  await pause(5); // so that it ended before the alerts begin
  dataOf(await first.api.failureAlerts.set({ view: { name: 'Mine', ...scope, text: '', conditions: [{ field: 'tags', operator: 'is', value: 'mine' }] } }));
  const run = await failedRun(first, scope, 'etl');
  await failedRun(first, scope, 'noise');
  minute();
  await expect.poll(() => told.map(({ path }) => path), { timeout: 80_000 }).toEqual([`/dags/etl?${new URLSearchParams({ tab: 'runs', run }).toString()}`]);
  await first.close();

  const again = await start();
  expect(dataOf(await again.api.failureAlerts.get({})).view?.name).toBe('Mine');
  // The read-only guard keeps nothing from being told.
  const later = await failedRun(again, scope, 'etl');
  dataOf(await again.api.settings.set({ values: { read_only: true } }));
  minute();
  await expect.poll(() => told.map(({ body }) => body), { timeout: 80_000 }).toEqual([`Mine: ${run}`, `Mine: ${later}`]);
});

it('hands alerts to a window where the host shows none itself', async () => {
  const minute = minutes();
  const backend = await startBackend({ launcher: childLauncher(() => undefined) });
  const { api } = backend;
  dataOf(await api.profiles.select({ id: 'embedded' }));
  await expect.poll(async () => dataOf(await api.session.get({})).state, { timeout: 80_000 }).toBe('signed_in');
  const { tenants } = dataOf(await api.session.get({}));
  const scope = { tenant_id: tenants[0]!.id, environment_id: tenants[0]!.environments[0]!.id };
  dataOf(await api.dags.add({ ...scope, dags: [failing('etl', [])] }));
  dataOf(await api.failureAlerts.set({ view: { name: 'All', ...scope, text: 'etl', conditions: [] } }));
  await failedRun(backend, scope, 'etl');
  const alerts = eventsOf<FailureAlert>((subscriber) => api.failureAlerts.follow({}, subscriber));
  await expect.poll(() => {
    minute();
    return alerts.seen.map(({ title }) => title);
  }, { timeout: 80_000 }).toEqual(['etl failed']);
});
