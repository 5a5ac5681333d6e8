import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { installPeers } from './install.ts';

/** A real OpenID provider that signs in whoever comes, for one native client. */
export interface TestProvider {
  readonly issuer: string;
  readonly clientId: string;
  /** Grants at the token endpoint: `authorization_code`, `refresh_token`; in the order of their success. */
  readonly grants: string[];
  /** What a browser does with the address: follows redirects with cookies, until it leaves the provider; that page's answer. */
  browse(address: string): Promise<Response>;
  /** From now on no refresh token is good. */
  revokeAll(): void;
}

interface Provider {
  readonly Grant: new (owner: { accountId: string; clientId: string }) => { addOIDCScope(scope: string): void; save(): Promise<string> };
  callback(): (request: IncomingMessage, response: ServerResponse) => void;
  on(event: 'grant.success', listener: (context: { oidc: { params: { grant_type: string } } }) => void): void;
  interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<{ prompt: { name: string }; params: { scope: string } }>;
  interactionFinished(request: IncomingMessage, response: ServerResponse, result: object, options: { mergeWithLastSubmission: boolean }): Promise<void>;
}

/** `lifetime`: of an access token, in seconds. */
export async function startOidcProvider({ lifetime = 3600 } = {}): Promise<TestProvider> {
  const require = await installPeers();
  const { Provider } = require('oidc-provider') as { Provider: new (issuer: string, configuration: object) => Provider };
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const clientId = 'trellis';
  const stored = new Map<string, Record<string, unknown>>();
  let revoked = false;

  class Adapter {
    readonly model: string;
    constructor(model: string) {
      this.model = model;
    }
    upsert = (id: string, payload: Record<string, unknown>) => Promise.resolve(void stored.set(`${this.model}:${id}`, payload));
    find = (id: string) => Promise.resolve(revoked && this.model === 'RefreshToken' ? undefined : stored.get(`${this.model}:${id}`));
    findByUid = (uid: string) => Promise.resolve([...stored.values()].find((payload) => payload['uid'] === uid));
    findByUserCode = () => Promise.resolve(undefined);
    consume = (id: string) => Promise.resolve(void Object.assign(stored.get(`${this.model}:${id}`) ?? {}, { consumed: 1 }));
    destroy = (id: string) => Promise.resolve(void stored.delete(`${this.model}:${id}`));
    revokeByGrantId = () => Promise.resolve();
  }

  const provider = new Provider(issuer, {
    adapter: Adapter,
    clients: [{ client_id: clientId, application_type: 'native', token_endpoint_auth_method: 'none', grant_types: ['authorization_code', 'refresh_token'], response_types: ['code'], redirect_uris: ['http://127.0.0.1/callback'] }],
    clientDefaults: { id_token_signed_response_alg: 'ES256' },
    scopes: ['openid', 'profile', 'email', 'offline_access'],
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_context: unknown, accountId: string) => ({ accountId, claims: () => Promise.resolve({ sub: accountId }) }),
    cookies: { keys: ['key of the tests'] },
    jwks: { keys: [{ ...generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig' }] },
    ttl: { AccessToken: lifetime, Interaction: 600, Session: 600, Grant: 600, RefreshToken: 600, IdToken: 600 },
    rotateRefreshToken: true,
  });
  const grants: string[] = [];
  provider.on('grant.success', ({ oidc }) => grants.push(oidc.params.grant_type));
  const answer = provider.callback();
  /** Signs in and consents without asking. */
  const interact = async (request: IncomingMessage, response: ServerResponse) => {
    const { prompt, params } = await provider.interactionDetails(request, response);
    const grant = new provider.Grant({ accountId: 'ann', clientId });
    grant.addOIDCScope(params.scope);
    const result = prompt.name === 'login' ? { login: { accountId: 'ann' } } : { consent: { grantId: await grant.save() } };
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: true });
  };
  server.on('request', (request, response) => {
    if (!request.url!.startsWith('/interaction/')) answer(request, response);
    else void interact(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  return { issuer, clientId, grants, browse: (address) => browse(issuer, address), revokeAll: () => void (revoked = true) };
}

async function browse(issuer: string, address: string): Promise<Response> {
  const cookies = new Map<string, string>();
  let url = address;
  for (let step = 0; step < 20; step++) {
    const response = await fetch(url, { redirect: 'manual', headers: { Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') } });
    if (!url.startsWith(issuer)) return response;
    for (const cookie of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)!;
      cookies.set(name!, value!);
    }
    const location = response.headers.get('location');
    if (!location) throw new Error(`The provider's page has no way on: ${response.status} ${await response.text()}`);
    url = new URL(location, url).href;
  }
  throw new Error('The provider sends its visitor in circles');
}
