import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dataFolder, endAll, ended, instances, startProcess, type PlatformProcess } from './platform-process.ts';

let folder: ReturnType<typeof dataFolder>;
let platform: PlatformProcess;
let server: Server;
let url: string;
let asked = 0;

/** `/hang` never answers, `/reset` cuts the connection, `/later` answers 500 once. */
function serve(path: string, response: ServerResponse): void {
  if (path === '/hang') return;
  if (path === '/reset') return void response.socket!.resetAndDestroy();
  const isFirst = path === '/later' && (asked += 1) === 1;
  response.writeHead(isFirst ? 500 : 200, { 'content-type': 'application/json' });
  response.end('{}');
}

beforeAll(async () => {
  folder = dataFolder();
  server = createServer((request, response) => serve(request.url!, response));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  platform = await startProcess(folder.path);
});
afterAll(async () => {
  await endAll();
  server.closeAllConnections();
  server.close();
  folder[Symbol.dispose]();
});

/** Runs a DAG of this one task to its end. */
async function run(dag_id: string, task: object) {
  await platform.dag('addDags', { dags: [{ dag_id, tasks: [{ task_id: 'a', operator: 'http', ...task }] }] });
  await platform.dag('triggerDagRun', { dag_id });
  const { state } = await ended(platform, dag_id);
  return { ...(await instances(platform, dag_id))['a']!, run: state };
}

describe('a target of a task', () => {
  it('that never answers is given up at the time limit, and the platform goes on', async () => {
    expect(await run('hangs', { url: `${url}/hang`, execution_timeout_seconds: 1 })).toMatchObject({ run: 'failed', state: 'failed', error: expect.stringContaining('execution timeout of 1 s') as string });
  });

  it('that cuts the connection fails the task, in words that name what happened', async () => {
    const { state, error } = await run('resets', { url: `${url}/reset` });
    expect(state).toBe('failed');
    expect(error).toMatch(/reset|closed|hang up/i);
  });

  it('that fails once is asked again as often as retries say, and not once more', async () => {
    expect(await run('later', { url: `${url}/later`, retries: 3, retry_delay_seconds: 0 })).toMatchObject({ run: 'success', state: 'success', try_number: 2, error: null });
    expect(asked).toBe(2);
  });
});

describe('ids of 4 KB', () => {
  const long = 'x'.repeat(4096);

  it.each([
    ['of a DAG', 'addDags', { dags: [{ dag_id: long, tasks: [{ task_id: 'a', operator: 'sleep', seconds: 0 }] }] }],
    ['of a task', 'addDags', { dags: [{ dag_id: 'd', tasks: [{ task_id: long, operator: 'sleep', seconds: 0 }] }] }],
    ['of a run', 'triggerDagRun', { dag_id: 'later', dag_run_id: long }],
  ])('%s are refused, in words that say how long they may be [F-16]', async (_, action, input) => {
    const { status, body } = await platform.request('POST', '/api/router/runtime_fabric_grpc_proxy', { operation_type: 'dag_operation', client_id: 'tests', action, ...input });
    expect(status).toBe(400);
    const said = JSON.stringify(body);
    expect(said).toContain('250');
    expect(said.length).toBeLessThan(2000);
  });
});
