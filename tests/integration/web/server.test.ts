import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { connect as connectTcp, type AddressInfo } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { startWebServer, askForAddress, type WebServer } from '../../../electron/web/server.ts';
import { goesOn, maxFrameBytes, pieceLength, type HostFrame } from '../../../shared/bridge.ts';
import { sampleTransport } from '../../unit/hosting/sample-contract.ts';

let folder: string;
let server: WebServer;
let transport: ReturnType<typeof sampleTransport>;
const sockets: WebSocket[] = [];
const secret = 'the secret';

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trellis-web-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<title>Trellis</title>');
  writeFileSync(join(folder, 'assets', 'a.js'), 'export {};');
  transport = sampleTransport();
  server = await start(0);
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.terminate();
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const start = (port: number) =>
  startWebServer({ transport, pageFolder: folder, capabilities: { nativeMenu: false, deepLinks: false, openExternal: false, alerts: false, os: 'linux' }, port, secret });
const portOf = (address: string) => Number(new URL(address).port);

/** A request with exactly these headers, as no browser and no fetch would let one write them. */
function get(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<{ status: number; headers: IncomingHttpHeaders; text: string }> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest({ host: '127.0.0.1', port: portOf(server.origin), path, headers, method }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part)).on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
    });
    sent.on('error', reject).end();
  });
}

async function signIn(): Promise<string> {
  const { pathname, search } = new URL(server.address());
  const { headers } = await get(pathname + search);
  return headers['set-cookie']?.[0]?.split(';')[0] ?? '';
}

/** A socket as a page of ours would open it, and what it was told. */
async function open(cookie: string, more: Record<string, string> = {}) {
  const socket = new WebSocket(`${server.origin.replace('http', 'ws')}/bridge`, { headers: { cookie, origin: server.origin, ...more } });
  sockets.push(socket);
  const told: HostFrame[] = [];
  const messages: number[] = [];
  let begun = '';
  socket.on('message', (data: Buffer) => {
    const text = data.toString();
    messages.push(text.length);
    if (text.startsWith(goesOn)) {
      begun += text.slice(goesOn.length);
      return;
    }
    told.push(JSON.parse(begun + text) as HostFrame);
    begun = '';
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve).once('error', reject);
  });
  return { socket, told, messages, send: (frame: unknown) => socket.send(JSON.stringify(frame)), reply: (id: number) => told.find((frame) => frame.type === 'reply' && frame.id === id) };
}

describe('who is let in [F-26]', () => {
  it('lets one browser in by the printed address, once', async () => {
    const { pathname, search } = new URL(server.address());
    const first = await get(pathname + search);
    expect([first.status, first.headers.location]).toEqual([303, '/']);
    expect(first.headers['set-cookie']?.[0]).toMatch(/^trellis-\d+=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/);
    const cookie = first.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
    expect((await get('/', { cookie })).text).toContain('Trellis');
    const second = await get(pathname + search);
    expect([second.status, second.headers['set-cookie']]).toEqual([403, undefined]);
    expect((await get(pathname + search, { cookie })).status).toBe(303);
  });

  it('goes on to the place and the query that the address names, without the key', async () => {
    const { searchParams } = new URL(server.address());
    const { status, headers } = await get(`/dags/nightly?tab=runs&key=${searchParams.get('key')}&state=failed`);
    expect([status, headers.location]).toEqual([303, '/dags/nightly?tab=runs&state=failed']);
  });

  it.each([
    ['no key and no cookie', '/', {}],
    ['a wrong key', '/?key=wrong', {}],
    ['a wrong cookie', '/', { cookie: 'trellis=1' }],
    ['a file of the page', '/assets/a.js', {}],
  ])('refuses %s', async (_what, path, headers) => {
    expect((await get(path, headers)).status).toBe(403);
  });

  it.each(['evil.example', '127.0.0.1', '127.0.0.1:1', 'localhost.evil.example', '[::1]'])('refuses the host %j, even with the cookie', async (host) => {
    expect((await get('/', { cookie: await signIn(), host })).status).toBe(403);
  });

  it.each(['http://evil.example', 'null', 'https://127.0.0.1', 'file://'])('refuses the origin %s, even with the cookie', async (origin) => {
    const cookie = await signIn();
    expect((await get('/', { cookie, origin })).status).toBe(403);
    await expect(open(cookie, { origin })).rejects.toThrow('403');
    expect((await get('/', { cookie })).status).toBe(200);
  });

  it('refuses a socket without the cookie, without an origin, for another host, at another path', async () => {
    const cookie = await signIn();
    await expect(open('')).rejects.toThrow('403');
    await expect(open(cookie, { host: 'evil.example' })).rejects.toThrow('403');
    for (const [path, headers] of [['/bridge', { cookie }], ['/other', { cookie, origin: server.origin }]] as const) {
      const socket = new WebSocket(`${server.origin.replace('http', 'ws')}${path}`, { headers });
      await expect(new Promise((_resolve, reject) => socket.once('error', reject))).rejects.toThrow('403');
    }
  });

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('answers no %s', async (method) => {
    expect((await get('/', { cookie: await signIn() }, method)).status).toBe(405);
  });

  it('gives a new address to whoever knows the secret, and to nobody else', async () => {
    const address = await askForAddress({ url: server.origin, secret });
    const { pathname, search } = new URL(address ?? '');
    expect((await get(pathname + search)).status).toBe(303);
    expect(await askForAddress({ url: server.origin, secret: 'another' })).toBeUndefined();
    expect((await get('/address', { cookie: await signIn() })).text).not.toContain('key=');
  });

  it('does not answer on the network', async () => {
    const outside = Object.values(networkInterfaces()).flat().filter((entry) => entry && !entry.internal && entry.family === 'IPv4').map((entry) => entry?.address ?? '');
    for (const host of [...outside, '127.0.0.2']) {
      await expect(new Promise((resolve, reject) => connectTcp(portOf(server.origin), host).once('connect', resolve).once('error', reject))).rejects.toThrow(/ECONNREFUSED|ENETUNREACH|EHOSTUNREACH|EADDRNOTAVAIL/);
    }
  });

  it('takes another port when the wanted one is taken', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => taken.once('listening', resolve));
    const { port } = taken.address() as AddressInfo;
    const other = await start(port);
    expect(portOf(other.origin)).not.toBe(port);
    await other.close();
    taken.close();
  });
});

describe('what is served', () => {
  it('is the page at every screen’s path, under the content policy', async () => {
    const cookie = await signIn();
    const response = await get('/dags/my.dag?tab=runs', { cookie });
    expect(response.text).toContain('Trellis');
    expect(response.headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self'; /);
    expect(response.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' });
  });

  it.each(['/assets/../../../etc/passwd', '/assets/..%2f..%2f..%2fetc%2fpasswd', '/assets/%2e%2e/%2e%2e/etc/passwd', '//etc/passwd', '/assets/%00'])('is nothing outside of it: %s', async (path) => {
    expect((await get(path, { cookie: await signIn() })).text).not.toContain('root:');
  });
});

describe('calls over the socket', () => {
  it('says hello, answers, cancels, and streams', async () => {
    const { send, told, reply } = await open(await signIn());
    send({ type: 'call', id: 1, name: 'sample.echo', input: { text: 'hi' } });
    send({ type: 'call', id: 2, name: 'sample.wait' });
    send({ type: 'cancel', id: 2 });
    send({ type: 'subscribe', id: 3, name: 'sample.count', input: { to: 2 } });
    await expect.poll(() => told.length).toBe(6);
    expect(told[0]).toMatchObject({ type: 'hello', capabilities: { os: 'linux' } });
    expect(reply(1)).toEqual({ type: 'reply', id: 1, reply: { ok: true, data: { text: 'hi' }, meta: { source: 'platform' } } });
    expect(reply(2)).toMatchObject({ reply: { ok: false, error: { code: 'cancelled' } } });
    expect(told.filter((frame) => frame.type === 'event' || frame.type === 'end')).toEqual([{ type: 'event', id: 3, event: 1 }, { type: 'event', id: 3, event: 2 }, { type: 'end', id: 3 }]);
  });

  it('sends a large answer in pieces, none of which splits a character', async () => {
    const { send, reply, messages } = await open(await signIn());
    const text = `a${'🙂'.repeat(pieceLength)}`;
    send({ type: 'call', id: 1, name: 'sample.echo', input: { text } });
    await expect.poll(() => reply(1), { timeout: 20_000 }).toMatchObject({ reply: { data: { text } } });
    expect(messages.length).toBeGreaterThan(3);
    expect(Math.max(...messages)).toBeLessThanOrEqual(pieceLength + goesOn.length);
  });

  it('gives up what a window wanted when it goes', async () => {
    const { send, socket } = await open(await signIn());
    send({ type: 'call', id: 1, name: 'sample.wait' });
    send({ type: 'subscribe', id: 2, name: 'sample.count', input: { to: 0 } });
    await expect.poll(() => transport.seen.calls).toBe(1);
    socket.terminate();
    await expect.poll(() => transport.seen.aborted).toBe(2);
  });

  it('answers 10,000 malformed frames with typed errors and stays alive [F-16]', { timeout: 120_000 }, async () => {
    const { socket, send, told, reply } = await open(await signIn());
    const part = fc.oneof(fc.anything(), fc.constantFrom('call', 'subscribe', 'cancel', 'sample.echo', 'sample.count', '__proto__', 1, {}));
    const frame = fc.oneof(
      fc.string(), fc.json(), fc.constantFrom('', '{', 'null', '[]', '{"type":"call"}', '{"__proto__":{"id":1}}'),
      fc.record({ type: part, id: part, name: part, input: part }, { requiredKeys: [] }).map((value) => JSON.stringify(value, (_key, inner: unknown) => (typeof inner === 'bigint' ? String(inner) : inner)) ?? ''),
      fc.uint8Array(),
    );
    for (const message of fc.sample(frame, { numRuns: 10_000, seed: 16 })) socket.send(message);
    send({ type: 'call', id: 999_999_999, name: 'sample.echo', input: { text: 'still here' } });
    await expect.poll(() => reply(999_999_999), { timeout: 60_000 }).toMatchObject({ reply: { ok: true } });
    const codes = new Set(told.map((said) => (said.type === 'refused' || said.type === 'end' ? said.error?.code : said.type === 'reply' && !said.reply.ok ? said.reply.error.code : undefined)));
    expect([...codes].filter((code) => code !== undefined && code !== 'invalid_input' && code !== 'unknown_call')).toEqual([]);
    expect(told.length).toBeGreaterThan(5000);
  });

  it('refuses 100 MB and stays alive [F-16]', async () => {
    const cookie = await signIn();
    const { socket } = await open(cookie);
    const closed = new Promise<number>((resolve) => {
      socket.once('close', resolve);
    });
    socket.on('error', () => undefined); // the rest of the message meets a closed connection
    socket.send(Buffer.alloc(100 * 1024 * 1024, 0x20));
    expect(await closed).toBe(1009);
    const next = await open(cookie);
    next.send({ type: 'call', id: 1, name: 'sample.echo', input: { text: 'still here' } });
    await expect.poll(() => next.reply(1)).toMatchObject({ reply: { ok: true } });
  });

  it('takes a message of just under its limit', async () => {
    const { send, reply } = await open(await signIn());
    const text = 'x'.repeat(maxFrameBytes - 200);
    send({ type: 'call', id: 1, name: 'sample.echo', input: { text } });
    await expect.poll(() => reply(1), { timeout: 20_000 }).toMatchObject({ reply: { ok: true } });
  });
});
