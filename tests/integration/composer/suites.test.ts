import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SuiteReport } from '../../../shared/contract/suites.ts';
import { httpTarget, type Target } from '../../unit/execution/target-server.ts';
import { startComposer, type Composer } from './platform.ts';
import { until } from './until.ts';

type Row = Record<string, unknown> & { id: string };

let composer: Composer;
let target: Target;
let api: Row;
let folder: string;
let endpoints: Row[];
let asked: string[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trellis-suites-'));
  composer = await startComposer();
  target = await httpTarget((request, response) => {
    asked.push(`${request.method} ${request.url} ${request.headers.authorization ?? ''}`.trim());
    response.statusCode = request.url === '/pets/9' ? 404 : 200;
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ id: request.url?.split('/').at(-1) }));
  });
  const auth = { type: 'bearer_token', credentials: { token: 'a-very-secret-token' } };
  api = (await composer.call<Row>('create-api', { name: 'Pets & more', server_url: target.url, auth })).data;
  const tests = [{ name: 'found', source: 'status', comparison: 'equals', expected: 200 }, { name: 'the same', source: 'body', path: 'id', comparison: 'matches', expected: '^\\d+$' }];
  endpoints = (await composer.call<{ endpoints: Row[] }>('bulk-create-endpoints', {
    api_id: api.id,
    endpoints: [{ name: 'One pet', path: '/pets/{{pet}}', tests }, { name: 'All', path: '/pets' }, { name: 'Off', path: '/off', enabled: false }],
  })).data.endpoints;
});
beforeEach(() => {
  asked = [];
});
afterAll(async () => {
  await composer[Symbol.asyncDispose]();
  await target[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

const run = async (more: object = {}) => (await composer.call<SuiteReport & { job_id?: string }>('run-suite', { api_id: api.id, ...more })).data;
const told = ({ results }: SuiteReport) => results.map(({ iteration, name, state }) => `${iteration} ${name} ${state}`);
const [first, second] = [0, 1];

describe('a suite', () => {
  it('runs the tests of an API over rows of data, and tells of each', async () => {
    const report = await run({ data: [{ pet: 1 }, { pet: 9 }] });
    expect(told(report)).toEqual(['1 Off skipped', '1 All passed', '1 One pet passed', '2 Off skipped', '2 All passed', '2 One pet failed']);
    expect(report).toMatchObject({ name: 'Pets & more', iterations: 2, passed: 3, failed: 1, skipped: 2, stopped: false });
    expect(report.results.at(-1)).toMatchObject({ status: 404, assertions: [{ name: 'found', passed: false, actual: 404 }, { name: 'the same', passed: true, actual: '9' }] });
    expect(asked.map((line) => line.split(' ')[1])).toEqual(['/pets', '/pets/1', '/pets', '/pets/9']);
  });

  it('runs what is chosen, in the order in which it is given, and begins rows anew', async () => {
    const report = await run({ endpoint_ids: [endpoints[first]!.id, endpoints[second]!.id], data: [{ pet: 1 }, { pet: 2 }], iterations: 3 });
    expect(told(report)).toEqual(['1 One pet passed', '1 All passed', '2 One pet passed', '2 All passed', '3 One pet passed', '3 All passed']);
    expect(asked.map((line) => line.split(' ')[1])).toEqual(['/pets/1', '/pets', '/pets/2', '/pets', '/pets/1', '/pets']);
  });

  it('stops at the first failure where it is asked to, and says what it did not reach', async () => {
    const report = await run({ endpoint_ids: endpoints.map(({ id }) => id), data: [{ pet: 9 }, { pet: 1 }], stop_on_failure: true });
    expect(report).toMatchObject({ stopped: true, failed: 1, passed: 0, skipped: 5 });
    expect(asked).toHaveLength(1);
  });

  it('looks at answers that are kept, and sends nothing', async () => {
    await composer.call('api-router-execute', { endpoint_id: endpoints[first]!.id, variables: { pet: 9 } });
    asked = [];
    const report = await run({ endpoint_ids: [endpoints[first]!.id, endpoints[second]!.id], source: 'kept' });
    expect(told(report)).toEqual(['1 One pet failed', '1 All skipped']);
    expect(asked).toEqual([]);
  });

  it('is a job that says how far it is and can be cancelled', async () => {
    const { job_id } = await run({ endpoint_ids: [endpoints[second]!.id], iterations: 1000, delay_ms: 50, async: true });
    const job = async () => (await composer.get(`/api/jobs/${job_id}`)).body;
    await until(async () => Number((await job())['progress']) > 0);
    expect((await job())['note']).toMatch(/^\d+ of 1000: All passed$/);
    await composer.cancelJob(job_id!);
    await until(async () => (await job())['state'] === 'cancelled');
    const { result } = (await job()) as unknown as { result: SuiteReport };
    expect(result).toMatchObject({ cancelled: true, stopped: false, failed: 0, iterations: 1000, passed: asked.length });
    expect(result.passed).toBeGreaterThan(0);
    expect(result.results).toHaveLength(1000);
    expect(result.results.at(-1)).toMatchObject({ state: 'skipped', error: 'Not run: the suite was cancelled.' });
  });

  it('has its report in its job', async () => {
    const { job_id } = await run({ endpoint_ids: [endpoints[second]!.id], async: true });
    const job = async () => (await composer.get(`/api/jobs/${job_id}`)).body;
    await until(async () => (await job())['state'] === 'success');
    expect((await job())['result']).toMatchObject({ passed: 1, results: [{ name: 'All', status: 200 }] });
  });

  it('refuses what is too much, of another API, or not there', async () => {
    const other = (await composer.call<Row>('create-api', { name: 'Other', server_url: target.url })).data;
    expect((await composer.call('run-suite', { api_id: other.id, endpoint_ids: [endpoints[first]!.id] })).error).toMatch(/not an endpoint of this API/);
    expect((await composer.call('run-suite', { api_id: api.id, iterations: 1001 })).status).toBe(400);
    expect((await composer.call('run-suite', { api_id: 'none' })).status).toBe(404);
  });
});

/** The suite on the command line: its exit code, and what it printed. */
const commandLine = (...args: string[]) =>
  new Promise<{ code: number; out: string; error: string }>((resolve) => {
    execFile(process.execPath, ['electron/platform/suite.ts', ...args], { timeout: 120_000, env: { ...process.env, TRELLIS_VAR_unused: 'x' } }, (thrown, out, error) => resolve({ code: typeof thrown?.code === 'number' ? thrown.code : 0, out, error }));
  });

describe('a suite in a file', { timeout: 180_000 }, () => {
  const file = () => join(folder, 'pets.suite.json');
  const rows = () => join(folder, 'rows.csv');
  beforeAll(async () => {
    writeFileSync(file(), (await exported()).text);
    writeFileSync(rows(), 'pet,note\n1,"a, quoted"\n9,\n');
  });
  const exported = async () => (await composer.call<{ text: string; filename: string; placeholders: string[] }>('export-suite', { api_id: api.id })).data;
  const secret = () => (JSON.parse(readFileSync(file(), 'utf8')) as { placeholders: string[] }).placeholders[0]!;

  it('holds no secret, but a placeholder for it [F-20]', async () => {
    const { text, filename, placeholders } = await exported();
    expect(filename).toBe('Pets-more.suite.json');
    expect(text).not.toContain('a-very-secret-token');
    expect(placeholders).toHaveLength(1);
  });

  it('runs without the app, signs in with what it is given, and reports as JUnit and as JSON', async () => {
    const [junit, json] = [join(folder, 'junit.xml'), join(folder, 'report.json')];
    const { code, out } = await commandLine(file(), '--data', rows(), '--var', `${secret()}=another-token`, '--junit', junit, '--json', json);
    expect({ code, out }).toMatchObject({ code: 1, out: expect.stringMatching(/FAIL \[2\] One pet \(GET \/pets\/\{\{pet\}\}\) 404/) });
    expect(out).toContain('Pets & more: 3 passed, 1 failed, 2 not run');
    expect(asked).toContain('GET /pets/1 Bearer another-token');
    expect(readFileSync(junit, 'utf8')).toContain('<testsuites name="Pets &amp; more" tests="8" failures="1" errors="0" skipped="2"');
    expect(JSON.parse(readFileSync(json, 'utf8'))).toMatchObject({ passed: 3, failed: 1, iterations: 2 });
  });

  it('says by its exit code that all passed', async () => {
    writeFileSync(rows(), '[{"pet": 4}]');
    expect(await commandLine(file(), '--data', rows(), '--var', `${secret()}=t`)).toMatchObject({ code: 0, error: '' });
  });

  it('refuses to begin without a value that it needs, and names it', async () => {
    const { code, error } = await commandLine(file());
    expect(code).toBe(2);
    expect(error).toContain(secret());
    expect(asked).toEqual([]);
  });

  it.each([['no file', 'none.json', 'cannot be read'], ['another file', 'rows.csv', 'not JSON']])('says what is wrong with %s', async (_what, name, says) => {
    writeFileSync(rows(), 'a\n1\n');
    const { code, error } = await commandLine(join(folder, name));
    expect({ code, error }).toMatchObject({ code: 2, error: expect.stringContaining(says) });
  });

  it.each([
    ['an option that there is not', ['--nope'], /Unknown option '--nope'[^]*npm run suite/], ['a number that is none', ['--iterations', 'many'], /--iterations takes a whole number/],
  ])('says what is wrong with %s, and ends as what could not be run', async (_what, args, says) => {
    expect(await commandLine(file(), '--var', `${secret()}=t`, '--var', 'pet=1', ...args)).toMatchObject({ code: 2, error: expect.stringMatching(says) as string });
    expect(asked).toEqual([]);
  });

  it('fails where the target is down, at a server that the environment names, and says so in a report whose folder it makes', async () => {
    const suite = join(folder, 'away.suite.json');
    const text = JSON.parse(readFileSync(file(), 'utf8')) as { api: object; variables: object };
    writeFileSync(suite, JSON.stringify({ ...text, api: { ...text.api, server_url: 'http://{{host}}' }, variables: { host: new URL(target.url).host } }));
    const given = ['--var', `${secret()}=t`, '--var', 'pet=1'];
    expect(await commandLine(suite, ...given)).toMatchObject({ code: 0, error: '' });
    const junit = join(folder, 'reports', 'new', 'junit.xml');
    const { code, out } = await commandLine(suite, ...given, '--var', 'host=127.0.0.1:1', '--junit', junit);
    expect([code, out]).toEqual([1, expect.stringContaining('FAIL One pet')]);
    expect(readFileSync(junit, 'utf8')).toMatch(/name="One pet: answers"[^\n]*<failure message="[^"]+"/);
  });

  it('shows no secret that it was given, wherever the target writes it back [F-20]', async () => {
    const suite = join(folder, 'echo.suite.json');
    const tests = [{ name: 'url', source: 'body', path: 'id', comparison: 'equals', expected: 'none' }];
    writeFileSync(suite, JSON.stringify({ format: 'trellis-suite', version: 1, name: 'Echo', api: { name: 'Echo', server_url: target.url }, endpoints: [{ name: 'Echo', method: 'GET', path: '/pets/{{x_pin}}', tests }], placeholders: ['x_pin'] }));
    const [junit, json] = [join(folder, 'echo.xml'), join(folder, 'echo.json')];
    const { code, out } = await commandLine(suite, '--var', 'x_pin=canary-pin-4711', '--junit', junit, '--json', json);
    expect([code, asked]).toEqual([1, ['GET /pets/canary-pin-4711']]);
    for (const text of [out, readFileSync(junit, 'utf8'), readFileSync(json, 'utf8')]) expect(text).not.toContain('canary');
  });

  it('is not content with a suite of which nothing was run', async () => {
    const suite = join(folder, 'off.suite.json');
    writeFileSync(suite, JSON.stringify({ format: 'trellis-suite', version: 1, name: 'Off', api: { name: 'Off', server_url: target.url }, endpoints: [{ name: 'Off', method: 'GET', path: '/', enabled: false }] }));
    expect(await commandLine(suite)).toMatchObject({ code: 2, error: expect.stringContaining('Nothing was run') as string });
  });
});
