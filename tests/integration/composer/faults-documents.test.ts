import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collectionFormats } from '../../../shared/contract/composer.ts';
import { httpTarget, type Target } from '../../unit/execution/target-server.ts';
import { startComposer, type Composer } from './platform.ts';

/** Documents that mean harm, as a user would import them: by the platform's own calls. */

type Row = Record<string, unknown> & { id: string };
interface Imported {
  readonly api_id: string;
  readonly endpoint_count: number;
}

let composer: Composer;
let target: Target;
let folder: string;
let file: string;
beforeAll(async () => {
  composer = await startComposer();
  target = await httpTarget((_, response) => response.end(JSON.stringify({ type: 'object', properties: { fetched: { type: 'string', example: 'canary-fetched' } } })));
  folder = mkdtempSync(join(tmpdir(), 'trellis-documents-'));
  file = join(folder, 'secret.json');
  writeFileSync(file, JSON.stringify({ type: 'object', properties: { read: { type: 'string', example: 'canary-read' } }, canary: 'canary-read' }));
});
afterAll(async () => {
  await composer[Symbol.asyncDispose]();
  await target[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

const everything = async () => JSON.stringify([await composer.call('list-apis'), await composer.call('list-endpoints'), composer.lines]);
const refsTo = (ref: string) => ({
  '/direct': { $ref: ref },
  '/deep': { post: { parameters: [{ $ref: ref }], requestBody: { content: { 'application/json': { schema: { $ref: `${ref}#/properties` }, examples: { a: { externalValue: ref }, b: { $ref: ref } } } } }, responses: { 200: { $ref: ref } }, callbacks: { c: { $ref: ref } } } },
});
const named = (version: object, paths: object) => JSON.stringify({ ...version, info: { title: 'T', version: '1' }, host: 'h', servers: [{ url: 'https://h' }], paths, components: { schemas: { A: { $ref: '#/components/schemas/A' } } } });

describe('a document that refers to elsewhere [F-12]', { timeout: 180_000 }, () => {
  it.each([['2.0', { swagger: '2.0' }], ['3.0', { openapi: '3.0.3' }], ['3.1', { openapi: '3.1.0', $schema: 'http://json-schema.org', jsonSchemaDialect: 'http://127.0.0.1:1/d' }]])('of version %s is taken without what is there, when it is imported and when it is synchronised', async (_, version) => {
    for (const ref of [`${target.url}/x.json`, `//127.0.0.1:${target.port}/x.json`, `file://${file}`, file, `../../../../../../..${file}`]) {
      const document = named(version, refsTo(ref));
      const { status, data } = await composer.call<Imported>('import-openapi', { document });
      expect(status).toBe(200);
      expect((await composer.call('preview-openapi-sync', { id: data.api_id, document: named(version, { ...refsTo(ref), '/new': { get: { parameters: [{ $ref: ref }] } } }) })).status).toBe(200);
    }
    expect(target.connections()).toBe(0);
    expect(await everything()).not.toContain('canary-');
  });

  it('of another tool has no file and no address read for it', async () => {
    const request = { method: 'POST', url: { raw: 'https://h/a' }, body: { mode: 'file', file: { src: file } } };
    const documents = [
      `curl https://h/a -d @${file}`, `curl https://h/a --data-binary @${file} -K ${file} --config ${file}`, `curl https://h/a -F 'f=@${file}' -F 'g=<${file}'`, `curl https://h/a -T ${file} --cert ${file} -b ${file} --netrc-file ${file}`, `curl "https://h/$(cat ${file})\`cat ${file}\`"`,
      JSON.stringify({ info: { name: 'P' }, item: [{ name: 'R', request }, { name: 'F', request: { ...request, body: { mode: 'formdata', formdata: [{ key: 'f', type: 'file', src: [file] }] } } }], event: [{ listen: 'prerequest', script: { exec: [`require('fs').readFileSync(${JSON.stringify(file)})`] } }] }),
      JSON.stringify({ type: 'collection.insomnia.rest/5.0', collection: [{ name: 'I', method: 'POST', url: `https://h/{% file '${file}' %}`, body: { mimeType: 'application/octet-stream', fileName: file } }] }),
      `meta {\n  name: B\n}\npost {\n  url: https://h/a\n  body: multipartForm\n}\nbody:multipart-form {\n  f: @file(${file})\n}\nscript:pre-request {\n  require('fs').readFileSync(${JSON.stringify(file)})\n}\n`,
      JSON.stringify({ log: { version: '1.2', entries: [{ request: { method: 'POST', url: `${target.url}/a`, headers: [], postData: { mimeType: 'multipart/form-data', params: [{ name: 'f', fileName: file }] } } }] } }),
    ];
    for (const document of documents) expect([200, 400]).toContain((await composer.call('import-collection', { document })).status);
    expect(target.connections()).toBe(0);
    expect(await everything()).not.toContain('canary-');
  });
});

describe('a document that is a bomb [F-12]', { timeout: 120_000 }, () => {
  const aliases = `l0: &l0 [x]\n${Array.from({ length: 14 }, (_, at) => `l${at + 1}: &l${at + 1} [${Array.from({ length: 10 }, () => `*l${at}`).join(',')}]`).join('\n')}`;
  const schema = (depth: number) => `${'{"properties":{"a":'.repeat(depth)}{}${'}}'.repeat(depth)}`;
  const around = (text: string) => `{"openapi":"3.0.0","info":{"title":"T"},"servers":[{"url":"https://h"}],"paths":{"/a":{"post":{"requestBody":{"content":{"application/json":{"schema":${text}}}}}}}}`;
  it.each([
    ['of aliases', `${aliases}\nopenapi: 3.0.0\ninfo: {title: T}\npaths: {}\n`],
    ['of aliases of itself', 'openapi: 3.0.0\ninfo: &a {title: T, x: *a}\npaths: {/a: &p {get: *p}}\n'],
    ['10,000 deep', around(schema(10_000))],
    ['10,000 deep in lists', around('['.repeat(10_000) + ']'.repeat(10_000))],
    ['10,000 deep in YAML', `openapi: 3.0.0\ninfo: {title: T}\npaths: {/a: {post: {requestBody: ${'{a: '.repeat(10_000)}1${'}'.repeat(10_000)}}}}\n`],
    ['cyclic', JSON.stringify({ openapi: '3.0.0', info: { title: 'T' }, servers: [{ url: 'https://h' }], paths: { '/a': { $ref: '#/paths/~1b' }, '/b': { $ref: '#/paths/~1a' }, '/c': { post: { requestBody: { $ref: '#/components/requestBodies/A' }, parameters: [{ $ref: '#/components/parameters/A' }] } } }, components: { requestBodies: { A: { $ref: '#/components/requestBodies/B' }, B: { $ref: '#/components/requestBodies/A' } }, parameters: { A: { $ref: '#/components/parameters/A' } }, schemas: { S: { allOf: [{ $ref: '#/components/schemas/S' }] } } } })],
    ['of names that every object has', '{"openapi":"3.0.0","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"info":{"title":"T"},"servers":[{"url":"https://h"}],"paths":{"/a":{"__proto__":{"polluted":1},"get":{"parameters":[{"name":"__proto__","in":"query","example":"x"}]}}}}'],
  ])('%s is taken or refused, and the platform goes on', async (_, document) => {
    for (const [method, more] of [['import-openapi', {}], ['import-collection', {}]] as const) {
      const { status, error } = await composer.call(method, { document, ...more });
      expect([200, 400, 413]).toContain(status);
      expect(status === 200 || (error ?? '').length > 20).toBe(true);
    }
    expect(composer.lines).toEqual([]);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect((await composer.call('health-check')).status).toBe(200);
  });
});

describe('a name that leads elsewhere [F-13]', { timeout: 120_000 }, () => {
  const names = ['../../../../escape', '/etc/cron.d/escape', 'C:\\Windows\\escape', '..\\..\\escape', 'escape\0.txt', 'escape'.repeat(700), 'CON', '....//escape', '%2e%2e%2fescape', '.'];
  it.each(names.map((name) => [name.slice(0, 24), name] as const))('writes nothing outside of the platform’s folder, and comes out as the name of one file: %j', async (_, name) => {
    const { data: api } = await composer.call<Row>('create-api', { name, server_url: target.url });
    const { data: endpoint, status } = await composer.call<Row>('create-endpoint', { api_id: api.id, method: 'POST', name, path: '/a', body: { type: 'form-data', content: [{ name: 'f', filename: name, content: 'aGk=' }] } });
    expect(status).toBe(200);
    await composer.call('api-router-execute', { endpoint_id: endpoint.id });
    for (const format of collectionFormats) {
      const { data } = await composer.call<{ filename: string; files?: { path: string }[] }>('export-collection', { id: api.id, format });
      for (const one of [data.filename, ...(data.files ?? []).flatMap(({ path }) => path.split('/'))]) expect(one).toMatch(/^(?!\.{1,2}$)[\w. ()%-]{1,200}$/);
    }
    for (const format of ['json', 'yaml']) expect((await composer.call<{ file_name: string }>('export-openapi', { id: api.id, format })).data.file_name).toMatch(/^(?!\.)[\w. ()%-]{1,200}$/);
    const document = JSON.stringify({ info: { name }, item: [{ name, item: [{ name, request: { method: 'GET', url: 'https://h/a' } }] }] });
    expect((await composer.call('import-collection', { document })).status).toBe(200);
    expect(readdirSync(folder)).toEqual(['secret.json']);
    expect(readdirSync(tmpdir()).filter((found) => found.includes('escape'))).toEqual([]);
    expect(readdirSync(composer.folder, { recursive: true, encoding: 'utf8' }).filter((found) => found.includes('escape'))).toEqual([]);
    expect(readFileSync(file, 'utf8')).toContain('canary-read');
  });
});
