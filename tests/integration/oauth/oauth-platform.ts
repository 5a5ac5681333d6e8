import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { startOidcProvider, type TestProvider } from '../../peers/oidc-provider.ts';
import { startTestPlatform, type Client, type TestPlatform } from '../platform/platform.ts';

/** A platform with a real provider beside it, and the OAuth router's calls. */

export type Data = Record<string, unknown>;

export interface Started {
  readonly auth_url: string;
  readonly state: string;
  readonly grant_type: string;
  readonly response_type: string | null;
  readonly redirect_uri: string;
  readonly expires_in: number;
}

/** What a router answered. */
export interface Routed<T> {
  readonly status: number;
  readonly data: T;
  readonly error?: string;
}

export interface OAuthPlatform extends TestPlatform {
  readonly provider: TestProvider;
  /** One call of the OAuth router; `by` is somebody else than the first user. */
  oauth<T = Data>(method_name: string, data?: object, by?: Client): Promise<Routed<T>>;
  /** An auth config of the confidential client; its id. */
  authConfig(config?: object): Promise<string>;
  /** Signs in as a user would, and answers the connection. */
  connect(input?: object): Promise<Data & { id: string }>;
  /** Polls as the app does, until the sign-in has an end. */
  finished(started: Started): Promise<Data>;
  /** An endpoint that asks `url`, signing in so. */
  endpoint(url: string, auth: object): Promise<string>;
  execute(endpoint_id: string, more?: object): Promise<Data & { status: number; error: string | null }>;
  /** Moves the platform's clock on, in milliseconds. */
  pass(ms: number): void;
  /** All that the platform keeps, and all that it logged. */
  kept(): string;
}

export async function startOAuthPlatform({ lifetime = 3600 } = {}): Promise<OAuthPlatform> {
  const provider = await startOidcProvider({ lifetime });
  let passed = 0;
  const platform = await startTestPlatform({ now: () => Date.now() + passed });
  onTestFinished(() => platform[Symbol.asyncDispose]());

  async function router<T>(path: string, method_name: string, data: object, by: Client): Promise<Routed<T>> {
    const { status, body } = await by.call('POST', path, { method_name, data });
    return { status, data: body['data'] as T, ...(typeof body['error'] === 'string' && { error: body['error'] }) };
  }
  function oauth<T = Data>(method_name: string, data: object = {}, by: Client = platform): Promise<Routed<T>> {
    return router('/api/router/oauth_callback_server/apiRouterV2', method_name, data, by);
  }
  function composer<T = Data>(method_name: string, data: object): Promise<Routed<T>> {
    return router('/api/router/control_api_server/apiRouterV2', method_name, { ...platform.scope, ...data }, platform);
  }

  const self: OAuthPlatform = Object.assign(platform, {
    provider, oauth,
    async authConfig(config: object = {}) {
      const client = { issuer: provider.issuer, ...provider.confidential, scope: 'openid offline_access read', ...config };
      const { body } = await platform.call('POST', '/api/saas_db/auth_configs', { ...platform.scope, name: 'Provider', auth_type: 'oauth2', config: client, is_active: true });
      return body['insertedId'] as string;
    },
    async connect(input: object = {}) {
      const { data: started } = await oauth<Started>('initiate-oauth-flow', { provider: 'Provider', auth_config_id: await self.authConfig(), ...input });
      if (started.auth_url !== '') await provider.browse(started.auth_url);
      const { connection, error } = await self.finished(started);
      if (!connection) throw new Error(`There is no connection: ${String(error)}`);
      return connection as Data & { id: string };
    },
    async finished({ state }: Started) {
      for (;;) {
        const { data, error } = await oauth('poll-oauth-completion', { provider: 'Provider', state });
        if (error !== undefined) throw new Error(error);
        if (data['status'] !== 'pending') return data;
      }
    },
    async endpoint(url: string, auth: object) {
      const { data: api } = await composer<{ id: string }>('create-api', { name: 'Target', server_url: url, auth });
      const { data: endpoint } = await composer<{ id: string }>('create-endpoint', { name: 'Ask', api_id: api.id, method: 'GET', path: '/ask' });
      return endpoint.id;
    },
    async execute(endpoint_id: string, more: object = {}) {
      const { data, error } = await composer<Data & { status: number; error: string | null }>('api-router-execute', { endpoint_id, ...more });
      if (error !== undefined) throw new Error(error);
      return data;
    },
    pass: (ms: number) => void (passed += ms),
    kept: () => [...readdirSync(platform.folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1')), ...platform.lines].join('\n'),
  });
  return self;
}

export const byConnection = (connection: { readonly id: string }) => ({ type: 'oauth2', credentials: { connection_id: connection.id } });
