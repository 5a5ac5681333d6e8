import { readFileSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:https';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { ExecutionResult } from '../../../shared/contract/composer.ts';
import { httpTarget, targetOf, tcpTarget, type Target } from '../../unit/execution/target-server.ts';
import { startPlatform } from '../../../electron/platform/start.ts';
import { startComposer, type Composer } from '../composer/platform.ts';
import { makeCertificates, newFolder, startTinyproxy } from './peers.ts';

type Row = Record<string, unknown> & { id: string };

let composer: Composer;
let target: Target;

beforeAll(async () => {
  composer = await startComposer();
  target = await httpTarget((request, response) => response.setHeader('content-type', 'application/json').end(JSON.stringify({ url: request.url, headers: request.headers })));
});
afterAll(async () => {
  await composer[Symbol.asyncDispose]();
  await target[Symbol.asyncDispose]();
});

/** In every folder of the platform. */
const composerFiles = () => readdirSync(composer.folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));

async function endpointOf(api: object, endpoint: object): Promise<Row> {
  const { data } = await composer.call<Row>('create-api', { name: 'Target', server_url: target.url, ...api });
  return (await composer.call<Row>('create-endpoint', { api_id: data.id, method: 'POST', path: '/x', ...endpoint })).data;
}
const run = (endpoint: Row, fields: object = {}) => composer.call<ExecutionResult>('api-router-execute', { endpoint_id: endpoint.id, ...fields });

async function setVariables(variables: unknown): Promise<void> {
  const { environment_id: id } = composer.scope;
  const { status } = await composer.call('update-environment', { id, variables });
  expect(status).toBe(200);
}

describe('bodies that the platform sends', () => {
  it.each([
    ['a form [X-014]', { type: 'form-data', content: [{ name: 'a', value: 'b' }, { name: 'f', filename: '../../x.txt', content: 'aGk=', content_type: 'text/plain' }] }, /name="a"\r\n\r\nb\r\n.*filename="x\.txt"\r\nContent-Type: text\/plain\r\n\r\nhi\r\n/s],
    ['bytes [X-016]', { type: 'binary', content: 'aGk=', content_type: 'text/plain' }, /^hi$/],
    ['GraphQL [X-013]', { type: 'raw', format: 'graphql', content: { query: '{ a }', variables: { b: 1 } } }, /^\{"query":"\{ a \}","variables":\{"b":1\}\}$/],
  ])('are %s, by the endpoint and by the run', async (_, body, sent) => {
    expect((await run(await endpointOf({}, { body }))).data.status).toBe(200);
    expect(target.requests.at(-1)!.body).toMatch(sent);
    expect((await run(await endpointOf({}, {}), { body })).data.status).toBe(200);
    expect(target.requests.at(-1)!.body).toMatch(sent);
  });

  it.each([
    { type: 'binary', file: '/etc/passwd' },
    { type: 'form-data', content: [{ name: 'f', file: '/etc/passwd' }] },
  ])('are no files of its own computer: %j [F-13]', async (body) => {
    const before = target.requests.length;
    const refused = { status: 400, error: expect.stringContaining('reads no files of the computer that it runs on') as string };
    expect(await run(await endpointOf({}, { body }))).toMatchObject(refused);
    expect(await run(await endpointOf({}, {}), { body })).toMatchObject(refused);
    expect(target.requests.length).toBe(before);
  });
});

describe('a secret variable', () => {
  it('comes back as a mark, is kept when the mark is written back, and stands in no file in clear [F-20]', async () => {
    const { environment_id: id } = composer.scope;
    const mark = { value: { $secret: true }, secret: true };
    await setVariables({ pass: { value: 'canary-variable-2', secret: true }, pin: { value: 1234567, secret: true }, plain: 'x' });
    const stored = await composer.get(`/api/saas_db/environments/${id}`);
    expect(stored.body['variables']).toEqual({ pass: mark, pin: mark, plain: 'x' });
    await setVariables({ plain: 'y', pin: mark, pass: mark });
    await run(await endpointOf({ variables: { own: { value: 'canary-variable-3', secret: true } } }, { path: '/{{plain}}?{{pass}}', headers: { 'X-Own': '{{own}}{{pin}}' } }));
    expect(target.requests.at(-1)).toMatchObject({ url: '/y?canary-variable-2', headers: { 'x-own': 'canary-variable-31234567' } });
    const apis = await composer.call('list-apis');
    expect(JSON.stringify(apis)).not.toContain('canary');
    expect(composerFiles().length).toBeGreaterThan(0);
    const leaking = composerFiles().filter((file) => /canary-variable-[23]/.test(readFileSync(file, 'latin1')));
    expect(leaking).toEqual([]);
  });
});

describe('what would end a line of the request [F-8]', () => {
  const evil = 'a\r\nX-Evil: 1\r\n\r\nGET /evil HTTP/1.1\r\n\0';
  const received: string[] = [];
  const listening = () => tcpTarget((socket) => void socket.on('data', (bytes) => {
    received.push(bytes.toString('latin1'));
    socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n');
  }));

  it('is encoded in path variables, query, cookies and variables: one request is on the wire', async () => {
    await using at = await listening();
    const endpoint = await endpointOf({ server_url: at.url }, { method: 'GET', path: '/{id}/{{v}}', parameters: [{ name: evil, in: 'query', value: [evil] }, { name: 'c', in: 'cookie', value: evil }] });
    expect((await run(endpoint, { path_variables: { id: evil }, query: { q: evil }, variables: { v: evil } })).data.status).toBe(200);
    const wire = received.join('');
    expect(wire.match(/HTTP\/1\.1\r\n/g)).toHaveLength(1);
    expect(wire).not.toMatch(/^X-Evil/im);
    expect(wire).not.toContain('\0');
  });

  it.each([
    ['a header', { headers: { 'X-A': evil } }],
    ['a variable in a header', { headers: { 'X-A': '{{v}}' }, variables: { v: evil } }],
    ['an API key’s prefix', { auth: { type: 'api_key', credentials: { name: 'X-K', value: 'k', prefix: evil } } }],
    ['a user name', { auth: { type: 'basic_auth', credentials: { username: evil, password: 'p' } } }],
    ['the content type of a part', { body: { type: 'form-data', content: [{ name: 'f', filename: 'f', content: '', content_type: evil }] } }],
  ])('is refused in %s before anything is sent', async (_, input) => {
    await using at = await listening();
    expect(await run(await endpointOf({ server_url: at.url }, { method: 'GET' }), input)).toMatchObject({ status: 400 });
    expect(at.connections()).toBe(0);
  });
});

describe('variables of the environment [F-15]', () => {
  it('are filled in, after those of the run and before those of the API', async () => {
    await setVariables({ who: 'environment', base: 'v2' });
    const endpoint = await endpointOf({ base_path: '/{{base}}', variables: { base: 'v1', lang: 'en' } }, { path: '/{{who}}', headers: { 'X-Lang': '{{lang}}' } });
    await run(endpoint);
    expect(target.requests.at(-1)).toMatchObject({ url: '/v2/environment', headers: { 'x-lang': 'en' } });
    await run(endpoint, { variables: { who: 'run/x', base: 'elsewhere' } });
    expect(target.requests.at(-1)!.url).toBe('/v2/run%2Fx');
  });

  it('that are not there stop the run by their names', async () => {
    await setVariables({});
    expect(await run(await endpointOf({}, { path: '/{{nobody}}' }))).toMatchObject({ status: 400, error: expect.stringContaining('There is no value for {{nobody}}') as string });
  });

  it('that are secret come back masked, from the target and from the history [F-20]', async () => {
    await setVariables({ pass: { value: 'canary-variable-1', secret: true } });
    const endpoint = await endpointOf({}, { path: '/a?p={{pass}}', headers: { 'X-P': 'is {{pass}}' }, body: { type: 'raw', content: '{{pass}}' } });
    const answers = [await run(endpoint)];
    expect(target.requests.at(-1)).toMatchObject({ url: '/a?p=canary-variable-1', headers: { 'x-p': 'is canary-variable-1' }, body: 'canary-variable-1' });
    answers.push(await composer.call('get-execution-status', { execution_id: answers[0]!.data.id }), await composer.call('list-executions'));
    expect(JSON.stringify(answers)).not.toContain('canary-variable-1');
    expect(answers[0]!.data).toMatchObject({ data: { url: '/a?p=***', headers: { 'x-p': 'is ***' } } });
    expect(composer.lines.join('\n')).not.toContain('canary-variable-1');
  });
});

describe('the synthetic result of a target that fails [E-071]', () => {
  const ok = 'HTTP/1.1 200 OK\r\n';
  it.each([
    ['resets in the middle of its body', `${ok}content-length: 9\r\n\r\nabc`, 'reset', 'closed the connection'],
    ['sends bad chunks', `${ok}transfer-encoding: chunked\r\n\r\nZZ\r\n`, 'stay', 'is not HTTP'],
    ['sends a megabyte of headers', `${ok}${Array.from({ length: 1000 }, (_, at) => `x-${at}: ${'y'.repeat(1000)}\r\n`).join('')}\r\n`, 'stay', 'are over 64 KB'],
    ['redirects to itself', 'HTTP/1.1 302 Found\r\nlocation: /x\r\ncontent-length: 0\r\n\r\n', 'stay', 'more than 10 times'],
    ['redirects to a file', 'HTTP/1.1 302 Found\r\nlocation: file:///etc/passwd\r\ncontent-length: 0\r\n\r\n', 'stay', 'only http and https are'],
  ])('is what comes when it %s [F-7]', async (_, said, then, error) => {
    await using broken = await tcpTarget((socket) => void socket.on('data', () => void socket.write(said, () => void (then === 'reset' && socket.resetAndDestroy()))));
    const { status, success, data } = await run(await endpointOf({ server_url: broken.url }, { method: 'GET' }), { correlationId: `broken-${broken.port}` });
    expect([status, success]).toEqual([200, true]);
    expect(data).toMatchObject({ status: 500, statusText: 'Execution Error', correlationId: `broken-${broken.port}`, data: null, error: expect.stringContaining(error) as string });
    expect(Date.parse(data.timestamp)).not.toBeNaN();
  });

  it('names no secret variable [F-20]', async () => {
    await setVariables({ host: { value: 'canary-host', secret: true } });
    const { data } = await run(await endpointOf({ server_url: 'http://{{host}}.invalid' }, {}));
    expect(data).toMatchObject({ status: 500, statusText: 'Execution Error', error: expect.stringContaining('***') as string });
    expect(JSON.stringify(data)).not.toContain('canary-host');
  });
});

describe('the network of an environment', () => {
  const setNetwork = async (network: unknown) => {
    const { environment_id: id } = composer.scope;
    expect((await composer.call('update-environment', { id, network })).status).toBe(200);
  };
  afterEach(() => setNetwork(null));

  it('is gone through its proxy, whose password is sealed [F-20]', async () => {
    await using proxy = await startTinyproxy('ann canary-proxy-1');
    await setNetwork({ proxy: { url: `http://127.0.0.1:${proxy.port}`, username: 'ann', password: 'canary-proxy-1' } });
    expect((await run(await endpointOf({}, {}))).data).toMatchObject({ status: 200, data: { headers: { via: expect.stringContaining('tinyproxy') as string } } });
    const stored = await composer.get(`/api/saas_db/environments/${composer.scope.environment_id}`);
    expect(stored.body['network']).toMatchObject({ proxy: { username: 'ann', password: { $secret: true } } });
  });

  it('is entered with its certificate, and unverified where it says so', async () => {
    const folder = newFolder();
    const { ca, server, client } = makeCertificates(folder);
    rmSync(folder, { recursive: true });
    await using secured = await targetOf(createServer({ ...server, ca, requestCert: true, rejectUnauthorized: true }, (request, response) => {
      response.end((request.socket as TLSSocket).getPeerCertificate().subject.CN);
    }));
    const endpoint = await endpointOf({ server_url: `https://localhost:${secured.port}` }, { method: 'GET' });
    await setNetwork({ tls: { ca, client: { cert: client.cert, private_key: client.key } } });
    expect((await run(endpoint)).data).toMatchObject({ status: 200, data: 'Trellis client' });
    await setNetwork({ tls: { verify: false, client: { pfx: client.pfx, passphrase: 'secret' } } });
    expect((await run(endpoint)).data).toMatchObject({ status: 200, data: 'Trellis client', notice: expect.stringContaining('was not verified') as string });
    const stored = await composer.get(`/api/saas_db/environments/${composer.scope.environment_id}`);
    expect(stored.body['network']).toEqual({ tls: { verify: false, client: { pfx: { $secret: true }, passphrase: { $secret: true } } } });
  });

  it('keeps its cookies, where it says so, for as long as it says so', async () => {
    await using shop = await httpTarget((_, response) => response.setHeader('set-cookie', 'cart=1').end());
    const endpoint = await endpointOf({ server_url: shop.url }, { method: 'GET' });
    for (const cookies of [true, true, false, true]) {
      await setNetwork({ cookies });
      expect((await run(endpoint)).data.status).toBe(200);
    }
    expect(shop.requests.map(({ headers }) => headers.cookie)).toEqual([undefined, 'cart=1', undefined, undefined]);
  });

  it('shows which cookies it keeps, without their values, and forgets them when it is told to', async () => {
    await using shop = await httpTarget((request, response) => response.setHeader('set-cookie', ['cart=canary-cart; Path=/', 'seen=canary-seen; HttpOnly; Max-Age=60']).end(request.headers.cookie));
    const endpoint = await endpointOf({ server_url: shop.url }, {});
    await setNetwork({ cookies: true });
    await run(endpoint);
    const kept = await composer.call<{ cookies: Row[] }>('list-cookies');
    expect(kept.data.cookies).toMatchObject([
      { name: 'cart', domain: '127.0.0.1', path: '/', expires: null, http_only: false },
      { name: 'seen', domain: '127.0.0.1', expires: expect.any(String) as string, http_only: true },
    ]);
    expect(JSON.stringify(kept)).not.toContain('canary-');
    expect((await composer.call('clear-cookies', { domain: 'elsewhere' })).data).toEqual({ cleared: 0 });
    expect((await composer.call('clear-cookies', { domain: '127.0.0.1' })).data).toEqual({ cleared: 2 });
    expect((await composer.call<{ cookies: Row[] }>('list-cookies')).data.cookies).toEqual([]);
    await run(endpoint);
    expect(shop.requests.at(-1)!.headers.cookie).toBeUndefined();
  });

  it.each([
    [{ max_redirects: 'many' }, 'max_redirects'],
    [{ proxy: { url: 'http://p', trusted: true } }, 'trusted'],
    [{ loopback: 'allow' }, 'loopback'],
  ])('is refused when it is saved, where it cannot be used: %j', async (network, named) => {
    const { environment_id: id } = composer.scope;
    const error = expect.stringMatching(new RegExp(`network settings of the environment cannot be used.*${named}`)) as string;
    expect(await composer.call('update-environment', { id, network })).toMatchObject({ status: 400, error });
  });
});

describe('the cookies that an answer sets', () => {
  it('come back with it, and stand in its history, and in the files of the platform, without the values of those that sign in [F-20]', async () => {
    await using shop = await httpTarget((request, response) => {
      response.setHeader('set-cookie', ['seen=canary-cookie-1; HttpOnly; Max-Age=60', 'PHPSESSID=canary-cookie-2', 'theme=dark']);
      if (request.url === '/x') response.writeHead(302, { location: '/y' });
      response.end('in');
    });
    const { data } = await run(await endpointOf({ server_url: shop.url }, {}));
    expect(data.headers['set-cookie']).toBe('seen=canary-cookie-1; HttpOnly; Max-Age=60\nPHPSESSID=canary-cookie-2\ntheme=dark');
    const kept = await composer.call<ExecutionResult>('get-execution-status', { execution_id: data.id });
    expect(kept.data.headers['set-cookie']).toBe('seen=***; HttpOnly; Max-Age=60\nPHPSESSID=***\ntheme=dark');
    expect(JSON.stringify(kept)).not.toContain('canary-cookie');
    expect(composerFiles().filter((file) => readFileSync(file, 'latin1').includes('canary-cookie'))).toEqual([]);
  });
});

describe('the networks that a tenant may reach [F-10]', () => {
  it('are obeyed by executions', async () => {
    const { tenant_id: id } = composer.scope;
    const endpoint = await endpointOf({}, {});
    expect((await composer.call('update-tenant', { id, reach: { loopback: 'refuse' } })).status).toBe(200);
    const before = target.requests.length;
    expect((await run(endpoint)).data).toMatchObject({ status: 500, statusText: 'Execution Error', error: expect.stringContaining('is the computer that sends the request') as string });
    expect(target.requests.length).toBe(before);
    expect((await composer.call('update-tenant', { id, reach: null })).status).toBe(200);
    expect((await run(endpoint)).data.status).toBe(200);
  });

  it('are obeyed by tasks of DAGs', async () => {
    const folder = newFolder();
    const platform = await startPlatform({ data: folder, log: () => undefined });
    onTestFinished(async () => {
      await platform.close();
      rmSync(folder, { recursive: true, force: true });
    });
    const { url, token, tenant_id, environment_id } = platform;
    const headers = { 'authorization': `Bearer ${token}`, 'content-type': 'application/json', 'x-tenant-id': tenant_id, 'x-environment-id': environment_id };
    const ask = async (method: string, path: string, body: object) => {
      const response = await fetch(url + path, { method, headers, body: JSON.stringify(body) });
      expect(response.ok).toBe(true);
      return ((await response.json()) as { data?: { dag_runs?: { state: string }[] } }).data;
    };
    const act = (action: string) => ask('POST', '/api/router/airflow/proxy', { action, dag_id: 'reach', start_date_gte: '2020-01-01T00:00:00Z', end_date_lte: '2099-01-01T00:00:00Z' });
    await ask('PUT', `/api/saas_db/tenants/${tenant_id}`, { reach: { loopback: 'refuse' } });
    await ask('POST', '/api/router/dp_fastapi/proxy/', { dags: [{ dag_id: 'reach', tasks: [{ task_id: 'ask', operator: 'http', url: target.url }] }], tenant_id, environment_id });
    const before = target.requests.length;
    await act('triggerDagRun');
    await expect.poll(async () => (await act('fetchDagRunsSummary'))?.dag_runs?.[0]?.state, { timeout: 20_000 }).toBe('failed');
    expect(target.requests.length).toBe(before);
  });
});
