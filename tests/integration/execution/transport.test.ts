import { rmSync } from 'node:fs';
import { constants, createSecureServer, type IncomingHttpHeaders, type ServerHttp2Stream } from 'node:http2';
import { connect, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { inspect } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openJar } from '../../../electron/execution/cookies.ts';
import { execute, type ExecuteOptions } from '../../../electron/execution/execute.ts';
import type { ExecutionRequest, FetchPolicy, TlsPolicy } from '../../../electron/execution/request.ts';
import { httpTarget, targetOf, tcpTarget, type Target } from '../../unit/execution/target-server.ts';
import { makeCertificates, newFolder, startNginx, startTinyproxy, type Certificates, type Peer } from './peers.ts';

let certificates: Certificates;
let strict: Peer;
let plain: Peer;
let target: Target;

const identity = 'default_type text/plain; location / { return 200 "$ssl_client_s_dn|$server_protocol"; }';

beforeAll(async () => {
  certificates = makeCertificates(newFolder());
  target = await httpTarget((request, response) => response.end(JSON.stringify({ url: request.url, headers: request.headers })));
  strict = await startNginx(certificates, `ssl_client_certificate ${certificates.folder}/ca.crt; ssl_verify_client on; ${identity}`);
  plain = await startNginx(certificates, `ssl_client_certificate ${certificates.folder}/ca.crt; ssl_verify_client optional; ${identity} location /down { return 307 http://127.0.0.1:${target.port}/down; } location /away { return 307 https://localhost:${strict.port}/; }`);
}, 300_000);
afterAll(async () => {
  for (const one of [strict, plain, target]) await one[Symbol.asyncDispose]();
  rmSync(certificates.folder, { recursive: true, force: true });
});

const get = (peer: { port: number }, policy: FetchPolicy, path = '/') => execute({ method: 'GET', url: `https://localhost:${peer.port}${path}` }, { policy });
const trusting = (more: TlsPolicy = {}): FetchPolicy => ({ tls: { ca: certificates.ca, ...more } });

describe('TLS to nginx', () => {
  it('is refused where nobody vouches for the certificate', async () => {
    await expect(get(plain, {})).rejects.toMatchObject({ code: 'unreachable', message: expect.stringContaining('is not trusted') as string });
  });

  it('is agreed on with an authority of the environment’s own', async () => {
    const outcome = await get(plain, trusting());
    expect(outcome).toMatchObject({ status: 200, text: '|HTTP/1.1', hops: [{ timing: { dns_ms: expect.any(Number) as number, connect_ms: expect.any(Number) as number, tls_ms: expect.any(Number) as number } }] });
    expect(outcome.notice).toBeUndefined();
  });

  it('goes unverified where the environment says so, and the answer says so, too', async () => {
    expect(await get(plain, { tls: { verify: false } })).toMatchObject({ status: 200, notice: expect.stringContaining(`The certificate of https://localhost:${plain.port} was not verified`) as string });
    expect((await execute({ method: 'GET', url: target.url }, { policy: { tls: { verify: false } } })).notice).toBeUndefined();
  });

  it('speaks HTTP/2 where the policy lets it', async () => {
    const outcome = await get(plain, { ...trusting(), http2: true });
    expect(outcome).toMatchObject({ status: 200, text: '|HTTP/2.0', hops: [{ request_line: 'GET / HTTP/2', status_line: 'HTTP/2 200' }] });
    expect(outcome.hops[0]!.request_headers).toEqual(expect.arrayContaining([['host', `localhost:${plain.port}`], ['user-agent', 'Trellis']]));
  });
});

describe('a redirect from https to http [F-4]', () => {
  it.each([
    ['a token', { auth: { type: 'bearer_token', credentials: { token: 'canary-down' } } }],
    ['an API key', { auth: { type: 'api_key', credentials: { name: 'X-Key', value: 'canary-down' } } }],
    ['headers of its own', { auth: { type: 'custom', credentials: { headers: { 'X-Own': 'canary-down' } } } }],
    ['cookies', { headers: { Cookie: 'sid=canary-down' } }],
  ])('takes %s no further', async (_, request) => {
    const cookies = openJar(null);
    cookies.setCookieSync('jar=canary-down; Secure; Domain=localhost', `https://localhost:${plain.port}/`);
    const outcome = await execute({ method: 'GET', url: `https://localhost:${plain.port}/down`, ...request }, { policy: trusting(), cookies });
    expect(outcome).toMatchObject({ status: 200, redirects: 1, data: { url: '/down' } });
    expect(JSON.stringify(target.requests.at(-1))).not.toContain('canary');
  });
});

describe('HTTP/2', () => {
  const over = async (answer: (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => void, request: Partial<ExecutionRequest> = {}, options: ExecuteOptions = {}) => {
    const server = createSecureServer(certificates.server);
    server.on('stream', (stream, headers) => {
      stream.on('error', () => undefined);
      answer(stream, headers);
    });
    await using at = await targetOf(server);
    return await execute({ method: 'GET', url: `https://localhost:${at.port}/`, timeout_ms: 10_000, ...request }, { policy: { ...trusting(), http2: true, max_bytes: 65_536 }, ...options });
  };

  it('carries forms, and packed answers', async () => {
    const outcome = await over((stream, headers) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        stream.respond({ ':status': 201, 'content-encoding': 'gzip', 'content-type': 'application/json' });
        stream.end(gzipSync(JSON.stringify({ type: headers['content-type'], length: Number(headers['content-length']), got: Buffer.concat(chunks).length })));
      });
    }, { method: 'POST', body: { type: 'form-data', content: [{ name: 'a', value: 'x'.repeat(100_000) }] } });
    const { type, length, got } = outcome.data as { type: string; length: number; got: number };
    expect(outcome).toMatchObject({ status: 201, status_text: 'Created' });
    expect([type.startsWith('multipart/form-data; boundary='), got]).toEqual([true, length]);
    expect(got).toBeGreaterThan(100_000);
  });

  it.each([
    ['resets the stream', (stream: ServerHttp2Stream) => stream.close(constants.NGHTTP2_INTERNAL_ERROR), 'unreachable'],
    ['resets it in the middle of the body', (stream: ServerHttp2Stream) => {
      stream.respond({ ':status': 200 });
      stream.write('abc', () => stream.destroy(new Error('broken')));
    }, 'unreachable'],
    ['drops the connection', (stream: ServerHttp2Stream) => stream.session!.destroy(), 'unreachable'],
    ['never answers', () => undefined, 'timeout'],
  ])('ends with a typed error when the target %s [F-5][F-7]', async (_, answer, code) => {
    await expect(over(answer, code === 'timeout' ? { timeout_ms: 300 } : {})).rejects.toMatchObject({ name: 'AppError', code });
  });

  it('stops at the cap [F-6]', async () => {
    const endless = (stream: ServerHttp2Stream) => {
      stream.respond({ ':status': 200, 'content-type': 'text/plain' });
      const more = () => {
        while (!stream.destroyed && stream.write('x'.repeat(16_384)));
      };
      stream.on('drain', more);
      more();
    };
    expect(await over(endless)).toMatchObject({ truncated: true, bytes: 65_536 });
  });
});

describe('the deadline [F-5]', () => {
  const silent = () => tcpTarget((socket) => void socket.resume());

  it.each([
    ['a handshake that never comes to its end', (port: number) => execute({ method: 'GET', url: `https://127.0.0.1:${port}`, timeout_ms: 300 })],
    ['a proxy that never opens its tunnel', (port: number) => execute({ method: 'GET', url: 'https://127.0.0.1', timeout_ms: 300 }, { policy: { proxy: { url: `http://127.0.0.1:${port}` } } })],
  ])('ends %s, long before the attempt to connect gives up by itself', async (_, send) => {
    await using at = await silent();
    const before = performance.now();
    await expect(send(at.port)).rejects.toMatchObject({ code: 'timeout' });
    expect(performance.now() - before).toBeLessThan(8000);
  });

  it('ends a body that nobody takes, and closes its socket', async () => {
    const taken: Socket[] = [];
    await using at = await tcpTarget((socket) => void taken.push(socket.pause()));
    await expect(execute({ method: 'PUT', url: at.url, timeout_ms: 300, body: { type: 'raw', content: 'x'.repeat(20_000_000) } })).rejects.toMatchObject({ code: 'timeout' });
    for (const socket of taken) socket.resume(); // it sees the end only behind what was sent before
    await expect.poll(() => at.open(), { timeout: 20_000 }).toBe(0);
  });
});

describe('client certificates', () => {
  it.each([
    ['PEM', () => ({ cert: certificates.client.cert, key: certificates.client.key })],
    ['PEM with a passphrase', () => ({ cert: certificates.client.cert, key: certificates.client.encryptedKey, passphrase: 'secret' })],
    ['PKCS #12', () => ({ pfx: certificates.client.pfx, passphrase: 'secret' })],
  ])('are shown from %s', async (_, client) => {
    expect(await get(strict, trusting({ client: client() }))).toMatchObject({ status: 200, text: 'CN=Trellis client|HTTP/1.1' });
  });

  it('are asked for by the target: without one it answers 400', async () => {
    expect(await get(strict, trusting())).toMatchObject({ status: 400, data: expect.stringContaining('No required SSL certificate') as string });
  });

  it('are shown to no other origin [F-4]', async () => {
    const client = { cert: certificates.client.cert, key: certificates.client.key };
    expect(await get(plain, trusting({ client }))).toMatchObject({ text: 'CN=Trellis client|HTTP/1.1' });
    expect(await get(plain, trusting({ client }), '/away')).toMatchObject({ status: 400, redirects: 1 });
  });

  it.each([
    ['a wrong passphrase', () => ({ client: { pfx: certificates.client.pfx, passphrase: 'wrong' } }), 'The client certificate cannot be used'],
    ['a key of another', () => ({ client: { cert: certificates.client.cert, key: certificates.server.key } }), 'belong together'],
    ['nonsense', () => ({ client: { cert: 'x', key: 'y' } }), 'The client certificate cannot be used'],
    ['an authority that is none', () => ({ ca: 'x' }), 'is not a certificate in PEM'],
    ['an authority that is broken', () => ({ ca: '-----BEGIN CERTIFICATE-----\nabc\n-----END CERTIFICATE-----' }), 'is not a certificate in PEM'],
  ])('are refused with %s before anything is sent', async (_, tls, message) => {
    await expect(get(strict, { tls: tls() })).rejects.toMatchObject({ code: 'invalid_input', message: expect.stringContaining(message) as string });
  });
});

describe('a proxy, tinyproxy', () => {
  it('is told the whole address of plain targets, and its credentials reach no target', async () => {
    await using proxy = await startTinyproxy('ann pass-word');
    const policy = { proxy: { url: `http://127.0.0.1:${proxy.port}`, username: 'ann', password: 'pass-word' } };
    const outcome = await execute({ method: 'POST', url: `${target.url}/a?b=c`, body: { type: 'raw', content: 'x' } }, { policy });
    expect(outcome).toMatchObject({ status: 200, data: { url: '/a?b=c', headers: { via: expect.stringContaining('tinyproxy') as string, host: `127.0.0.1:${target.port}` } } });
    expect(JSON.stringify(target.requests.at(-1)!.headers)).not.toMatch(/proxy-authorization|pass-word/);
    expect(target.requests.at(-1)!.body).toBe('x');
  });

  it('is a tunnel to targets of https', async () => {
    await using proxy = await startTinyproxy('ann secret');
    const policy = { ...trusting({ client: { cert: certificates.client.cert, key: certificates.client.key } }), proxy: { url: `http://127.0.0.1:${proxy.port}`, username: 'ann', password: 'secret' } };
    expect(await get(strict, policy)).toMatchObject({ status: 200, text: 'CN=Trellis client|HTTP/1.1' });
    expect(await get(plain, { ...policy, http2: true })).toMatchObject({ text: 'CN=Trellis client|HTTP/2.0' });
    const { timing } = (await get(plain, { ...policy, link_local: 'allow' })).hops[0]!;
    expect(timing).toMatchObject({ reused: false, connect_ms: expect.any(Number) as number, tls_ms: expect.any(Number) as number });
    expect(proxy.log()).toContain(`CONNECT localhost:${strict.port}`);
  });

  it('is reached over TLS itself, and verified even where targets are not', async () => {
    await using proxy = await startTinyproxy();
    await using secured = await targetOf(createTlsServer(certificates.server, (socket) => {
      const way = connect(proxy.port, '127.0.0.1');
      way.on('error', () => socket.destroy());
      socket.on('error', () => way.destroy());
      socket.pipe(way).pipe(socket);
    }));
    const url = `https://localhost:${secured.port}`;
    for (const address of [`https://localhost:${plain.port}/`, target.url]) {
      expect(await execute({ method: 'GET', url: address }, { policy: { ...trusting(), proxy: { url } } })).toMatchObject({ status: 200 });
    }
    await expect(get(plain, { tls: { verify: false }, proxy: { url } })).rejects.toMatchObject({ code: 'unreachable', message: expect.stringContaining(`The proxy ${url} cannot be reached`) as string });
  });

  it.each([
    ['plain', () => target.url],
    ['https', () => `https://localhost:${plain.port}`],
  ])('says so when it does not take the credentials, or is not there, for %s targets', async (_, url) => {
    await using proxy = await startTinyproxy('ann secret');
    const through = (port: number, more: object = {}) => execute({ method: 'GET', url: url() }, { policy: { ...trusting(), proxy: { url: `http://127.0.0.1:${port}`, ...more } } });
    await expect(through(proxy.port)).rejects.toMatchObject({ code: 'unreachable', message: expect.stringContaining('asks for a user name and password') as string });
    await expect(through(1)).rejects.toMatchObject({ code: 'unreachable', message: expect.stringContaining('The proxy http://127.0.0.1:1 cannot be reached') as string });
  });

  it('keeps a password that was wrong to itself', async () => {
    await using proxy = await startTinyproxy('ann secret');
    const failure: unknown = await get(plain, { ...trusting(), proxy: { url: `http://127.0.0.1:${proxy.port}`, username: 'ann', password: 'wrong-password' } }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'unreachable', message: expect.stringContaining('does not take the ones that it was given') as string });
    expect(inspect(failure, { depth: 9 })).not.toContain('wrong-password');
  });

  it('is passed by for the targets of the list, on redirects as well', async () => {
    const noProxy = { url: 'http://127.0.0.1:1', no_proxy: ['127.0.0.0/8', 'localhost'] };
    expect(await execute({ method: 'GET', url: target.url }, { policy: { proxy: noProxy } })).toMatchObject({ status: 200 });
    await using away = await httpTarget((_, response) => response.writeHead(302, { location: target.url }).end());
    const onlyFirst = { url: 'http://127.0.0.1:1', no_proxy: [`127.0.0.1:${away.port}`] };
    await expect(execute({ method: 'GET', url: away.url }, { policy: { proxy: onlyFirst } })).rejects.toThrow('The proxy http://127.0.0.1:1 cannot be reached');
  });

  it('is no way round the policy: the target is checked, and the proxy, too, unless it is trusted [F-10]', async () => {
    await using proxy = await startTinyproxy();
    const url = `http://127.0.0.1:${proxy.port}`;
    const send = (to: string, policy: FetchPolicy) => execute({ method: 'GET', url: to }, { policy });
    await expect(send('http://169.254.169.254/', { proxy: { url } })).rejects.toThrow('is link-local');
    await expect(send('http://nowhere.invalid/', { private: 'refuse', proxy: { url } })).rejects.toThrow('is not known here');
    await expect(send(`http://localhost:${target.port}`, { loopback: 'refuse', proxy: { url, trusted: true } })).rejects.toThrow('is the computer that sends the request');
    await expect(send('http://93.184.215.14/', { loopback: 'refuse', proxy: { url } })).rejects.toThrow('127.0.0.1 is the computer that sends the request');
    await expect(send('http://93.184.215.14/', { proxy: { url: 'http://169.254.169.254', trusted: true } })).rejects.toThrow('is link-local');
  });
});
