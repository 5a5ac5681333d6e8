import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startComposer, type Composer } from './platform.ts';
import { documents } from './vendor-documents.ts';

let composer: Composer;
beforeAll(async () => {
  composer = await startComposer();
});
afterAll(() => composer[Symbol.asyncDispose]());

interface Imported {
  readonly api_id: string;
  readonly endpoint_count: number;
  readonly problems: readonly { readonly where: string; readonly message: string }[];
}

/** A library of schemas: the one document that has no paths. */
const withoutPaths = /common\.yaml$/;

describe('documents as they are in the world [C-111][F-12]', () => {
  it.each(documents)('imports %s', async (name, document) => {
    const { status, data, error } = await composer.call<Imported>('import-openapi', { document });
    expect(error).toBeUndefined();
    expect(status).toBe(200);
    expect(data.endpoint_count > 0).toBe(!withoutPaths.test(name));
    const { data: rows, totalCount } = await composer.call<{ id: string; method: string; path: string }[]>('list-endpoints', { api_id: data.api_id });
    expect(totalCount).toBe(data.endpoint_count);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    expect(new Set(rows.map(({ method, path }) => `${method} ${path}`)).size).toBe(rows.length);
    for (const problem of data.problems) expect(problem).toMatchObject({ where: expect.stringMatching(/^#/) as string, message: expect.stringMatching(/\S/) as string });
    expect(composer.lines).toEqual([]);
  });
});

describe('importing as a job [C-111][F-12]', () => {
  const many = (count: number) => JSON.stringify({
    openapi: '3.1.0', info: { title: 'Many', version: '1' }, servers: [{ url: 'https://h' }],
    paths: Object.fromEntries(Array.from({ length: count }, (_, at) => [`/things/${at}`, { get: { summary: `Thing ${at}`, responses: { 200: { description: 'ok' } } } }])),
  });
  const started = async (document: string) => (await composer.call<{ job_id: string }>('import-openapi', { document, async: true })).data.job_id;
  interface Job {
    readonly state: string;
    readonly progress: number;
    readonly note: string | null;
    readonly result: { readonly endpoint_count?: number } | null;
  }
  const jobOf = async (id: string) => (await composer.get(`/api/jobs/${id}`)).body as unknown as Job;

  it('tells how far it is, and never goes back', async () => {
    const id = await started(many(20_000));
    const seen: Job[] = [];
    for (let job = await jobOf(id); ; job = await jobOf(id)) {
      seen.push(job);
      if (job.state !== 'running') break;
    }
    expect(seen.at(-1)).toMatchObject({ state: 'success', progress: 1, result: { endpoint_count: 20_000 } });
    expect(seen.map(({ progress }) => progress)).toEqual(seen.map(({ progress }) => progress).toSorted((one, other) => one - other));
    expect(seen.some(({ note }) => /^(Reading the document|Resolving references|Operation [\d]+ of 20000|Storing 20000 endpoints)$/.test(note ?? ''))).toBe(true);
  });

  it('ends when it is cancelled, and leaves nothing behind', async () => {
    const before = (await composer.call('list-apis')).totalCount;
    const id = await started(many(20_000));
    for (let job = await jobOf(id); job.note === null; job = await jobOf(id)) expect(job.state).toBe('running');
    await composer.cancelJob(id);
    for (;;) {
      const { state } = await jobOf(id);
      if (state === 'running') continue;
      expect(state).toBe('cancelled');
      break;
    }
    expect((await composer.call('list-apis')).totalCount).toBe(before);
  });
});

describe('an imported operation', () => {
  it('is ready to be sent, to the server of its own where it has one [C-111][C-132]', async () => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      response.end('{}');
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    try {
      const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'integer', example: 7 } }, { name: 'tags', in: 'query', required: true, style: 'pipeDelimited', explode: false, schema: { type: 'array', items: { type: 'string' } }, example: ['a', 'b'] }];
      const document = JSON.stringify({
        openapi: '3.0.3', info: { title: 'Ready', version: '1' }, servers: [{ url: `${url}/{base}`, variables: { base: { default: 'v1' } } }],
        paths: { '/things/{id}': { get: { parameters }, put: { parameters, servers: [{ url: '/v2' }] } }, '/far': { get: { servers: [{ url: `${url}/far/away` }] } } },
      });
      const { data } = await composer.call<Imported>('import-openapi', { document });
      expect(data.problems).toEqual([]);
      const { data: rows } = await composer.call<{ id: string }[]>('list-endpoints', { api_id: data.api_id });
      for (const { id } of rows) expect((await composer.call('api-router-execute', { endpoint_id: id })).data).toMatchObject({ status: 200 });
      expect(asked).toEqual(['GET /v1/things/7?tags=a%7Cb', 'PUT /v2/things/7?tags=a%7Cb', 'GET /far/away/far']);
    } finally {
      server.close();
    }
  });
});

describe('what a document asks for beside itself [F-12]', () => {
  it('is neither read from the disk nor fetched, and nothing of it is imported', async () => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url!);
      response.end('{"name":"canary","in":"query"}');
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/x.json`;
    const file = join(composer.folder, 'canary.json');
    writeFileSync(file, '{"name":"canary","in":"query"}');
    try {
      const parameters = [{ $ref: address }, { $ref: `${address}#/a` }, { $ref: pathToFileURL(file).href }, { $ref: file }, { $ref: 'canary.json' }, { $ref: '//127.0.0.1/x' }];
      const document = JSON.stringify({ openapi: '3.1.0', $schema: address, jsonSchemaDialect: address, info: { title: 'T', version: '1' }, servers: [{ url: 'https://h' }], paths: { '/a': { get: { parameters } }, '/b': { $ref: address } } });
      const { data } = await composer.call<Imported>('import-openapi', { document });
      expect(data.problems.map(({ message }) => message)).toEqual(parameters.map(({ $ref }) => `“${$ref}” is outside of the document and is not followed; what it describes is left out.`));
      const { data: rows } = await composer.call('list-endpoints', { api_id: data.api_id });
      expect(rows).toMatchObject([{ path: '/a', parameters: [] }]);
      expect(JSON.stringify(rows)).not.toContain('canary"');
      expect(asked).toEqual([]);
    } finally {
      server.close();
    }
  });
});
