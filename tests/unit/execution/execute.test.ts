import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { execute } from '../../../electron/execution/execute.ts';
import { httpTarget } from './target-server.ts';

describe('an execution', () => {
  it('sends method, query, headers and body, and hands back the answer', async () => {
    await using target = await httpTarget((_, response) => {
      response.writeHead(201, { 'content-type': 'application/json', 'x-a': '1', 'set-cookie': ['a=1', 'b=2'] });
      response.end('{"made":true}');
    });
    const outcome = await execute({
      method: 'post', url: `${target.url}/things?a=1`, query: { b: ['x', 'y'] }, headers: { 'X-Mine': 'yes' },
      body: { type: 'raw', content_type: 'application/json', content: '{"a":"é"}' },
      auth: { type: 'bearer_token', credentials: { token: 'a-bearer-token' } },
    });
    expect(target.requests).toEqual([expect.objectContaining({ method: 'POST', url: '/things?a=1&b=x&b=y', body: '{"a":"é"}' })]);
    expect(target.requests[0]!.headers).toMatchObject({ authorization: 'Bearer a-bearer-token', 'x-mine': 'yes', 'content-type': 'application/json', 'content-length': '10' });
    expect(outcome).toMatchObject({
      status: 201, status_text: 'Created', data: { made: true }, data_kind: 'json', text: '{"made":true}', bytes: 13, truncated: false, redirects: 0,
      headers: { 'x-a': '1', 'set-cookie': ['a=1', 'b=2'] }, url: `${target.url}/things?a=1&b=x&b=y`,
    });
    expect(outcome.duration_ms).toBeGreaterThan(0);
    expect(outcome.timing.headers_ms + outcome.timing.body_ms).toBeCloseTo(outcome.duration_ms, 0);
  });

  it.each([
    ['parsed JSON', 'application/problem+json', '{"a":[1]}', { data: { a: [1] }, data_kind: 'json' }],
    ['JSON by its look', 'text/plain', ' [1,2]', { data: [1, 2], data_kind: 'json' }],
    ['HTML as text', 'text/html', '<p>{</p>', { data: '<p>{</p>', data_kind: 'text' }],
    ['HTML that says it is JSON as text', 'application/json', '<p>', { data: '<p>', data_kind: 'text', notice: expect.stringContaining('not valid') as string }],
    ['cut JSON as text', 'application/json', '{"a":', { data: '{"a":', data_kind: 'text', notice: expect.stringContaining('not valid') as string }],
    ['own fields named __proto__', 'application/json', '{"__proto__":{"x":1}}', { data_kind: 'json' }],
    ['text by its charset', 'text/plain; charset=iso-8859-1', Buffer.from('caf\u00e9', 'latin1'), { data: 'café' }],
    ['text by its charset, in Shift_JIS', 'text/plain; charset="shift_jis"', Buffer.from([0x93, 0xfa, 0x96, 0x7b]), { data: '日本' }],
    ['text by its byte order mark', 'text/plain', Buffer.from('\ufeffé', 'utf16le'), { data: 'é' }],
    ['text of an unknown charset', 'text/plain; charset=klingon', 'é', { data: 'é' }],
    ['bytes as base64', 'image/png', Buffer.from([137, 80, 0]), { data: 'iVAA', data_kind: 'base64', text: null }],
    ['an empty body', 'application/json', '', { data: null, data_kind: 'none', bytes: 0 }],
  ])('reads %s', async (_, type, body, expected) => {
    await using target = await httpTarget((__, response) => response.setHeader('content-type', type).end(body));
    const outcome = await execute({ method: 'GET', url: target.url });
    expect(outcome).toMatchObject(expected);
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });

  it('reads 204 and the answer to HEAD without a body', async () => {
    await using target = await httpTarget((request, response) => {
      if (request.method === 'HEAD') response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': '100' }).end();
      else response.writeHead(204).end();
    });
    expect(await execute({ method: 'GET', url: target.url })).toMatchObject({ status: 204, status_text: 'No Content', data: null, data_kind: 'none' });
    expect(await execute({ method: 'HEAD', url: target.url })).toMatchObject({ status: 200, data: null });
  });

  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['zstd', zstdCompressSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['gzip, br', (bytes: string) => brotliCompressSync(gzipSync(bytes))],
  ])('unpacks %s', async (encoding, pack) => {
    const text = JSON.stringify({ text: 'x'.repeat(300_000) });
    await using target = await httpTarget((_, response) => response.writeHead(200, { 'content-encoding': encoding, 'content-type': 'application/json' }).end(pack(text)));
    const outcome = await execute({ method: 'GET', url: target.url });
    expect(outcome.data).toEqual(JSON.parse(text));
    expect(outcome.bytes).toBe(text.length);
  });

  it('goes on over a kept connection: 500 executions one after the other take no more than two', async () => {
    await using target = await httpTarget((_, response) => response.end('ok'));
    for (let turn = 0; turn < 500; turn += 1) await execute({ method: 'GET', url: target.url });
    expect(target.requests.length).toBe(500);
    expect(target.connections()).toBeLessThanOrEqual(2);
  });

  it('shows no credential that it sent, although the target echoes it [F-20]', async () => {
    await using target = await httpTarget((request, response) => {
      response.setHeader('x-echo', request.url!).setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ url: request.url, headers: request.headers }));
    });
    const kinds = [
      { type: 'api_key', credentials: { name: 'key', value: 'canary-1', in: 'query' } },
      { type: 'api_key', credentials: { name: 'x-key', value: 'canary-2', prefix: 'Token' } },
      { type: 'bearer_token', credentials: { token: 'canary-3' } },
      { type: 'basic_auth', credentials: { username: 'someone', password: 'canary-4' } },
      { type: 'oauth2', credentials: { client_id: 'client', client_secret: 'canary-5' } },
      { type: 'custom', credentials: { headers: { 'x-custom': 'canary-6' } } },
    ];
    for (const auth of kinds) {
      const outcome = JSON.stringify(await execute({ method: 'GET', url: target.url, auth }));
      expect(outcome).toContain('***');
      expect(outcome).not.toContain('canary');
      expect(outcome).not.toContain(Buffer.from('someone:canary-4').toString('base64'));
    }
    expect(target.requests.map(({ url, headers }) => url + JSON.stringify(headers)).join('\n').match(/canary-[1236]/g)).toHaveLength(4);
  });

  it('leaves numbers whole that look like the secret', async () => {
    await using target = await httpTarget((_, response) => response.setHeader('content-type', 'application/json').end('{"n":12345678,"s":"12345678"}'));
    const outcome = await execute({ method: 'GET', url: target.url, auth: { type: 'bearer_token', credentials: { token: '12345678' } } });
    expect(outcome.data).toEqual({ n: 12345678, s: '***' });
  });
});
