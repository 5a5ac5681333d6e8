import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPlatform, type Platform, type PlatformOptions } from '../../../electron/platform/start.ts';

export interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

export interface Scope {
  readonly tenant_id: string;
  readonly environment_id: string;
}

/** Somebody who calls the platform, as any HTTP client does; every call says the scope in its headers. */
export interface Client {
  readonly scope: Scope;
  call(method: string, path: string, body?: object | FormData, headers?: Record<string, string>): Promise<Answer>;
  /** The same in another scope, or as somebody else. */
  as(other: Partial<Scope> & { readonly token?: string }): Client;
}

export interface TestPlatform extends AsyncDisposable, Client {
  readonly folder: string;
  readonly url: string;
  readonly token: string;
  readonly lines: readonly string[];
  /** Ends the platform and starts it again on the same folder. */
  restart(): Promise<void>;
}

export const newFolder = () => mkdtempSync(join(tmpdir(), 'trellis-platform-'));

const clientOf = (at: () => string, token: string, scope: Scope): Client => ({
  scope,
  async call(method, path, body, headers = {}) {
    const all = {
      authorization: `Bearer ${token}`,
      ...(scope.tenant_id === '' ? {} : { 'x-tenant-id': scope.tenant_id }),
      ...(scope.environment_id === '' ? {} : { 'x-environment-id': scope.environment_id }),
      ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
      ...headers,
    };
    const sent = body === undefined || body instanceof FormData ? body : JSON.stringify(body);
    const response = await fetch(at() + path, { method, headers: all, ...(sent === undefined ? {} : { body: sent }) });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  },
  as: ({ token: other = token, ...place }) => clientOf(at, other, { ...scope, ...place }),
});

/** A platform of this test's own, in this process, asked over HTTP. */
export async function startTestPlatform(options: Partial<PlatformOptions> = {}): Promise<TestPlatform> {
  const folder = options.data ?? newFolder();
  const lines: string[] = [];
  const start = (): Promise<Platform> => startPlatform({ data: folder, log: (line) => lines.push(line), ...options });
  let platform = await start();
  const { token, tenant_id, environment_id } = platform;
  return {
    ...clientOf(() => platform.url, token, { tenant_id, environment_id }),
    folder, token, lines,
    get url() {
      return platform.url;
    },
    async restart() {
      await platform.close();
      platform = await startPlatform({ data: folder, log: (line) => lines.push(line), ...options, token });
    },
    async [Symbol.asyncDispose]() {
      await platform.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A second tenant with an environment of its own, which the same user may enter. */
export async function secondTenant(platform: Client): Promise<Scope> {
  const tenant_id = String((await platform.call('POST', '/api/saas_db/tenants', { name: 'Second' })).body['insertedId']);
  const made = await platform.as({ tenant_id, environment_id: '' }).call('POST', '/api/saas_db/environments', { tenant_id, name: 'Other' });
  return { tenant_id, environment_id: String(made.body['insertedId']) };
}

/** A new member of the scope's tenant, signed in. */
export async function newMember(platform: Client, email: string, role: string, environment_ids: string[] = []): Promise<Client & { readonly user_id: string }> {
  const { tenant_id } = platform.scope;
  await platform.call('POST', '/api/auth/tenantmgmt/user-environments', { tenant_id, email, role, environment_ids });
  const users = (await platform.call('GET', `/api/auth/tenantmgmt/get-all-user?tenantId=${tenant_id}`)).body['data'] as { id: string; email: string }[];
  const user_id = users.find((user) => user.email === email)!.id;
  const { token } = (await platform.call('POST', '/api/auth/tenantmgmt/tokens', { tenant_id, user_id })).body as { token: string };
  return { ...platform.as({ token }), user_id };
}
