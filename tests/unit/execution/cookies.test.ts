import type { CookieJar } from 'tough-cookie';
import { describe, expect, it } from 'vitest';
import { openJar, storedJar, takeCookies } from '../../../electron/execution/cookies.ts';
import { execute } from '../../../electron/execution/execute.ts';
import { httpTarget } from './target-server.ts';

const names = (jar: CookieJar) => jar.serializeSync()!.cookies.map(({ key }) => String(key)).toSorted();
const sent = (url: string, cookies: CookieJar, headers: Record<string, string> = {}) => execute({ method: 'GET', url, headers }, { cookies });

describe('a jar of cookies (RFC 6265)', () => {
  it('keeps what answers set, and sends it where it belongs: by path, name and age', async () => {
    await using target = await httpTarget((request, response) => {
      if (request.url === '/in') response.setHeader('set-cookie', ['sid=1; Path=/; HttpOnly', 'deep=2; Path=/deep', 'old=3; Max-Age=0', 'far=5; Domain=elsewhere.example', 'nonsense']);
      response.end();
    });
    const jar = openJar(null);
    for (const path of ['/in', '/x', '/deep/y']) await sent(target.url + path, jar);
    expect(target.requests.map(({ headers }) => headers.cookie)).toEqual([undefined, 'sid=1', 'deep=2; sid=1']);
    expect(names(jar)).toEqual(['deep', 'sid']);
  });

  it('is read and written at each hop, and gives no origin the cookies of another', async () => {
    await using other = await httpTarget((_, response) => response.setHeader('set-cookie', 'theirs=1').end());
    await using target = await httpTarget((request, response) => {
      if (request.url === '/a') response.writeHead(302, { 'location': '/b', 'set-cookie': 'step=a; Path=/' });
      if (request.url === '/b') response.writeHead(302, { location: other.url.replace('127.0.0.1', 'localhost') });
      response.end();
    });
    const jar = openJar(null);
    await sent(`${target.url}/a`, jar, { Cookie: 'mine=1' });
    expect(target.requests.map(({ headers }) => headers.cookie)).toEqual(['mine=1', 'mine=1; step=a']);
    expect(other.requests[0]!.headers.cookie).toBeUndefined();
    expect(names(jar)).toEqual(['step', 'theirs']);
  });

  it('lets the request’s own cookies stand before those of the same name', async () => {
    await using target = await httpTarget((_, response) => response.setHeader('set-cookie', ['a=jar', 'b=jar']).end());
    const jar = openJar(null);
    await sent(target.url, jar);
    await sent(target.url, jar, { Cookie: 'a=own' });
    expect(target.requests[1]!.headers.cookie).toBe('a=own; b=jar');
  });

  it('is handed to the next session as plain data, and a broken one is an empty one', async () => {
    const jar = openJar(null);
    await takeCookies(jar, new URL('https://h.example/'), { 'set-cookie': 'a=1; Secure; Max-Age=1000' });
    const again = openJar(JSON.parse(JSON.stringify(storedJar(jar))));
    expect(await again.getCookieString('https://h.example/')).toBe('a=1');
    expect(await again.getCookieString('http://h.example/')).toBe('');
    for (const broken of ['{', { cookies: 7 }, 42]) expect(names(openJar(broken))).toEqual([]);
  });

  it('is bounded, of one host and in all, by what was used last', async () => {
    const jar = openJar(null);
    const set = (count: number) => ({ 'set-cookie': Array.from({ length: count }, (_, at) => `c${at}=1`) });
    await takeCookies(jar, new URL('http://h.example/'), set(60));
    expect(names(jar)).toHaveLength(50);
    for (let at = 0; at < 3010; at += 1) jar.setCookieSync(`c${at}=1`, `http://h${at % 100}.example/`);
    await takeCookies(jar, new URL('http://last.example/'), set(1));
    expect((storedJar(jar)!['cookies'] as unknown[]).length).toBe(3000);
    expect(await jar.getCookieString('http://last.example/')).toBe('c0=1');
  });

  it('is not there unless it is handed in', async () => {
    await using target = await httpTarget((_, response) => response.setHeader('set-cookie', 'a=1').end());
    for (let turn = 0; turn < 2; turn += 1) await execute({ method: 'GET', url: target.url });
    expect(target.requests[1]!.headers.cookie).toBeUndefined();
  });
});
