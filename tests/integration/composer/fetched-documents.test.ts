import { gzipSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import type { RequestListener } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { httpTarget, type Target } from '../../unit/execution/target-server.ts';
import { startComposer, type Composer } from './platform.ts';

interface Imported {
  readonly api_id: string;
  readonly endpoint_count: number;
  readonly kind?: string;
  readonly external?: readonly string[];
  readonly problems: readonly { readonly where: string; readonly message: string }[];
}
interface State {
  readonly last_sync: { readonly sync_id: string } | null;
  readonly source: { readonly url: string; readonly auth_type?: string; readonly fetched_at: string; readonly follow: readonly string[] } | null;
}
interface Preview {
  readonly unchanged?: boolean;
  readonly fetched?: boolean;
  readonly version: string;
  readonly external: readonly string[];
  readonly counts: Record<string, number>;
  readonly changes: readonly { readonly key: string; readonly kind: string }[];
  readonly problems: readonly { readonly message: string }[];
}
type Row = Record<string, unknown> & { id: string };

const documentOf = (paths: object, more: object = {}) => JSON.stringify({ openapi: '3.1.0', info: { title: 'Far', version: '1' }, servers: [{ url: 'https://far.example' }], paths, ...more });
const one = documentOf({ '/a': { get: { operationId: 'a', summary: 'First' } } });
const two = documentOf({ '/a': { get: { operationId: 'a', summary: 'First anew' } }, '/b': { get: { operationId: 'b' } } });

let composer: Composer;
let target: Target;
let elsewhere: Target;
let answers: Record<string, RequestListener>;
const send = (text: string, headers: Record<string, string> = {}): RequestListener => (_, response) => response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(text);

beforeAll(async () => {
  composer = await startComposer();
  const listener: RequestListener = (request, response) => {
    const answer = answers[request.url!];
    if (answer) answer(request, response);
    else response.writeHead(404).end();
  };
  target = await httpTarget(listener);
  elsewhere = await httpTarget(listener);
});
beforeEach(() => {
  answers = { '/api.json': send(one) };
});
afterAll(async () => {
  await composer[Symbol.asyncDispose]();
  await target[Symbol.asyncDispose]();
  await elsewhere[Symbol.asyncDispose]();
});

async function ok<T>(method: string, data: object): Promise<T> {
  const answer = await composer.call<T>(method, data);
  expect(answer.error).toBeUndefined();
  return answer.data;
}
const fetched = (url = `${target.url}/api.json`, more: object = {}) => ok<Imported>('import-url', { url, ...more });
const state = (id: string) => ok<State>('get-openapi-sync', { id });
const namesOf = async (api_id: string) => (await ok<Row[]>('list-endpoints', { api_id })).map(({ path, name }) => `${String(path)} ${String(name)}`);
const since = (server: Target, before: number) => server.requests.slice(before);

describe('a document that is fetched [C-111]', () => {
  it('becomes an API, which remembers where it came from', async () => {
    const { api_id, endpoint_count, external } = await fetched();
    expect([endpoint_count, external]).toEqual([1, []]);
    expect(await namesOf(api_id)).toEqual(['/a First']);
    expect(await state(api_id)).toEqual({ last_sync: null, source: { url: `${target.url}/api.json`, follow: [], fetched_at: expect.stringMatching(/^\d{4}-/) as string } });
    // A copy can be brought up to date as well; an API of a text has no address.
    const copy = await ok<Row>('clone-api', { id: api_id });
    expect((await state(copy.id)).source?.url).toBe(`${target.url}/api.json`);
    const { api_id: given } = await ok<Imported>('import-openapi', { document: one });
    expect((await state(given)).source).toBeNull();
  });

  it('may be YAML that is sent as bytes, packed, or more than a megabyte', async () => {
    const large = documentOf(Object.fromEntries(Array.from({ length: 8000 }, (_, at) => [`/p${at}`, { get: { summary: 'x'.repeat(150) } }])));
    answers = {
      '/api.yaml': send('openapi: 3.0.0\ninfo: {title: Ä, version: "1"}\npaths: {/y: {get: {summary: Y}}}\n', { 'content-type': 'application/octet-stream' }),
      '/large.json': (_, response) => response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(gzipSync(large)),
    };
    const { api_id } = await fetched(`${target.url}/api.yaml`);
    expect((await ok<Row>('get-api', { id: api_id }))['name']).toBe('Ä');
    expect((await fetched(`${target.url}/large.json`)).endpoint_count).toBe(8000);
  });

  it('may be the collection of another tool', async () => {
    answers['/c.json'] = send(JSON.stringify({ info: { name: 'Kennel', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' }, item: [{ name: 'Dogs', request: { method: 'GET', url: 'https://far.example/dogs' } }] }));
    expect(await fetched(`${target.url}/c.json`)).toMatchObject({ kind: 'postman', endpoint_count: 1 });
  });

  it.each([[0, 'application/zip'], [2_000_000, 'application/octet-stream']])('may be the zip of a Bruno collection, with %i bytes beside it', async (beside, type) => {
    const request = `meta {\n  name: Look\n  type: http\n}\n\nget {\n  url: https://far.example/look\n}\n`;
    const zip = Buffer.from(zipSync({ 'bruno.json': strToU8('{"version": "1", "name": "Packed", "type": "collection"}'), 'look.bru': strToU8(request), 'picture.png': new Uint8Array(beside) }, { level: 0 }));
    answers['/packed.zip'] = (_, response) => response.writeHead(200, { 'content-type': type }).end(zip);
    expect(await ok('import-url', { url: `${target.url}/packed.zip` })).toMatchObject({ kind: 'bruno', endpoint_count: 1 });
  });

  it('is asked for with the credentials that are given, which no answer holds and no other server gets [F-4][F-20]', async () => {
    const auth = { type: 'bearer_token', credentials: { token: 'canary-fetch-4711' } };
    answers = {
      '/api.json': (request, response) => (request.headers.authorization === 'Bearer canary-fetch-4711' ? response.end(one) : response.writeHead(401).end()),
      '/moved.json': (_, response) => response.writeHead(302, { location: `${elsewhere.url}/open.json` }).end(),
      '/open.json': send(one),
    };
    expect(await composer.call('import-url', { url: `${target.url}/api.json` })).toMatchObject({ status: 400, error: expect.stringContaining('answered 401 Unauthorized. Say how its server is signed in to') as string });
    const { api_id } = await fetched(undefined, { auth });
    const said = await state(api_id);
    expect(said.source).toMatchObject({ auth_type: 'bearer_token' });
    expect(JSON.stringify([said, await ok('get-api', { id: api_id })])).not.toContain('canary');
    // It signs in by itself the next time, at the same server.
    answers['/api.json'] = (request, response) => (request.headers.authorization === 'Bearer canary-fetch-4711' ? response.end(two) : response.writeHead(401).end());
    expect(await ok<Preview>('preview-openapi-sync', { id: api_id, fetch: {} })).toMatchObject({ counts: { added: 1, changed: 1 } });
    const before = elsewhere.requests.length;
    await fetched(`${target.url}/moved.json`, { auth });
    await composer.call('preview-openapi-sync', { id: api_id, fetch: { url: `${elsewhere.url}/open.json` } });
    expect(JSON.stringify(since(elsewhere, before))).not.toContain('canary');
    expect(since(elsewhere, before)).toHaveLength(2);
  });

  it.each([
    ['is not there', '/none.json', {}, 'answered 404 Not Found: there is no document. Check the address.'],
    ['is a web page', '/page', { '/page': send('\n<!DOCTYPE html><html></html>', { 'content-type': 'text/html; charset=utf-8' }) }, 'answered with a web page, not with a document'],
    ['is empty', '/empty', { '/empty': send('') }, 'answered with nothing (200 OK)'],
    ['is no document', '/list', { '/list': send('[1, 2]') }, 'it is not an object with fields'],
    ['fails', '/broken', { '/broken': ((_, response) => response.writeHead(500).end('oops')) as RequestListener }, 'answered 500 Internal Server Error. Try again later'],
  ])('says so where it %s', async (_, path, more, message) => {
    answers = more;
    const before = (await composer.call('list-apis')).totalCount;
    const answer = await composer.call('import-url', { url: target.url + path });
    expect(answer.error).toContain(message);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect((await composer.call('list-apis')).totalCount).toBe(before);
  });

  it('is cut off at 64 MB [F-6]', { timeout: 60_000 }, async () => {
    answers['/endless'] = (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const more = () => {
        while (!response.destroyed && response.write(' '.repeat(1_000_000)));
      };
      response.on('drain', more);
      more();
    };
    expect((await composer.call('import-url', { url: `${target.url}/endless` })).error).toContain('has more than 64 MB, which is the most that is taken');
  });

  it.each([
    ['what is no address', 'far.example/api.json', 'address'],
    ['a file', 'file:///etc/hostname', 'http'],
    ['a name and a password in the address', 'http://ann:secret@127.0.0.1/x', 'Move them to the authentication'],
    ['the servers of machine credentials', 'http://169.254.169.254/latest/api.json', 'is link-local'],
  ])('is not fetched from %s [F-10]', async (_, url, message) => {
    expect(await composer.call('import-url', { url })).toMatchObject({ status: 400, error: expect.stringContaining(message) as string });
  });

  it('obeys the networks of its tenant [F-10]', async () => {
    await composer.call('update-tenant', { id: composer.scope.tenant_id, reach: { loopback: 'refuse' } });
    const before = target.requests.length;
    expect(await composer.call('import-url', { url: `${target.url}/api.json` })).toMatchObject({ status: 400, error: expect.stringContaining('which this tenant may not call') as string });
    expect(since(target, before)).toEqual([]);
    await composer.call('update-tenant', { id: composer.scope.tenant_id, reach: {} });
    expect((await fetched()).endpoint_count).toBe(1);
  });

  it('is a job that says how much has come, and can be cancelled with nothing left behind', async () => {
    let hold: (() => void) | undefined;
    answers['/slow.json?key=canary-query'] = (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write(' '.repeat(600_000));
      hold = () => response.end(one);
    };
    const before = (await composer.call('list-apis')).totalCount;
    const { job_id } = await ok<{ job_id: string }>('import-url', { url: `${target.url}/slow.json?key=canary-query`, async: true });
    const job = async () => (await composer.get(`/api/jobs/${job_id}`)).body;
    await expect.poll(async () => String((await job())['note']), { timeout: 20_000 }).toMatch(/^Fetching http.*slow\.json\?…: 0\.\d MB$/);
    await composer.cancelJob(job_id);
    await expect.poll(async () => (await job())['state'], { timeout: 20_000 }).toBe('cancelled');
    hold?.();
    expect(JSON.stringify(await job())).not.toContain('canary');
    expect((await composer.call('list-apis')).totalCount).toBe(before);
  });
});

describe('fetching again', () => {
  it('asks only for what is newer, and says when there is nothing', async () => {
    answers['/api.json'] = (request, response) => {
      if (request.headers['if-none-match'] === '"v1"') response.writeHead(304).end();
      else response.writeHead(200, { etag: '"v1"', 'last-modified': 'Mon, 01 Jan 2024 00:00:00 GMT' }).end(one);
    };
    const { api_id } = await fetched();
    const first = (await state(api_id)).source!.fetched_at;
    const before = target.requests.length;
    expect(await ok<Preview>('preview-openapi-sync', { id: api_id, fetch: {} })).toEqual({ unchanged: true });
    expect(since(target, before)[0]!.headers).toMatchObject({ 'if-none-match': '"v1"', 'if-modified-since': 'Mon, 01 Jan 2024 00:00:00 GMT' });
    expect((await state(api_id)).source!.fetched_at >= first).toBe(true);
    // Whoever wants it all the same gets it.
    expect(await ok<Preview>('preview-openapi-sync', { id: api_id, fetch: { always: true } })).toMatchObject({ changes: [], fetched: true });
    expect(target.requests.at(-1)!.headers['if-none-match']).toBeUndefined();
  });

  it('finds the same document unchanged where the server tells no versions', async () => {
    const { api_id } = await fetched();
    expect(await ok<Preview>('preview-openapi-sync', { id: api_id, fetch: {} })).toEqual({ unchanged: true });
  });

  it('brings what was looked at, and nothing newer, into the API; an undo takes it out', async () => {
    answers['/api.json'] = send(one, { etag: '"v1"' });
    const { api_id } = await fetched();
    answers['/api.json'] = send(two, { etag: '"v2"' });
    const seen = await ok<Preview>('preview-openapi-sync', { id: api_id, fetch: {} });
    expect(seen).toMatchObject({ fetched: true, counts: { added: 1, changed: 1 } });
    // Until it is taken in, the next fetch is for what is newer than what was.
    await ok('preview-openapi-sync', { id: api_id, fetch: {} });
    expect(target.requests.at(-1)!.headers['if-none-match']).toBe('"v1"');
    answers['/api.json'] = send(documentOf({}), { etag: '"v3"' });
    await ok('apply-openapi-sync', { id: api_id, fetched: true, version: seen.version });
    expect(await namesOf(api_id)).toEqual(['/a First anew', '/b b']);
    expect(await composer.call('apply-openapi-sync', { id: api_id, fetched: true })).toMatchObject({ status: 409 });
    expect((await state(api_id)).last_sync).not.toBeNull();
    await ok('undo-openapi-sync', { id: api_id });
    expect(await namesOf(api_id)).toEqual(['/a First']);
    // Of the document of before nothing is known that the server could be asked by.
    await ok('preview-openapi-sync', { id: api_id, fetch: {} });
    expect(target.requests.at(-1)!.headers['if-none-match']).toBeUndefined();
  });

  it('takes an address where there was none, once something of it was taken in', async () => {
    const { api_id } = await ok<Imported>('import-openapi', { document: one });
    expect(await composer.call('preview-openapi-sync', { id: api_id, fetch: {} })).toMatchObject({ status: 400, error: expect.stringContaining('Enter one') as string });
    expect(await composer.call('preview-openapi-sync', { id: api_id })).toMatchObject({ status: 400, error: 'Choose an OpenAPI document' });
    answers['/api.json'] = send(two);
    await ok('preview-openapi-sync', { id: api_id, fetch: { url: `${target.url}/api.json` } });
    expect((await state(api_id)).source).toBeNull();
    await ok('apply-openapi-sync', { id: api_id, fetched: true });
    expect((await state(api_id)).source?.url).toBe(`${target.url}/api.json`);
  });
});

describe('what a document refers to [F-12]', () => {
  const refs = () => documentOf({
    '/pets': { $ref: 'paths/pets.yaml' },
    '/far': { get: { operationId: 'far', parameters: [{ $ref: `${elsewhere.url}/shared.json#/parameters/limit` }, { $ref: '../../../../etc/passwd' }, { $ref: 'file:///etc/passwd' }] } },
  }, { components: { schemas: { Name: { type: 'string', example: 'Rex' } } } });
  beforeEach(() => {
    answers = {
      '/v1/api.json': send(refs()),
      '/v1/paths/pets.yaml': send('post:\n  operationId: addPet\n  requestBody:\n    content:\n      application/json:\n        schema: {$ref: "../schemas/pet.yaml#/Pet"}\n', { 'content-type': 'application/yaml' }),
      '/v1/schemas/pet.yaml': send('Pet:\n  type: object\n  properties:\n    name: {$ref: "../api.json#/components/schemas/Name"}\n    tag: {$ref: "#/Tag"}\n    parent: {$ref: "#/Pet"}\nTag: {type: string, example: dog}\n', { 'content-type': 'application/yaml' }),
      '/shared.json': send(JSON.stringify({ parameters: { limit: { name: 'limit', in: 'query', required: true, schema: { $ref: '#/schemas/Limit' } }, unused: { $ref: 'http://unused.example/x' } }, schemas: { Limit: { type: 'integer', example: 7 } } })),
    };
  });
  const bodyOf = (rows: readonly Row[], path: string) => (rows.find((row) => row['path'] === path)?.['body'] as { content?: string } | undefined)?.content;

  it('is named with its address, and not asked for', async () => {
    const [before, far] = [target.requests.length, elsewhere.requests.length];
    const { external, endpoint_count, problems } = await fetched(`${target.url}/v1/api.json`);
    expect(external).toEqual([`${target.url}/v1/paths/pets.yaml`, `${elsewhere.url}/shared.json`, `${target.url}/etc/passwd`]);
    expect(problems).toHaveLength(4);
    expect([endpoint_count, since(target, before).length, since(elsewhere, far).length]).toEqual([1, 1, 0]);
  });

  it('is fetched from the servers that were chosen, and from no other', async () => {
    const { api_id } = await fetched(`${target.url}/v1/api.json`, { auth: { type: 'bearer_token', credentials: { token: 'canary-own-server' } } });
    const far = elsewhere.requests.length;
    const first = await ok<Imported & { added: number }>('fetch-openapi-references', { id: api_id, follow: [target.url] });
    expect(first).toMatchObject({ added: 1, external: expect.arrayContaining([`${elsewhere.url}/shared.json`]) as string[] });
    expect(since(elsewhere, far)).toEqual([]);
    expect(first.problems.map(({ message }) => message)).toContainEqual(expect.stringContaining('etc/passwd is left out'));
    const rows = await ok<Row[]>('list-endpoints', { api_id });
    expect(JSON.parse(bodyOf(rows, '/pets')!)).toEqual({ name: 'Rex', tag: 'dog' });

    await ok('fetch-openapi-references', { id: api_id, follow: [elsewhere.url] });
    expect((await ok<Row[]>('list-endpoints', { api_id })).find(({ path }) => path === '/far')).toMatchObject({ parameters: [{ name: 'limit', in: 'query', required: true, example: 7 }] });
    expect(since(elsewhere, far).map(({ url }) => url)).toEqual(['/shared.json']);
    expect(JSON.stringify(since(elsewhere, far))).not.toContain('canary');
    expect((await state(api_id)).source?.follow).toEqual([target.url, elsewhere.url]);
    // It is a sync, which can be undone.
    await ok('undo-openapi-sync', { id: api_id });
    await ok('undo-openapi-sync', { id: api_id });
    expect((await ok<Row[]>('list-endpoints', { api_id })).map(({ path }) => path)).toEqual(['/far']);
  });

  it('is fetched again with the document, and found unchanged or not', async () => {
    const { api_id } = await fetched(`${target.url}/v1/api.json`);
    await ok('fetch-openapi-references', { id: api_id, follow: [target.url, elsewhere.url] });
    expect(await ok('preview-openapi-sync', { id: api_id, fetch: {} })).toEqual({ unchanged: true });
    answers['/shared.json'] = send(JSON.stringify({ parameters: { limit: { name: 'limit', in: 'query', required: true, schema: { type: 'integer', example: 8 } } } }));
    expect((await ok<Preview>('preview-openapi-sync', { id: api_id, fetch: {} })).changes.map(({ key, kind }) => [key, kind])).toEqual([['far', 'changed']]);
  });

  it('of a text begins nowhere, so that only whole addresses can be fetched', async () => {
    const { api_id, external } = await ok<Imported>('import-openapi', { document: refs() });
    expect(external).toEqual([`${elsewhere.url}/shared.json`]);
    const seen = await ok<Preview>('preview-openapi-sync', { id: api_id, document: refs(), follow: [elsewhere.url] });
    expect(seen).toMatchObject({ fetched: true, external: [], changes: [{ key: 'far', kind: 'changed' }] });
    await ok('apply-openapi-sync', { id: api_id, fetched: true });
    expect((await state(api_id)).source).toBeNull();
  });

  it('ends where it leads on without end, and where it is too much', async () => {
    for (let at = 0; at < 30; at += 1) answers[`/chain/${at}`] = send(JSON.stringify({ schema: { allOf: [{ $ref: `${at + 1}#/schema` }] } }));
    answers['/v1/api.json'] = send(documentOf({ '/x': { get: { operationId: 'x', parameters: [{ name: 'a', in: 'query', schema: { $ref: '/chain/0#/schema' } }, ...Array.from({ length: 250 }, (_, at) => ({ name: `m${at}`, in: 'query', schema: { $ref: `/many/${at}#/s` } }))] } } }));
    for (let at = 0; at < 250; at += 1) answers[`/many/${at}`] = send('{"s": {"type": "string"}}');
    const { api_id } = await fetched(`${target.url}/v1/api.json`);
    const before = target.requests.length;
    const { problems } = await ok<Imported>('fetch-openapi-references', { id: api_id, follow: [target.url] });
    expect(since(target, before).length).toBe(200);
    expect(problems.map(({ message }) => message)).toContainEqual(expect.stringMatching(/^51 more documents are referred to, and left out/));

    answers['/v1/api.json'] = send(documentOf({ '/x': { get: { operationId: 'x', parameters: [{ name: 'a', in: 'query', schema: { $ref: '/chain/0#/schema' } }] } } }));
    const { api_id: chained } = await fetched(`${target.url}/v1/api.json`);
    const then = target.requests.length;
    expect((await ok<Imported>('fetch-openapi-references', { id: chained, follow: [target.url] })).problems.map(({ message }) => message)).toContainEqual(expect.stringMatching(/^1 more documents/));
    expect(since(target, then).length).toBe(10);
  });

  it('is left out, and listed, where it cannot be had', async () => {
    answers = { '/v1/api.json': answers['/v1/api.json']!, '/v1/paths/pets.yaml': send('<html></html>'), '/shared.json': send('{"parameters": {}}') };
    const { api_id } = await fetched(`${target.url}/v1/api.json`);
    const { problems } = await ok<Imported>('fetch-openapi-references', { id: api_id, follow: [target.url, elsewhere.url] });
    const messages = problems.map(({ message }) => message);
    expect(messages).toContainEqual(expect.stringContaining('pets.yaml answered with a web page'));
    expect(messages).toContainEqual(expect.stringMatching(/shared\.json.*\/parameters\/limit” leads nowhere/));
  });
});

it('wrote no line to the log', () => {
  expect(composer.lines).toEqual([]);
});
