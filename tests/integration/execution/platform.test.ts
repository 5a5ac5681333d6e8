import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ExecutionResult } from '../../../shared/contract/composer.ts';
import { httpTarget, tcpTarget, type Target } from '../../unit/execution/target-server.ts';
import { startComposer, type Composer } from '../composer/platform.ts';

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
    const leaking = readdirSync(composer.folder).filter((file) => /canary-variable-[23]/.test(readFileSync(join(composer.folder, file), 'latin1')));
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
