import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { execute } from '../../../electron/execution/execute.ts';
import type { FetchPolicy } from '../../../electron/execution/request.ts';
import { httpTarget, targetOf, type Target } from '../../unit/execution/target-server.ts';
import { makeCertificates, newFolder, startMicrosocks, startNginx, startSquid, type Certificates, type Peer } from './peers.ts';

/** Proxies that are signed in at by Digest, and by SOCKS 5. */

const user = { username: 'ann', password: 'proxy pass:word' };
let certificates: Certificates;
let squid: Peer;
let socks: Peer;
let secured: Peer;
let target: Target;

beforeAll(async () => {
  certificates = makeCertificates(newFolder());
  squid = await startSquid(user, 'digest');
  socks = await startMicrosocks(user);
  target = await httpTarget((request, response) => response.end(JSON.stringify({ url: request.url, headers: request.headers })));
  secured = await startNginx(certificates, 'default_type text/plain; location / { return 200 "$http_proxy_authorization|$server_protocol"; }');
}, 300_000);
afterAll(async () => {
  for (const one of [squid, socks, secured, target]) await one[Symbol.asyncDispose]();
  rmSync(certificates.folder, { recursive: true, force: true });
});

const through = (proxy: string, url: string, credentials: object = user, policy: FetchPolicy = {}) =>
  execute({ method: 'POST', url, body: { type: 'raw', content: 'x'.repeat(100_000) }, timeout_ms: 20_000 }, { policy: { tls: { ca: certificates.ca }, ...policy, proxy: { url: proxy, ...credentials } } });
const viaSquid = () => `http://127.0.0.1:${squid.port}`;
const viaSocks = () => `socks5://127.0.0.1:${socks.port}`;
const targets: [string, () => string][] = [['plain', () => `${target.url}/a?b=c`], ['https', () => `https://localhost:${secured.port}/`]];

describe('a proxy that asks for Digest, squid', () => {
  it.each(targets)('lets requests to %s targets through, and is asked for a challenge once', async (_, url) => {
    const sent = target.requests.length;
    for (const time of [1, 2, 3]) {
      const outcome = await through(viaSquid(), url());
      expect(outcome, `time ${time}`).toMatchObject({ status: 200, hops: [{}] });
      expect(inspect(outcome, { depth: 9 })).not.toMatch(/proxy pass|response="/);
    }
    expect(target.requests.slice(sent).map(({ headers, body }) => [headers['proxy-authorization'], body.length])).toEqual(url().startsWith('https') ? [] : Array.from({ length: 3 }, () => [undefined, 100_000]));
    await expect.poll(() => squid.log()).toMatch(/ ann /);
  });

  it('is asked for no more than one challenge in all, and is told no password', () => {
    expect(squid.log().match(/TCP_DENIED\/407/g)).toHaveLength(1);
  });

  it.each(targets)('says so when it does not take the credentials, for %s targets, and lets the right ones in afterwards', async (_, url) => {
    for (const wrong of [{}, { username: 'ann', password: 'wrong-password' }, { username: 'bob', password: 'wrong-password' }]) {
      const failure: unknown = await through(viaSquid(), url(), wrong).catch((error: unknown) => error);
      expect(failure).toMatchObject({ code: 'unreachable', message: expect.stringContaining('does not take the ones that it was given') as string });
      expect(inspect(failure, { depth: 9 })).not.toContain('wrong-password');
    }
    expect(await through(viaSquid(), url())).toMatchObject({ status: 200 });
  });
});

describe('a proxy of SOCKS 5, microsocks', () => {
  it.each([...targets, ['IPv4', () => `http://127.0.0.1:${target.port}/`]] as typeof targets)('lets requests to %s targets through', async (_, url) => {
    for (const time of [1, 2]) expect(await through(viaSocks(), url()), `time ${time}`).toMatchObject({ status: 200 });
  });

  it('lets HTTP/2 through', async () => {
    expect(await through(viaSocks(), `https://localhost:${secured.port}/`, user, { http2: true })).toMatchObject({ text: '|HTTP/2.0' });
  });

  it('is told names, and resolves them', async () => {
    await through(viaSocks(), `http://localhost:${target.port}/by-name`);
    await expect.poll(() => socks.log()).toContain(`connected to localhost:${target.port}`);
  });

  it('says so when it does not take the credentials, or cannot reach the target', async () => {
    for (const wrong of [{}, { username: 'ann', password: 'wrong-password' }]) {
      await expect(through(viaSocks(), target.url, wrong)).rejects.toMatchObject({ code: 'unreachable', message: expect.stringContaining('does not take the ones that it was given') as string });
    }
    await expect(through(viaSocks(), 'http://127.0.0.1:1/')).rejects.toMatchObject({ code: 'unreachable', message: expect.stringContaining('the connection was refused') as string });
    await expect(through(viaSocks(), target.url, { ...user, password: 'x'.repeat(256) })).rejects.toMatchObject({ code: 'invalid_input' });
  });

  it('is not one where it says something else, or nothing more', async () => {
    await using web = await httpTarget((_, response) => void response.end());
    await expect(through(`socks5://127.0.0.1:${web.port}`, target.url)).rejects.toMatchObject({ code: 'unreachable' });
    await using rude = await targetOf(createServer((socket) => void socket.once('data', () => socket.end(Buffer.from([5])))) as never);
    await expect(through(`socks5://127.0.0.1:${rude.port}`, target.url)).rejects.toMatchObject({ code: 'unreachable' });
  });

  it('is no way to addresses that may not be called [F-10]', async () => {
    await expect(through(viaSocks(), 'http://169.254.169.254/')).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(through(viaSocks(), target.url, user, { loopback: 'refuse' })).rejects.toMatchObject({ code: 'invalid_input' });
  });
});
