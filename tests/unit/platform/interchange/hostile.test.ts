import { describe, expect, it } from 'vitest';
import type { ImportedCollection } from '../../../../electron/platform/composer/interchange/collection.ts';
import { readInThread } from '../../../../electron/platform/composer/read-in-thread.ts';
import { endpoint, firstApi, messages, read } from './reading.ts';

const postman = (item: unknown, more: object = {}) => ({ info: { name: 'C' }, item, ...more });
const request = (fields: object) => ({ name: 'R', request: { method: 'GET', url: 'https://h/a', ...fields } });
const inThread = (text: string, limits: object = {}) =>
  readInThread<ImportedCollection>(new URL('../../../../electron/platform/composer/interchange/interchange-worker.ts', import.meta.url), text, new AbortController().signal, limits);

describe('a collection that means harm [F-12][F-13]', () => {
  it('cannot reach the prototype of anything', () => {
    const document = '{"info":{"name":"C"},"item":[{"name":"R","request":{"method":"POST","url":"https://h/a?__proto__=1","header":[{"key":"__proto__","value":"x"},{"key":"constructor","value":"y"}],"auth":{"type":"__proto__","__proto__":{"polluted":1}},"body":{"mode":"urlencoded","urlencoded":[{"key":"__proto__","value":"z"}]},"__proto__":{"polluted":1}}}],"variable":[{"key":"__proto__","value":"v"}]}';
    const { headers, body } = endpoint(document);
    expect([Object.entries(headers), Object.entries(body.content as object)]).toEqual([[['__proto__', 'x'], ['constructor', 'y']], [['__proto__', 'z']]]);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it('cannot unfold its variables without end', () => {
    const bomb = Array.from({ length: 5 }, (_, at) => ({ key: `v${at}`, value: `{{v${at + 1}}}`.repeat(100) }));
    expect(() => read(postman([request({ url: 'https://h/{{v0}}' })], { variable: [...bomb, { key: 'v5', value: 'x'.repeat(100) }] }))).toThrow(/unfold to too much/);
    const loop = [{ key: 'a', value: '{{b}}' }, { key: 'b', value: '{{a}}' }];
    expect(endpoint(postman([request({ header: [{ key: 'X-A', value: '{{a}}' }] })], { variable: loop })).headers['X-A']).toMatch(/^\{\{[ab]\}\}$/);
  });

  it('cannot unfold its aliases without end', async () => {
    const levels = Array.from({ length: 30 }, (_, at) => `a${at + 1}: &a${at + 1} [${Array.from({ length: 10 }, () => `*a${at}`).join(', ')}]`);
    await expect(inThread(`type: collection.insomnia.rest/5.0\na0: &a0 [x]\n${levels.join('\n')}\ncollection: *a30\n`)).rejects.toMatchObject({ code: expect.stringMatching(/invalid_input|too_large/) as string });
  });

  it('may be nested as deep as it likes', async () => {
    const deep = (levels: number) => `{"info":{"name":"C"},"item":${'[{"name":"F","item":'.repeat(levels)}[]${'}]'.repeat(levels)}}`;
    await expect(inThread(deep(200_000))).rejects.toMatchObject({ code: 'invalid_input' });
    const folders = (levels: number): object => (levels === 0 ? request({}) : { name: `${levels}`, item: [folders(levels - 1)] });
    expect(firstApi(postman([folders(20)])).endpoints).toHaveLength(1);
    expect(messages(postman([folders(60), request({})]))).toEqual(['Folders more than 30 deep are left out.']);
  });

  it('may be wrong in every place', () => {
    for (const junk of [null, 1, 'x', [], {}, [null], [[]]]) {
      const documents = [postman([request({ url: junk, header: junk, auth: junk, body: junk }), junk, request({})]), { log: { entries: [junk, { request: { url: 'https://h', headers: junk, postData: junk, cookies: junk } }] } }, { type: 'collection.insomnia.rest/5.0', collection: [junk, { method: 'GET', url: 'https://h', headers: junk, body: junk, authentication: junk, parameters: junk }], environments: junk }, { version: '1', items: [junk, { type: 'http', request: { url: 'https://h', headers: junk, body: junk, auth: junk, params: junk } }], environments: junk, root: junk }];
      for (const document of documents) expect(firstApi(document).endpoints.length, JSON.stringify(document)).toBeGreaterThan(0);
    }
  });

  it('has no more endpoints and problems than can be kept', () => {
    const many = Array.from({ length: 10_050 }, (_, at) => request({ url: `https://h/${at}`, header: [{ key: 'bad name', value: 'x' }] }));
    const { apis, problems } = read(postman(many));
    expect([apis[0]!.endpoints.length, problems.length]).toEqual([10_000, 501]);
    expect(problems[0]!.message).toContain('the first 10000 were imported');
  });

  it('is given up when it takes too long or is too long', async () => {
    await expect(inThread(`curl https://h/ -F 'a=${';type=a'.repeat(200_000)};x=' `, { timeout_ms: 400 })).rejects.toMatchObject({ code: 'timeout' });
    expect(() => read(`curl https://h/ -d '${'x'.repeat(5 * 1024 * 1024)}'`)).toThrow(/longer than 4 MB/);
    expect(() => read(`meta {\n${'x'.repeat(3 * 1024 * 1024)}\n}`)).toThrow(/longer than 2 MB/);
    expect(endpoint(`curl https://h/ --data-raw '${'x'.repeat(3 * 1024 * 1024)}'`).body.content).toHaveLength(3 * 1024 * 1024);
  });

  it('cannot put a line break or another header into a header', () => {
    const document = postman([request({ header: [{ key: 'X-A', value: 'a\r\nX-B: b' }, { key: 'X-C\r\nX-D', value: 'c' }] })]);
    expect(endpoint(document).headers).toEqual({});
    expect(messages(document)).toHaveLength(2);
  });
});
