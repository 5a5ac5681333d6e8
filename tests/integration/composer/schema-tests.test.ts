import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ExecutionResult } from '../../../shared/contract/composer.ts';
import type { Assertion } from '../../../shared/contract/endpoint-tests.ts';
import type { SuiteReport } from '../../../shared/contract/suites.ts';
import { httpTarget, type Target } from '../../unit/execution/target-server.ts';
import { startComposer, type Composer } from './platform.ts';

type Row = Record<string, unknown> & { id: string };
type Tested = ExecutionResult & { passed: boolean; assertions: Assertion[] };

let composer: Composer;
let target: Target;
let folder: string;
let api_id: string;
let pet: Row;

const pets: Readonly<Record<string, readonly [status: number, body: string]>> = {
  '/pets/1': [200, '{"name": "Rex", "mother": {"name": null}}'],
  '/pets/2': [200, '{"name": 7, "mother": {"mother": {"name": null}}}'],
  '/pets/3': [404, '{"message": "gone"}'],
  '/pets/4': [500, '{}'],
};
const document = {
  openapi: '3.0.3', info: { title: 'Pets', version: '1' },
  paths: {
    '/pets/{id}': {
      get: {
        operationId: 'getPet', parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        responses: { 200: { description: 'it', content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } } }, 404: { description: 'none', content: { 'application/json': { schema: { required: ['message'] } } } } },
      },
    },
  },
  components: { schemas: { Pet: { type: 'object', required: ['name'], properties: { name: { type: 'string', nullable: true }, mother: { $ref: '#/components/schemas/Pet' } } } } },
};
const byDocument = { name: 'as documented', source: 'body', comparison: 'schema' };

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trellis-schemas-'));
  composer = await startComposer();
  target = await httpTarget((request, response) => {
    const [status, body] = pets[request.url!] ?? [404, '{}'];
    response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(body);
  });
  const { data: taken } = await composer.call<{ api_id: string }>('import-openapi', { document: JSON.stringify(document) });
  ({ api_id } = taken);
  await composer.call('update-api', { id: api_id, server_url: target.url });
  pet = (await composer.call<Row[]>('list-endpoints', { api_id })).data[0]!;
});
afterAll(async () => {
  await composer[Symbol.asyncDispose]();
  await target[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

const tested = async (id: string, tests: unknown[] = [byDocument], endpoint_id = pet.id) =>
  (await composer.call<Tested>('test-endpoint', { endpoint_id, path_variables: { id }, tests })).data.assertions;

describe('a test by JSON Schema [C-125]', () => {
  it('takes the schema of the document for the status that came', async () => {
    expect(await tested('1')).toMatchObject([{ name: 'as documented', passed: true }]);
    expect(await tested('3')).toMatchObject([{ passed: true, actual: { message: 'gone' } }]);
    expect(await tested('2')).toMatchObject([{
      passed: false, error: "The body does not match the schema in 2 places:\n/name must be string,null, and is 7\n/mother must have required property 'name'",
    }]);
  });

  it('says what the document describes where the answer is not in it, and that there is no document', async () => {
    expect(await tested('4')).toMatchObject([{ passed: false, error: expect.stringMatching(/status 500 as application\/json.*describes 200 \(application\/json\), 404 \(application\/json\)\./) as string }]);
    const { data: own } = await composer.call<Row>('create-endpoint', { api_id, path: '/pets/1' });
    expect(await tested('1', [byDocument], own.id)).toMatchObject([{ passed: false, error: expect.stringContaining('No document describes this endpoint') as string }]);
  });

  it('takes a schema of its own, over a part of the body as well', async () => {
    const own = { ...byDocument, path: 'mother', expected: { properties: { name: { type: 'string' } } } };
    expect(await tested('1', [own])).toMatchObject([{ passed: false, error: 'The body does not match the schema in one place:\n/name must be string, and is null' }]);
  });

  it('outlives a pattern that never ends', async () => {
    const endless = { ...byDocument, path: '"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!"', expected: { pattern: '^(a+)+$' } };
    expect(await tested('1', [endless, byDocument])).toMatchObject([{ passed: false, error: 'The schema took longer than 5 s and was stopped.' }, { passed: true }]);
  });

  it('follows the document to its next version', async () => {
    const stricter = structuredClone(document);
    Object.assign(stricter.components.schemas.Pet.properties.name, { nullable: false });
    await composer.call('apply-openapi-sync', { id: api_id, document: JSON.stringify(stricter) });
    expect(await tested('1')).toMatchObject([{ passed: false, error: expect.stringContaining('/mother/name must be string, and is null') as string }]);
    await composer.call('undo-openapi-sync', { id: api_id });
    expect(await tested('1')).toMatchObject([{ passed: true }]);
  });

  it.each([
    [{ ...byDocument, expected: 'x' }, 'Expected must be a JSON Schema'],
    [{ ...byDocument, source: 'status' }, 'A schema is for the body'],
    [{ ...byDocument, path: 'name' }, 'The document speaks of the whole body'],
  ])('is refused where it makes no sense: %j', async (test, words) => {
    expect(await composer.call('update-endpoint', { id: pet.id, tests: [test] })).toMatchObject({ status: 400, error: expect.stringContaining(words) as string });
  });
});

describe('a suite with tests by JSON Schema', { timeout: 120_000 }, () => {
  const data = ['1', '2', '3'].map((id) => ({ id }));
  beforeAll(async () => {
    await composer.call('update-endpoint', { id: pet.id, path: '/pets/{{id}}', tests: [byDocument] });
  });

  it('runs over rows of data, and over kept answers', async () => {
    const { data: report } = await composer.call<SuiteReport>('run-suite', { api_id, endpoint_ids: [pet.id], data });
    expect(report.results.map(({ state }) => state)).toEqual(['passed', 'failed', 'passed']);
    await composer.call('api-router-execute', { endpoint_id: pet.id, variables: { id: '2' } });
    const { data: again } = await composer.call<SuiteReport>('run-suite', { api_id, endpoint_ids: [pet.id], source: 'kept' });
    expect(again.results).toMatchObject([{ state: 'failed', assertions: [{ error: expect.stringContaining('in 2 places') as string }] }]);
  });

  it('takes the schemas along in its file, and tells of what did not match as JUnit', async () => {
    const { data: exported } = await composer.call<{ text: string }>('export-suite', { api_id, endpoint_ids: [pet.id] });
    const [file, rows, junit] = [join(folder, 'pets.suite.json'), join(folder, 'rows.json'), join(folder, 'junit.xml')];
    writeFileSync(file, exported.text);
    writeFileSync(rows, JSON.stringify(data));
    const { code, out } = await new Promise<{ code: unknown; out: string }>((resolve) => {
      execFile(process.execPath, ['electron/platform/suite.ts', file, '--data', rows, '--junit', junit], { timeout: 100_000 }, (thrown, out) => resolve({ code: thrown?.code ?? 0, out }));
    });
    expect({ code, out }).toMatchObject({ code: 1, out: expect.stringContaining('2 passed, 1 failed') });
    expect(readFileSync(junit, 'utf8')).toContain("The body does not match the schema in 2 places:&#10;/name must be string,null, and is 7&#10;/mother must have required property 'name'");
  });
});
