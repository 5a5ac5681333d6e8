import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { archiveOf, filesOfArchive } from '../../../electron/platform/composer/interchange/archive.ts';
import { installDebian } from '../../peers/debian.ts';
import { installPeers } from '../../peers/install.ts';
import { httpTarget, type Target } from '../../unit/execution/target-server.ts';
import { endpoints, makeSample, said, secrets, type Sample } from './interchange-sample.ts';
import { startComposer, type Composer } from './platform.ts';

interface Exported {
  readonly text: string;
  readonly filename: string;
  readonly encoding?: 'base64';
  readonly placeholders: readonly string[];
  readonly problems: readonly { readonly where: string; readonly message: string }[];
}
interface Imported {
  readonly kind: string;
  readonly api_id: string;
  readonly api_ids: readonly string[];
  readonly endpoint_count: number;
  readonly problems: readonly { readonly where: string; readonly message: string }[];
}
type Row = Record<string, unknown> & { id: string };

let composer: Composer;
let target: Target;
let sample: Sample;
let folder: string;
const run = promisify(execFile);

beforeAll(async () => {
  composer = await startComposer();
  target = await httpTarget((request, response) => {
    if (request.url === '/v1/moved') return void response.writeHead(307, { location: '/v1/things' }).end();
    response.setHeader('content-type', 'application/json').setHeader('set-cookie', `session=${secrets.header}`);
    response.end(JSON.stringify({ url: request.url }));
  });
  sample = await makeSample(composer, target);
  folder = mkdtempSync(join(tmpdir(), 'trellis-interchange-'));
});
afterAll(async () => {
  await composer[Symbol.asyncDispose]();
  await target[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

const exported = async (format: string, more: object = {}) => {
  const { data, error } = await composer.call<Exported>('export-collection', { id: sample.api_id, format, ...more });
  expect(error).toBeUndefined();
  return data;
};
const imported = async (document: string) => {
  const { data, error } = await composer.call<Imported>('import-collection', { document });
  expect(error).toBeUndefined();
  return data;
};
/** What the target gets while something runs. */
async function received(work: () => Promise<unknown>) {
  const before = target.requests.length;
  await work();
  return target.requests.slice(before).map(said);
}
const runAll = async (ids: Iterable<string>) => {
  for (const endpoint_id of ids) expect(await composer.call('api-router-execute', { endpoint_id })).toMatchObject({ status: 200, data: { error: null } });
};
/** Each tool has an order of its own. */
const inOrder = (all: ReturnType<typeof said>[]) => all.toSorted((one, other) => (JSON.stringify([one.path, one.method, one.query]) < JSON.stringify([other.path, other.method, other.query]) ? -1 : 1));
/** The secrets under the names that exports give them. */
const values = { token: secrets.api_token, password: secrets.password, api_key: secrets.api_key, x_one: secrets.custom, x_two: secrets.other };
const filesOf = (zip: string) => filesOfArchive(zip, () => true);
/** All that an export has to read. */
const readable = ({ text, encoding }: Exported) => (encoding === 'base64' ? [...filesOf(text)].flat().join('\n') : text);
const filledIn = (text: string) => Object.entries(values).reduce((left, [name, value]) => left.replaceAll(`{{${name}}}`, value), text);

describe('exports', () => {
  it.each(['curl', 'postman', 'bruno', 'har'])('of %s hold no secret, and name what stands in their place', async (format) => {
    await runAll(sample.ids.values());
    const file = await exported(format);
    const { placeholders } = file;
    const text = readable(file);
    expect(Object.values(secrets).filter((secret) => text.includes(secret) || text.includes(encodeURIComponent(secret)) || text.includes(Buffer.from(`ada:${secret}`).toString('base64')))).toEqual([]);
    // What the target set is in the archive alone.
    expect(placeholders.filter((name) => name !== 'set_cookie').toSorted()).toEqual(Object.keys(values).toSorted());
  });

  it('find a secret that its owner wrote elsewhere, and credentials by the names of their fields', async () => {
    const { data: api } = await composer.call<Row>('create-api', { name: 'Leaky', server_url: target.url, auth: { type: 'bearer_token', credentials: { token: secrets.api_token } } });
    await composer.call('create-endpoint', {
      api_id: api.id, name: 'Leak', method: 'POST', path: `/again/${secrets.api_token}`, headers: { 'X-Auth-Token': secrets.header, 'X-Copy': `a ${secrets.api_token}` },
      parameters: [{ name: 'access_token', in: 'query', value: secrets.custom }], body: { type: 'raw', content_type: 'application/json', content: JSON.stringify({ user: 'ada', password: secrets.field, again: secrets.api_token }) },
    });
    for (const format of ['curl', 'postman', 'bruno']) {
      const { data } = await composer.call<Exported>('export-collection', { id: api.id, format });
      expect(Object.values(secrets).filter((secret) => readable(data).includes(secret))).toEqual([]);
      expect(data.placeholders).toEqual(['token', 'x_auth_token', 'access_token', 'password']);
    }
  });

  it('fill in what is known of variables, and name those that are secret or have no value', async () => {
    const variables = { host: new URL(target.url).host, region: { value: 'eu' }, pin: { value: secrets.field, secret: true } };
    const { data: api } = await composer.call<Row>('create-api', { name: 'Variable', server_url: 'http://{{host}}', variables, auth: { type: 'bearer_token', credentials: { token: '{{session}}' } } });
    await composer.call('create-endpoint', { api_id: api.id, name: 'Regional', path: '/{{region}}/{{later}}/x', headers: { 'X-Pin': '{{pin}}', 'X-Copy': secrets.field }, parameters: [{ name: 'q', in: 'query', value: '{{unknown}}' }] });
    const text = async (format: string) => (await composer.call<Exported>('export-collection', { id: api.id, format })).data.text;
    const command = await text('curl');
    for (const part of [`'${target.url}/eu/{{later}}/x?q={{unknown}}'`, "'X-Pin: {{pin}}'", "'X-Copy: {{pin}}'", "'Authorization: Bearer {{session}}'"]) expect(command).toContain(part);
    const postman = await text('postman');
    expect(postman).toContain('{{base_url}}/{{region}}/{{later}}/x');
    expect((JSON.parse(postman) as { variable: object[] }).variable).toEqual(expect.arrayContaining([{ key: 'region', value: 'eu', type: 'string' }, { key: 'pin', value: '', type: 'secret' }]));
    expect(command + postman).not.toContain(secrets.field);
  });

  it('to Bruno have no file outside of their folder, and no two of one name [F-13]', async () => {
    const { data: api } = await composer.call<Row>('create-api', { name: '../up', server_url: target.url });
    for (const name of ['../../etc/passwd', 'collection', 'Same', 'same', 'a\\b:c*', 'NUL', '  ', '…']) await composer.call('create-endpoint', { api_id: api.id, name, path: '/', folder: '.. / environments' });
    const { data } = await composer.call<Exported>('export-collection', { id: api.id, format: 'bruno' });
    const paths = [...filesOf(data.text).keys()];
    expect(paths.filter((path) => !/^(?:[\p{L}\p{N}_-]+\/)*[\p{L}\p{N}_-]+\.(?:bru|json)$/u.test(path))).toEqual([]);
    expect(paths.filter((path) => /(?:^|\/)nul\.bru$/i.test(path))).toEqual([]);
    expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(3 + 2 + 8);
  });

  it('of one endpoint have that one alone, and refuse one of another API', async () => {
    const { text } = await exported('curl', { endpoint_id: sample.ids.get('Read') });
    expect(text).toContain('# Read\n');
    expect(text.match(/^curl /gm)).toHaveLength(1);
    const { data: other } = await composer.call<Row>('create-api', { name: 'Other', server_url: target.url });
    expect(await composer.call('export-collection', { id: other.id, format: 'curl', endpoint_id: sample.ids.get('Read') })).toMatchObject({ status: 404 });
  });

  it('say which formats there are, and that an archive holds only what was run', async () => {
    expect(await composer.call('export-collection', { id: sample.api_id, format: 'raml' })).toMatchObject({ status: 400, error: 'Choose a format: curl, har, postman, bruno' });
    const { data: idle } = await composer.call<Row>('create-api', { name: 'Idle', server_url: target.url });
    expect(await composer.call('export-collection', { id: idle.id, format: 'har' })).toMatchObject({ status: 404, error: expect.stringContaining('Nothing was run') as string });
  });
});

describe('the same requests go out', () => {
  let ours: ReturnType<typeof said>[];
  beforeAll(async () => {
    ours = await received(() => runAll(sample.ids.values()));
  });

  it('from curl, as the exported commands say', { timeout: 120_000 }, async () => {
    installDebian({ curl: ['curl'], bash: ['bash'] });
    const script = join(folder, 'sample.sh');
    writeFileSync(script, filledIn((await exported('curl')).text));
    expect(ours).toHaveLength(endpoints.length);
    expect(await received(() => run('bash', ['-e', script]))).toEqual(ours);
  });

  it('from newman, as the exported Postman collection says', { timeout: 400_000 }, async () => {
    const require = await installPeers();
    const newman = require('newman') as { run(options: object, done: (error: Error | null, summary: { run: { failures: unknown[]; stats: { requests: { total: number } } } }) => void): void };
    const collection = JSON.parse((await exported('postman')).text) as object;
    const envVar = Object.entries(values).map(([key, value]) => ({ key, value }));
    const failures: unknown[] = [];
    const theirs = await received(() => new Promise<void>((resolve, reject) => {
      newman.run({ collection, envVar, reporters: [] }, (error, summary) => {
        failures.push(...summary.run.failures);
        if (error) reject(error);
        else resolve();
      });
    }));
    expect(failures).toEqual([]);
    expect(inOrder(theirs)).toEqual(inOrder(ours));
  });

  it('from the command line of Bruno, as the exported files say', { timeout: 400_000 }, async () => {
    const require = await installPeers();
    const { text: zip } = await exported('bruno');
    const collection = join(folder, 'bruno');
    for (const [path, text] of filesOf(zip)) {
      mkdirSync(dirname(join(collection, path)), { recursive: true });
      writeFileSync(join(collection, path), text);
    }
    const cli = join(dirname(require.resolve('@usebruno/cli/package.json')), 'bin/bru.js');
    const env = Object.entries(values).flatMap(([name, value]) => ['--env-var', `${name}=${value}`]);
    const theirs = await received(() => run(process.execPath, [cli, 'run', '.', '-r', '--env', 'Secrets', '--disable-cookies', ...env], { cwd: collection }));
    expect(inOrder(theirs)).toEqual(inOrder(ours));
  });

  it('from an import of what was exported to Postman, Bruno and cURL, once its secrets are entered', async () => {
    for (const format of ['postman', 'bruno', 'curl']) {
      const { text, encoding } = await exported(format);
      const { api_id } = await imported(encoding === 'base64' ? archiveOf(new Map([...filesOf(text)].map(([path, file]) => [path, filledIn(file)]))) : filledIn(text));
      const { data: rows } = await composer.call<Row[]>('list-endpoints', { api_id });
      const order = new Map(endpoints.map(({ name }, at) => [name, at]));
      const again = await received(() => runAll(rows.toSorted((one, other) => order.get(one['name'] as string)! - order.get(other['name'] as string)!).map(({ id }) => id)));
      expect(again, format).toEqual(ours);
    }
  });

  it('stand in the archive as they went over the wire, redirects too', async () => {
    const { data: endpoint } = await composer.call<Row>('create-endpoint', { api_id: sample.api_id, name: 'Moved', method: 'POST', path: '/moved', body: { type: 'raw', content_type: 'text/plain', content: 'hi' } });
    const before = target.requests.length;
    await runAll([endpoint.id]);
    const { text } = await exported('har', { endpoint_id: endpoint.id });
    const { log } = JSON.parse(filledIn(text)) as { log: { entries: { time: number; timings: Record<string, number>; request: { method: string; url: string; headers: { name: string; value: string }[]; postData: object }; response: { status: number; redirectURL: string } }[] } };
    const sent = target.requests.slice(before);
    expect(sent.map(({ url }) => url)).toEqual(['/v1/moved', '/v1/things']);
    expect(log.entries.map(({ request: { method, url, headers } }) => ({ method, url: url.slice(target.url.length), headers: Object.fromEntries(headers.map(({ name, value }) => [name, value])) }))).toEqual(sent.map(({ method, url, headers }) => ({ method, url, headers })));
    expect(log.entries.map(({ request, response }) => [request.postData, response.status, response.redirectURL])).toEqual([
      [{ mimeType: 'text/plain', text: 'hi' }, 307, '/v1/things'], [{ mimeType: 'text/plain', text: 'hi' }, 200, ''],
    ]);
    for (const { time, timings: { dns, connect, send, wait, receive } } of log.entries) expect([dns, connect, send, wait, receive].reduce<number>((sum, step) => sum + Math.max(0, step ?? 0), 0)).toBeCloseTo(time, 0);
    await composer.call('delete-endpoint', { id: endpoint.id });
  });

  it('from an import of the archive of what was sent', async () => {
    const { text } = await exported('har');
    const { log } = JSON.parse(text) as { log: { version: string; entries: { request: { method: string; url: string; queryString: unknown[]; headers: unknown[] }; response: { status: number } }[] } };
    expect(log.version).toBe('1.2');
    expect(log.entries.slice(-endpoints.length).map(({ request }) => `${request.method} ${new URL(request.url).pathname}`)).toEqual(ours.map(({ method, path }) => `${method} ${path}`));
    expect(log.entries.every(({ response }) => response.status === 200)).toBe(true);
    const signs = ({ headers, ...rest }: (typeof ours)[number]) => ({ ...rest, headers: { ...headers, authorization: undefined } });
    const { api_id } = await imported(filledIn(text).replaceAll('{{basic_credentials}}', Buffer.from(`ada:${secrets.password}`).toString('base64')));
    const { data: rows } = await composer.call<Row[]>('list-endpoints', { api_id });
    const again = await received(() => runAll(rows.map(({ id }) => id)));
    expect(again.map(signs)).toEqual(expect.arrayContaining(ours.map(signs)));
  });

  it('from the code in each language that runs here', { timeout: 120_000 }, async () => {
    installDebian({ curl: ['curl'], bash: ['bash'], '../lib/python3/dist-packages/requests/__init__.py': ['python3', 'python3-requests'] }); // beside the programs: it has none
    const axios = join(import.meta.dirname, '../../../node_modules/axios/index.js');
    const runners: Readonly<Record<string, (code: string) => Promise<unknown>>> = {
      curl: (code) => run('bash', ['-ec', code]),
      fetch: (code) => run(process.execPath, ['--input-type=module', '-e', code]),
      axios: (code) => run(process.execPath, ['--input-type=module', '-e', code.replace("'axios'", JSON.stringify(axios))]),
      python: (code) => run('/usr/bin/python3', ['-c', code]),
    };
    for (const [language, runner] of Object.entries(runners)) {
      for (const [at, { name }] of endpoints.entries()) {
        const { data, error } = await composer.call<{ code: string }>('generate-code', { endpoint_id: sample.ids.get(name), language });
        expect(error).toBeUndefined();
        const [sent] = await received(() => runner(filledIn(data.code).replaceAll('{{basic_credentials}}', Buffer.from(`ada:${secrets.password}`).toString('base64'))));
        expect(sent, `${language}: ${name}`).toEqual(ours[at]);
      }
    }
  });

  it('from the code in Go, once it is compiled', { timeout: 400_000 }, async () => {
    installDebian({ go: ['golang-go'] });
    const module = join(folder, 'go');
    mkdirSync(module);
    writeFileSync(join(module, 'go.mod'), 'module sample\n\ngo 1.19\n');
    for (const [at, { name }] of endpoints.entries()) {
      const { data } = await composer.call<{ code: string }>('generate-code', { endpoint_id: sample.ids.get(name), language: 'go' });
      mkdirSync(join(module, `request${at}`));
      writeFileSync(join(module, `request${at}`, 'main.go'), filledIn(data.code).replaceAll('{{basic_credentials}}', Buffer.from(`ada:${secrets.password}`).toString('base64')));
    }
    const env = { ...process.env, GOCACHE: join(folder, 'go-cache'), GOPATH: join(folder, 'go-path'), GOPROXY: 'off', GOTOOLCHAIN: 'local', CGO_ENABLED: '0' };
    mkdirSync(join(module, 'bin'));
    await run('go', ['build', '-o', 'bin/', './...'], { cwd: module, env });
    for (const [at, { name }] of endpoints.entries()) {
      const [sent] = await received(() => run(join(module, 'bin', `request${at}`)));
      expect(sent, name).toEqual(ours[at]);
    }
  });
});

describe('a round trip', () => {
  const plain = (row: Row) => Object.fromEntries(Object.entries(row).filter(([name]) => !/^(id|api_id|created_at|updated_at|tenant_id|environment_id)$/.test(name)));

  it('through Postman gives the same API back, but for its secrets', async () => {
    const { kind, api_id, endpoint_count, problems } = await imported((await exported('postman')).text);
    expect([kind, endpoint_count]).toEqual(['postman', endpoints.length]);
    const [before, after] = await Promise.all([sample.api_id, api_id].map(async (id) => (await composer.call<Row>('get-api', { id })).data));
    expect({ ...plain(after!), auth: { type: 'bearer_token' } }).toEqual({ ...plain(before!), auth: { type: 'bearer_token' } });
    const [old, fresh] = await Promise.all([sample.api_id, api_id].map(async (id) => new Map((await composer.call<Row[]>('list-endpoints', { api_id: id })).data.map((row) => [row['name'], row]))));
    for (const name of ['Read', 'Make', 'Text', 'Form', 'Parts', 'Open']) {
      const { method, path, headers, body, auth, folder: around } = old!.get(name)!;
      expect(fresh!.get(name), name).toMatchObject({ method, path, headers, ...(body === undefined ? {} : { body }), ...(auth === undefined ? {} : { auth }), ...(around === undefined ? {} : { folder: around }) });
    }
    expect([...fresh!.values()].map(({ name, auth }) => [name, (auth as { type?: string } | undefined)?.type])).toEqual(expect.arrayContaining([...old!.values()].map(({ name, auth }) => [name, (auth as { type?: string } | undefined)?.type])));
    expect(problems.every(({ message }) => message.includes('enter it, or set the variable'))).toBe(true);
  });

  it('twice gives the same text', async () => {
    for (const format of ['postman', 'bruno', 'curl']) {
      const once = await exported(format);
      const { api_id } = await imported(format === 'curl' ? filledIn(once.text) : once.text);
      const { data: again } = await composer.call<Exported>('export-collection', { id: api_id, format });
      const { api_id: third } = await imported(format === 'curl' ? filledIn(again.text) : again.text);
      const { data: last } = await composer.call<Exported>('export-collection', { id: third, format });
      expect(last.text).toBe(again.text);
    }
  });
});

describe('imports', () => {
  it('run as jobs, and can be followed', async () => {
    const { data } = await composer.call<{ job_id: string }>('import-collection', { document: `curl ${target.url}/x`, name: 'Mine', async: true });
    let job: Record<string, unknown> = {};
    while (job['state'] !== 'success') {
      job = (await composer.get(`/api/jobs/${data.job_id}?tenant_id=${composer.scope.tenant_id}`)).body;
      expect(['running', 'success']).toContain(job['state']);
    }
    const { api_id } = job['result'] as Imported;
    expect((await composer.call<Row>('get-api', { id: api_id })).data).toMatchObject({ name: 'Mine', server_url: target.url, enabled: true });
  });

  it('keep credentials as secrets', async () => {
    const { api_id } = await imported(`curl '${target.url}/x' -H 'Authorization: Bearer ${secrets.header}' -H 'Cookie: a=${secrets.field}'`);
    const { data: api } = await composer.call<Row>('get-api', { id: api_id });
    expect(JSON.stringify([api, (await composer.call<Row[]>('list-endpoints', { api_id })).data])).not.toMatch(/canary/);
    const { data: [endpoint] } = await composer.call<Row[]>('list-endpoints', { api_id });
    await runAll([endpoint!.id]);
    expect(target.requests.at(-1)!.headers).toMatchObject({ authorization: `Bearer ${secrets.header}`, cookie: `a=${secrets.field}` });
  });

  it('make an API of each server, the busiest first', async () => {
    const { api_id, api_ids, endpoint_count } = await imported(`curl https://one.example/a\ncurl ${target.url}/b\ncurl ${target.url}/c\n`);
    expect([api_ids.length, endpoint_count, api_ids[0]]).toEqual([2, 3, api_id]);
    expect((await composer.call<Row>('get-api', { id: api_id })).data).toMatchObject({ server_url: target.url });
  });

  it('wrote no line to the log', () => {
    expect(composer.lines).toEqual([]);
  });

  it.each([['hello', 'of no kind that is known here. Known are: cURL commands, HAR, Postman'], ['openapi: 3.1.0', 'is an OpenAPI document'], ['{"requests":[],"order":[]}', 'format 1'], ["curl 'a", 'not closed'], ['curl -s', 'no requests']])('refuse %j', async (document, error) => {
    const before = (await composer.call<Row[]>('list-apis')).totalCount;
    expect(await composer.call('import-collection', { document })).toMatchObject({ status: 400, error: expect.stringContaining(error) as string });
    expect((await composer.call<Row[]>('list-apis')).totalCount).toBe(before);
  });
});
