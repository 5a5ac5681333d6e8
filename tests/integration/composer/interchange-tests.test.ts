import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { filesOfArchive } from '../../../electron/platform/composer/interchange/archive.ts';
import { installPeers } from '../../peers/install.ts';
import { httpTarget, type Target } from '../../unit/execution/target-server.ts';
import { startComposer, type Composer } from './platform.ts';

/** What collections say of answers: tests, examples, tags and time limits, out to other tools and back. */

type Row = Record<string, unknown> & { id: string };
interface Exported {
  readonly text: string;
  readonly problems: readonly { readonly message: string }[];
}

const tests = [
  { name: 'is made', source: 'status', comparison: 'equals', expected: 201 }, { name: 'is there', source: 'status', comparison: 'equals', expected: 200 },
  { name: 'is JSON', source: 'header', path: 'Content-Type', comparison: 'contains', expected: 'json' }, { name: 'is Ada', source: 'body', path: 'people[0].name', comparison: 'equals', expected: 'Ada' },
  { name: 'is Bob', source: 'body', path: 'people[0].name', comparison: 'matches', expected: '^B' }, { name: 'in time', source: 'duration', comparison: 'less', expected: 600_000 },
];
const outcomes = [true, false, true, true, false, true];

let composer: Composer;
let target: Target;
let folder: string;
let api_id: string;

beforeAll(async () => {
  composer = await startComposer();
  target = await httpTarget((_request, response) => {
    response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify({ people: [{ name: 'Ada' }] }));
  });
  folder = mkdtempSync(join(tmpdir(), 'trellis-tests-'));
  api_id = (await composer.call<Row>('create-api', { name: 'Judged', server_url: target.url })).data.id;
  const { data: endpoint } = await composer.call<Row>('create-endpoint', { api_id, name: 'People', method: 'GET', path: '/people', tests, tags: ['people'], folder: '/', timeout_ms: 45_000 });
  const { data: run } = await composer.call<Row>('api-router-execute', { endpoint_id: endpoint.id });
  const { error } = await composer.call('save-example', { execution_id: run.id, name: 'Ada is there' });
  if (error !== undefined) throw new Error(error);
});
afterAll(async () => {
  await composer[Symbol.asyncDispose]();
  await target[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

const exported = async (format: string) => {
  const { data, error } = await composer.call<Exported>('export-collection', { id: api_id, format });
  expect([error, data.problems]).toEqual([undefined, []]);
  return data.text;
};
/** What comes of the tests of what was imported, and what else came with it. */
async function back(document: string) {
  const { data } = await composer.call<{ api_id: string; problems: readonly object[] }>('import-collection', { document });
  const { data: [endpoint] } = await composer.call<Row[]>('list-endpoints', { api_id: data.api_id });
  const { data: judged } = await composer.call<{ assertions: { passed: boolean }[] }>('test-endpoint', { endpoint_id: endpoint!.id });
  const { data: listed } = await composer.call<Row[]>('list-examples', { endpoint_id: endpoint!.id });
  const examples = await Promise.all(listed.map(async ({ id }) => (await composer.call<Row>('get-example', { id })).data));
  return { problems: data.problems, endpoint: endpoint!, passed: judged.assertions.map(({ passed }) => passed), examples: examples.map(({ name, status, data: body }) => ({ name, status, body })) };
}
const example = { name: 'Ada is there', status: 201, body: { people: [{ name: 'Ada' }] } };

it('through Bruno, whose command line makes the same of the tests', { timeout: 400_000 }, async () => {
  const require = await installPeers();
  const zip = await exported('bruno');
  for (const [path, text] of filesOfArchive(zip, () => true)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const report = join(folder, 'report.json');
  await promisify(execFile)(process.execPath, [join(dirname(require.resolve('@usebruno/cli/package.json')), 'bin/bru.js'), 'run', '.', '-r', '--env', 'Secrets', '--reporter-json', report], { cwd: folder }).catch(() => undefined);
  const [{ results }] = JSON.parse(readFileSync(report, 'utf8')) as [{ results: { assertionResults: { status: string }[] }[] }];
  expect(results.flatMap(({ assertionResults }) => assertionResults.map(({ status }) => status === 'pass'))).toEqual(outcomes);

  const { problems, endpoint, passed, examples } = await back(zip);
  expect([problems, passed, examples]).toEqual([[], outcomes, [example]]);
  expect(endpoint).toMatchObject({ tags: ['people'], folder: '/', timeout_ms: 45_000 });
});

it('through Postman, whose newman makes the same of the tests', { timeout: 400_000 }, async () => {
  const require = await installPeers();
  const newman = require('newman') as { run(options: object, done: (error: Error | null, summary: { run: { executions: { assertions: { assertion: string; error?: object }[] }[] } }) => void): void };
  const text = await exported('postman');
  const theirs = await new Promise<{ assertion: string; error?: object }[]>((resolve, reject) => {
    newman.run({ collection: JSON.parse(text) as object, reporters: [] }, (error, { run }) => (error ? reject(error) : resolve(run.executions.flatMap(({ assertions }) => assertions))));
  });
  expect(theirs.map(({ assertion, error }) => [assertion, error === undefined])).toEqual(tests.map(({ name }, at) => [name, outcomes[at]]));

  const { problems, endpoint, passed, examples } = await back(text);
  expect([problems, passed, examples, endpoint['tests']]).toEqual([[], outcomes, [example], tests]);
});
