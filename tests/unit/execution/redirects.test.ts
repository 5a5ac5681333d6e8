import { describe, expect, it } from 'vitest';
import { execute } from '../../../electron/execution/execute.ts';
import { nextHop, type Hop } from '../../../electron/execution/redirects.ts';
import { httpTarget } from './target-server.ts';

const secrets = { authorization: 'Bearer secret-token', cookie: 'sid=secret-sid', 'x-api-key': 'secret-key', 'x-tenant': 'acme', accept: 'application/json' };

describe('redirects', () => {
  it('keep credentials on the same origin', async () => {
    await using target = await httpTarget((request, response) => {
      if (request.url === '/a') response.writeHead(302, { location: '/b' }).end('moved');
      else response.end('here');
    });
    const outcome = await execute({ method: 'GET', url: `${target.url}/a`, headers: secrets });
    expect(outcome).toMatchObject({ status: 200, data: 'here', redirects: 1, url: `${target.url}/b` });
    expect(target.requests[1]!.headers).toMatchObject(secrets);
  });

  it.each([
    ['another port', '127.0.0.1'],
    ['another host', 'localhost'],
  ])('drop everything that identifies the sender on the way to %s, and back [F-4]', async (_, host) => {
    const elsewhere = () => other.url.replace('127.0.0.1', host);
    await using target = await httpTarget((request, response) => {
      if (request.url === '/a') response.writeHead(307, { location: `${elsewhere()}/b?api_key=secret-key&x=1` }).end();
      else response.end('home');
    });
    await using other = await httpTarget((__, response) => response.writeHead(302, { location: `${target.url}/c` }).end());
    const outcome = await execute({ method: 'GET', url: `${target.url}/a`, headers: secrets, auth: { type: 'api_key', credentials: { name: 'X-Key', value: 'secret-key' } } });
    expect(outcome).toMatchObject({ data: 'home', redirects: 2 });
    expect(target.requests[0]!.headers).toMatchObject({ ...secrets, 'x-key': 'secret-key' });
    for (const { headers, url } of [other.requests[0]!, target.requests[1]!]) {
      expect(JSON.stringify(headers) + url).not.toMatch(/secret|acme/);
      expect(headers['accept']).toBe('application/json');
    }
    expect(other.requests[0]!.url).toBe('/b?x=1');
  });

  it('drop credentials from https to http [F-4]', () => {
    const hop: Hop = { method: 'GET', url: new URL('https://h/a'), headers: new Map(Object.entries(secrets)), body: null };
    const next = nextHop(hop, 302, { location: 'http://h/a' }, []);
    expect([...next!.headers]).toEqual([['accept', 'application/json']]);
  });

  it.each([
    [301, 'POST', 'GET', ''], [302, 'POST', 'GET', ''], [303, 'PUT', 'GET', ''], [303, 'HEAD', 'HEAD', ''],
    [302, 'PUT', 'PUT', 'x'], [307, 'POST', 'POST', 'x'], [308, 'PATCH', 'PATCH', 'x'],
  ])('answer %i to %s with %s (RFC 9110, section 15.4)', async (status, method, next, body) => {
    await using target = await httpTarget((request, response) => {
      if (request.url === '/a') response.writeHead(status, { location: 'b' }).end();
      else response.end();
    });
    await execute({ method, url: `${target.url}/a`, ...(method === 'HEAD' ? {} : { body: { type: 'raw', content: 'x' } }) });
    expect(target.requests[1]).toMatchObject({ method: next, url: '/b', body });
    expect(target.requests[1]!.headers['content-type'] !== undefined).toBe(body !== '');
  });

  it('end after ten, in a loop [F-7]', async () => {
    await using target = await httpTarget((_, response) => response.writeHead(302, { location: '/again' }).end());
    await expect(execute({ method: 'GET', url: target.url })).rejects.toMatchObject({ code: 'bad_answer', message: expect.stringContaining('more than 10 times') as string });
    expect(target.requests).toHaveLength(11);
  });

  it('are handed back where the policy follows none', async () => {
    await using target = await httpTarget((_, response) => response.writeHead(302, { location: '/b' }).end());
    expect(await execute({ method: 'GET', url: target.url }, { policy: { max_redirects: 0 } })).toMatchObject({ status: 302, redirects: 0 });
  });

  it.each(['file:///etc/passwd', 'javascript:alert(1)', 'http://[bad', 'ftp://h/'])('are not followed to %s [F-7]', async (location) => {
    await using target = await httpTarget((_, response) => response.writeHead(302, { location }).end());
    await expect(execute({ method: 'GET', url: target.url })).rejects.toMatchObject({ code: 'bad_answer' });
    expect(target.requests).toHaveLength(1);
  });

  it.each(['/again', 'file:///etc/passwd'])('hold no connection when they end at %s, though their bodies go on [F-7]', async (location) => {
    await using target = await httpTarget((_, response) => response.writeHead(302, { location }).write('x'));
    await expect(execute({ method: 'GET', url: target.url })).rejects.toMatchObject({ code: 'bad_answer' });
    while (target.open() > 0) await new Promise((resolve) => setImmediate(resolve));
  });

  it('are checked against the policy at each hop [F-10]', async () => {
    await using target = await httpTarget((_, response) => response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data' }).end());
    await expect(execute({ method: 'GET', url: target.url })).rejects.toThrow('169.254.169.254 is link-local');
  });
});
