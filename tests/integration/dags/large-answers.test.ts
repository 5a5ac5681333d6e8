import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dataFolder, endAll, ended, instances, latestRun, startProcess, type PlatformProcess } from './platform-process.ts';

/** Tasks whose target answers one line of 100 MB, or bytes that are no text. */

const megabyte = 'x'.repeat(1024 * 1024);
const everyByte = Buffer.from(Array.from({ length: 4096 }, (_, at) => (at * 7) % 256));

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url!, 'http://target');
  response.writeHead(Number(searchParams.get('status')), { 'content-type': pathname === '/line' ? 'text/plain' : 'application/octet-stream' });
  if (pathname === '/bytes') return void response.end(everyByte);
  let left = 100;
  const send = () => {
    while (left > 0) {
      left -= 1;
      if (!response.write(megabyte)) return void response.once('drain', send);
    }
    response.end();
  };
  send();
});

let folder: ReturnType<typeof dataFolder>;
let platform: PlatformProcess;
let url: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  folder = dataFolder();
  platform = await startProcess(folder.path);
});
afterAll(async () => {
  await endAll();
  folder[Symbol.dispose]();
  server.closeAllConnections();
  server.close();
});

interface Log {
  readonly rows: { text: string; bytes: number; level: string }[];
  readonly complete: boolean;
  readonly is_open: boolean;
  readonly total_bytes: number;
  readonly bytes: number;
}
async function logOf(dag_id: string, more: object = {}): Promise<Log> {
  const { dag_run_id } = await latestRun(platform, dag_id);
  for (;;) {
    const { body } = await platform.request('POST', '/api/router/airflow/proxy', { action: 'fetchTaskLog', dag_id, dag_run_id, task_id: 'call', try_number: 1, ...more });
    const log = body.data as Log;
    if (log.complete && !log.is_open) return log;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
async function ran(dag_id: string, path: string) {
  await platform.dag('addDags', { dags: [{ dag_id, tasks: [{ task_id: 'call', operator: 'http', url: `${url}${path}` }] }] });
  await platform.dag('triggerDagRun', { dag_id });
  await ended(platform, dag_id);
  return { instance: (await instances(platform, dag_id))['call']!, log: await logOf(dag_id) };
}

describe('the log of a task whose target answers', () => {
  it('a line of 100 MB keeps its beginning, whether it was a failure or too large to be a result', async () => {
    const failed = await ran('line_failed', '/line?status=500');
    expect(failed.instance).toMatchObject({ state: 'failed' });
    expect(failed.instance.error!.length).toBeLessThan(1000);
    const large = await ran('line_large', '/line?status=200');
    expect(large.instance).toMatchObject({ state: 'failed', error: 'The answer is larger than a task can hold. Ask the target for less of it.', result: null });
    for (const { log } of [failed, large]) {
      expect(log.total_bytes).toBeLessThan(10_000);
      expect(log.bytes).toBe(log.total_bytes);
      expect(log.rows.at(-1)).toMatchObject({ level: 'error' });
    }
    expect(await platform.dag('fetchDags')).toMatchObject({ total_entries: expect.any(Number) as number });
  }, 120_000);

  it('bytes that are no text is read to its end, searched and saved as it was written', async () => {
    const { instance, log } = await ran('bytes_failed', '/bytes?status=500');
    expect(instance).toMatchObject({ state: 'failed', error: expect.stringContaining('The target answered 500') as string });
    expect(log.bytes).toBe(log.total_bytes);
    expect(log.total_bytes).toBeLessThan(10_000);
    expect((await logOf('bytes_failed', { levels: ['error'] })).rows[0]!.text).toContain('The target answered 500');
    expect((await logOf('bytes_failed', { text: 'answered 500' })).rows.length).toBeGreaterThan(0);
    const { dag_run_id } = await latestRun(platform, 'bytes_failed');
    const { body } = await platform.request('POST', '/api/router/airflow/proxy', { action: 'fetchTaskLogBytes', dag_id: 'bytes_failed', dag_run_id, task_id: 'call', try_number: 1, offset: 0, length: 1_000_000 });
    const saved = Buffer.from((body.data as { base64: string }).base64, 'base64');
    expect(saved.length).toBe(log.total_bytes);
    expect(saved.toString().trimEnd().split('\n').map((line) => line.replace(/\r$/, ''))).toEqual(log.rows.map(({ text }) => text.replace(/\r$/, '')));
    expect(await ran('bytes_kept', '/bytes?status=200')).toMatchObject({ instance: { state: 'success' } });
  }, 120_000);
});
