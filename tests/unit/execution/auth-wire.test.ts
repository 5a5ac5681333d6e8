import { createHash } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { jwtVerify } from 'jose';
import { describe, expect, it } from 'vitest';
import { execute } from '../../../electron/execution/execute.ts';
import { challengesOf } from '../../../electron/execution/auth/challenges.ts';
import { httpTarget } from './target-server.ts';

const md5 = (text: string) => createHash('md5').update(text).digest('hex');
const ada = { type: 'digest', credentials: { username: 'ada', password: 'canary-password' } };
const hawk = { type: 'hawk', credentials: { id: 'ada', key: 'canary-hawk-key' } };
const jwt = { type: 'jwt', credentials: { claims: { sub: 'ada' }, key: 'canary-jwt-key' } };
const paramsIn = (request: Pick<IncomingMessage, 'headers'>) => challengesOf(request.headers.authorization)[0]?.params;

let realms = 0;
/** Asks for Digest with MD5, by the book; each has a realm and nonces of its own. */
function guarded(inside: (request: IncomingMessage, response: ServerResponse, proof: (body: string) => string) => void, { qop = 'auth', nonce = (at: number) => `nonce-${at}` } = {}): RequestListener & { nonce: () => string } {
  const realm = `realm-${(realms += 1)}`;
  let challenges = 0;
  const listener: RequestListener = (request, response) => {
    const params = paramsIn(request);
    const given = (name: string) => params?.get(name) ?? '';
    const a1 = md5(`ada:${realm}:canary-password`);
    const proof = (method: string, body: string) => md5([a1, given('nonce'), given('nc'), given('cnonce'), given('qop'), md5([method, given('uri'), ...(qop === 'auth-int' ? [md5(body)] : [])].join(':'))].join(':'));
    const fresh = given('nonce') === nonce(challenges);
    if (params && fresh && given('response') === proof(request.method!, '')) inside(request, response, (body) => proof('', body));
    else response.writeHead(401, { 'www-authenticate': `Digest realm="${realm}", nonce="${nonce((challenges += 1))}", qop="${qop}"${params && !fresh ? ', stale=TRUE' : ''}` }).end();
  };
  return Object.assign(listener, { nonce: () => nonce(challenges) });
}

describe('Digest on the wire', () => {
  it('counts up a nonce, and takes up the next one that it is given [X-008]', async () => {
    let next: string | undefined;
    const target = guarded((_, response) => response.writeHead(200, next === undefined ? {} : { 'authentication-info': `nextnonce="${next}"` }).end(), { nonce: () => next ?? 'first' });
    await using server = await httpTarget(target);
    const get = () => execute({ method: 'GET', url: server.url, auth: ada });
    expect([(await get()).attempts, (await get()).attempts, (await get()).attempts]).toEqual([2, 1, 1]);
    next = 'first';
    await get();
    next = 'second';
    expect(await get()).toMatchObject({ status: 200, attempts: 2 });
    expect(await get()).toMatchObject({ status: 200, attempts: 1 });
    const uses = server.requests.flatMap((request) => { const params = paramsIn(request); return params ? [`${params.get('nonce')} ${params.get('nc')}`] : []; });
    expect(uses).toEqual(['first 00000001', 'first 00000002', 'first 00000003', 'first 00000004', 'first 00000001', 'second 00000001', 'second 00000001']);
  });

  it('goes with a nonce as far as its domain, and no further [X-008]', async () => {
    await using server = await httpTarget((request, response) => {
      if (request.headers.authorization) response.end();
      else response.writeHead(401, { 'www-authenticate': 'Digest realm="in a domain", nonce="n", domain="/a /b/"' }).end();
    });
    const attempts = async (path: string) => (await execute({ method: 'GET', url: server.url + path, auth: ada })).attempts;
    expect([await attempts('/a/x'), await attempts('/a/y'), await attempts('/b/'), await attempts('/c')]).toEqual([2, 1, 1, 2]);
  });

  it('gives up after one retry, however often a target calls its nonces stale [X-008][F-11]', async () => {
    let asked = 0;
    await using server = await httpTarget((_, response) => response.writeHead(401, { 'www-authenticate': `Digest realm="r", nonce="${(asked += 1)}", stale=true` }).end('no'));
    expect(await execute({ method: 'GET', url: server.url, auth: ada })).toMatchObject({ status: 401, data: 'no', attempts: 2 });
    expect(server.requests).toHaveLength(2);
  });

  it.each([
    ['Basic', 'Basic realm="a"', 'asks for Basic'],
    ['an algorithm that nobody knows', 'Digest realm="a", nonce="n", algorithm=SHA-9', 'asks for Digest SHA-9'],
    ['nothing', undefined, 'asks for no authentication'],
  ])('sends nothing where a target asks for %s, and says so [X-008][F-11]', async (_, header, notice) => {
    await using server = await httpTarget((__, response) => response.writeHead(401, header === undefined ? {} : { 'www-authenticate': header }).end());
    expect(await execute({ method: 'GET', url: server.url, auth: ada })).toMatchObject({ status: 401, attempts: 1, notice: expect.stringContaining(notice) as string });
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual([undefined]);
  });

  it.each(['auth', 'auth-int'])('believes an answer that proves itself, and no other, with %s [X-008]', async (qop) => {
    let says = 'in';
    await using server = await httpTarget(guarded((_, response, proof) => response.setHeader('authentication-info', `rspauth="${proof('in')}", qop=${qop}`).end(says), { qop }));
    const get = () => execute({ method: 'GET', url: server.url, auth: ada });
    expect(await get()).toMatchObject({ status: 200, data: 'in' });
    says = 'changed';
    const changed = await get().then(({ data }) => data, (error: { code: string }) => error.code);
    expect(changed).toBe(qop === 'auth-int' ? 'bad_answer' : 'changed');
    await using liar = await httpTarget(guarded((_, response) => response.setHeader('authentication-info', `rspauth="${md5('guess')}"`).end(), { qop }));
    await expect(execute({ method: 'GET', url: liar.url, auth: ada })).rejects.toMatchObject({ code: 'bad_answer', message: expect.stringContaining('rspauth') as string });
  });

  it('ends with the one deadline, also between challenge and answer [X-008][F-5]', async () => {
    await using server = await httpTarget((request, response) => {
      if (!request.headers.authorization) response.writeHead(401, { 'www-authenticate': 'Digest realm="slow", nonce="n"' }).end();
    });
    await expect(execute({ method: 'GET', url: server.url, auth: ada, timeout_ms: 500 })).rejects.toMatchObject({ code: 'timeout' });
    expect(server.requests).toHaveLength(2);
  });

  it('cuts off the body of a challenge that does not end [X-008][F-6]', async () => {
    const cut = Promise.withResolvers<void>();
    await using server = await httpTarget((request, response) => {
      if (request.headers.authorization) { response.end('in'); return; }
      const more = () => { while (response.write('x'.repeat(65_536))); };
      response.writeHead(401, { 'www-authenticate': 'Digest realm="endless", nonce="n"' }).on('drain', more).once('close', () => cut.resolve());
      more();
    });
    expect(await execute({ method: 'GET', url: server.url, auth: ada })).toMatchObject({ status: 200, data: 'in', attempts: 2 });
    await cut.promise;
  });

  it('takes a second refusal of the same nonce for one of the password, and asks no third time [X-008][F-11]', async () => {
    await using server = await httpTarget(guarded((_, response) => response.end('in'), { nonce: () => 'the same' }));
    const get = (password: string) => execute({ method: 'GET', url: server.url, auth: { type: 'digest', credentials: { username: 'ada', password } } });
    expect(await get('canary-password')).toMatchObject({ status: 200, attempts: 2 });
    expect(await get('wrong')).toMatchObject({ status: 401, attempts: 1 });
    expect(await get('canary-password')).toMatchObject({ status: 200, attempts: 1 });
  });

  it('needs a user name that a header can carry [X-008][F-8]', async () => {
    for (const username of ['', 'a\r\nb', 'a\0']) {
      await expect(execute({ method: 'GET', url: 'http://127.0.0.1:1/', auth: { type: 'digest', credentials: { username, password: 'p' } } })).rejects.toMatchObject({ code: 'invalid_input', problems: [{ path: ['auth'] }] });
    }
  });
});

describe('signed requests', () => {
  it('carry a token that its key verifies, on each hop of their origin [X-006]', async () => {
    await using server = await httpTarget((request, response) => (request.url === '/a' ? response.writeHead(302, { location: '/b' }).end() : response.end()));
    await execute({ method: 'GET', url: `${server.url}/a`, auth: jwt });
    const tokens = server.requests.map(({ headers }) => headers.authorization!.replace('Bearer ', ''));
    expect(tokens).toHaveLength(2);
    for (const token of tokens) expect((await jwtVerify(token, Buffer.from('canary-jwt-key'))).payload).toEqual({ sub: 'ada' });
  });

  it.each([['jwt', jwt], ['digest', ada], ['hawk', hawk]])('%s: carry nothing to another origin, answer no challenge there, and nothing on the way back [F-4]', async (_, auth) => {
    const asks = 'Digest realm="elsewhere", nonce="n", Hawk ts="1", tsm="1"';
    // Proofs of somebody else's, which are neither believed nor held against it.
    const claims = { 'server-authorization': 'Hawk mac="wrong"', 'authentication-info': 'rspauth="wrong", nextnonce="evil"' };
    await using other = await httpTarget((request, response) => (request.url === '/b' ? response.writeHead(401, { ...claims, 'www-authenticate': asks }).end('stop') : response.writeHead(307, { ...claims, location: `${home.url}/back` }).end()));
    const first = guarded((request, response) => response.writeHead(307, { location: other.url + (request.url === '/stop' ? '/b' : '/c') }).end());
    await using home = await httpTarget((request, response) => {
      if (request.url === '/back') response.end('back');
      else if (auth === ada) first(request, response);
      else response.writeHead(307, { location: other.url + (request.url === '/stop' ? '/b' : '/c') }).end();
    });
    const stopped = await execute({ method: 'GET', url: `${home.url}/stop`, auth });
    expect(stopped).toMatchObject({ status: 401, data: 'stop', attempts: auth === ada ? 2 : 1 });
    expect(stopped.notice).toBeUndefined();
    expect(await execute({ method: 'GET', url: `${home.url}/return`, auth })).toMatchObject({ status: 200, data: 'back' });
    expect(other.requests.map(({ url, headers }) => [url, headers.authorization])).toEqual([['/b', undefined], ['/c', undefined]]);
    expect(home.requests.find(({ url }) => url === '/back')!.headers.authorization).toBeUndefined();
    expect(home.requests.find(({ url, headers }) => url === '/return' && headers.authorization)).toBeDefined();
  });

  it('leave no secret in an outcome, whatever a target echoes [F-20]', async () => {
    const sent: string[] = [];
    const echo: RequestListener = (request, response) => {
      const { authorization = '' } = request.headers;
      const params = paramsIn(request);
      sent.push(authorization.replace(/^\w+ /, ''), ...['response', 'mac'].flatMap((name) => params?.get(name) ?? []), ...(authorization.startsWith('Bearer') ? authorization.split('.').slice(2) : []));
      response.writeHead(200, { 'content-type': 'application/json', 'x-echo': encodeURIComponent(authorization), 'x-plain': authorization });
      response.end(JSON.stringify({ headers: request.headers, parts: params ? Object.fromEntries(params) : authorization.split('.') }));
    };
    await using plain = await httpTarget(echo);
    await using asking = await httpTarget(guarded(echo));
    for (const auth of [jwt, hawk, ada, { type: 'jwt', credentials: { token: 'canary.given.token' } }]) {
      const outcome = JSON.stringify(await execute({ method: 'POST', url: (auth === ada ? asking : plain).url, auth, body: { type: 'raw', content: '' } }));
      expect(outcome).toContain('***');
      for (const secret of ['canary', ...sent]) expect(outcome.replaceAll('\\"', '"')).not.toContain(secret);
    }
    expect(sent.length).toBeGreaterThanOrEqual(8);
  });
});

describe('a failure', () => {
  it('leaves no secret in its message, nor what was derived from one [F-20]', async () => {
    let mac = '';
    await using server = await httpTarget((request, response) => {
      mac = paramsIn(request)?.get('mac') ?? request.headers.authorization!.split('.')[2]!;
      response.writeHead(302, { location: `ftp://h/${encodeURIComponent(mac)}` }).end();
    });
    for (const auth of [hawk, jwt]) {
      const { message } = await execute({ method: 'GET', url: server.url, auth }).then(() => ({ message: '' }), (error: Error) => error);
      expect(message).toContain('ftp://h/***');
      expect(mac).not.toBe('');
    }
  });
});

describe('credentials that cannot be sent', () => {
  it.each([
    ['api_key', { name: 'Transfer-Encoding', value: 'chunked' }, 'is set by the sender itself'],
    ['api_key', { name: 'X Y', value: 'v' }, 'cannot be the name of a header'],
    ['custom', { headers: { 'Content-Length': '3' } }, 'is set by the sender itself'],
    ['custom', { headers: { 'X-A': { $secret: true } } }, 'is not a text'],
    ['custom', { headers: { 'X-A': 'a\r\nb' } }, 'line break'],
    ['bearer_token', { token: 'a\r\nb' }, 'line break'],
    ['hawk', { key: 'k' }, 'no Hawk id'],
    ['hawk', { id: 'i' }, 'no Hawk key'],
    ['hawk', { id: 'i', key: 'k', algorithm: 'md5' }, 'not with “md5”'],
    ['hawk', { id: 'i"', key: 'k' }, 'Hawk’s id cannot hold quotes'],
    ['hawk', { id: 'i', key: 'k', ext: 'a\nb' }, 'Hawk’s ext cannot hold quotes'],
    ['hawk', { id: 'i', key: 'k', dlg: 'd' }, 'needs an application'],
    ['jwt', {}, 'no token, and no key'],
    ['jwt', { claims: {}, key: 'k', algorithm: 'RS256' }, 'signs with a private key'],
  ])('%s with %j are refused before anything is sent, by the name of the field [F-8]', async (type, credentials, message) => {
    await using server = await httpTarget((_, response) => response.end());
    await expect(execute({ method: 'GET', url: server.url, auth: { type, credentials } })).rejects.toMatchObject({
      code: 'invalid_input', message: expect.stringContaining(message) as string, problems: [{ path: ['auth'] }],
    });
    expect(server.connections()).toBe(0);
  });
});
