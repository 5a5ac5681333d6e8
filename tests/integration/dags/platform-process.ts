import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** The platform in a process of its own, as a user starts it, that a test can kill. */

const main = fileURLToPath(new URL('../../../electron/platform/main.ts', import.meta.url));

export interface Answer {
  readonly status: number;
  readonly body: { readonly success?: boolean; readonly error?: string; readonly details?: unknown; readonly data?: unknown };
}

export interface PlatformProcess {
  readonly url: string;
  readonly token: string;
  readonly scope: { readonly tenant_id: string; readonly environment_id: string };
  request(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** A DAG action by the secured route; its `data`, or a thrown error. */
  dag<T>(action: string, input?: Record<string, unknown>): Promise<T>;
  /** One method of the API composer; its `data`, or a thrown error. */
  compose<T>(method_name: string, data: Record<string, unknown>): Promise<T>;
  /** What a stream tells, until it ends. */
  follow(path: string): Promise<AsyncGenerator<unknown, void>>;
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null>;
}

export function dataFolder(): { path: string } & Disposable {
  const path = mkdtempSync(join(tmpdir(), 'trellis-dags-'));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

const running = new Set<ChildProcess>();

/** To be called after each test: no platform outlives it. */
export async function endAll(): Promise<void> {
  for (const child of running) child.kill('SIGKILL');
  await Promise.all([...running].map((child) => once(child, 'exit')));
}

export async function startProcess(data: string): Promise<PlatformProcess> {
  const child = spawn(process.execPath, [main, '--data', data, '--port', '0'], { stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  child.once('exit', () => running.delete(child));
  let said = '';
  child.stderr.on('data', (text: Buffer) => (said += text.toString()));
  const line = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line').then(([first]) => first as string),
    once(child, 'exit').then(() => Promise.reject(new Error(`The platform did not start: ${said}`))),
  ]);
  const { url, token, ...scope } = JSON.parse(line) as { url: string; token: string; tenant_id: string; environment_id: string };

  const standing = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'x-tenant-id': scope.tenant_id, 'x-environment-id': scope.environment_id };
  const request: PlatformProcess['request'] = async (method, path, body, headers = {}) => {
    const response = await fetch(url + path, {
      method,
      headers: { ...standing, ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Answer['body'] };
  };
  const dataOf = ({ status, body }: Answer): unknown => {
    if (body.success !== true) throw new Error(`${status}: ${body.error}`);
    return body.data;
  };

  return {
    url, token, scope,
    request,
    dag: async <T>(action: string, input: Record<string, unknown> = {}) =>
      dataOf(await request('POST', '/api/router/runtime_fabric_grpc_proxy', { operation_type: 'dag_operation', client_id: 'tests', action, ...input })) as T,
    compose: async <T>(method_name: string, data: Record<string, unknown>) =>
      dataOf(await request('POST', '/api/router/control_api_server/apiRouterV2', { method_name, data: { ...scope, ...data } })) as T,
    async follow(path) {
      const response = await fetch(url + path, { headers: standing });
      if (!response.ok || !response.body) throw new Error(`${response.status}: ${await response.text()}`);
      return eventsIn(response.body.pipeThrough(new TextDecoderStream()));
    },
    async end(signal) {
      const exit = once(child, 'exit');
      child.kill(signal);
      const [code] = (await exit) as [number | null];
      return code;
    },
  };
}

async function* eventsIn(stream: ReadableStream<string>): AsyncGenerator<unknown, void> {
  let text = '';
  for await (const piece of stream) {
    text += piece;
    for (let end = text.indexOf('\n\n'); end !== -1; end = text.indexOf('\n\n')) {
      const event = text.slice(0, end);
      text = text.slice(end + 2);
      if (event.startsWith('data: ')) yield JSON.parse(event.slice(6));
    }
  }
}

export interface Run {
  readonly dag_run_id: string;
  readonly state: string;
}

export async function latestRun(platform: PlatformProcess, dag_id: string): Promise<Run> {
  const { dag_runs } = await platform.dag<{ dag_runs: Run[] }>('fetchDagRunsSummary', { dag_id });
  return dag_runs[0]!;
}

/** The latest run of a DAG once it has ended. */
export async function ended(platform: PlatformProcess, dag_id: string): Promise<Run> {
  for (;;) {
    const run = await latestRun(platform, dag_id);
    if (run.state === 'success' || run.state === 'failed') return run;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

export interface Instance {
  readonly task_id: string;
  readonly operator: string;
  readonly state: string | null;
  readonly try_number: number;
  readonly error: string | null;
  readonly result: unknown;
}

export async function instances(platform: PlatformProcess, dag_id: string): Promise<Record<string, Instance>> {
  const { dag_run_id } = await latestRun(platform, dag_id);
  const { task_instances } = await platform.dag<{ task_instances: Instance[] }>('fetchTaskInstances', { dag_id, dag_run_id });
  return Object.fromEntries(task_instances.map((one) => [one.task_id, one]));
}
