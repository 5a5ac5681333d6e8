import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { execute } from '../../../electron/execution/execute.ts';
import { httpTarget, tcpTarget } from './target-server.ts';

/** Resolves when `met` holds; a hang ends at the test's own limit. */
async function until(met: () => boolean): Promise<void> {
  while (!met()) await new Promise((resolve) => setImmediate(resolve));
}

describe('the total deadline [K-002][F-5]', () => {
  it.each([
    ['a target that never answers', (): void => undefined],
    ['headers that trickle', (socket: Socket): void => {
      socket.write('HTTP/1.1 200 OK\r\n');
      const timer = setInterval(() => socket.write('x-a: 1\r\n'), 20);
      socket.once('close', () => clearInterval(timer));
    }],
    ['a body that drips', (socket: Socket): void => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n');
      const timer = setInterval(() => socket.write('x'), 20);
      socket.once('close', () => clearInterval(timer));
    }],
  ])('ends %s and closes its socket', async (_, talk) => {
    await using target = await tcpTarget((socket) => void socket.once('data', () => talk(socket)));
    const before = performance.now();
    await expect(execute({ method: 'GET', url: target.url, timeout_ms: 300 })).rejects.toMatchObject({ code: 'timeout', message: expect.stringContaining('300 ms') as string });
    expect(performance.now() - before).toBeLessThan(5000);
    await until(() => target.open() === 0);
  });

  it('runs over redirects as well', async () => {
    await using target = await httpTarget((request, response) => {
      setTimeout(() => response.writeHead(302, { location: `${request.url}x` }).end(), 60);
    });
    await expect(execute({ method: 'GET', url: `${target.url}/`, timeout_ms: 250 })).rejects.toMatchObject({ code: 'timeout' });
    expect(target.requests.length).toBeLessThan(8);
  });

  it.each([0, -1, Number.NaN])('cannot be %d', async (timeout_ms) => {
    await expect(execute({ method: 'GET', url: 'http://127.0.0.1:1', timeout_ms })).rejects.toMatchObject({ code: 'invalid_input' });
  });
});

describe('cancelling', () => {
  it('ends what is under way and closes its socket', async () => {
    await using target = await httpTarget((_, response) => response.write('x'));
    const controller = new AbortController();
    const running = execute({ method: 'GET', url: target.url }, { signal: controller.signal });
    await until(() => target.requests.length === 1);
    controller.abort();
    await expect(running).rejects.toMatchObject({ code: 'cancelled' });
    await until(() => target.open() === 0);
  });

  it('sends nothing where the signal was aborted before', async () => {
    await using target = await httpTarget((_, response) => response.end());
    await expect(execute({ method: 'GET', url: target.url }, { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'cancelled' });
    expect(target.connections()).toBe(0);
  });
});

describe('the size cap [F-6]', () => {
  const policy = { max_bytes: 64 * 1024 };

  it('stops a bomb at its unpacked size, with little memory', async () => {
    const bomb = gzipSync(Buffer.alloc(256 * 1024 * 1024));
    await using target = await httpTarget((_, response) => response.writeHead(200, { 'content-encoding': 'gzip', 'content-type': 'text/plain' }).end(bomb));
    const before = process.memoryUsage().rss;
    const outcome = await execute({ method: 'GET', url: target.url }, { policy });
    expect(outcome).toMatchObject({ status: 200, truncated: true, bytes: policy.max_bytes });
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1024 * 1024);
  });

  it('stops an endless body and closes its socket', async () => {
    await using target = await httpTarget((_, response) => {
      const more = () => {
        while (response.write('x'.repeat(65_536)));
      };
      response.writeHead(200, { 'content-type': 'application/json' }).on('drain', more);
      more();
    });
    const outcome = await execute({ method: 'GET', url: target.url }, { policy });
    expect(outcome).toMatchObject({ truncated: true, bytes: policy.max_bytes, data_kind: 'text', notice: expect.stringContaining('cut at the size limit') as string });
    await until(() => target.open() === 0);
  });

  it('lets a body of exactly its size through', async () => {
    await using target = await httpTarget((_, response) => response.end('x'.repeat(policy.max_bytes)));
    expect(await execute({ method: 'GET', url: target.url }, { policy })).toMatchObject({ truncated: false, bytes: policy.max_bytes });
  });
});

describe('a target that breaks off or talks nonsense [F-7]', () => {
  const ok = 'HTTP/1.1 200 OK\r\n';
  it.each([
    ['resets in the middle of the body', `${ok}content-length: 100\r\n\r\nabc`, 'reset', 'unreachable'],
    ['ends in the middle of the body', `${ok}content-length: 100\r\n\r\nabc`, 'end', 'unreachable'],
    ['ends without an answer', '', 'end', 'unreachable'],
    ['sends bad chunks', `${ok}transfer-encoding: chunked\r\n\r\nZZ\r\nabc\r\n`, 'stay', 'bad_answer'],
    ['is no HTTP server', 'SSH-2.0-OpenSSH_9.2\r\n', 'stay', 'bad_answer'],
    ['sends a megabyte of headers', `${ok}${Array.from({ length: 1000 }, (_, at) => `x-${at}: ${'y'.repeat(1000)}\r\n`).join('')}\r\n`, 'stay', 'too_large'],
    ['sends what is not gzip as gzip', `${ok}content-encoding: gzip\r\ncontent-length: 5\r\n\r\nhello`, 'stay', 'bad_answer'],
    ['cuts its gzip short', `${ok}content-encoding: gzip\r\ncontent-length: 3\r\n\r\n\x1f\x8b\x08`, 'stay', 'bad_answer'],
  ])('%s', async (_, said, then, code) => {
    await using target = await tcpTarget((socket) => {
      socket.once('data', () => {
        socket.write(Buffer.from(said, 'latin1'), () => {
          if (then === 'reset') socket.resetAndDestroy();
          else if (then === 'end') socket.end();
        });
      });
    });
    const before = performance.now();
    const failure: unknown = await execute({ method: 'GET', url: target.url, timeout_ms: 10_000 }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: 'AppError', code });
    expect(performance.now() - before).toBeLessThan(5000);
  });

  it('is not there, or its name is not', async () => {
    const target = await httpTarget((_, response) => response.end());
    await target[Symbol.asyncDispose]();
    await expect(execute({ method: 'GET', url: target.url })).rejects.toMatchObject({ code: 'unreachable', message: expect.stringContaining('Nothing listens') as string });
    await expect(execute({ method: 'GET', url: 'http://nowhere.invalid/' })).rejects.toMatchObject({ code: 'unreachable', message: expect.stringContaining('cannot be resolved') as string });
  });

  it('speaks no TLS where https was asked', async () => {
    await using target = await httpTarget((_, response) => response.end());
    await expect(execute({ method: 'GET', url: target.url.replace('http:', 'https:') })).rejects.toMatchObject({ code: 'unreachable' });
  });
});

describe('one request on the wire [F-8]', () => {
  it.each([
    ['a header', { headers: { 'X-A': 'a\r\n\r\nGET /evil HTTP/1.1' } }],
    ['a header’s name', { headers: { 'X-A\r\nX-B': 'a' } }],
    ['an API key’s prefix', { auth: { type: 'api_key', credentials: { name: 'X-K', value: 'k', prefix: 'a\r\nX-B: 1' } } }],
    ['a user name', { auth: { type: 'basic_auth', credentials: { username: 'a\r\nb', password: 'c' } } }],
    ['the method', { method: 'GET / HTTP/1.1\r\nX-B: 1' }],
    ['the content type', { body: { type: 'raw', content_type: 'text/plain\r\nX-B: 1', content: 'x' } }],
  ])('refuses line breaks in %s', async (_, part) => {
    await using target = await httpTarget((__, response) => response.end());
    await expect(execute({ method: 'GET', url: target.url, ...part })).rejects.toMatchObject({ code: 'invalid_input' });
    expect(target.connections()).toBe(0);
  });

  it('encodes them in query and address', async () => {
    await using target = await httpTarget((_, response) => response.end());
    await execute({ method: 'GET', url: `${target.url}/a b`, query: { 'a\r\n': 'b\r\n\0 HTTP/1.1' } });
    expect(target.requests.map(({ url }) => url)).toEqual(['/a%20b?a%0D%0A=b%0D%0A%00%20HTTP%2F1.1']);
  });

  it.each(['http://user:pass@127.0.0.1:1/', 'file:///etc/passwd', 'data:,x', 'nonsense'])('refuses the address %s', async (url) => {
    await expect(execute({ method: 'GET', url })).rejects.toMatchObject({ code: 'invalid_input' });
  });
});
