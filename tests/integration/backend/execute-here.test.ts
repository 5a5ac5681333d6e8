import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { BackendDeps } from '../../../electron/backend/create-backend.ts';
import { memoryTokens, type TokenStore } from '../../../electron/backend/keychain.ts';
import { childLauncher } from '../../../electron/web/launcher.ts';
import type { ExecutionResult } from '../../../shared/contract/http.ts';
import { startHawkServer } from '../../peers/hawk-server.ts';
import { temporaryFolder } from '../../unit/backend/folders.ts';
import { httpTarget, type Target } from '../../unit/execution/target-server.ts';
import { dataOf, errorOf, signedIn, startBackend } from './backend.ts';
import { startServer } from './server.ts';

/** A secret in each of its forms is found by this. */
const canary = (name: string) => `canary-${name}-9c41`;
const echo = (request: IncomingMessage, response: ServerResponse) => void response.setHeader('content-type', 'application/json').end(JSON.stringify({ url: request.url, headers: request.headers }));

type Row = { id: string };
type Fields = Record<string, unknown>;

/** A backend on the embedded platform, which is a process of its own. */
async function onPlatform(changes: Partial<BackendDeps> = {}) {
  const lines: string[] = [];
  const backend = await startBackend({ launcher: childLauncher((line) => lines.push(line)), ...changes });
  const { api } = backend;
  dataOf(await api.profiles.select({ id: 'embedded' }));
  await expect.poll(async () => dataOf(await api.session.get({})).state, { timeout: 80_000 }).toBe('signed_in');
  const [tenant] = dataOf(await api.session.get({})).tenants;
  const scope = { tenant_id: tenant!.id, environment_id: tenant!.environments[0]!.id };
  return {
    ...backend, scope, lines,
    shown: () => lines.filter((line) => line.includes(' was shown to user ')).map((line) => /secret \w+\/[^/]+(\S+)/.exec(line)?.[1]),
    async endpoint(server_url: string, apiFields: Fields = {}, fields: Fields = {}): Promise<Row> {
      const owner = dataOf(await api.composerApis.create({ ...scope, name: 'Target', server_url, ...apiFields } as never)) as Row;
      return dataOf(await api.composerEndpoints.create({ ...scope, name: 'Ask', api_id: owner.id, method: 'GET', path: '/ask', ...fields } as never)) as Row;
    },
    environment: async (fields: Fields) => dataOf(await api.environments.update({ tenant_id: scope.tenant_id, id: scope.environment_id, ...fields } as never)),
    run: (endpoint: Row, fields: Fields = {}, signal?: AbortSignal) => api.composerExecutions.executeHere({ ...scope, endpoint_id: endpoint.id, ...fields } as never, signal),
    /** All that this computer keeps or shows of it. */
    async kept() {
      const { entries } = dataOf(await api.activity.list({}));
      const details = await Promise.all(entries.map(async ({ id }) => dataOf(await api.activity.get({ id }))));
      const files = readdirSync(backend.deps.dataFolder).filter((file) => /\.db/.test(file)).map((file) => readFileSync(path.join(backend.deps.dataFolder, file), 'latin1'));
      return JSON.stringify([details, dataOf(await api.activity.har({})), files]);
    },
  };
}

const md5 = (text: string) => createHash('md5').update(text).digest('hex');

/** Lets in who proves this password (RFC 7616, with MD5). */
function digestTarget(password: string): Promise<Target> {
  return httpTarget((request, response) => {
    const said = Object.fromEntries([...(request.headers.authorization ?? '').matchAll(/(\w+)=(?:"([^"]*)"|([^\s,]+))/g)].map(([, name, quoted, bare]) => [name!, quoted ?? bare!]));
    const right = md5([md5(`me:here:${password}`), said['nonce'], said['nc'], said['cnonce'], said['qop'], md5(`${request.method}:${request.url}`)].join(':'));
    if (said['response'] === right) return echo(request, response);
    response.writeHead(401, { 'www-authenticate': 'Digest realm="here", nonce="n1", qop="auth", algorithm=MD5' }).end();
  });
}

const bearer = { type: 'bearer_token', credentials: { token: canary('bearer') } };

describe('a run from this computer', () => {
  const kinds: [string, Fields, (target: Target) => unknown, unknown][] = [
    ['an API key [X-002]', { type: 'api_key', credentials: { name: 'X-Key', value: canary('key'), in: 'header' } }, ({ requests }) => requests[0]!.headers['x-key'], canary('key')],
    ['an API key in the query [X-003]', { type: 'api_key', credentials: { name: 'key', value: canary('query'), in: 'query' } }, ({ requests }) => requests[0]!.url, `/ask?key=${canary('query')}`],
    ['a bearer token [X-005]', bearer, ({ requests }) => requests[0]!.headers.authorization, `Bearer ${canary('bearer')}`],
    ['user name and password [X-007]', { type: 'basic_auth', credentials: { username: 'me', password: canary('basic') } }, ({ requests }) => requests[0]!.headers.authorization, `Basic ${btoa(`me:${canary('basic')}`)}`],
    ['an OAuth token [X-010]', { type: 'oauth2', credentials: { access_token: canary('oauth') } }, ({ requests }) => requests[0]!.headers.authorization, `Bearer ${canary('oauth')}`],
    ['client id and secret [X-011]', { type: 'oauth2', credentials: { client_id: 'c', client_secret: canary('client') } }, ({ requests }) => requests[0]!.headers.authorization, `Basic ${btoa(`c:${canary('client')}`)}`],
    ['headers of its own [X-012]', { type: 'custom', credentials: { headers: { 'X-One': canary('one'), 'X-Two': canary('two') } } }, ({ requests }) => [requests[0]!.headers['x-one'], requests[0]!.headers['x-two']], [canary('one'), canary('two')]],
    ['a token that is signed here [X-006]', { type: 'jwt', credentials: { claims: { sub: 'me' }, key: canary('jwt'), algorithm: 'HS256' } }, ({ requests }) => {
      const [head, claims, signature] = requests[0]!.headers.authorization!.slice('Bearer '.length).split('.');
      return signature === createHmac('sha256', canary('jwt')).update(`${head}.${claims}`).digest('base64url');
    }, true],
  ];

  it.each(kinds)('signs in by %s, and neither its answer, the log nor the cache has the secret [F-20]', async (_kind, auth, sent, expected) => {
    const here = await onPlatform();
    await using target = await httpTarget(echo);
    const result = dataOf(await here.run(await here.endpoint(target.url, { auth })));
    expect(result).toMatchObject({ status: 200, sent_from: 'computer', error: null, tenant_id: here.scope.tenant_id, name: 'Ask' });
    expect(sent(target)).toEqual(expected);
    expect(JSON.stringify(result)).not.toContain('canary-');
    expect(await here.kept()).not.toContain('canary-');
  });

  it('answers a digest challenge [X-008][F-20]', async () => {
    const here = await onPlatform();
    await using target = await digestTarget(canary('digest'));
    const result = dataOf(await here.run(await here.endpoint(target.url, { auth: { type: 'digest', credentials: { username: 'me', password: canary('digest') } } })));
    expect(result).toMatchObject({ status: 200, attempts: 2 });
    expect(JSON.stringify(result) + (await here.kept())).not.toContain('canary-');
  });

  it('signs with Hawk, as its reference implementation wants it [X-009][F-20]', { timeout: 300_000 }, async () => {
    const here = await onPlatform();
    const server = await startHawkServer({ keys: { ada: { key: canary('hawk'), algorithm: 'sha256' } } });
    const result = dataOf(await here.run(await here.endpoint(server.url, { auth: { type: 'hawk', credentials: { id: 'ada', key: canary('hawk') } } })));
    expect(result).toMatchObject({ status: 200, data: { hello: 'ada' } });
    expect(server.accepted).toHaveLength(1);
    expect(JSON.stringify(result) + (await here.kept())).not.toContain('canary-');
  });

  it('asks for the secrets that it carries, and for no other, and the platform logs each', async () => {
    const here = await onPlatform();
    await using target = await httpTarget(echo);
    await here.environment({ variables: { used: { value: canary('used'), secret: true }, outer: { value: 'x-{{inner}}', secret: true }, inner: { value: canary('inner'), secret: true }, other: { value: canary('other'), secret: true } } });
    const endpoint = await here.endpoint(target.url, { auth: bearer }, {
      auth: { type: 'api_key', credentials: { name: 'X-Key', value: canary('key'), in: 'header' } }, path: '/{{used}}', headers: { 'X-Outer': '{{outer}}' },
    });
    const result = dataOf(await here.run(endpoint));
    expect(target.requests[0]).toMatchObject({ url: `/${canary('used')}`, headers: { 'x-key': canary('key'), 'x-outer': `x-${canary('inner')}` } });
    expect(new Set(here.shown())).toEqual(new Set(['/auth/credentials/value', '/variables/inner/value', '/variables/outer/value', '/variables/used/value']));
    expect(here.shown()).toHaveLength(4);
    expect(JSON.stringify(result) + (await here.kept())).not.toContain('canary-');
  });

  it('sends what is on the screen: edits, and the stored secret where the run’s own authentication has its mark', async () => {
    const here = await onPlatform();
    await using target = await httpTarget(echo);
    const endpoint = await here.endpoint(target.url, { auth: bearer });
    const auth = { type: 'api_key', credentials: { name: 'X-Typed', value: canary('typed') } };
    dataOf(await here.run(endpoint, { edited: { method: 'POST', path: '/edited', body: { type: 'raw', content: 'hi' } }, auth }));
    expect(target.requests[0]).toMatchObject({ method: 'POST', url: '/edited', body: 'hi', headers: { 'x-typed': canary('typed') } });
    expect(target.requests[0]!.headers.authorization).toBeUndefined();
    expect(here.shown()).toEqual([]);
    dataOf(await here.run(endpoint, { auth: { type: 'bearer_token', credentials: { token: { $secret: true } } } }));
    expect(target.requests[1]!.headers.authorization).toBe(`Bearer ${canary('bearer')}`);
    expect(await here.kept()).not.toContain('canary-');
  });

  it('is kept in the activity log as sent from this computer, and not among the platform’s runs', async () => {
    const here = await onPlatform();
    await using target = await httpTarget(echo);
    const endpoint = await here.endpoint(target.url);
    dataOf(await here.run(endpoint));
    const { entries } = dataOf(await here.api.activity.list({ search: 'executeHere' }));
    expect(entries).toMatchObject([{ call: 'composerExecutions.executeHere', method: 'GET', url: `${target.url}/ask`, status: 200, source: 'computer', error: null }]);
    expect(dataOf(await here.api.activity.get({ id: entries[0]!.id })).response!.body).toContain('/ask');
    expect(dataOf(await here.api.composerExecutions.list({ ...here.scope, endpoint_id: endpoint.id })).rows).toEqual([]);
  });

  it('ends where its caller gives up, and frees its connection [K-012]', async () => {
    const here = await onPlatform();
    const asked = Promise.withResolvers<IncomingMessage>();
    await using target = await httpTarget((request) => asked.resolve(request));
    const controller = new AbortController();
    const reply = here.run(await here.endpoint(target.url), {}, controller.signal);
    const request = await asked.promise;
    const closed = once(request.socket, 'close');
    controller.abort();
    const ended = await reply;
    await closed;
    expect(ended.ok ? (ended.data as ExecutionResult)['state'] : ended.error.code).toBe('cancelled');
    expect(target.requests).toHaveLength(1);
  });

  it('keeps to its time limit, and says so [K-002]', async () => {
    const here = await onPlatform();
    await using target = await httpTarget(() => undefined);
    const result = dataOf(await here.run(await here.endpoint(target.url), { timeout_ms: 200 }));
    expect(result).toMatchObject({ status: 500, statusText: 'Execution Error', state: 'failed', error_code: 'timeout', sent_from: 'computer' });
    expect(dataOf(await here.api.activity.list({ search: 'executeHere' })).entries).toMatchObject([{ status: null, error: result.error }]);
  });

  it('reads files from folders that the user allowed, and from no others [F-13]', async () => {
    const here = await onPlatform();
    await using target = await httpTarget(echo);
    const folder = temporaryFolder();
    mkdirSync(path.join(folder, 'open'));
    writeFileSync(path.join(folder, 'open', 'a.txt'), 'from a file');
    writeFileSync(path.join(folder, 'closed.txt'), 'closed');
    const endpoint = await here.endpoint(target.url, {}, { method: 'POST' });
    const body = (file: string) => ({ body: { type: 'binary', file: path.join(folder, file) } });
    expect(errorOf(await here.run(endpoint, body('open/a.txt'))).message).toContain('outside of what may be sent');
    dataOf(await here.api.settings.set({ values: { sendable_folders: [path.join(folder, 'open')] } }));
    expect(dataOf(await here.run(endpoint, body('open/a.txt')))).toMatchObject({ status: 200 });
    expect(target.requests[0]!.body).toBe('from a file');
    expect(errorOf(await here.run(endpoint, body('closed.txt')))).toMatchObject({ code: 'invalid_input' });
    expect(target.requests).toHaveLength(1);
  });

  it('goes the environment’s way, keeps its cookies, which are shown and can be cleared, and heeds the tenant’s networks [F-10]', async () => {
    const here = await onPlatform();
    await using target = await httpTarget((request, response) => {
      response.writeHead(request.url === '/old' ? 302 : 200, { location: '/ask', 'set-cookie': 'session=abc' }).end();
    });
    await here.environment({ network: { max_redirects: 0, cookies: true } });
    const endpoint = await here.endpoint(target.url, {}, { path: '/old' });
    expect(dataOf(await here.run(endpoint))).toMatchObject({ status: 302 });
    dataOf(await here.run(endpoint));
    expect(target.requests[1]!.headers.cookie).toBe('session=abc');
    const { environment_id } = here.scope;
    expect(dataOf(await here.api.composer.listCookiesHere({ environment_id })).cookies).toMatchObject([{ name: 'session', domain: '127.0.0.1' }]);
    expect(dataOf(await here.api.composer.clearCookiesHere({ environment_id, domain: '127.0.0.1' }))).toEqual({ cleared: 1 });
    expect(dataOf(await here.api.composer.listCookiesHere({ environment_id })).cookies).toEqual([]);
    dataOf(await here.api.tenants.update({ id: here.scope.tenant_id, reach: { loopback: 'refuse' } } as never));
    expect(dataOf(await here.run(endpoint))).toMatchObject({ status: 500, error: expect.stringContaining('this tenant may not call') as string });
    expect(target.requests).toHaveLength(2);
  });

  it('signs in by an auth config, whose secret is asked for when it is needed, and says when it is gone', async () => {
    const here = await onPlatform();
    await using target = await httpTarget(echo);
    const config = dataOf(await here.api.authConfigs.create({ ...here.scope, name: 'Kept', auth_type: 'bearer_token', config: { token: canary('kept') } } as never)) as unknown as Row;
    const endpoint = await here.endpoint(target.url, { auth: { type: 'auth_config', credentials: { auth_config_id: config.id } } });
    const result = dataOf(await here.run(endpoint));
    expect(target.requests[0]!.headers.authorization).toBe(`Bearer ${canary('kept')}`);
    expect(JSON.stringify(result)).not.toContain(canary('kept'));
    expect(await here.kept()).not.toContain(canary('kept'));
    expect(here.shown()).toEqual(['/config/token']);
    dataOf(await here.api.authConfigs.remove({ ...here.scope, id: config.id } as never));
    expect(errorOf(await here.run(endpoint))).toMatchObject({ code: 'rejected', message: expect.stringContaining('is gone') as string });
  });

  it('finds its cookies again after the app has ended, where a keychain has their key, and logs no value of theirs [F-20]', async () => {
    const tokens: TokenStore = { ...memoryTokens(), status: () => Promise.resolve({ kind: 'keychain', reason: null }) };
    const first = await onPlatform({ tokens });
    await using target = await httpTarget((request, response) => {
      response.setHeader('set-cookie', `session=${canary('session')}; Max-Age=1000`).setHeader('content-type', 'application/json').end(JSON.stringify(request.headers));
    });
    await first.environment({ network: { cookies: true } });
    const endpoint = await first.endpoint(target.url);
    dataOf(await first.run(endpoint));
    expect(JSON.stringify(dataOf(await first.run(endpoint)).data)).toContain(canary('session'));
    expect(await first.kept()).not.toContain(canary('session'));
    await first.close();
    const second = await onPlatform({ tokens, dataFolder: first.deps.dataFolder });
    const { environment_id } = second.scope;
    expect(dataOf(await second.api.composer.listCookiesHere({ environment_id }))).toMatchObject({ cookies: [{ name: 'session' }], kept_in: 'keychain' });
    dataOf(await second.run(endpoint));
    expect(target.requests.at(-1)!.headers.cookie).toBe(`session=${canary('session')}`);
    expect(dataOf(await second.api.composer.clearCookiesHere({ environment_id }))).toEqual({ cleared: 1 });
  });

  it('is refused while the read-only guard is on, where it is disabled, and where nobody would wait for it', async () => {
    const here = await onPlatform();
    await using target = await httpTarget(echo);
    const endpoint = await here.endpoint(target.url);
    expect(errorOf(await here.run(endpoint, { execution_mode: 'async' }))).toMatchObject({ code: 'invalid_input', problems: [{ path: ['execution_mode'] }] });
    dataOf(await here.api.composerEndpoints.update({ ...here.scope, id: endpoint.id, enabled: false } as never));
    expect(errorOf(await here.run(endpoint))).toMatchObject({ code: 'rejected', message: 'The endpoint “Ask” is disabled. Enable it and try again.' });
    dataOf(await here.api.settings.set({ values: { read_only: true } }));
    expect(errorOf(await here.run(endpoint)).message).toContain('read-only guard');
    expect(target.requests).toEqual([]);
  });
});

describe('a run from this computer against a remote platform that shows no secrets', () => {
  it('says which secret is missing and what to do, and goes where none is needed', async () => {
    await using target = await httpTarget(echo);
    const rows: Record<string, Fields> = {
      'get-endpoint': { id: 'e', api_id: 'a', name: 'Ask', method: 'GET', path: '/ask' },
      'get-api': { id: 'a', name: 'Target', server_url: target.url, auth: { type: 'bearer_token', credentials: { token: { $secret: true } } } },
    };
    const server = await startServer({
      'POST /api/router/control_api_server/apiRouterV2': ({ body }) => ({ success: true, data: rows[(body as { method_name: string }).method_name] }),
      'GET /api/saas_db/environments/e1': () => ({ id: 'e1', name: 'dev' }),
      'GET /api/saas_db/tenants/t1': () => ({ id: 't1', name: 'Acme' }),
    });
    const { api } = await signedIn(server.url);
    const input = { tenant_id: 't1', environment_id: 'e1', endpoint_id: 'e' };
    const { code, message } = errorOf(await api.composerExecutions.executeHere(input as never));
    expect(code).toBe('not_found');
    expect(message).toMatch(/^The secret auth\.credentials\.token of the API “Target” is needed .+ Send it through the platform, or type the secret in for this run\.$/);
    expect(target.requests).toEqual([]);
    const result = dataOf(await api.composerExecutions.executeHere({ ...input, auth: { type: 'none' } } as never));
    expect(result).toMatchObject({ status: 200, sent_from: 'computer' });
  });
});
