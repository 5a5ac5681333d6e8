import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ExecutionResult } from '../../../shared/contract/composer.ts';
import { httpTarget, tcpTarget, type Target } from '../../unit/execution/target-server.ts';
import { spawnPlatform, type PlatformProcess } from '../platform/process.ts';
import { newFolder } from './peers.ts';

/** Hostile targets, asked through the platform as the process that it is. */

const megabyte = 1024 * 1024;
const folder = newFolder();
let platform: PlatformProcess;
let target: Target;

function* zeros(megabytes: number) {
  const piece = Buffer.alloc(megabyte);
  for (let at = 0; at < megabytes; at += 1) yield piece;
}
const sent = (response: ServerResponse, body: NodeJS.ReadableStream) => void body.on('error', () => undefined).pipe(response).on('error', () => undefined);
/** With brackets in a text, which count for nothing. */
const nested = `${'['.repeat(998)}{"[[{{\\"[":[]}${']'.repeat(998)}`;
const answers: Record<string, (response: ServerResponse) => void> = {
  '/gzip': (response) => sent(response.writeHead(200, { 'content-type': 'text/plain', 'content-encoding': 'gzip' }), Readable.from(zeros(1024)).pipe(createGzip({ level: 1 }))),
  '/br': (response) => sent(response.writeHead(200, { 'content-type': 'text/plain', 'content-encoding': 'br' }), Readable.from(zeros(1024)).pipe(createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }))),
  '/large': (response) => sent(response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': 500 * megabyte }), Readable.from(zeros(500))),
  '/text': (response) => sent(response.writeHead(200, { 'content-type': 'text/plain' }), Readable.from(Array.from({ length: 500 }, () => '<"é\n>'.repeat(megabyte / 8)))),
  '/nested': (response) => void response.writeHead(200, { 'content-type': 'application/json' }).end(nested),
  '/deep': (response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('['.repeat(200_000) + ']'.repeat(200_000)),
  '/deep-object': (response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{"a":'.repeat(100_000) + '1' + '}'.repeat(100_000)),
};

beforeAll(async () => {
  platform = await spawnPlatform(['--data', folder, '--port', '0']);
  target = await httpTarget((request, response) => (answers[request.url!] ?? (() => void response.end(request.url)))(response));
});
afterAll(async () => {
  await platform[Symbol.asyncDispose]();
  await target[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

interface Answer<T> {
  readonly status: number;
  readonly data: T;
  readonly error?: string;
}

async function call<T>(method_name: string, data: object): Promise<Answer<T>> {
  const { url, token, tenant_id, environment_id } = platform.ready;
  const response = await fetch(`${url}/api/router/control_api_server/apiRouterV2`, {
    method: 'POST', body: JSON.stringify({ method_name, data: { tenant_id, environment_id, ...data } }),
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'x-tenant-id': tenant_id, 'x-environment-id': environment_id },
  });
  return { status: response.status, ...((await response.json()) as Omit<Answer<never>, 'status'>) };
}
async function run(path: string, input: object = {}, api: object = {}, endpoint: object = {}) {
  const { data: { id: api_id } } = await call<{ id: string }>('create-api', { name: 'Target', server_url: target.url, ...api });
  const { data: { id: endpoint_id } } = await call<{ id: string }>('create-endpoint', { api_id, method: 'GET', path, ...endpoint });
  return call<ExecutionResult>('api-router-execute', { endpoint_id, ...input });
}

const memory = (field: 'VmRSS' | 'VmHWM') => Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${platform.child.pid}/status`, 'utf8'))![1]) * 1024;

describe.runIf(process.platform === 'linux')('the memory of the platform [F-6]', () => {
  it.each([['/gzip', true], ['/br', true], ['/large', false], ['/text', false]])('stays within 150 MB more, though the target sends %s', { timeout: 240_000 }, async (path, isOverCap) => {
    await run('/warm');
    writeFileSync(`/proc/${platform.child.pid}/clear_refs`, '5'); // the peak begins anew
    const before = memory('VmRSS');
    const { status, data } = await run(path);
    expect(memory('VmHWM') - before).toBeLessThan(150 * megabyte);
    expect([status, data.status, data.error]).toEqual([200, 200, null]);
    // Whichever it is, the answer says that it does not stand here as a whole.
    expect([data['truncated'], data['spooled'] === undefined]).not.toEqual([false, true]);
    expect(!isOverCap || data['truncated']).toBe(true);
    expect(data['bytes']).toBeLessThanOrEqual(512 * megabyte);
    expect(JSON.stringify(data.data).length).toBeLessThanOrEqual(64 * megabyte);
    await expect.poll(() => target.open() <= 1, { timeout: 20_000 }).toBe(true);
    expect(await call('get-execution-status', { execution_id: data.id })).toMatchObject({ status: 200, data: { truncated: data['truncated'] } });
  });
});

describe('JSON that is nested deeper than anybody reads [F-7]', () => {
  it.each(['/deep', '/deep-object'])('of %s is shown as text, and kept', async (path) => {
    const { status, data } = await run(path);
    expect([status, data.status, data.error, data['data_kind']]).toEqual([200, 200, null, 'text']);
    expect(data['notice']).toContain('nested deeper than 1000 levels');
    expect(await call('get-execution-status', { execution_id: data.id })).toMatchObject({ status: 200, data: { status: 200, state: 'done' } });
    expect(await run('/after')).toMatchObject({ status: 200, data: { status: 200, data: '/after' } });
  });

  it('of a thousand levels is JSON', async () => {
    const { data } = await run('/nested');
    expect([data['data_kind'], JSON.stringify(data.data)]).toEqual(['json', nested]);
  });
});

describe('the deadline of a run [F-5]', () => {
  const ok = 'HTTP/1.1 200 OK\r\n';
  it.each([
    ['never answers', ''],
    ['drips its headers', `${ok}x: `],
    ['drips its body', `${ok}content-length: 100000\r\n\r\n`],
    ['drips chunks', `${ok}transfer-encoding: chunked\r\n\r\n`],
  ])('ends it, and its socket, when the target %s', async (_, said) => {
    await using slow = await tcpTarget((socket) => {
      socket.on('data', () => void socket.write(said));
      const timer = setInterval(() => said !== '' && socket.write(said.includes('chunked') ? '1\r\nx\r\n' : 'x'), 20);
      socket.once('close', () => clearInterval(timer));
    });
    const { status, data } = await run('/', {}, { server_url: slow.url }, { timeout_ms: 400 });
    expect([status, data.status, data.statusText]).toEqual([200, 500, 'Execution Error']);
    expect(data.error).toContain('within 400 ms');
    expect(data.correlationId).not.toBe('');
    await expect.poll(() => slow.open(), { timeout: 10_000 }).toBe(0);
  });
});

describe('a path variable of a run [F-9]', () => {
  it.each(['../../admin', '//evil.example', 'http://evil.example/', '@evil.example', '\\\\evil.example', '..%2f..%2fadmin', '%2e%2e', '?x=1', '#x', ';@evil', '\t..', '.. '])('cannot leave the host and the base path: %j', async (id) => {
    const before = target.requests.length;
    const { status, data } = await run('/in/{id}/end', { path_variables: { id }, variables: { host: 'evil.example' } }, { base_path: '/base' });
    expect([status, data.status]).toEqual([200, 200]);
    expect(target.requests.length).toBe(before + 1);
    expect(target.requests.at(-1)!.url).toBe(`/base/in/${encodeURIComponent(id)}/end`);
    expect(new URL(data.executedURL).host).toBe(new URL(target.url).host);
  });

  it.each(['..', '.'])('that is %j is refused, and nothing is sent', async (id) => {
    const before = target.requests.length;
    expect(await run('/in/{id}', { path_variables: { id } })).toMatchObject({ status: 400 });
    expect(target.requests.length).toBe(before);
  });
});

describe('the address at which a run ends up [F-10]', () => {
  it.each([
    'http://169.254.169.254', 'http://2852039166', 'http://0xa9fea9fe', 'http://0251.0376.0251.0376', 'http://169.254.43518', 'http://[::ffff:169.254.169.254]', 'http://[::ffff:a9fe:a9fe]', 'http://[::169.254.169.254]',
    'http://[64:ff9b::a9fe:a9fe]', 'http://[2002:a9fe:a9fe::]', 'http://[fe80::1]', 'http://[fd00:ec2::254]', 'http://100.100.100.200', 'http://１６９.254.169.254',
  ])('is not link-local, however it is written: %s', async (server_url) => {
    expect((await run('/latest/meta-data', { timeout_ms: 5000 }, { server_url })).data).toMatchObject({ status: 500, statusText: 'Execution Error', error: expect.stringContaining('is link-local') as string });
  });

  it.each(['http://2852039166/', 'http://[::ffff:a9fe:a9fe]/'])('is not link-local after a redirect to %s', async (location) => {
    await using away = await httpTarget((_, response) => void response.writeHead(307, { location }).end());
    expect((await run('/', {}, { server_url: away.url })).data).toMatchObject({ status: 500, error: expect.stringContaining('is link-local') as string });
  });

  it('is what the tenant lets it be, by name, by number and after a redirect', async () => {
    const { tenant_id: id } = platform.ready;
    expect((await call('update-tenant', { id, reach: { loopback: 'refuse' } })).status).toBe(200);
    try {
      const { port } = target;
      const before = target.connections();
      for (const host of ['localhost', '127.1', '2130706433', '[::ffff:127.0.0.1]', '0.0.0.0', '[::1]', '[::]']) {
        expect((await run('/', {}, { server_url: `http://${host}:${port}` })).data).toMatchObject({ status: 500, error: expect.stringContaining('is the computer that sends the request') as string });
      }
      expect(target.connections()).toBe(before);
    } finally {
      await call('update-tenant', { id, reach: null });
    }
  });
});
