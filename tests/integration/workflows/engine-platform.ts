import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPlatform } from '../../../electron/platform/start.ts';
import type { NodeExecution, RunEvent, RunWithNodes, WorkflowRun } from '../../../shared/contract/workflow-runs.ts';

/** A platform of this test's own, whose workflows are run over HTTP. */

export interface Answer<T = unknown> {
  readonly status: number;
  readonly data: T;
  readonly error?: string;
  readonly details?: unknown;
}
type Node = { id: string; type: string; data?: object };
/** `a>b`, or by a named way: `a:true>b`. */
type Edge = string;

export interface Engine extends AsyncDisposable {
  readonly scope: { readonly tenant_id: string; readonly environment_id: string };
  readonly url: string;
  readonly folder: string;
  request<T = unknown>(method: string, path: string, body?: object, headers?: Record<string, string>): Promise<Answer<T>>;
  /** Makes a row; its id. */
  make(kind: string, fields: object): Promise<string>;
  compose<T = { id: string }>(method_name: string, data: object): Promise<T>;
  recipe(nodes: readonly Node[], edges: readonly Edge[]): Promise<string>;
  start(workflow_id: string, more?: object): Promise<WorkflowRun>;
  run(method: string, input: object): Promise<Answer<WorkflowRun>>;
  get(run_id: string): Promise<RunWithNodes>;
  /** The run once it has ended or waits. */
  settled(run_id: string): Promise<RunWithNodes>;
  /** Starts it and waits for that. */
  play(workflow_id: string, data?: unknown, more?: object): Promise<RunWithNodes>;
  follow(run_id: string): AsyncGenerator<RunEvent, void>;
}

export const graph = (nodes: readonly Node[], edges: readonly Edge[]) => ({
  nodes: nodes.map(({ id, type, data = {} }) => ({ id, type, data })),
  edges: edges.map((text, index) => {
    const [from = '', target = ''] = text.split('>');
    const [source = '', sourceHandle] = from.split(':');
    return { id: `e${index}`, source, target, ...(sourceHandle === undefined ? {} : { sourceHandle }) };
  }),
});

/** Start, these nodes one after the other, and end. */
export const chain = (...nodes: readonly Node[]) => {
  const all = [{ id: 'start', type: 'start' }, ...nodes, { id: 'end', type: 'end' }];
  return graph(all, all.slice(1).map(({ id }, index) => `${all[index]!.id}>${id}`));
};

export const executionOf = (run: RunWithNodes, node_id: string, iteration = ''): NodeExecution | undefined => run.executions.find((one) => one.node_id === node_id && one.iteration === iteration);

interface Door {
  readonly url: string;
  readonly token: string;
  readonly tenant_id: string;
  readonly environment_id: string;
}

/** What tests ask of a platform, wherever it runs. */
export function engineAt({ url, token, tenant_id, environment_id }: Door): Omit<Engine, 'folder' | typeof Symbol.asyncDispose> {
  const scope = { tenant_id, environment_id };
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'x-tenant-id': tenant_id, 'x-environment-id': environment_id };
  const request: Engine['request'] = async <T>(method: string, path: string, body?: object, more: Record<string, string> = {}) => {
    const response = await fetch(url + path, { method, headers: { ...headers, ...more }, ...(body ? { body: JSON.stringify({ ...scope, ...body }) } : {}) });
    return { status: response.status, ...((await response.json()) as object) } as Answer<T>;
  };
  const dataOf = <T>({ status, data, error }: Answer<T>): T => {
    if (status >= 300) throw new Error(`${status}: ${error}`);
    return data;
  };
  const query = (input: object) => new URLSearchParams({ ...scope, ...(input as Record<string, string>) }).toString();
  const get: Engine['get'] = async (run_id) => dataOf(await request<RunWithNodes>('GET', `/api/workflow/run/get?${query({ run_id })}`));
  async function* follow(run_id: string): AsyncGenerator<RunEvent, void> {
    const response = await fetch(`${url}/api/workflow/run/events?${query({ run_id })}`, { headers });
    let text = '';
    for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) {
      text += piece;
      for (let end = text.indexOf('\n\n'); end !== -1; end = text.indexOf('\n\n')) {
        const event = text.slice(0, end);
        text = text.slice(end + 2);
        if (event.startsWith('data: ')) yield JSON.parse(event.slice(6)) as RunEvent;
      }
    }
  }
  const settled: Engine['settled'] = async (run_id) => {
    for await (const event of follow(run_id)) if (event.type === 'run' && !['queued', 'running'].includes(event.run.state)) break;
    return get(run_id);
  };
  const make: Engine['make'] = async (kind, fields) => {
    const answer = (await request('POST', `/api/saas_db/${kind}`, fields)) as unknown as { insertedId?: string; error?: string };
    if (answer.insertedId === undefined) throw new Error(answer.error);
    return answer.insertedId;
  };
  const start: Engine['start'] = async (workflow_id, more = {}) => dataOf(await request<WorkflowRun>('POST', '/api/workflow/run/start', { workflow_id, ...more }));
  return {
    scope, url, request, get, follow, settled, make, start,
    compose: async <T>(method_name: string, data: object) =>
      dataOf((await request('POST', '/api/router/control_api_server/apiRouterV2', { method_name, data: { ...scope, ...data } })) as Answer<T>),
    recipe: (nodes, edges) => make('workflow_recipes', { name: 'Recipe', ...graph(nodes, edges) }),
    run: (method, input) => request('POST', `/api/workflow/run/${method}`, input),
    play: async (workflow_id, data, more) => settled((await start(workflow_id, { data, ...more })).run_id),
  };
}

export async function startEngine(): Promise<Engine> {
  const folder = mkdtempSync(join(tmpdir(), 'trellis-workflows-'));
  const platform = await startPlatform({ data: folder, log: () => undefined });
  return {
    ...engineAt(platform), folder,
    async [Symbol.asyncDispose]() {
      await platform.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
