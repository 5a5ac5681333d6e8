import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, describe, expect, it } from 'vitest';
import { dataFolder, endAll, ended, startProcess } from './platform-process.ts';

afterEach(endAll);

const engine = '/api/router/airflow/proxy';

describe('a store that another program holds locked', () => {
  it('keeps nobody from reading, is waited for by who writes, and is told by the health and the engine [F-3]', async () => {
    using folder = dataFolder();
    const platform = await startProcess(folder.path);
    await platform.dag('addDags', { dags: [{ dag_id: 'd', tasks: [{ task_id: 'a', operator: 'sleep', seconds: 0 }] }] });
    const other = new DatabaseSync(join(folder.path, 'platform.db'), { timeout: 5000 });
    other.exec('BEGIN IMMEDIATE');

    let isTriggered = false;
    const triggered = platform.dag<{ dag_run_id: string }>('triggerDagRun', { dag_id: 'd' }).then((run) => {
      isTriggered = true;
      return run;
    });
    // Each of these would wait for seconds behind a thread that waits for the lock.
    const begun = performance.now();
    for (let count = 0; count < 10; count += 1) expect(await platform.dag('fetchDags')).toMatchObject({ total_entries: 1 });
    expect(performance.now() - begun).toBeLessThan(4000);
    expect(isTriggered).toBe(false);
    expect(await platform.compose('health-check', {})).toMatchObject({
      status: 'failed', checks: { storage: { status: 'failed', error: `The platform's data file cannot be used: another program holds it locked.` }, expressions: { status: 'ok' } },
    });

    other.exec('ROLLBACK');
    const { dag_run_id } = await triggered;
    expect(await ended(platform, 'd')).toMatchObject({ dag_run_id, state: 'success' });
    expect(await platform.compose('health-check', {})).toMatchObject({ status: 'ok' });

    await platform.dag('addDags', { dags: [{ dag_id: 'slow', tasks: [{ task_id: 'a', operator: 'sleep', seconds: 0.2 }] }] });
    const { dag_run_id: slow } = await platform.dag<{ dag_run_id: string }>('triggerDagRun', { dag_id: 'slow' });
    other.exec('BEGIN IMMEDIATE');
    const trouble = async () => ((await platform.request('POST', engine, { action: 'fetchEngine' })).body.data as { trouble: string | null }).trouble;
    while ((await trouble()) === null) await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await trouble()).toBe('another program holds it locked');
    expect((await platform.request('POST', engine, { action: 'fetchTaskInstance', dag_id: 'slow', dag_run_id: slow, task_id: 'a' })).body.data).toMatchObject({ waiting_for: expect.stringContaining('another program holds it locked') as string });
    other.exec('ROLLBACK');
    other.close();
    expect(await ended(platform, 'slow')).toMatchObject({ state: 'success' });
    expect(await trouble()).toBeNull();
  }, 60_000);

  it('is given up in the end by who writes, with words that say what to do', async () => {
    using folder = dataFolder();
    const platform = await startProcess(folder.path);
    const other = new DatabaseSync(join(folder.path, 'platform.db'), { timeout: 5000 });
    other.exec('BEGIN IMMEDIATE');
    expect(await platform.request('POST', '/api/router/dp_fastapi/proxy/', { dags: [{ dag_id: 'd', tasks: [{ task_id: 'a', operator: 'sleep', seconds: 0 }] }] })).toMatchObject({
      status: 503, body: { error: `The platform's data file cannot be used: another program holds it locked. Close that program, or wait until it is done, then try again.` },
    });
    other.close();
  }, 60_000);
});
