import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { archiveOf, filesOfArchive } from '../../../electron/platform/composer/interchange/archive.ts';
import { installPeers } from '../../peers/install.ts';
import { httpTarget, type Target } from '../../unit/execution/target-server.ts';
import { answer, assertions } from '../../unit/platform/interchange/assertion-sample.ts';
import { endpoints, makeSample, said, secrets } from './interchange-sample.ts';
import { startComposer, type Composer } from './platform.ts';

/** Collections in the YAML that Bruno's own library writes, beside Bruno's own command line. */

interface Filestore {
  parseRequest(text: string, options: { format: string }): object;
  stringifyRequest(item: object, options: { format: string }): string;
  parseFolder(text: string, options: { format: string }): object;
  stringifyFolder(folder: object, options: { format: string }): string;
  parseCollection(text: string, options: { format: string }): object;
  stringifyCollection(root: object, config: object, options: { format: string }): string;
  parseEnvironment(text: string, options: { format: string }): object;
  stringifyEnvironment(environment: object, options: { format: string }): string;
}
interface Imported {
  readonly kind: string;
  readonly api_id: string;
  readonly problems: readonly { readonly where: string; readonly message: string }[];
}
type Row = Record<string, unknown> & { id: string };

const run = promisify(execFile);
const [bru, yml] = [{ format: 'bru' }, { format: 'yml' }];
const values: Record<string, string> = { token: secrets.api_token, password: secrets.password, api_key: secrets.api_key, x_one: secrets.custom, x_two: secrets.other };
const filledIn = (text: string) => Object.entries(values).reduce((left, [name, value]) => left.replaceAll(`{{${name}}}`, value), text);
const inOrder = (all: ReturnType<typeof said>[]) => all.toSorted((one, other) => (JSON.stringify([one.path, one.method, one.query]) < JSON.stringify([other.path, other.method, other.query]) ? -1 : 1));

let composer: Composer;
let target: Target;
let folder: string;
let require: NodeJS.Require;
let store: Filestore;

beforeAll(async () => {
  require = await installPeers();
  store = require('@usebruno/filestore') as Filestore;
  composer = await startComposer();
  target = await httpTarget((_request, response) => {
    response.writeHead(answer.status, { 'content-type': answer.type }).end(JSON.stringify(answer.data));
  });
  folder = mkdtempSync(join(tmpdir(), 'trellis-bruno-'));
}, 400_000);
afterAll(async () => {
  await composer[Symbol.asyncDispose]();
  await target[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

async function received(work: () => Promise<unknown>) {
  const before = target.requests.length;
  await work();
  return target.requests.slice(before).map(said);
}

/** The files of a collection in YAML, as Bruno's library writes what it reads of those in Bru. */
function inYaml(files: ReadonlyMap<string, string>): Map<string, string> {
  const written = [...files].flatMap(([path, text]): [string, string][] => {
    if (path === 'bruno.json') return [['opencollection.yml', store.stringifyCollection(store.parseCollection(files.get('collection.bru')!, bru), JSON.parse(text) as object, yml)]];
    if (path === 'collection.bru') return [];
    const to = path.replace(/\.bru$/, '.yml');
    if (path.startsWith('environments/')) return [[to, store.stringifyEnvironment(store.parseEnvironment(text, bru), yml)]];
    return [[to, /(?:^|\/)folder\.bru$/.test(path) ? store.stringifyFolder(store.parseFolder(text, bru), yml) : store.stringifyRequest(store.parseRequest(text, bru), yml)]];
  });
  return new Map(written);
}

function unpack(files: ReadonlyMap<string, string>, name: string): string {
  const place = join(folder, name);
  for (const [path, text] of files) {
    mkdirSync(dirname(join(place, path)), { recursive: true });
    writeFileSync(join(place, path), text);
  }
  return place;
}

const commandLine = (cwd: string, ...args: string[]) =>
  run(process.execPath, [join(dirname(require.resolve('@usebruno/cli/package.json')), 'bin/bru.js'), 'run', '.', '-r', '--disable-cookies', ...args], { cwd });

it('sends from a collection in YAML what Bruno sends from it, each with its folder, its order and its authentication', { timeout: 400_000 }, async () => {
  const { api_id } = await makeSample(composer, target);
  const { data: rows } = await composer.call<Row[]>('list-endpoints', { api_id });
  await composer.call('arrange-endpoints', { endpoints: rows.slice(0, 3).map(({ id }) => ({ id, folder: 'Some / Deep' })) });
  const { data } = await composer.call<{ text: string }>('export-collection', { id: api_id, format: 'bruno' });
  const files = inYaml(filesOfArchive(data.text, () => true));
  expect([...files.keys()].filter((path) => !path.endsWith('.yml'))).toEqual([]);

  const filled = new Map([...files].map(([path, text]) => [path, filledIn(text)]));
  const { data: read, error } = await composer.call<Imported>('import-collection', { document: archiveOf(filled) });
  expect(error).toBeUndefined();
  expect([read.kind, read.problems]).toEqual(['bruno', []]);
  const { data: again } = await composer.call<Row[]>('list-endpoints', { api_id: read.api_id });
  expect(new Set(again.map(({ name }) => name))).toEqual(new Set(endpoints.map(({ name }) => name)));
  expect(again.filter(({ folder: around }) => around === 'Some / Deep')).toHaveLength(3);

  const env = Object.entries(values).flatMap(([name, value]) => ['--env-var', `${name}=${value}`]);
  const theirs = await received(() => commandLine(unpack(files, 'sample'), '--env', 'Secrets', ...env));
  const ours = await received(async () => {
    for (const { id } of again) expect(await composer.call('api-router-execute', { endpoint_id: id })).toMatchObject({ status: 200, data: { error: null } });
  });
  expect(ours).toHaveLength(endpoints.length);
  expect(inOrder(ours)).toEqual(inOrder(theirs));
});

it('makes tests of its assertions that pass where Bruno’s pass, and fail where they fail', { timeout: 400_000 }, async () => {
  const item = {
    type: 'http-request', name: 'Asserted', seq: 1,
    request: { method: 'GET', url: `${target.url}/asserted`, headers: [], params: [], auth: { mode: 'none' }, body: { mode: 'none' }, vars: { req: [], res: [] }, assertions: assertions.map(([name, value]) => ({ name, value, enabled: true })) },
  };
  const files = new Map([['opencollection.yml', store.stringifyCollection({}, { name: 'Assertions' }, yml)], ['Asserted.yml', store.stringifyRequest(item, yml)]]);
  const report = join(folder, 'report.json');
  await commandLine(unpack(files, 'assertions'), '--reporter-json', report).catch(() => undefined);
  const [{ results: [first] }] = JSON.parse(readFileSync(report, 'utf8')) as [{ results: [{ assertionResults: { lhsExpr: string; rhsExpr: string; status: string }[] }] }];
  expect(first.assertionResults.map(({ lhsExpr, rhsExpr, status }) => `${lhsExpr} ${rhsExpr}: ${status === 'pass'}`)).toEqual(assertions.map(([name, value, passes]) => `${name} ${/^\d/.test(value) ? `eq ${value}` : value}: ${passes}`));

  const { data: read } = await composer.call<Imported>('import-collection', { document: archiveOf(files) });
  expect(read.problems).toEqual([]);
  const { data: [endpoint] } = await composer.call<Row[]>('list-endpoints', { api_id: read.api_id });
  const { data: tested } = await composer.call<{ assertions: { name: string; passed: boolean }[] }>('test-endpoint', { endpoint_id: endpoint!.id });
  // “between” is two of ours.
  const ours = new Map<string, boolean>();
  for (const { name, passed } of tested.assertions) ours.set(name, passed && (ours.get(name) ?? true));
  expect([...ours.values()]).toEqual(assertions.map(([, , passes]) => passes));
});
