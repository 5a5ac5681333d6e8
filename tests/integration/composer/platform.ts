import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPlatform } from '../../../electron/platform/start.ts';

/** What the composer's router answered. */
export interface Answer<T> {
  readonly status: number;
  readonly success?: boolean;
  readonly data: T;
  readonly totalCount?: number;
  readonly error?: string;
}

export interface Composer extends AsyncDisposable {
  readonly folder: string;
  readonly url: string;
  readonly scope: { readonly tenant_id: string; readonly environment_id: string };
  readonly lines: readonly string[];
  /** One call of the router, as any client makes it. */
  call<T = Record<string, unknown>>(method_name: string, data?: object, signal?: AbortSignal): Promise<Answer<T>>;
  /** The same in another environment of the tenant. */
  elsewhere(environment_id: string, method_name: string, data?: object): Promise<Answer<unknown>>;
  get(path: string): Promise<{ status: number; body: Record<string, unknown> }>;
  cancelJob(id: string): Promise<void>;
  post(path: string, fields: object): Promise<{ status: number; body: Record<string, unknown> }>;
  remove(path: string): Promise<{ status: number }>;
  put(path: string, fields: object): Promise<{ status: number; body: Record<string, unknown> }>;
}

/** A platform of this test's own, asked over HTTP. */
export async function startComposer(): Promise<Composer> {
  const folder = mkdtempSync(join(tmpdir(), 'trellis-composer-'));
  const lines: string[] = [];
  const platform = await startPlatform({ data: folder, log: (line) => lines.push(line) });
  const { url, token, tenant_id, environment_id } = platform;
  const scope = { tenant_id, environment_id };
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'x-tenant-id': tenant_id, 'x-environment-id': environment_id };
  async function ask<T>(place: typeof scope, method_name: string, data: object, signal?: AbortSignal): Promise<Answer<T>> {
    const body = JSON.stringify({ method_name, data: { ...place, ...data } });
    const response = await fetch(`${url}/api/router/control_api_server/apiRouterV2`, { method: 'POST', headers: { ...headers, 'x-environment-id': place.environment_id }, body, signal: signal ?? null });
    return { status: response.status, ...((await response.json()) as Omit<Answer<never>, 'status'>) };
  }
  async function write(method: string, path: string, fields: object) {
    const response = await fetch(url + path, { method, headers, body: JSON.stringify({ ...scope, ...fields }) });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }
  return {
    folder, url, scope, lines,
    call: (method_name, data = {}, signal) => ask(scope, method_name, data, signal),
    elsewhere: (environment_id, method_name, data = {}) => ask({ ...scope, environment_id }, method_name, data),
    async get(path) {
      const response = await fetch(url + path, { headers });
      return { status: response.status, body: (await response.json()) as Record<string, unknown> };
    },
    async cancelJob(id) {
      await (await fetch(`${url}/api/jobs/${id}`, { method: 'DELETE', headers })).body?.cancel();
    },
    post: (path, fields) => write('POST', path, fields),
    put: (path, fields) => write('PUT', path, fields),
    async remove(path) {
      const response = await fetch(url + path, { method: 'DELETE', headers });
      await response.body?.cancel();
      return { status: response.status };
    },
    async [Symbol.asyncDispose]() {
      await platform.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
