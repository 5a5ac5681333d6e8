import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dataFolder, endAll, ended, startProcess, type PlatformProcess } from './platform-process.ts';
import { startTarget, type Target } from './target.ts';

let folder: ReturnType<typeof dataFolder>;
let platform: PlatformProcess;
let target: Target;
beforeAll(async () => {
  folder = dataFolder();
  target = await startTarget();
  platform = await startProcess(folder.path);
});
afterAll(async () => {
  await endAll();
  await target[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

interface Log {
  readonly rows: { line: number; level: string; text: string }[];
  readonly total_rows: number;
  readonly complete: boolean;
  readonly is_open: boolean;
  readonly first_error: number | null;
}
const open = '/api/router/airflow/proxy';
const ask = (action: string, input: Record<string, unknown>) => platform.request('POST', open, { action, ...input });

async function read(place: object, more: object = {}): Promise<Log> {
  for (;;) {
    const { status, body } = await ask('fetchTaskLog', { ...place, ...more });
    expect({ status, error: body.error }).toEqual({ status: 200, error: undefined });
    const log = body.data as Log;
    if (log.complete && !log.is_open) return log;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Adds a DAG of one task, and triggers it; the place of its only task instance. */
async function started(dag_id: string, task: object) {
  await platform.request('POST', '/api/router/dp_fastapi/proxy/', { dags: [{ dag_id, tasks: [{ task_id: 'call', ...task }] }] });
  const { dag_run_id } = await platform.dag<{ dag_run_id: string }>('triggerDagRun', { dag_id });
  return { dag_id, dag_run_id, task_id: 'call' };
}

describe('the log of a try', () => {
  it('says what a task did, try by try, and jumps to its first error', async () => {
    const place = await started('log_flaky', { operator: 'http', url: `${target.url}/flaky`, retries: 2, retry_delay_seconds: 0 });
    await ended(platform, 'log_flaky');
    const first = await read({ ...place, try_number: 1 });
    expect(first.rows[0]!.text).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z INFO {4}Try 1 of “call” in the run manual__/);
    expect(first.rows.map(({ text }) => text).join('\n')).toContain(`GET ${target.url}/flaky`);
    expect(first.rows[first.first_error!]).toMatchObject({ level: 'error', text: expect.stringContaining('500') as string });
    const last = await read({ ...place, try_number: 3 });
    expect(last.first_error).toBeNull();
    expect((await read({ ...place, try_number: 1 }, { levels: ['error'] })).rows.every(({ level }) => level === 'error')).toBe(true);
    expect((await read({ ...place, try_number: 1 }, { text: 'flaky' })).total_rows).toBeGreaterThan(0);
    expect(await ask('fetchTaskLog', { ...place, try_number: 4 })).toMatchObject({ status: 404 });
  });

  it('is saved byte by byte', async () => {
    const place = { ...(await started('log_saved', { operator: 'sleep', seconds: 0 })), try_number: 1 };
    await ended(platform, 'log_saved');
    const { rows } = await read(place);
    let text = '';
    for (let offset: number | null = 0; offset !== null;) {
      const { body } = await ask('fetchTaskLogBytes', { ...place, offset, length: 40 });
      const piece = body.data as { base64: string; next: number | null };
      text += Buffer.from(piece.base64, 'base64').toString('latin1');
      offset = piece.next;
    }
    expect(Buffer.from(text, 'latin1').toString().trimEnd().split('\n')).toEqual(rows.map((row) => row.text));
  });

  it('is followed until the try has ended', async () => {
    const place = await started('log_followed', { operator: 'http', url: `${target.url}/hold` });
    await target.asked('/hold');
    const query = new URLSearchParams({ ...place, try_number: '1' });
    const events = await platform.follow(`/api/task-logs/events?${query}`);
    const first = await events.next();
    expect(first.value).toMatchObject({ is_open: true });
    target.release();
    let last = first.value as { total_bytes: number; is_open: boolean };
    for await (const event of events) last = event as typeof last;
    expect(last.is_open).toBe(false);
    expect(last.total_bytes).toBeGreaterThan((first.value as typeof last).total_bytes);
  });

  it('is of its own tenant alone, and goes with its DAG [F-24]', async () => {
    const place = { ...(await started('log_gone', { operator: 'sleep', seconds: 0 })), try_number: 1 };
    await ended(platform, 'log_gone');
    await read(place);
    const elsewhere = await platform.request('POST', open, { action: 'fetchTaskLog', ...place }, { 'x-environment-id': 'another' });
    expect(elsewhere.status).toBe(404);
    await platform.dag('deleteDag', { dag_id: 'log_gone' });
    expect((await ask('fetchTaskLog', place)).status).toBe(404);
  });
});
