import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { byteMaskOf } from '../../../electron/execution/byte-mask.ts';
import { execute } from '../../../electron/execution/execute.ts';
import { httpTarget } from './target-server.ts';

const mega = 1024 * 1024;
let base: string;
let folder: string;
let turn = 0;
beforeAll(() => void (base = mkdtempSync(join(tmpdir(), 'trellis-spool-'))));
beforeEach(() => void (folder = join(base, String((turn += 1)))));
afterAll(() => rmSync(base, { recursive: true, force: true }));

const left = () => (existsSync(folder) ? readdirSync(folder) : []);

async function until(met: () => boolean): Promise<void> {
  while (!met()) await new Promise((resolve) => setImmediate(resolve));
}

describe('a large answer', () => {
  it('goes to a file as a whole, and only its beginning is handed back', async () => {
    const text = `{"text":"${'é'.repeat(2 * mega)}"}`;
    await using target = await httpTarget((_, response) => response.setHeader('content-type', 'application/json').end(text));
    const outcome = await execute({ method: 'GET', url: target.url }, { spool: { folder } });
    const bytes = Buffer.byteLength(text);
    expect(outcome).toMatchObject({ data_kind: 'text', bytes, truncated: false, spooled: { bytes } });
    expect(readFileSync(outcome.spooled!.file, 'utf8')).toBe(text);
    expect(left()).toHaveLength(1);
    expect(outcome.text).toBe(outcome.data);
    expect(text.startsWith(outcome.text!)).toBe(true);
    expect(Buffer.byteLength(outcome.text!)).toBeLessThanOrEqual(256 * 1024);
    expect(Buffer.byteLength(outcome.text!)).toBeGreaterThan(256 * 1024 - 4);
    if (process.platform !== 'win32') expect(statSync(outcome.spooled!.file).mode & 0o777).toBe(0o600); // oxlint-disable-line vitest/no-conditional-expect
  });

  it('keeps every byte of what is not text', async () => {
    const bytes = randomBytes(3 * mega);
    await using target = await httpTarget((_, response) => response.setHeader('content-type', 'image/png').end(bytes));
    const outcome = await execute({ method: 'GET', url: target.url, auth: { type: 'bearer_token', credentials: { token: 'a-long-token' } } }, { spool: { folder } });
    expect(readFileSync(outcome.spooled!.file).equals(bytes)).toBe(true);
    expect(outcome).toMatchObject({ data_kind: 'base64', text: null, data: bytes.subarray(0, 256 * 1024).toString('base64') });
  });

  it('stays inline up to a megabyte, and without a folder for as long as the cap lets it', async () => {
    await using target = await httpTarget((request, response) => response.end('x'.repeat(request.url === '/small' ? mega : 2 * mega)));
    expect(await execute({ method: 'GET', url: `${target.url}/small` }, { spool: { folder } })).toMatchObject({ bytes: mega, data: 'x'.repeat(mega) });
    expect((await execute({ method: 'GET', url: `${target.url}/large` })).data).toHaveLength(2 * mega);
    expect(left()).toEqual([]);
  });

  it.each([
    ['gzip', (bytes: Buffer) => gzipSync(bytes)],
    ['br', (bytes: Buffer) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })],
    ['zstd', (bytes: Buffer) => zstdCompressSync(bytes)],
  ])('stops at the cap on disk where it is a bomb of %s [F-6]', async (encoding, pack) => {
    const bomb = pack(Buffer.alloc(256 * mega));
    await using target = await httpTarget((_, response) => response.writeHead(200, { 'content-encoding': encoding, 'content-type': 'text/plain' }).end(bomb));
    const before = process.memoryUsage().rss;
    const outcome = await execute({ method: 'GET', url: target.url }, { spool: { folder, max_bytes: 8 * mega } });
    expect(outcome).toMatchObject({ truncated: true, bytes: 8 * mega, spooled: { bytes: 8 * mega } });
    expect(statSync(outcome.spooled!.file).size).toBe(8 * mega);
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * mega);
  });

  it('does not grow in memory with its length [F-6]', async () => {
    const piece = Buffer.alloc(mega, 'y');
    await using target = await httpTarget((_, response) => {
      let sent = 0;
      const more = () => {
        while (sent < 200 && response.write(piece)) sent += 1;
        sent += 1;
        if (sent > 200) response.end();
      };
      response.on('drain', more);
      more();
    });
    const before = process.memoryUsage().rss;
    let peak = 0;
    const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss - before)), 10);
    const outcome = await execute({ method: 'GET', url: target.url }, { spool: { folder } });
    clearInterval(watch);
    expect(outcome.spooled!.bytes).toBeGreaterThan(190 * mega);
    expect(peak).toBeLessThan(150 * mega);
  });

  it.each([
    ['cancelled', 'cancelled', (_response: { destroy(): void }, controller: AbortController) => controller.abort()],
    ['broken off', 'unreachable', (response: { destroy(): void }) => response.destroy()],
  ])('leaves nothing behind when it is %s', async (_, code, end) => {
    const written = Promise.withResolvers<{ destroy(): void }>();
    await using target = await httpTarget((__, response) => {
      response.write(Buffer.alloc(4 * mega), () => written.resolve(response));
    });
    const controller = new AbortController();
    const running = execute({ method: 'GET', url: target.url }, { spool: { folder }, signal: controller.signal });
    running.catch(() => undefined);
    const response = await written.promise;
    await until(() => left().length === 1);
    end(response, controller);
    await expect(running).rejects.toMatchObject({ code });
    expect(left()).toEqual([]);
  });

  it('leaves nothing behind when its deadline passes, or what comes is no gzip', async () => {
    await using target = await httpTarget((request, response) => {
      if (request.url === '/hang') response.write(Buffer.alloc(4 * mega));
      else response.setHeader('content-encoding', 'gzip').end(Buffer.concat([gzipSync(randomBytes(4 * mega)).subarray(0, -9), Buffer.alloc(20)]));
    });
    await expect(execute({ method: 'GET', url: `${target.url}/hang`, timeout_ms: 300 }, { spool: { folder } })).rejects.toMatchObject({ code: 'timeout' });
    await expect(execute({ method: 'GET', url: `${target.url}/broken` }, { spool: { folder } })).rejects.toMatchObject({ code: 'bad_answer' });
    expect(left()).toEqual([]);
  });

  it('says so where the folder cannot be written', async () => {
    writeFileSync(folder, 'a file');
    await using target = await httpTarget((_, response) => response.end(Buffer.alloc(2 * mega)));
    await expect(execute({ method: 'GET', url: target.url }, { spool: { folder } })).rejects.toMatchObject({ code: 'storage', message: expect.stringContaining('cannot be kept') as string });
  });

  it('shows no credential in its file, not even across two pieces [F-20]', async () => {
    const secret = 'canary-token-of-this-test';
    await using target = await httpTarget((_, response) => {
      response.write('x'.repeat(2 * mega) + secret.slice(0, 9));
      setTimeout(() => response.end(`${secret.slice(9)}|${JSON.stringify({ secret })}`), 20);
    });
    const { spooled } = await execute({ method: 'GET', url: target.url, auth: { type: 'bearer_token', credentials: { token: secret } } }, { spool: { folder } });
    expect(readFileSync(spooled!.file, 'utf8').slice(2 * mega)).toBe('***|{"secret":"***"}');
    expect(spooled!.bytes).toBe(statSync(spooled!.file).size);
  });
});

describe('the mask of bytes', () => {
  it.each([1, 2, 3, 7, 100])('hides the same, however the bytes come: %i at a time', (step) => {
    const secrets = ['secret-one', 'secret-one-longer', 'ßecret-two'];
    const bytes = Buffer.from('a secret-one b secret-one-longer secret-onesecret-one %C3%9Fecret-two ßecret-two secret-on');
    const mask = byteMaskOf(secrets);
    const out: Buffer[] = [];
    for (let at = 0; at < bytes.length; at += step) out.push(Buffer.from(mask.push(bytes.subarray(at, at + step))));
    out.push(mask.end());
    expect(Buffer.concat(out).toString()).toBe('a *** b *** ****** *** *** secret-on');
  });

  it('passes all on where there is nothing to hide', () => {
    const bytes = randomBytes(1000);
    expect(createHash('sha1').update(byteMaskOf(['short']).push(bytes)).digest('hex')).toBe(createHash('sha1').update(bytes).digest('hex'));
  });
});
