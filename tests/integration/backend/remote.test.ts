import { once } from 'node:events';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect, type AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { readFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { dataOf, errorOf, scope, signedIn } from './backend.ts';
import { raw, sessionAnswer, startServer, status, type Answer } from './server.ts';

const path = '/api/saas_db/agent_prompts';
const rows: Answer = () => ({ data: [{ id: 1, name: 'a' }], totalCount: 7 });

describe('a call', () => {
  it('goes out with token, scope and user, and comes back as the contract says', async () => {
    const server = await startServer({ [`GET ${path}`]: rows });
    const { api } = await signedIn(server.url);
    const reply = await api.agentPrompts.list(scope);
    expect(reply).toEqual({ ok: true, data: { rows: [{ id: '1', name: 'a' }], total: 7 }, meta: { source: 'platform' } });
    const [request] = server.received;
    expect(Object.fromEntries(request!.query)).toEqual(scope);
    expect(request!.headers).toMatchObject({ authorization: 'Bearer pasted-token', 'x-tenant-id': 't1', 'x-environment-id': 'e1', 'x-user-id': 'u1' });
  });

  it('that changes something is not sent while the read-only guard is on, whoever asks', async () => {
    const server = await startServer({ [`GET ${path}`]: rows });
    const { api } = await signedIn(server.url);
    dataOf(await api.settings.set({ values: { read_only: true } }));
    const sent = server.received.length;
    expect(errorOf(await api.agentPrompts.remove({ ...scope, id: '1' }))).toMatchObject({ code: 'rejected', message: expect.stringContaining('read-only guard') as string });
    expect(server.received).toHaveLength(sent);
    dataOf(await api.agentPrompts.list(scope));
    dataOf(await api.settings.set({ values: { read_only: null } }));
    expect(errorOf(await api.agentPrompts.remove({ ...scope, id: '1' })).code).not.toBe('rejected');
  });

  it('keeps its connections alive', async () => {
    const server = await startServer({ [`GET ${path}`]: rows });
    const { api } = await signedIn(server.url);
    for (let count = 0; count < 20; count++) dataOf(await api.agentPrompts.list(scope));
    expect(server.sockets()).toBeLessThanOrEqual(2);
  });

  it('sends files as multipart form data [Q-015]', async () => {
    let form: FormData | undefined;
    const server = await startServer({
      'POST /api/saas_db/connector_docs': async (request) => {
        form = await new Response(request.body as string, { headers: { 'Content-Type': request.headers['content-type']! } }).formData();
        return { insertedId: 'd1' };
      },
      'GET /api/saas_db/connector_docs/d1': () => ({ id: 'd1', name: 'doc' }),
    });
    const { api } = await signedIn(server.url);
    const file = { name: 'a.txt', type: 'text/plain', content: Buffer.from('hello').toString('base64') };
    dataOf(await api.connectorDocs.create({ ...scope, connector_id: 'c1', name: 'doc', connector_image: file } as never));
    const sent = form!.get('connector_image') as File;
    expect([sent.name, sent.type, await sent.text(), form!.get('name')]).toEqual(['a.txt', 'text/plain', 'hello', 'doc']);
  });

  it('is cancelled together with its socket', async () => {
    let closed: Promise<unknown> | undefined;
    const asked = Promise.withResolvers<void>();
    const server = await startServer({
      [`GET ${path}`]: (_request, response) => {
        closed = once(response, 'close');
        asked.resolve();
        return undefined;
      },
    });
    const { api } = await signedIn(server.url);
    const controller = new AbortController();
    const reply = api.agentPrompts.list(scope, controller.signal);
    await asked.promise;
    controller.abort();
    expect(errorOf(await reply)).toMatchObject({ code: 'cancelled' });
    await closed;
  });
});

describe('a create', () => {
  const create = async (answers: Record<string, Answer>) => {
    const server = await startServer(answers);
    const { api } = await signedIn(server.url);
    return { server, reply: await api.tenants.create({ name: 'New' } as never) };
  };

  it('reads the new row back by its insertedId [Q-001]', async () => {
    const { server, reply } = await create({ 'POST /api/saas_db/tenants': status(201, { insertedId: 42 }), 'GET /api/saas_db/tenants/42': () => ({ id: 42, name: 'New' }) });
    expect(dataOf(reply)).toMatchObject({ id: '42', name: 'New' });
    expect(server.received.map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /api/saas_db/tenants', 'GET /api/saas_db/tenants/42']);
  });

  it('fails without an insertedId, with the text for creating [R-021]', async () => {
    const { reply } = await create({ 'POST /api/saas_db/tenants': status(201, { success: true }) });
    expect(errorOf(reply)).toMatchObject({ code: 'bad_answer', message: 'Failed to create tenant' });
  });

  it('says when only the reading back failed [Q-001]', async () => {
    const { reply } = await create({ 'POST /api/saas_db/tenants': status(201, { insertedId: '42' }), 'GET /api/saas_db/tenants/42': status(403, {}) });
    expect(errorOf(reply)).toMatchObject({ code: 'forbidden', message: 'Failed to fetch newly created tenant' });
  });

  it('is sent once, although the server failed [F-25]', async () => {
    const { server, reply } = await create({ 'POST /api/saas_db/tenants': status(503, {}) });
    expect(errorOf(reply)).toMatchObject({ code: 'server', message: 'Failed to create tenant', status: 503 });
    expect(server.received).toHaveLength(1);
  });
});

describe('a failure', () => {
  it('says the server’s words first, else the text of section 8', async () => {
    const server = await startServer({ [`GET ${path}`]: status(403, { error: 'Not for you' }) });
    const { api } = await signedIn(server.url);
    expect(errorOf(await api.agentPrompts.list(scope))).toMatchObject({ code: 'forbidden', message: 'Not for you', status: 403 });
    server.answers[`GET ${path}`] = status(400, {});
    expect(errorOf(await api.agentPrompts.list(scope))).toMatchObject({ code: 'rejected', message: 'Failed to fetch agent prompts', status: 400 });
  });

  it('of the API router says the status where the server says nothing [E-068]', async () => {
    const server = await startServer({ 'POST /api/router/control_api_server/apiRouterV2': status(400, {}) });
    const { api } = await signedIn(server.url);
    expect(errorOf(await api.composerApis.get({ ...scope, id: 'a' } as never))).toMatchObject({ message: 'HTTP 400: Bad Request' });
  });

  it('of a secured DAG call has message, status 500 unless it says another, and details [E-069][K-028]', async () => {
    const server = await startServer({ 'POST /api/router/runtime_fabric_grpc_proxy': () => ({ success: false, message: 'No such DAG', details: { dag: 'd' } }) });
    const { api } = await signedIn(server.url);
    const trigger = () => api.securedDags.trigger({ ...scope, client_id: 'c', dag_id: 'd' });
    expect(errorOf(await trigger())).toEqual({ code: 'server', message: 'No such DAG', status: 500, details: { dag: 'd' } });
    server.answers['POST /api/router/runtime_fabric_grpc_proxy'] = status(404, { message: 'Gone', details: 'x' });
    expect(errorOf(await trigger())).toEqual({ code: 'not_found', message: 'Gone', status: 404, details: 'x' });
  });

  it('without any answer names the address and the reason', async () => {
    const server = await startServer();
    const { api } = await signedIn(server.url);
    await server.shut();
    const error = errorOf(await api.agentPrompts.create({ ...scope, name: 'x' } as never));
    expect(error).toMatchObject({ code: 'unreachable', message: 'Failed to create agent prompt' });
    expect(error.details).toMatch(new RegExp(`${server.url}: the connection was (refused|cut)`));
  });
});

describe('bad input from the server', () => {
  const page = '<!doctype html><title>Welcome</title>';
  const cases: [string, Answer, object][] = [
    ['a web page', raw(200, page, { 'Content-Type': 'text/html' }), { code: 'bad_answer', details: expect.stringContaining('web page') }],
    ['a web page called JSON', raw(200, page), { code: 'bad_answer', details: expect.stringContaining('web page') }],
    ['JSON that ends too early', raw(200, '{"data":[{"id":"1"'), { code: 'bad_answer', details: expect.stringContaining('cut off') }],
    ['204', (_request, response) => void response.writeHead(204).end(), { code: 'bad_answer', details: expect.stringContaining('empty') }],
    ['200 with nothing in it', raw(200, ''), { code: 'bad_answer', details: expect.stringContaining('empty') }],
    ['a text', raw(200, '"hello"'), { code: 'bad_answer' }],
    ['null', raw(200, 'null'), { code: 'bad_answer' }],
    ['rows that are none', raw(200, '{"data":"none"}'), { code: 'bad_answer' }],
    ['rows without ids', raw(200, '{"data":[{"name":"a"}]}'), { code: 'bad_answer', details: expect.stringContaining('rows.0.id') }],
    ['an array of numbers', raw(200, '[1,2]'), { code: 'bad_answer' }],
    ['very deep JSON', raw(200, '['.repeat(200_000)), { code: 'bad_answer' }],
    ['a page with a failure', raw(400, page, { 'Content-Type': 'text/html' }), { code: 'rejected', message: 'Failed to fetch agent prompts' }],
    ['a redirect to another origin', (_request, response) => void response.writeHead(302, { Location: 'http://127.0.0.1:1/elsewhere' }).end(), { code: 'bad_answer', details: expect.stringContaining('redirect') }],
    ['33 MB', (_request, response) => void response.end(`"${'x'.repeat(33 * 1024 * 1024)}"`), { code: 'too_large', details: expect.stringContaining('32 MB') }],
    ['a small answer that unpacks to 100 MB', (_request, response) => void response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(gzipSync(Buffer.alloc(100 * 1024 * 1024, ' '))), { code: 'too_large' }],
  ];
  it.each(cases)('%s: a typed error, and the next call works', async (_name, answer, expected) => {
    const server = await startServer({ [`GET ${path}`]: answer });
    const { api } = await signedIn(server.url);
    expect(errorOf(await api.agentPrompts.list(scope))).toMatchObject({ message: expect.any(String) as string, ...expected });
    server.answers[`GET ${path}`] = rows;
    expect(dataOf(await api.agentPrompts.list(scope)).rows).toHaveLength(1);
  });

  it('a connection that is cut in the middle is asked again, and then a typed error [K-005]', async () => {
    let asked = 0;
    const server = await startServer({
      [`GET ${path}`]: (_request, response) => {
        asked++;
        response.writeHead(200, { 'Content-Length': '1000' });
        response.write('{"data":', () => response.destroy());
      },
    });
    const { api } = await signedIn(server.url);
    expect(errorOf(await api.agentPrompts.list(scope))).toMatchObject({ code: 'unreachable' });
    expect(asked).toBe(3);
  });

  it('a redirect does not take the token to another origin', async () => {
    const thief = await startServer({ 'GET /elsewhere': () => ({ data: [] }) });
    const server = await startServer({ [`GET ${path}`]: (_request, response) => void response.writeHead(307, { Location: `${thief.url}/elsewhere` }).end() });
    const { api } = await signedIn(server.url);
    expect(errorOf(await api.agentPrompts.list(scope)).code).toBe('bad_answer');
    expect(thief.received).toEqual([]);
  });
});

describe('the way there', () => {
  it('goes through the connection’s proxy', async () => {
    const server = await startServer({ [`GET ${path}`]: rows });
    const through: string[] = [];
    const proxy = createServer((request, response) => {
      through.push(request.url!);
      const target = new URL(request.url!);
      const socket = connect(Number(target.port), target.hostname, () => {
        socket.end(`${request.method} ${target.pathname}${target.search} HTTP/1.1\r\nHost: ${target.host}\r\nAuthorization: ${request.headers.authorization}\r\nConnection: close\r\n\r\n`);
        socket.pipe(response.socket!);
      });
    });
    proxy.listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    onTestFinished(() => {
      proxy.close();
      proxy.closeAllConnections();
    });
    const { api } = await signedIn(server.url, {}, { proxy: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` });
    expect(dataOf(await api.agentPrompts.list(scope)).rows).toHaveLength(1);
    expect(through.at(-1)).toContain(path);
  });

  it('trusts the connection’s own certificate authority, and none without it', async () => {
    const pem = (name: string) => readFileSync(new URL(`certificates/${name}.pem`, import.meta.url), 'utf8');
    const server = createTlsServer({ key: pem('server-key'), cert: pem('server') }, (request, response) => {
      response.end(JSON.stringify(request.url === '/api/auth/session' ? sessionAnswer : { data: [{ id: '1' }] }));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => {
      server.close();
      server.closeAllConnections();
    });
    const url = `https://localhost:${(server.address() as AddressInfo).port}`;
    const trusting = await signedIn(url, {}, { ca: pem('ca') });
    expect(dataOf(await trusting.api.agentPrompts.list(scope)).rows).toHaveLength(1);
    const wary = await signedIn(url);
    expect(dataOf(await wary.api.session.get({}))).toMatchObject({ state: 'offline', problem: expect.stringContaining('certificate is not trusted') as string });
  });
});
