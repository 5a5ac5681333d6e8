import { rmSync } from 'node:fs';
import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { execute } from '../../../electron/execution/execute.ts';
import type { ProxyPolicy } from '../../../electron/execution/request.ts';
import { httpTarget, type Target } from '../../unit/execution/target-server.ts';
import { makeCertificates, newFolder, startNginx, startSquid, type Certificates, type Peer } from './peers.ts';

const user = { username: 'ann', password: 'squid pass:word' };
let certificates: Certificates;
let proxy: Peer;
let secured: Peer;
let target: Target;

beforeAll(async () => {
  certificates = makeCertificates(newFolder());
  proxy = await startSquid(user);
  target = await httpTarget((request, response) => {
    if (request.url === '/away') response.writeHead(302, { location: `https://localhost:${secured.port}/` }).end();
    else response.end(JSON.stringify({ url: request.url, headers: request.headers }));
  });
  secured = await startNginx(certificates, 'default_type text/plain; location / { return 200 "$http_proxy_authorization|$server_protocol"; }');
}, 300_000);
afterAll(async () => {
  for (const one of [proxy, secured, target]) await one[Symbol.asyncDispose]();
  rmSync(certificates.folder, { recursive: true, force: true });
});

const through = (url: string, more: Partial<ProxyPolicy> = user, http2 = false) =>
  execute({ method: 'POST', url, body: { type: 'raw', content: 'x'.repeat(100_000) }, timeout_ms: 20_000 }, { policy: { tls: { ca: certificates.ca }, http2, proxy: { url: `http://127.0.0.1:${proxy.port}`, ...more } } });

describe('a proxy, squid', () => {
  it('is told the whole address of plain targets, and its credentials reach none of them', async () => {
    const outcome = await through(`${target.url}/a?b=c`);
    expect(outcome).toMatchObject({ status: 200, data: { url: '/a?b=c', headers: { via: expect.stringContaining('squid') as string } } });
    expect(JSON.stringify(target.requests.at(-1)!.headers)).not.toContain('proxy-authorization');
    expect(target.requests.at(-1)!.body).toHaveLength(100_000);
    await expect.poll(() => proxy.log()).toMatch(new RegExp(`POST ${target.url}/a\\?\\S* ann `));
  });

  it.each([['HTTP/1.1', false], ['HTTP/2.0', true]])('is a tunnel to targets of https, over which goes %s', async (protocol, http2) => {
    expect(await through(`https://localhost:${secured.port}/`, user, http2)).toMatchObject({ status: 200, text: `|${protocol}` });
  });

  it('carries a redirect from a plain target into a tunnel', async () => {
    expect(await through(`${target.url}/away`)).toMatchObject({ status: 200, redirects: 1, text: '|HTTP/1.1' });
  });

  it.each([['plain', () => target.url], ['https', () => `https://localhost:${secured.port}/`]])('says so when it does not take the credentials, for %s targets', async (_, url) => {
    await expect(through(url(), {})).rejects.toMatchObject({ code: 'unreachable', message: expect.stringContaining('asks for a user name and password') as string });
    const failure: unknown = await through(url(), { username: 'ann', password: 'wrong-password' }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'unreachable', message: expect.stringContaining('does not take the ones that it was given') as string });
    expect(inspect(failure, { depth: 9 })).not.toContain('wrong-password');
    // It writes a tunnel into its log when that ends; a refused one at once.
    const asked = url().startsWith('https:') ? `CONNECT localhost:${secured.port} ` : `POST ${target.url}/ `;
    await expect.poll(() => proxy.log()).toMatch(new RegExp(`TCP_DENIED/407 .*${asked}`));
  });

  it('tells of a plain target that is not there by its answer, and of one of https as of a tunnel that is refused', async () => {
    expect(await through('http://127.0.0.1:1/')).toMatchObject({ status: 503 });
    await expect(through('https://127.0.0.1:1/')).rejects.toMatchObject({ code: 'unreachable' });
  });
});
