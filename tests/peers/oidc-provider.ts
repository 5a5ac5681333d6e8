import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { installPeers } from './install.ts';

/** A real OpenID provider that signs in whoever comes, with or without asking, for a native client without a secret and another with one. */
export interface TestProvider {
  readonly issuer: string;
  readonly clientId: string;
  /** A client with a secret, which may also ask for tokens of its own, and of which tokens count. */
  readonly confidential: { readonly client_id: string; readonly client_secret: string };
  /** Grants at the token endpoint: `authorization_code`, `refresh_token`, `client_credentials`; in the order of their success. */
  readonly grants: string[];
  /** What a browser does with the address: follows redirects with cookies, until it leaves the provider; that page's answer. */
  browse(address: string): Promise<Response>;
  /** From now on no refresh token is good. */
  revokeAll(): void;
  /** From now on no access token that was given out so far is good. */
  endAccessTokens(): void;
  /** Every access and refresh token that it has given out. */
  tokens(): string[];
  /** Somebody else uses the latest refresh token, which is thereby used up. */
  useRefreshToken(): Promise<void>;
  /** Something that lets in who has a token of this provider, which it asks of each; `401` otherwise. */
  resource(): Promise<TestResource>;
}

export interface TestResource {
  readonly url: string;
  /** The statuses of its answers, in their order. */
  readonly answers: number[];
}

interface Provider {
  readonly Grant: new (owner: { accountId: string; clientId: string }) => { addOIDCScope(scope: string): void; save(): Promise<string> };
  callback(): (request: IncomingMessage, response: ServerResponse) => void;
  on(event: 'grant.success', listener: (context: { oidc: { params: { grant_type: string } } }) => void): void;
  interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<{ prompt: { name: string }; params: { scope: string; client_id: string } }>;
  interactionFinished(request: IncomingMessage, response: ServerResponse, result: object, options: { mergeWithLastSubmission: boolean }): Promise<void>;
}

interface Options {
  /** Of an access token, in seconds. */
  readonly lifetime?: number;
  /** Shows its visitors a page where they sign in, and another where they allow it or deny it; otherwise both are taken for done. */
  readonly asks?: boolean;
  /** Takes what ends it. */
  readonly atEnd?: (end: () => void) => void;
}

export async function startOidcProvider({ lifetime = 3600, asks = false, atEnd = onTestFinished }: Options = {}): Promise<TestProvider> {
  const require = await installPeers();
  const { Provider } = require('oidc-provider') as { Provider: new (issuer: string, configuration: object) => Provider };
  const server = createServer();
  const issuer = await listening(server, atEnd);
  const clientId = 'trellis';
  const confidential = { client_id: 'service', client_secret: 'canary-client-secret-9c41' };
  const stored = new Map<string, Record<string, unknown>>();
  const given = new Set<string>();
  let revoked = false;

  class Adapter {
    readonly model: string;
    constructor(model: string) {
      this.model = model;
    }
    upsert(id: string, payload: Record<string, unknown>) {
      // A token without a content of its own is its id.
      if (/Token$|^ClientCredentials$/.test(this.model)) given.add(id);
      stored.set(`${this.model}:${id}`, payload);
      return Promise.resolve();
    }
    find = (id: string) => Promise.resolve(revoked && this.model === 'RefreshToken' ? undefined : stored.get(`${this.model}:${id}`));
    findByUid = (uid: string) => Promise.resolve([...stored.values()].find((payload) => payload['uid'] === uid));
    findByUserCode = () => Promise.resolve(undefined);
    consume = (id: string) => Promise.resolve(void Object.assign(stored.get(`${this.model}:${id}`) ?? {}, { consumed: 1 }));
    destroy = (id: string) => Promise.resolve(void stored.delete(`${this.model}:${id}`));
    revokeByGrantId = () => Promise.resolve();
  }

  const provider = new Provider(issuer, {
    adapter: Adapter,
    clients: [
      { ...native, client_id: clientId, token_endpoint_auth_method: 'none', grant_types: ['authorization_code', 'refresh_token'] },
      { ...native, ...confidential, token_endpoint_auth_method: 'client_secret_basic', grant_types: ['authorization_code', 'refresh_token', 'client_credentials'] },
    ],
    clientDefaults: { id_token_signed_response_alg: 'ES256' },
    // No client may have the last.
    scopes: ['openid', 'profile', 'email', 'offline_access', 'read', 'admin'],
    features: { devInteractions: { enabled: false }, clientCredentials: { enabled: true }, introspection: { enabled: true, allowedPolicy: () => true }, revocation: { enabled: true, allowedPolicy: () => true } },
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_context: unknown, accountId: string) => ({ accountId, claims: () => Promise.resolve({ sub: accountId }) }),
    cookies: { keys: ['key of the tests'] },
    jwks: { keys: [{ ...generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig' }] },
    ttl: { AccessToken: lifetime, ClientCredentials: lifetime, Interaction: 600, Session: 600, Grant: 600, RefreshToken: 600, IdToken: 600 },
    rotateRefreshToken: true,
  });
  const grants: string[] = [];
  provider.on('grant.success', ({ oidc }) => grants.push(oidc.params.grant_type));
  const respond = provider.callback();
  const interact = async (request: IncomingMessage, response: ServerResponse) => {
    const { prompt, params } = await provider.interactionDetails(request, response);
    if (asks && request.method === 'GET') return void response.setHeader('content-type', 'text/html').end(pages[prompt.name]);
    if (request.url!.endsWith('?deny')) return provider.interactionFinished(request, response, { error: 'access_denied', error_description: 'Ann said no' }, { mergeWithLastSubmission: false });
    const grant = new provider.Grant({ accountId: 'ann', clientId: params.client_id });
    grant.addOIDCScope(params.scope);
    const result = prompt.name === 'login' ? { login: { accountId: 'ann' } } : { consent: { grantId: await grant.save() } };
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: true });
  };
  server.on('request', (request, response) => {
    if (!request.url!.startsWith('/interaction/')) respond(request, response);
    else void interact(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  const basic = `Basic ${btoa(`${confidential.client_id}:${confidential.client_secret}`)}`;
  const ask = (path: string, fields: Record<string, string>) => fetch(issuer + path, { method: 'POST', headers: { authorization: basic }, body: new URLSearchParams(fields) });
  const idsOf = (model: string) => [...stored.keys()].filter((key) => key.startsWith(`${model}:`)).map((key) => key.slice(model.length + 1));

  async function resource(): Promise<TestResource> {
    const answers: number[] = [];
    const guarded = createServer();
    const url = await listening(guarded, atEnd);
    const answer = async (request: IncomingMessage, response: ServerResponse) => {
      const token = request.headers.authorization?.replace(/^Bearer /, '') ?? '';
      const said = (await (await ask('/token/introspection', { token })).json()) as { active: boolean; sub?: string; client_id?: string };
      const status = said.active ? 200 : 401;
      answers.push(status);
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ sub: said.sub ?? said.client_id ?? null, headers: request.headers }));
    };
    guarded.on('request', (request, response) => void answer(request, response).catch((error: unknown) => response.destroy(error as Error)));
    return { url, answers };
  }

  return {
    issuer, clientId, confidential, grants, resource,
    browse: (address) => browse(issuer, address),
    revokeAll: () => void (revoked = true),
    endAccessTokens() {
      for (const model of ['AccessToken', 'ClientCredentials']) for (const id of idsOf(model)) stored.delete(`${model}:${id}`);
    },
    tokens: () => [...given],
    async useRefreshToken() {
      const { status } = await ask('/token', { grant_type: 'refresh_token', refresh_token: idsOf('RefreshToken').at(-1)! });
      if (status !== 200) throw new Error(`The provider refused its own refresh token: ${status}`);
    },
  };
}

const native = { application_type: 'native', response_types: ['code'], redirect_uris: ['http://127.0.0.1/callback'], scope: 'openid profile email offline_access read' };

const page = (title: string, buttons: string) => `<!doctype html><html lang="en"><title>${title}</title><h1>${title}</h1><form method="post">${buttons}</form></html>`;
/** What its visitors are asked, by the name of the question. */
const pages: Readonly<Record<string, string>> = {
  login: page('Sign in as Ann', '<button>Sign in</button>'),
  consent: page('Trellis wants to act for you', '<button>Allow</button><button formaction="?deny">Deny</button>'),
};

/** Its address, once it takes connections. */
async function listening(server: Server, atEnd: (end: () => void) => void): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEnd(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
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
