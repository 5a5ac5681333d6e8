import { afterEach, describe, expect, it } from 'vitest';
import { dataFolder, endAll, startProcess, type PlatformProcess } from './platform-process.ts';
import { startTarget } from './target.ts';

afterEach(endAll);

/** What the desk asks, by the open route. */
async function desk<T>(platform: PlatformProcess, action: string, input: Record<string, unknown> = {}): Promise<T> {
  const { status, body } = await platform.request('POST', '/api/router/airflow/proxy', { action, ...input });
  if (body.success !== true) throw new Error(`${status}: ${body.error}`);
  return body.data as T;
}

const wait = () => new Promise((resolve) => setTimeout(resolve, 50));

interface Run {
  readonly logical_date: string;
  readonly run_type: string;
  readonly state: string;
}

async function runsOf(platform: PlatformProcess): Promise<Run[]> {
  return (await desk<{ dag_runs: Run[] }>(platform, 'fetchDagRunsSummary', { dag_id: 'd', limit: 1000 })).dag_runs.toReversed();
}

async function until(platform: PlatformProcess, isSo: (runs: Run[]) => boolean): Promise<Run[]> {
  for (;;) {
    const runs = await runsOf(platform);
    if (isSo(runs)) return runs;
    await wait();
  }
}

const aDay = 24 * 60 * 60 * 1000;
/** `count` dates, a day apart. */
const datesFrom = (start: number, count: number) => Array.from({ length: count }, (_, index) => new Date(start + index * aDay).toISOString());
const ended = (count: number) => (runs: Run[]) => runs.filter(({ state }) => state === 'success').length >= count;

describe('a platform that is killed', () => {
  it('during a backfill goes on with it: no date is lost, and none is run twice [F-1]', async () => {
    using folder = dataFolder();
    await using target = await startTarget();
    const definition = { dag_id: 'd', schedule: '@daily', is_paused: true, tasks: [{ task_id: 'a', operator: 'http', url: `${target.url}/run/{{ run.logical_date }}` }] };
    const first = await startProcess(folder.path);
    await first.dag('addDags', { dags: [definition] });
    const range = { dag_id: 'd', from_date: '2024-01-01', to_date: '2024-01-30' };
    expect(await desk(first, 'previewBackfill', range)).toMatchObject({ total_entries: 30, backfills: expect.arrayContaining([{ logical_date: '2024-01-30T00:00:00.000Z', state: null, runs: true }]) as unknown });
    expect(await desk(first, 'createBackfill', { ...range, max_active_runs: 3 })).toMatchObject({ id: 1, is_paused: false, completed_at: null });
    await until(first, ended(5));
    await first.end('SIGKILL');

    const second = await startProcess(folder.path);
    await until(second, ended(12));
    await second.end('SIGKILL');

    const third = await startProcess(folder.path);
    const runs = await until(third, ended(30));
    expect(runs.map(({ logical_date }) => logical_date)).toEqual(datesFrom(Date.UTC(2024, 0, 1), 30));
    expect(runs.every(({ run_type }) => run_type === 'backfill')).toBe(true);
    const listed = () => desk<{ backfills: { completed_at: string | null }[] }>(third, 'fetchBackfills', { dag_id: 'd' });
    while ((await listed()).backfills[0]!.completed_at === null) await wait();
    expect(await listed()).toMatchObject({ total_entries: 1, backfills: [{ counts: { success: 30 } }] });
    const { event_logs } = await desk<{ event_logs: { event: string }[] }>(third, 'fetchEventLogs', { dag_id: 'd', event: 'dag_run_backfilled' });
    expect(event_logs).toHaveLength(30);
  });

  it('while it catches up goes on with that: no instant is lost, and none comes twice [F-1]', async () => {
    using folder = dataFolder();
    const start = Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth(), new Date().getUTCDate()) - 20 * aDay;
    const definition = { dag_id: 'd', schedule: '@daily', catchup: true, start_date: new Date(start).toISOString(), max_active_runs: 2, tasks: [{ task_id: 'nap', operator: 'sleep', seconds: 0.01 }] };
    let platform = await startProcess(folder.path);
    await platform.dag('addDags', { dags: [definition] });
    for (const count of [3, 10]) {
      await until(platform, ended(count));
      await platform.end('SIGKILL');
      platform = await startProcess(folder.path);
    }
    const runs = await until(platform, ended(21));
    expect(runs.slice(0, 21).map(({ logical_date }) => logical_date)).toEqual(datesFrom(start, 21));
    expect(new Set(runs.map(({ logical_date }) => logical_date)).size).toBe(runs.length);
  });

  it('while a DAG is paused resumes it at its time', async () => {
    using folder = dataFolder();
    const first = await startProcess(folder.path);
    await first.dag('addDags', { dags: [{ dag_id: 'd', tasks: [{ task_id: 'nap', operator: 'sleep', seconds: 0 }] }] });
    const resumes = new Date(Date.now() + 1500).toISOString();
    expect(await desk(first, 'pauseDag', { dag_id: 'd', reason: 'moving', until: resumes })).toMatchObject({ is_paused: true, pause_reason: 'moving', paused_until: resumes });
    await first.end('SIGKILL');
    const second = await startProcess(folder.path);
    const details = () => desk<{ is_paused: boolean }>(second, 'fetchDagDetails', { dag_id: 'd' });
    while ((await details()).is_paused) await wait();
    expect(await details()).toMatchObject({ pause_reason: null, paused_until: null });
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(resumes));
    expect(await desk(second, 'fetchEventLogs', { dag_id: 'd', event: 'unpause_dag' })).toMatchObject({ event_logs: [{ owner: 'scheduler' }] });
  });
});

describe('the desk’s actions', () => {
  const query = (input: Record<string, string>) => `/api/router/airflow/proxy?${new URLSearchParams(input)}`;

  it('are answered by GET and by POST', async () => {
    using folder = dataFolder();
    const platform = await startProcess(folder.path);
    await platform.dag('addDags', { dags: [{ dag_id: 'd', schedule: '@daily', tags: ['x'], params: { n: { value: 1, schema: { type: 'integer' } } }, tasks: [{ task_id: 'nap', operator: 'sleep', seconds: 0 }] }] });
    const byGet = async (action: string, input: Record<string, string> = {}) => (await platform.request('GET', query({ action, ...input }))).body;
    expect(await byGet('triggerDagRun', { dag_id: 'd', conf: '{"n": 4}', dag_run_id: 'mine', note: 'by GET' })).toMatchObject({ success: true, data: { dag_run_id: 'mine', conf: { n: 4 }, note: 'by GET' } });
    expect(await byGet('triggerDagRun', { dag_id: 'd', conf: '{"n": "x"}' })).toMatchObject({ error: 'DAG “d”: conf.n must be integer, not string', details: [{ path: ['conf', 'n'] }] });
    for (const [action, input, data] of [
      ['fetchDags', { tags: '["x"]', paused: 'false', order_by: '-dag_id' }, { dags: [{ dag_id: 'd' }], total_entries: 1 }],
      ['fetchDags', { exclude_tags: '["x"]' }, { dags: [] }],
      ['fetchDagRun', { dag_id: 'd', dag_run_id: 'mine' }, { dag_run_id: 'mine', note: 'by GET' }],
      ['setDagRunNote', { dag_id: 'd', dag_run_id: 'mine', note: 'by GET' }, { note: 'by GET' }],
      ['fetchDagVersions', { dag_id: 'd' }, { dag_versions: [{ version_number: 1, is_current: true }], total_entries: 1 }],
      ['fetchDagVersion', { dag_id: 'd', version_number: '1' }, { definition: { dag_id: 'd' } }],
      ['validateDag', { dag: '{"dag_id": "e", "tasks": []}' }, { problems: [{ path: ['tasks'], message: 'DAG “e”: tasks must hold at least one task' }] }],
      ['fetchTimeline', { start: new Date(Date.now() - aDay).toISOString(), end: new Date(Date.now() + 2 * aDay).toISOString() }, { dag_runs: [{ dag_run_id: 'mine' }], predicted: [{ dag_id: 'd' }, { dag_id: 'd' }], truncated: false }],
      ['previewBackfill', { dag_id: 'd', from_date: '2024-01-01', to_date: '2024-01-02', run_backwards: 'true' }, { backfills: [{ logical_date: '2024-01-02T00:00:00.000Z' }, {}], total_entries: 2 }],
      ['fetchBackfills', { dag_id: 'd' }, { backfills: [], total_entries: 0 }],
    ] as const) {
      expect({ action, ...(await byGet(action, input as Record<string, string>)) }).toMatchObject({ action, success: true, data });
      expect({ action, ...(await platform.request('POST', '/api/router/airflow/proxy', { action, ...input })).body }).toMatchObject({ action, success: true, data });
    }
    expect(await byGet('createBackfill', { dag_id: 'd', from_date: '2024-01-01', to_date: '2024-01-31', max_active_runs: '1' })).toMatchObject({ data: { id: 1, max_active_runs: 1 } });
    expect(await byGet('pauseBackfill', { id: '1' })).toMatchObject({ data: { is_paused: true } });
    expect(await byGet('unpauseBackfill', { id: '1' })).toMatchObject({ data: { is_paused: false } });
    expect(await byGet('cancelBackfill', { id: '1' })).toMatchObject({ data: { id: 1, completed_at: expect.any(String) as string } });
    expect(await platform.request('POST', '/api/router/airflow/proxy', { action: 'triggerDagRun', dag_id: 'd', dag_run_id: 'mine' })).toMatchObject({ status: 409, body: { error: expect.stringContaining('already has a run mine') as string } });
  });
});
