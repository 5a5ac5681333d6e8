import { describe, expect, it } from 'vitest';
import { clientTokens, isFresh } from '../../../electron/execution/auth/oauth2-tokens.ts';
import type { TokenSource } from '../../../electron/execution/auth/oauth2.ts';
import { execute } from '../../../electron/execution/execute.ts';
import { httpTarget } from './target-server.ts';

interface Asked {
  readonly authorization: string | undefined;
  readonly fields: Record<string, string>;
}

/** A token endpoint that hands out `token-1`, `token-2`, …; `asked` tells what it was asked so far. */
async function tokenServer(answer: (count: number) => { status?: number; body: object } = (count) => ({ body: { access_token: `token-${count}`, token_type: 'Bearer', expires_in: 3600 } })) {
  const target = await httpTarget((_request, response) => {
    const { status = 200, body } = answer(target.requests.length);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  const asked = (): Asked[] => target.requests.map(({ headers, body }) => ({ authorization: headers.authorization, fields: Object.fromEntries(new URLSearchParams(body)) }));
  return { asked, token_url: `${target.url}/token` };
}

const clock = () => {
  const state = { now: Date.UTC(2030, 0) };
  return { now: () => state.now, pass: (ms: number) => void (state.now += ms) };
};
const { signal } = new AbortController();
const client = { grant: 'client_credentials', client_id: 'me', client_secret: 'canary' };

describe('a token by client credentials', () => {
  it('is asked for with the client, its scope and its audience, and is kept for those who want the same', async () => {
    const server = await tokenServer();
    const tokens = clientTokens({}, 'e1', {}, Date.now);
    const credentials = { ...client, token_url: server.token_url, scope: 'read write', audience: 'api' };
    const [first, ...more] = await Promise.all(Array.from({ length: 20 }, () => tokens.token(credentials, undefined, signal)));
    expect(first).toMatchObject({ value: 'token-1', renewable: true });
    expect(more.every(({ value }) => value === 'token-1')).toBe(true);
    expect(server.asked()).toEqual([{ authorization: `Basic ${btoa('me:canary')}`, fields: { grant_type: 'client_credentials', scope: 'read write', audience: 'api' } }]);
    expect((await tokens.token({ ...credentials, scope: 'read' }, undefined, signal)).value).toBe('token-2');
  });

  it('carries the secret in the body where the server wants it there', async () => {
    const server = await tokenServer();
    await clientTokens({}, '', {}, Date.now).token({ ...client, token_url: server.token_url, client_auth: 'post' }, undefined, signal);
    expect(server.asked()[0]).toEqual({ authorization: undefined, fields: { grant_type: 'client_credentials', client_id: 'me', client_secret: 'canary' } });
  });

  it('is got anew a little before it ends, and where it was refused', async () => {
    const server = await tokenServer();
    const time = clock();
    const tokens = clientTokens({}, '', {}, time.now);
    const next = (refused?: Awaited<ReturnType<TokenSource['token']>>) => tokens.token({ ...client, token_url: server.token_url }, refused, signal);
    const first = await next();
    time.pass(3_569_000);
    expect((await next()).value).toBe('token-1');
    time.pass(2_000);
    expect((await next()).value).toBe('token-2');
    // Who was refused the first one is given the second, for which nothing is asked.
    expect((await next(first)).value).toBe('token-2');
    expect((await next(await next())).value).toBe('token-3');
    expect(server.asked()).toHaveLength(3);
  });

  it('outlives the one who gave up waiting for it', async () => {
    const server = await tokenServer();
    const tokens = clientTokens({}, '', {}, Date.now);
    const controller = new AbortController();
    const credentials = { ...client, token_url: server.token_url };
    const [given, waiting] = [tokens.token(credentials, undefined, controller.signal), tokens.token(credentials, undefined, signal)];
    controller.abort(new Error('gave up'));
    await expect(given).rejects.toThrow('gave up');
    expect((await waiting).value).toBe('token-1');
    expect(server.asked()).toHaveLength(1);
  });

  it.each([
    [{ status: 401, body: { error: 'invalid_client' } }, 'The authorization server refused: invalid_client (it does not know this client, or not with this secret).'],
    [{ status: 400, body: { error: 'invalid_scope', error_description: 'No such scope' } }, 'The authorization server refused: invalid_scope (No such scope).'],
    [{ body: { token_type: 'Bearer' } }, 'What the authorization server answered cannot be used'],
  ])('that the server does not give, %j, says why', async (answer, message) => {
    const server = await tokenServer(() => answer);
    await expect(clientTokens({}, '', {}, Date.now).token({ ...client, token_url: server.token_url }, undefined, signal)).rejects.toThrow(message);
  });

  it.each([
    [{ client_id: '' , token_url: 'https://h/t' }, 'Client ID is required'],
    [{ token_url: '' }, 'Client credentials need a token URL'],
    [{ token_url: 'http://example.com/token' }, 'must start with https://'],
    [{ token_url: 'example' }, 'is not an address'],
    [{ token_url: 'https://h/t', client_auth: 'post', client_secret: '' }, 'The client has no secret'],
  ])('of settings that cannot be used, %j, is refused before anything is sent', async (said, message) => {
    await expect(clientTokens({}, '', {}, Date.now).token({ ...client, ...said }, undefined, signal)).rejects.toMatchObject({ code: 'invalid_input', message: expect.stringContaining(message) as string });
  });

  it('is asked for on the networks of the environment only', async () => {
    const server = await tokenServer();
    const asking = clientTokens({}, '', { loopback: 'refuse' }, Date.now).token({ ...client, token_url: server.token_url }, undefined, signal);
    await expect(asking).rejects.toMatchObject({ message: expect.stringContaining('127.0.0.1') as string });
    expect(server.asked()).toEqual([]);
  });
});

it.each([[3_600_000, 3_569_000, true], [3_600_000, 3_571_000, false], [60_000, 53_000, true], [60_000, 55_000, false]])(
  'a token that lives %i ms is fresh up to a margin: after %i ms, %s',
  (life, passed, fresh) => expect(isFresh({ expires_at: life }, 0, passed)).toBe(fresh),
);

describe('a request with a token from elsewhere', () => {
  const source = (renewable: boolean) => {
    const refusals: (string | undefined)[] = [];
    const tokens: TokenSource = {
      token: (_, refused) => {
        refusals.push(refused?.issue);
        const issue = refused ? 'two' : 'one';
        return Promise.resolve({ value: `canary-${issue}`, issue, renewable });
      },
    };
    return { refusals, tokens };
  };
  const auth = { type: 'oauth2', credentials: { connection_id: 'c1' } };
  const takes = (token: string) => httpTarget((request, response) => void response.writeHead(request.headers.authorization === `Bearer ${token}` ? 200 : 401).end(`you sent ${request.headers.authorization}`));

  it('is sent once more with a new one after a 401, and no token is in what comes back [F-20]', async () => {
    const target = await takes('canary-two');
    const { refusals, tokens } = source(true);
    const outcome = await execute({ method: 'GET', url: target.url, auth }, { tokens });
    expect([outcome.status, outcome.attempts, refusals]).toEqual([200, 2, [undefined, 'one']]);
    expect(JSON.stringify(outcome)).not.toContain('canary');
  });

  it('is sent no third time', async () => {
    const target = await takes('another');
    const { tokens } = source(true);
    const outcome = await execute({ method: 'GET', url: target.url, auth }, { tokens });
    expect([outcome.status, outcome.attempts, target.requests.length]).toEqual([401, 2, 2]);
    expect(outcome.notice).toContain('and the new one that was fetched then');
  });

  it('is sent once where there is no way to a new one', async () => {
    const target = await takes('another');
    const outcome = await execute({ method: 'GET', url: target.url, auth }, { tokens: source(false).tokens });
    expect([outcome.status, outcome.attempts]).toEqual([401, 1]);
    expect(outcome.notice).toContain('Connect again.');
  });

  it.each([[{ connection_id: 'c' }, 'cannot be fetched here'], [{ grant: 'authorization_code', token_url: 'https://h' }, 'no OAuth connection yet'], [{}, 'no OAuth connection, access token or client id']])('of %j without a source is refused', async (credentials, message) => {
    await expect(execute({ method: 'GET', url: 'http://127.0.0.1:9', auth: { type: 'oauth2', credentials } })).rejects.toThrow(message);
  });
});
