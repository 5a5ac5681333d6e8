import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { payloadOf } from '../../../electron/execution/body-kinds.ts';
import { execute } from '../../../electron/execution/execute.ts';
import { fileName } from '../../../electron/execution/multipart.ts';
import type { BodySpec } from '../../../electron/execution/request.ts';
import { httpTarget, targetOf } from './target-server.ts';

let folder: string;
let files: { roots: readonly string[] };
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'trellis-bodies-'));
  mkdirSync(join(folder, 'allowed'));
  files = { roots: [join(folder, 'allowed')] };
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

/** A descriptor may be closed while it is looked at. */
function leadsTo(link: string, path: string): boolean {
  try {
    return readlinkSync(link) === path;
  } catch {
    return false;
  }
}

const sent = async (body: BodySpec | null) => {
  const payload = await payloadOf(body);
  return payload && [Buffer.from(payload.open() as Uint8Array).toString('utf8'), payload.content_type];
};

/** The form as a parser reads it that is not ours. */
async function parsed(content: unknown): Promise<FormData> {
  const payload = (await payloadOf({ type: 'form-data', content }, files))!;
  const opened = payload.open();
  const bytes = opened instanceof Uint8Array ? opened : Buffer.concat((await opened.toArray()) as Buffer[]);
  expect(bytes.length).toBe(payload.size);
  return new Response(Buffer.from(bytes), { headers: { 'content-type': payload.content_type } }).formData();
}

const fieldsOf = async (content: unknown) => [...(await parsed(content)).entries()];

describe('a raw body [X-013]', () => {
  it('is text with its content type, or with the one that it looks like', async () => {
    expect(await sent({ type: 'raw', content_type: 'application/xml', content: '<a/>' })).toEqual(['<a/>', 'application/xml']);
    expect(await sent({ type: 'raw', content: ' {"a":1}' })).toEqual([' {"a":1}', 'application/json']);
    expect(await sent({ type: 'raw', content: { a: 'é' } })).toEqual(['{"a":"é"}', 'application/json']);
    expect(await sent({ type: 'raw', content: 'hello' })).toEqual(['hello', 'text/plain; charset=utf-8']);
    expect(await sent({ type: 'raw', content: '' })).toEqual(['', 'text/plain; charset=utf-8']);
    expect([await sent({ type: 'none' }), await sent(null), await sent({ type: 'raw' })]).toEqual([null, null, null]);
  });

  it.each([
    ['json', '1', '1', 'application/json'],
    ['xml', '<a/>', '<a/>', 'application/xml'],
    ['html', '<p>', '<p>', 'text/html; charset=utf-8'],
    ['text', '{}', '{}', 'text/plain; charset=utf-8'],
    ['graphql', '{ pets { id } }', '{"query":"{ pets { id } }"}', 'application/json'],
    ['graphql', { query: 'query Q { a }', variables: { id: 1 }, operationName: 'Q' }, '{"query":"query Q { a }","variables":{"id":1},"operationName":"Q"}', 'application/json'],
    ['graphql', { query: '{ a }', variables: '{"id": "x"}' }, '{"query":"{ a }","variables":{"id":"x"}}', 'application/json'],
    ['graphql', { query: '{ a }', variables: ' ' }, '{"query":"{ a }"}', 'application/json'],
  ])('goes as %s: %j', async (format, content, text, type) => {
    expect(await sent({ type: 'raw', format, content })).toEqual([text, type]);
  });

  it.each([
    [{ format: 'graphql', content: {} }, 'has no query'],
    [{ format: 'graphql', content: { query: '{a}', variables: '{' } }, 'are not valid JSON'],
    [{ format: 'graphql', content: { query: '{a}', variables: '[1]' } }, 'are not an object'],
    [{ format: 'clay', content: 'x' }, 'The format “clay” cannot be sent'],
  ])('refuses %j', async (body, message) => {
    await expect(payloadOf({ type: 'raw', ...body })).rejects.toMatchObject({ code: 'invalid_input', message: expect.stringContaining(message) as string });
  });
});

describe('a URL-encoded body [X-015]', () => {
  it('is form fields', async () => {
    expect(await sent({ type: 'x-www-form-urlencoded', content: { a: 'b c', d: ['1', '&'] } })).toEqual(['a=b+c&d=1&d=%26', 'application/x-www-form-urlencoded']);
  });
});

describe('a form [X-014]', () => {
  it('has parts of text, in their order, that an independent parser reads', async () => {
    expect(await fieldsOf([{ name: 'b', value: 'é\r\n--x' }, { name: 'a', value: 1 }, { name: 'b', value: '' }])).toEqual([['b', 'é\r\n--x'], ['a', '1'], ['b', '']]);
    expect(await fieldsOf({ a: ['1', true], none: null, o: { x: [1] } })).toEqual([['a', '1'], ['a', 'true'], ['o', '{"x":[1]}']]);
    expect(await fieldsOf([])).toEqual([]);
  });

  it('has files, given as base64 or by their path', async () => {
    const path = file('allowed/photo.png', Buffer.from([1, 0, 255]));
    const form = await parsed([
      { name: 'inline', filename: 'note.txt', content_type: 'text/plain', content: Buffer.from('hello').toString('base64') },
      { name: 'disk', file: path, content_type: 'image/png' },
      { name: 'renamed', file: path, filename: 'cat.bin' },
    ]);
    const got = await Promise.all([...form.entries()].map(async ([name, value]) => [name, (value as File).name, (value as File).type, [...new Uint8Array(await (value as File).arrayBuffer())]]));
    expect(got).toEqual([
      ['inline', 'note.txt', 'text/plain', [...Buffer.from('hello')]],
      ['disk', 'photo.png', 'image/png', [1, 0, 255]],
      ['renamed', 'cat.bin', 'application/octet-stream', [1, 0, 255]],
    ]);
  });

  it('keeps its boundary, whatever content type the request names', async () => {
    await using target = await httpTarget((_, response) => response.end());
    await execute({ method: 'POST', url: target.url, headers: { 'Content-Type': 'multipart/form-data' }, body: { type: 'form-data', content: { a: 'b' } } });
    const { headers, body } = target.requests[0]!;
    const boundary = /^multipart\/form-data; boundary=(trellis-[\w-]+)$/.exec(headers['content-type']!)![1]!;
    expect(body).toBe(`--${boundary}\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n--${boundary}--\r\n`);
  });

  it.each([
    ['name', { name: 'a"; filename="x\r\nX-Evil: 1', value: 'v' }],
    ['file name', { name: 'a', filename: 'a"\r\nX-Evil: 1\r\n\r\nbody', content: 'aGk=' }],
  ])('lets no %s end its line [F-8]', async (_, part) => {
    const payload = (await payloadOf({ type: 'form-data', content: [part] }))!;
    expect(Buffer.from(payload.open() as Uint8Array).toString('utf8')).not.toMatch(/^X-Evil/m);
    expect([...(await parsed([part])).keys()]).toHaveLength(1);
  });

  it.each([
    ['../../etc/passwd', 'passwd'], ['C:\\Users\\me\\cv.pdf', 'cv.pdf'], ['/abs/x.txt', 'x.txt'], ['..', 'file'], ['a/..', 'file'], ['', 'file'],
    ['nul\0\r\n.txt', 'nul.txt'], ['日本.txt', '日本.txt'], ['x'.repeat(4096), 'x'.repeat(255)], ['é'.repeat(4096), 'é'.repeat(127)],
  ])('names the file %j only by its last part [F-13]', (given, name) => {
    expect(fileName(given)).toBe(name);
  });

  it.each([
    ['a text', 'is a list of parts'],
    [[{ value: 'x' }], 'has no name'],
    [[null], 'has no name'],
    [[{ name: 'a' }], 'has no value'],
    [[{ name: 'a', content: '***' }], 'is not base64'],
    [[{ name: 'a', value: 'x', content_type: 'text/plain\r\nX-Evil: 1' }], 'line break'],
  ])('refuses %j', async (content, message) => {
    await expect(payloadOf({ type: 'form-data', content })).rejects.toMatchObject({ code: 'invalid_input', message: expect.stringContaining(message) as string });
  });
});

describe('a binary body [X-016]', () => {
  it('is base64, or a file', async () => {
    await using target = await httpTarget((_, response) => response.end());
    const bodies = [{ content: Buffer.from('héllo').toString('base64') }, { file: file('allowed/b.txt', 'from disk'), content_type: 'text/plain' }, { file: file('allowed/empty', '') }];
    for (const body of bodies) await execute({ method: 'PUT', url: target.url, body: { type: 'binary', ...body } }, { policy: { files } });
    expect(target.requests.map(({ body, headers }) => [body, headers['content-type'], headers['content-length']])).toEqual([
      ['héllo', 'application/octet-stream', '6'], ['from disk', 'text/plain', '9'], ['', 'application/octet-stream', '0'],
    ]);
    await expect(payloadOf({ type: 'binary', content: 'nope!' })).rejects.toThrow('The content of the body is not base64');
  });

  it('is sent again where a redirect asks for it', async () => {
    await using target = await httpTarget((request, response) => {
      if (request.url === '/a') response.writeHead(307, { location: '/b' }).end();
      else response.end();
    });
    await execute({ method: 'PUT', url: `${target.url}/a`, body: { type: 'binary', file: file('allowed/again', 'twice') } }, { policy: { files } });
    expect(target.requests.map(({ url, body }) => [url, body])).toEqual([['/a', 'twice'], ['/b', 'twice']]);
  });

  it('streams a large file without holding it', async () => {
    const size = 200 * 1024 * 1024;
    const path = file('allowed/large', '');
    truncateSync(path, size);
    let [received, peak] = [0, 0];
    const before = process.memoryUsage().rss;
    await using target = await targetOf(createServer((request, response) => {
      request.on('data', (chunk: Buffer) => {
        received += chunk.length;
        peak = Math.max(peak, process.memoryUsage().rss);
      });
      request.on('end', () => response.end());
    }));
    await execute({ method: 'PUT', url: target.url, body: { type: 'binary', file: path } }, { policy: { files } });
    expect(received).toBe(size);
    expect(peak - before).toBeLessThan(150 * 1024 * 1024);
  });

  it.runIf(process.platform === 'linux')('closes its file when it is cancelled or the target goes away', async () => {
    const path = file('allowed/held', '');
    truncateSync(path, 64 * 1024 * 1024);
    const opened = () => readdirSync('/proc/self/fd').filter((fd) => leadsTo(`/proc/self/fd/${fd}`, path)).length;
    await using target = await targetOf(createServer(() => undefined)); // reads nothing, so that the file stays half sent
    const controller = new AbortController();
    const running = execute({ method: 'PUT', url: target.url, body: { type: 'form-data', content: [{ name: 'f', file: path }] } }, { policy: { files }, signal: controller.signal });
    running.catch(() => undefined);
    while (opened() === 0) await new Promise((resolve) => setImmediate(resolve));
    controller.abort();
    await expect(running).rejects.toMatchObject({ code: 'cancelled' });
    while (opened() > 0) await new Promise((resolve) => setImmediate(resolve));
  });

  it('ends when its file changes its length meanwhile', async () => {
    const path = file('allowed/growing', 'x'.repeat(1000));
    await using target = await httpTarget((request, response) => {
      if (request.url === '/a') {
        truncateSync(path, 10);
        response.writeHead(307, { location: '/b' }).end();
      } else response.end();
    });
    const running = execute({ method: 'PUT', url: `${target.url}/a`, body: { type: 'binary', file: path } }, { policy: { files } });
    await expect(running).rejects.toMatchObject({ code: 'storage', message: expect.stringContaining('changed its length') as string });
  });
});

describe('files', () => {
  it('are not read unless the policy says so', async () => {
    const path = file('allowed/c.txt', 'x');
    for (const policy of [undefined, 'refuse'] as const) {
      await expect(payloadOf({ type: 'binary', file: path }, policy)).rejects.toMatchObject({ code: 'invalid_input', message: expect.stringContaining('or send the request from this computer') as string });
    }
  });

  it('are read within the roots alone, a symbolic link by where it leads [F-13]', async () => {
    const outside = file('outside.txt', 'x');
    symlinkSync(outside, join(folder, 'allowed/link'));
    mkdirSync(join(folder, 'allowed-not'));
    for (const path of [outside, join(folder, 'allowed/../outside.txt'), join(folder, 'allowed/link'), file('allowed-not/a', 'x')]) {
      await expect(payloadOf({ type: 'binary', file: path }, files)).rejects.toThrow('is outside of what may be sent');
    }
    expect(await payloadOf({ type: 'binary', file: outside }, { roots: [outside] })).toMatchObject({ size: 1 });
  });

  it.each([
    ['a relative path', 'a.txt', 'is not the full path'],
    ['a NUL', '/tmp/a\0b', 'is not the full path'],
    ['nothing', '/nowhere/at/all', 'it is not there'],
  ])('are refused where the path is %s', async (_, path, message) => {
    await expect(payloadOf({ type: 'binary', file: path }, files)).rejects.toMatchObject({ code: 'invalid_input', message: expect.stringContaining(message) as string });
  });

  it.runIf(process.platform !== 'win32')('are no folders and no pipes', async () => {
    const pipe = join(folder, 'allowed/pipe');
    execFileSync('mkfifo', [pipe]);
    for (const path of [pipe, join(folder, 'allowed')]) await expect(payloadOf({ type: 'binary', file: path }, files)).rejects.toThrow('is not a file');
  });
});

it('refuses a body type that it does not know', async () => {
  await expect(payloadOf({ type: 'papyrus', content: '' })).rejects.toThrow('The body type “papyrus” cannot be sent');
});
