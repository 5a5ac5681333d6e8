import { describe, expect, it } from 'vitest';
import { openJar } from '../../../electron/execution/cookies.ts';
import { execute } from '../../../electron/execution/execute.ts';
import { httpTarget, tcpTarget } from './target-server.ts';

describe('the hops of an execution', () => {
  it('show each request as it went over the wire, and its answer', async () => {
    let wire = '';
    await using last = await tcpTarget((socket) => void socket.on('data', (bytes) => {
      wire += bytes.toString('latin1');
      if (wire.endsWith('{"a":1}')) socket.end('HTTP/1.1 201 Made so\r\nX-A: 1\r\nX-A: 2\r\ncontent-length: 2\r\n\r\nok');
    }));
    await using first = await httpTarget((_, response) => response.writeHead(307, { location: `${last.url}/b` }).end('gone on'));
    const { hops, redirects } = await execute({ method: 'POST', url: `${first.url}/a?q=1`, headers: { 'X-Mine': 'yes', 'Accept': 'text/plain' }, body: { type: 'raw', content: '{"a":1}' } });
    expect(redirects).toBe(1);
    expect(hops).toMatchObject([
      { url: `${first.url}/a?q=1`, request_line: 'POST /a?q=1 HTTP/1.1', status_line: 'HTTP/1.1 307 Temporary Redirect', headers: { location: `${last.url}/b` }, timing: { body_ms: null } },
      { url: `${last.url}/b`, request_line: 'POST /b HTTP/1.1', status_line: 'HTTP/1.1 201 Made so', headers: { 'x-a': ['1', '2'], 'content-length': '2' } },
    ]);
    expect(hops[0]!.request_headers).toContainEqual(['x-mine', 'yes']);
    const [head = '', body] = wire.split('\r\n\r\n');
    expect([hops[1]!.request_line, ...hops[1]!.request_headers.map((pair) => pair.join(': '))].toSorted()).toEqual(head.split('\r\n').toSorted());
    expect(body).toBe('{"a":1}');
  });

  it.each(['POST', 'GET', 'DELETE'])('show what a %s without a body carries', async (method) => {
    const heads: string[] = [];
    await using target = await tcpTarget((socket) => void socket.on('data', (bytes) => {
      heads.push(bytes.toString('latin1'));
      socket.end('HTTP/1.1 204 No Content\r\n\r\n');
    }));
    const { hops } = await execute({ method, url: target.url });
    expect([hops[0]!.request_line, ...hops[0]!.request_headers.map((pair) => pair.join(': '))]).toEqual(heads.join('').trimEnd().split('\r\n'));
  });

  it('say how long each step took, and none for steps that there were not', async () => {
    await using target = await httpTarget((_, response) => {
      setTimeout(() => {
        response.writeHead(200).write('x');
        setTimeout(() => response.end('y'), 30);
      }, 30);
    });
    const url = `http://localhost:${target.port}`;
    const timings = [];
    for (let turn = 0; turn < 4; turn += 1) timings.push((await execute({ method: 'GET', url })).hops[0]!.timing);
    const [fresh, kept] = [timings[0], timings.find(({ reused }) => reused)]; // the second may come before the first connection is free
    expect(fresh).toMatchObject({ reused: false, dns_ms: expect.any(Number) as number, connect_ms: expect.any(Number) as number, tls_ms: null });
    expect(kept).toMatchObject({ reused: true, dns_ms: null, connect_ms: null, tls_ms: null });
    for (const timing of [fresh!, kept!]) {
      // A timer may fire a little before its time.
      expect(timing.first_byte_ms).toBeGreaterThan(15);
      expect(timing.body_ms).toBeGreaterThan(15);
      expect(timing.total_ms).toBeGreaterThanOrEqual(timing.first_byte_ms! + timing.body_ms!);
    }
  });

  it('keep apart what runs at the same time', async () => {
    await using target = await httpTarget((request, response) => response.setHeader('x-url', request.url!).end());
    const outcomes = await Promise.all(Array.from({ length: 20 }, (_, at) => execute({ method: 'GET', url: `${target.url}/${at}` })));
    for (const [at, { hops }] of outcomes.entries()) expect(hops).toMatchObject([{ request_line: `GET /${at} HTTP/1.1`, headers: { 'x-url': `/${at}` } }]);
  });

  it('hold no secret, neither of the authentication nor of headers and cookies that the request names itself [F-20]', async () => {
    await using target = await httpTarget((request, response) => {
      if (request.url!.startsWith('/a')) response.writeHead(302, { location: `/b${request.url!.slice(2)}` }).end();
      else response.setHeader('x-echo', request.url!).end();
    });
    const cookies = openJar(null);
    cookies.setCookieSync('jar=canary-jar', target.url);
    const requests = [
      { auth: { type: 'api_key', credentials: { name: 'key', value: 'canary-query', in: 'query' } } },
      { auth: { type: 'api_key', credentials: { name: 'x-key', value: 'canary-header' } } },
      { auth: { type: 'basic_auth', credentials: { username: 'u', password: 'canary-basic' } } },
      { headers: { Authorization: 'Bearer canary-own', Cookie: 'sid=canary-cookie; b=canary-two' } },
    ];
    for (const request of requests) {
      const { hops } = await execute({ method: 'GET', url: `${target.url}/a`, ...request }, { cookies });
      expect(hops).toHaveLength(2);
      expect(JSON.stringify(hops)).not.toMatch(/canary|dTpjYW5hcn/);
    }
    const { hops } = await execute({ method: 'GET', url: target.url, ...requests[3] }, { cookies });
    expect(hops[0]!.request_headers).toEqual(expect.arrayContaining([['authorization', 'Bearer ***'], ['cookie', 'sid=***; b=***; jar=***']]));
    expect(target.requests.filter(({ headers, url }) => JSON.stringify([headers, url]).includes('canary')).length).toBe(9);
  });

  it('count an answered challenge as a hop of its own', async () => {
    await using target = await httpTarget((request, response) => {
      if (!request.headers.authorization) response.setHeader('www-authenticate', 'Digest realm="r", nonce="n1", qop="auth", algorithm=SHA-256').writeHead(401).end();
      else response.end('in');
    });
    const outcome = await execute({ method: 'GET', url: target.url, auth: { type: 'digest', credentials: { username: 'u', password: 'canary-digest' } } });
    expect(outcome).toMatchObject({ data: 'in', attempts: 2 });
    expect(outcome.hops.map(({ status_line }) => status_line)).toEqual(['HTTP/1.1 401 Unauthorized', 'HTTP/1.1 200 OK']);
    expect(outcome.hops[1]!.request_headers).toContainEqual(['authorization', 'Digest ***']);
  });
});
