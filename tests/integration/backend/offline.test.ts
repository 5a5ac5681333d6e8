import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { Reply } from '../../../shared/rpc.ts';
import { memorySettings, temporaryFolder } from '../../unit/backend/folders.ts';
import { memoryTokens } from '../../../electron/backend/keychain.ts';
import { dataOf, errorOf, eventsOf, scope, signedIn, startBackend } from './backend.ts';
import { raw, sessionAnswer, startServer, status } from './server.ts';

const prompts = '/api/saas_db/agent_prompts';
const listOf = (...names: string[]) => () => ({ data: names.map((name, index) => ({ id: String(index), name })) });

describe('while the platform is away', () => {
  it('reads are answered from the cache, marked with their time, and writes are refused', async () => {
    const server = await startServer({ [`GET ${prompts}`]: listOf('a') });
    const { api } = await signedIn(server.url);
    const before = Date.now();
    dataOf(await api.agentPrompts.list(scope));
    await server.shut();
    const reply = await api.agentPrompts.list(scope);
    expect(reply).toMatchObject({ ok: true, data: { rows: [{ name: 'a' }] }, meta: { source: 'cache' } });
    expect(Date.parse((reply as Extract<typeof reply, { ok: true }>).meta.as_of!)).toBeGreaterThanOrEqual(before);
    expect(errorOf(await api.agentPrompts.remove({ ...scope, id: '0' }))).toMatchObject({ code: 'unreachable' });
    expect(errorOf(await api.agentLlms.list(scope))).toMatchObject({ code: 'unreachable', message: 'Failed to fetch agent LLMs' });
  });

  it('a list is there as it was after the last change made here, although nobody looked at it since', async () => {
    const names = ['a'];
    const server = await startServer({
      [`GET ${prompts}`]: () => listOf(...names)(),
      [`POST ${prompts}`]: () => {
        names.push('b');
        return { insertedId: '1' };
      },
      [`GET ${prompts}/1`]: () => ({ id: '1', name: 'b' }),
    });
    const { api } = await signedIn(server.url);
    const lists = () => server.received.filter(({ method, path }) => method === 'GET' && path === prompts).length;
    dataOf(await api.agentPrompts.list(scope));
    dataOf(await api.agentPrompts.create({ ...scope, name: 'b' }));
    await vi.waitFor(() => expect(lists()).toBe(2), 5000);
    await vi.waitFor(async () => {
      const [hit] = dataOf(await api.cache.search({ text: 'b', tenant_id: scope.tenant_id })).hits;
      expect(hit).toMatchObject({ group: 'agentPrompts', title: 'b' });
    }, 5000);
    await server.shut();
    expect(dataOf(await api.agentPrompts.list(scope)).rows.map(({ name }) => name)).toEqual(['a', 'b']);
  });

  it.each([502, 503, 504])('a gateway that says %i counts as away', async (code) => {
    const server = await startServer({ [`GET ${prompts}`]: listOf('a') });
    const { api } = await signedIn(server.url);
    dataOf(await api.agentPrompts.list(scope));
    server.answers[`GET ${prompts}`] = raw(code, '<html>gateway</html>', { 'Content-Type': 'text/html' });
    expect(await api.agentPrompts.list(scope)).toMatchObject({ ok: true, meta: { source: 'cache' } });
  });

  it.each([[401, 'unauthorized'], [403, 'forbidden'], [404, 'not_found'], [500, 'server'], [200, 'bad_answer']])(
    'a platform that answers %i is not away: nothing stale is shown [F-23]',
    async (code, expected) => {
      const server = await startServer({ [`GET ${prompts}`]: listOf('a') });
      const { api } = await signedIn(server.url);
      dataOf(await api.agentPrompts.list(scope));
      server.answers[`GET ${prompts}`] = code === 200 ? raw(200, '<html>') : status(code, {});
      expect(errorOf(await api.agentPrompts.list(scope)).code).toBe(expected);
    },
  );

  it('the session says so, and says when it is back', async () => {
    const server = await startServer({ [`GET ${prompts}`]: listOf('a') });
    const { api } = await signedIn(server.url);
    const states = eventsOf<{ state: string; as_of?: string | null | undefined }>((subscriber) => api.session.follow({}, subscriber));
    const platform = eventsOf<{ state: string }>((subscriber) => api.app.platform({}, subscriber));
    dataOf(await api.agentPrompts.list(scope));
    await server.shut();
    await api.agentPrompts.list(scope);
    expect((await states.next(({ state }) => state === 'offline')).as_of).toEqual(expect.any(String));
    await platform.next(({ state }) => state === 'unreachable');
    states.seen.length = platform.seen.length = 0;
    await server.open();
    await states.next(({ state }) => state === 'signed_in');
    expect(await platform.next(({ state }) => state === 'ready')).toMatchObject({ latency_ms: expect.any(Number) as number });
    expect(await api.agentPrompts.list(scope)).toMatchObject({ ok: true, meta: { source: 'platform' } });
  });

  it('a start shows who was signed in, and what was cached', async () => {
    const server = await startServer({ [`GET ${prompts}`]: listOf('a') });
    const shared = { dataFolder: temporaryFolder(), settings: memorySettings(), tokens: memoryTokens() };
    const first = await signedIn(server.url, shared);
    dataOf(await first.api.agentPrompts.list(scope));
    await first.close();
    await server.shut();
    const { api } = await startBackend(shared);
    const watched = eventsOf<Reply>((subscriber) => api.watch.call({ call: 'agentPrompts.list', input: scope }, subscriber as never));
    expect(await watched.next(() => true)).toMatchObject({ ok: true, data: { rows: [{ name: 'a' }] }, meta: { source: 'cache' } });
    expect(await api.agentPrompts.list(scope)).toMatchObject({ ok: true, meta: { source: 'cache' } });
    expect(dataOf(await api.session.get({}))).toMatchObject({ state: 'offline', user: { id: 'u1' }, tenants: [{ id: 't1' }, { id: 't2' }], as_of: expect.any(String) as string });
  });

  it('flapping 100 times doubles no write and loses no draft [F-25]', async () => {
    let created = 0;
    const server = await startServer({
      [`POST ${prompts}`]: status(201, { insertedId: 'n' }), [`GET ${prompts}/n`]: () => {
        created++;
        return { id: 'n', name: 'n' };
      },
    });
    const { api } = await signedIn(server.url);
    let confirmed = 0;
    for (let round = 0; round < 100; round++) {
      dataOf(await api.drafts.put({ key: `form/${round}`, value: round }));
      if (round % 2 === 0) await server.shut();
      else await server.open();
      const reply = await api.agentPrompts.create({ ...scope, name: `n${round}` } as never);
      if (reply.ok) confirmed++;
    }
    const posts = server.received.filter(({ method }) => method === 'POST').length;
    expect(posts).toBe(confirmed);
    expect(created).toBe(confirmed);
    expect(confirmed).toBeGreaterThan(10);
    expect(dataOf(await api.drafts.list({ prefix: 'form/' })).entries).toHaveLength(100);
  });
});

describe('tenants, users and profiles [F-24]', () => {
  it('never see each other’s rows, online, offline or in the search', async () => {
    const server = await startServer({ [`GET ${prompts}`]: ({ query }) => ({ data: [{ id: '1', name: `alpha of ${query.get('tenant_id')}` }] }) });
    const { api } = await signedIn(server.url);
    const other = { ...scope, tenant_id: 't2' };
    dataOf(await api.agentPrompts.list(scope));
    dataOf(await api.agentPrompts.list(other));
    await server.shut();
    expect(dataOf(await api.agentPrompts.list(scope)).rows).toMatchObject([{ name: 'alpha of t1' }]);
    expect(dataOf(await api.agentPrompts.list(other)).rows).toMatchObject([{ name: 'alpha of t2' }]);
    const titles = async (tenant_id: string) => dataOf(await api.cache.search({ text: 'alpha', tenant_id })).hits.map(({ title }) => title);
    await expect.poll(() => titles('t1')).toEqual(['alpha of t1']);
    await expect.poll(() => titles('t2')).toEqual(['alpha of t2']);
  });

  it('a switch of the connection drops what is in flight', async () => {
    const asked = Promise.withResolvers<void>();
    const server = await startServer({
      [`GET ${prompts}`]: () => {
        asked.resolve();
        return undefined;
      },
    });
    const { api } = await signedIn(server.url);
    const second = dataOf(await api.profiles.save({ name: 'Second', kind: 'remote', base_url: server.url }));
    const reply = api.agentPrompts.list(scope);
    await asked.promise;
    dataOf(await api.profiles.select({ id: second.id }));
    expect(errorOf(await reply)).toMatchObject({ code: 'cancelled' });
    expect(dataOf(await api.session.get({})).user).toBeNull();
  });

  it('sign-out wipes tokens, cache, drafts and the log of that user', async () => {
    const server = await startServer({ [`GET ${prompts}`]: listOf('canary-row') });
    const { api, deps } = await signedIn(server.url);
    dataOf(await api.agentPrompts.list(scope));
    dataOf(await api.drafts.put({ key: 'form', value: 'canary-draft' }));
    const { id } = dataOf(await api.session.get({})).profile!;
    expect(await deps.tokens.get(`profile:${id}`)).toContain('pasted-token');
    expect(dataOf(await api.session.signOut({}))).toMatchObject({ state: 'signed_out', user: null, tenants: [] });
    expect(await deps.tokens.get(`profile:${id}`)).toBeNull();
    expect(dataOf(await api.activity.list({})).entries).toEqual([]);
    expect(dataOf(await api.cache.stats({})).answers).toBe(0);
    expect(errorOf(await api.agentPrompts.list(scope)).code).toBe('unauthorized');
    dataOf(await api.session.signIn({ token: 'pasted-token' }));
    expect(dataOf(await api.drafts.list({})).entries).toEqual([]);
    const files = readdirSync(deps.dataFolder).filter((file) => /\.db(-wal)?$/.test(file));
    expect(files.filter((file) => readFileSync(path.join(deps.dataFolder, file), 'latin1').includes('canary'))).toEqual([]);
  });

  it('a deleted row leaves the search at once', async () => {
    const server = await startServer({ [`GET ${prompts}`]: listOf('alpha'), [`DELETE ${prompts}/0`]: () => ({ success: true }) });
    const { api } = await signedIn(server.url);
    dataOf(await api.agentPrompts.list(scope));
    const hits = async () => dataOf(await api.cache.search({ text: 'alpha', tenant_id: 't1' })).hits.length;
    await expect.poll(hits).toBe(1);
    dataOf(await api.agentPrompts.remove({ ...scope, id: '0' }));
    expect(await hits()).toBe(0);
  });
});

describe('a watched read', () => {
  it('is asked again after a write to its group, from whatever window', async () => {
    const names = ['a'];
    const server = await startServer({
      [`GET ${prompts}`]: () => listOf(...names)(),
      [`PUT ${prompts}/0`]: () => {
        names[0] = 'b';
        return { id: '0', name: 'b' };
      },
    });
    const { api } = await signedIn(server.url);
    const watched = eventsOf<Reply>((subscriber) => api.watch.call({ call: 'agentPrompts.list', input: scope }, subscriber as never));
    const shows = (name: string) => (reply: Reply) => reply.ok && JSON.stringify(reply.data).includes(`"${name}"`);
    await watched.next(shows('a'));
    dataOf(await api.agentPrompts.update({ ...scope, id: '0', name: 'b' } as never));
    expect(await watched.next(shows('b'))).toMatchObject({ meta: { source: 'platform' } });
  });

  it('must be a read of the contract, with a good input', async () => {
    const server = await startServer();
    const { api } = await signedIn(server.url);
    const ended = (call: string, input: unknown) => eventsOf((subscriber) => api.watch.call({ call, input }, subscriber as never)).end();
    expect(await ended('agentPrompts.create', { ...scope, name: 'x' })).toMatchObject({ code: 'invalid_input' });
    expect(await ended('no.such', {})).toMatchObject({ code: 'invalid_input' });
    expect(await ended('agentPrompts.list', {})).toMatchObject({ code: 'invalid_input', message: 'Tenant must be selected' });
  });
});

it('the log shows each call as it went, and the session’s answer is what the test server says', async () => {
  const server = await startServer({ [`GET ${prompts}`]: listOf('a') });
  const { api } = await signedIn(server.url);
  const followed = eventsOf<{ call: string }>((subscriber) => api.activity.follow({}, subscriber));
  dataOf(await api.agentPrompts.list(scope));
  await followed.next(({ call }) => call === 'agentPrompts.list');
  const [entry] = dataOf(await api.activity.list({})).entries;
  expect(entry).toMatchObject({ call: 'agentPrompts.list', method: 'GET', status: 200, attempt: 1, source: 'platform', error: null });
  const detail = dataOf(await api.activity.get({ id: entry!.id }));
  expect(detail.request.headers['Authorization']).toBe('Bearer •••');
  expect(detail.response?.body).toContain('"name":"a"');
  expect(JSON.stringify(detail) + dataOf(await api.activity.har({})).text).not.toContain('pasted-token');
  expect(dataOf(await api.session.get({})).tenants).toHaveLength(sessionAnswer.detail.tenants.length);
});
