import { describe, expect, it } from 'vitest';
import { startOidcProvider, type TestProvider } from '../../peers/oidc-provider.ts';
import { memoryTokens } from '../../../electron/backend/keychain.ts';
import { memorySettings, temporaryFolder } from '../../unit/backend/folders.ts';
import { dataOf, errorOf, scope, signedIn, startBackend } from './backend.ts';
import { sessionAnswer, startServer, status, type Answer, type Received } from './server.ts';

const prompts = '/api/saas_db/agent_prompts';

/** A platform that takes only tokens that it has not refused, and refuses all of them when told so. */
async function platform() {
  const refused = new Set<string>();
  const seen: string[] = [];
  const tokenOf = ({ headers }: Received) => headers.authorization!.slice('Bearer '.length);
  const guarded = (answer: Answer): Answer => (request, response, raw) => {
    const token = tokenOf(request);
    if (!seen.includes(token)) seen.push(token);
    return refused.has(token) ? status(401, { error: 'Token expired' })(request, response, raw) : answer(request, response, raw);
  };
  const server = await startServer({
    'GET /api/auth/session': guarded(() => sessionAnswer),
    [`GET ${prompts}`]: guarded(() => ({ data: [{ id: '1', name: 'a' }] })),
  });
  return { server, seen, refuseAll: () => seen.forEach((token) => refused.add(token)) };
}

async function withProvider(provider: TestProvider, url: string, browser: (address: string) => unknown, shared: object = {}) {
  const backend = await startBackend({ openExternal: (address) => Promise.resolve(void browser(address)), ...shared });
  const profile = dataOf(await backend.api.profiles.save({
    name: 'Work', kind: 'remote', base_url: url, oidc: { issuer: provider.issuer, client_id: provider.clientId },
  }));
  dataOf(await backend.api.profiles.select({ id: profile.id }));
  return { ...backend, profile };
}

describe('sign-in through the browser', () => {
  it('is code with PKCE over a loopback redirect, and the session survives a restart', async () => {
    const provider = await startOidcProvider();
    const { server } = await platform();
    const opened: URL[] = [];
    const shared = { dataFolder: temporaryFolder(), settings: memorySettings(), tokens: memoryTokens() };
    const first = await withProvider(provider, server.url, (address) => {
      opened.push(new URL(address));
      void provider.browse(address);
    }, shared);
    const { api } = first;
    expect(dataOf(await api.session.signIn({}))).toMatchObject({ state: 'signed_in', user: { id: 'u1' }, tenants: [{ id: 't1' }, { id: 't2' }] });
    const asked = Object.fromEntries(opened[0]!.searchParams);
    expect(asked).toMatchObject({ response_type: 'code', code_challenge_method: 'S256', client_id: 'trellis', redirect_uri: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/callback$/) as string });
    expect([asked['state']!.length, asked['code_challenge']!.length].every((length) => length >= 43)).toBe(true);
    expect(dataOf(await api.agentPrompts.list(scope)).rows).toHaveLength(1);
    await first.close();
    const again = await startBackend(shared);
    expect(dataOf(await again.api.agentPrompts.list(scope)).rows).toHaveLength(1);
    expect(opened).toHaveLength(1);
  });

  it('takes no answer with another state, nor one twice [F-22]', async () => {
    const provider = await startOidcProvider();
    const { server } = await platform();
    const answers: number[] = [];
    const { api } = await withProvider(provider, server.url, async (address) => {
      const redirect = new URL(address).searchParams.get('redirect_uri')!;
      answers.push((await fetch(`${redirect}?code=stolen&state=wrong`)).status, (await fetch(`${redirect}?code=stolen`)).status, (await fetch(redirect.replace('/callback', '/'))).status);
      answers.push((await provider.browse(address)).status);
    });
    expect(dataOf(await api.session.signIn({})).state).toBe('signed_in');
    await expect.poll(() => answers).toEqual([400, 400, 400, 200]);
    expect(provider.grants).toEqual(['authorization_code']);
  });

  it('can be refused by the provider', async () => {
    const provider = await startOidcProvider();
    const { server } = await platform();
    const { api } = await withProvider(provider, server.url, (address) => {
      const { searchParams } = new URL(address);
      void fetch(`${searchParams.get('redirect_uri')}?error=access_denied&error_description=Not+you&state=${searchParams.get('state')}&iss=${encodeURIComponent(provider.issuer)}`);
    });
    expect(errorOf(await api.session.signIn({}))).toMatchObject({ code: 'unauthorized', message: 'Sign-in was refused', details: 'Not you' });
    expect(dataOf(await api.session.get({})).state).toBe('signed_out');
  });

  it('can be cancelled, and its port is closed then [F-22]', async () => {
    const provider = await startOidcProvider();
    const { server } = await platform();
    const opened = Promise.withResolvers<string>();
    const { api } = await withProvider(provider, server.url, opened.resolve);
    const controller = new AbortController();
    const reply = api.session.signIn({}, controller.signal);
    const redirect = new URL(await opened.promise).searchParams.get('redirect_uri')!;
    controller.abort();
    expect(errorOf(await reply)).toMatchObject({ code: 'cancelled' });
    await expect(fetch(redirect)).rejects.toThrow('fetch failed');
  });

  it('says when there is no provider at the address', async () => {
    const { server } = await platform();
    const { api } = await withProvider({ issuer: server.url, clientId: 'x' } as TestProvider, server.url, () => undefined);
    expect(errorOf(await api.session.signIn({}))).toMatchObject({ message: 'Failed to sign in' });
  });
});

describe('an access token that is not taken any more', () => {
  const signedInThrough = async (provider: TestProvider) => {
    const guarded = await platform();
    const backend = await withProvider(provider, guarded.server.url, (address) => void provider.browse(address));
    dataOf(await backend.api.session.signIn({}));
    return { ...backend, ...guarded };
  };

  it('is renewed once for 20 calls that fail together [F-22]', async () => {
    const provider = await startOidcProvider();
    const { api, refuseAll } = await signedInThrough(provider);
    refuseAll();
    const replies = await Promise.all(Array.from({ length: 20 }, () => api.agentPrompts.list(scope)));
    expect(replies.every(({ ok }) => ok)).toBe(true);
    expect(provider.grants).toEqual(['authorization_code', 'refresh_token']);
  });

  it('is renewed before it ends', async () => {
    const provider = await startOidcProvider({ lifetime: 20 });
    const { api, seen } = await signedInThrough(provider);
    expect(dataOf(await api.agentPrompts.list(scope)).rows).toHaveLength(1);
    expect(seen.length).toBeGreaterThan(0);
    expect(provider.grants).toContain('refresh_token');
  });

  it('ends the session where it cannot be renewed, and sign-in is offered', async () => {
    const provider = await startOidcProvider();
    const { api, refuseAll, deps, profile } = await signedInThrough(provider);
    dataOf(await api.agentPrompts.list(scope));
    const hits = async () => dataOf(await api.cache.search({ text: 'a', tenant_id: 't1' })).hits.length;
    await expect.poll(hits).toBe(1);
    refuseAll();
    provider.revokeAll();
    expect(errorOf(await api.agentPrompts.list(scope))).toMatchObject({ code: 'unauthorized', message: 'You are signed out. Sign in to go on.' });
    expect(dataOf(await api.session.get({})).state).toBe('signed_out');
    expect(await deps.tokens.get(`profile:${profile.id}`)).toBeNull();
    expect(await hits()).toBe(0); // nor are the cached rows shown any more
  });
});

describe('a pasted token', () => {
  it('is refused when the platform does not take it, and is not kept', async () => {
    const server = await startServer({ 'GET /api/auth/session': status(401, { error: 'no' }) });
    const { api, deps } = await startBackend();
    const { id } = dataOf(await api.profiles.save({ name: 'Work', kind: 'remote', base_url: server.url }));
    dataOf(await api.profiles.select({ id }));
    expect(errorOf(await api.session.signIn({ token: 'wrong' }))).toMatchObject({ code: 'unauthorized' });
    expect(await deps.tokens.get(`profile:${id}`)).toBeNull();
    expect(errorOf(await api.session.signIn({}))).toMatchObject({ code: 'invalid_input', message: expect.stringContaining('Paste an access token') as string });
  });

  it('does not end with a 401 that is about something else, such as an OAuth connection [A-014]', async () => {
    const server = await startServer({ [`GET ${prompts}`]: status(401, { error: 'Connection expired' }) });
    const { api } = await signedIn(server.url);
    expect(errorOf(await api.agentPrompts.list(scope))).toMatchObject({ code: 'unauthorized', message: 'Connection expired' });
    expect(server.received).toHaveLength(1);
    expect(dataOf(await api.session.get({})).state).toBe('signed_in');
  });

  it.each([[{}], [{ user: { id: 'u' } }], [{ user: { id: 'u' }, detail: {} }], [{ user: { id: 'u' }, detail: { tenants: 'none' } }]])(
    'of a session without tenant data (%j) says so [R-022]',
    async (answer) => {
      const server = await startServer({ 'GET /api/auth/session': () => answer });
      const { api } = await startBackend();
      const { id } = dataOf(await api.profiles.save({ name: 'Work', kind: 'remote', base_url: server.url }));
      dataOf(await api.profiles.select({ id }));
      expect(errorOf(await api.session.signIn({ token: 'good' })).message).toBe('No tenant data available in session');
      expect(dataOf(await api.session.get({})).problem).toContain('No tenant data available in session');
    },
  );
});

it('before a connection is chosen, calls say so', async () => {
  const { api } = await startBackend();
  expect(dataOf(await api.session.get({}))).toMatchObject({ state: 'none', profile: null });
  expect(errorOf(await api.agentPrompts.list(scope))).toMatchObject({ code: 'unauthorized', message: 'Choose where to work first.' });
});
