import { request } from 'node:http';
import { networkInterfaces } from 'node:os';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestPlatform, type TestPlatform } from './platform.ts';

const router = '/api/router/control_api_server/apiRouterV2';
const megabyte = 1024 * 1024;

describe('the platform’s door', () => {
  let platform: TestPlatform;
  beforeAll(async () => {
    platform = await startTestPlatform();
  });
  afterAll(() => platform[Symbol.asyncDispose]());

  /** One request with headers as they are: fetch does not let a Host through. */
  const raw = (path: string, headers: Record<string, string>) =>
    new Promise<number>((resolve, reject) => {
      request(new URL(path, platform.url), { headers: { authorization: `Bearer ${platform.token}`, ...headers } }, (response) => {
        response.resume();
        resolve(response.statusCode!);
      }).on('error', reject).end();
    });

  it.each([
    ['no token', ''], ['an empty one', 'Bearer '], ['another', 'Bearer nope'], ['another scheme', 'Basic dXNlcjpwYXNz'],
  ])('asks for a token and gets %s [F-26]', async (_what, authorization) => {
    const { status, body } = await platform.call('GET', '/api/saas_db/tenants', undefined, { authorization });
    expect({ status, fields: Object.keys(body) }).toEqual({ status: 401, fields: ['error'] });
  });

  it('does not say to a stranger which paths there are', async () => {
    expect((await platform.as({ token: 'nope' }).call('GET', '/api/nothing')).status).toBe(401);
  });

  it.each(['evil.example', '169.254.1.1', '127.0.0.1.evil.example'])('refuses the Host %s [F-26]', async (host) => {
    expect(await raw('/api/auth/session', { host })).toBe(403);
  });

  it.each(['https://evil.example', 'null', 'file://', 'https://localhost.evil.example'])('refuses the Origin %s [F-26]', async (origin) => {
    expect(await raw('/api/auth/session', { origin })).toBe(403);
  });

  it('takes loopback names as Host and Origin', async () => {
    const { port } = new URL(platform.url);
    expect(await raw('/api/auth/session', { host: `localhost:${port}`, origin: `http://localhost:${port}` })).toBe(200);
  });

  it('listens on loopback alone [F-26]', async () => {
    const outside = Object.values(networkInterfaces()).flatMap((all) => (all ?? []).filter(({ internal, family }) => !internal && family === 'IPv4'));
    const reached = await Promise.all(outside.map(({ address }) => new Promise<string>((resolve) => {
      const socket = connect(Number(new URL(platform.url).port), address, () => {
        socket.destroy();
        resolve('connected');
      });
      socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code!));
    })));
    expect(new URL(platform.url).hostname).toBe('127.0.0.1');
    expect(reached).not.toContain('connected');
  });

  it('says which path or method it does not know', async () => {
    expect(await platform.call('GET', '/api/saas_db/nothing')).toEqual({ status: 404, body: { error: 'Unknown path: /api/saas_db/nothing' } });
    expect(await platform.call('POST', router, { method_name: 'fly', data: {} })).toEqual({ status: 400, body: { error: 'Unknown method: fly' } });
    expect((await platform.call('POST', router, {})).body['error']).toMatch(/^Unknown method/);
    expect((await platform.call('POST', '/api/router/vectorVerse/apiRouterV2?action=fly', {})).body).toEqual({ message: 'Unknown method: fly' });
    expect((await platform.call('PATCH', '/api/saas_db/tenants')).status).toBe(405);
  });

  it.each(['{', '[]', '"text"', 'null', '\u0000', '{"a":'])('refuses the body %j as bad JSON [F-16]', async (body) => {
    const response = await fetch(platform.url + router, { method: 'POST', headers: { authorization: `Bearer ${platform.token}` }, body });
    expect(response.status).toBe(400);
    expect((await response.json()) as object).toHaveProperty('error');
  });

  it('says what is missing, field by field', async () => {
    const { status, body } = await platform.call('POST', '/api/saas_db/agent_memories', { ...platform.scope, name: ' ' });
    expect(status).toBe(400);
    expect(body).toEqual({ error: 'Name is required', details: [{ path: ['name'], message: 'Name is required' }] });
  });

  it('answers a body beyond the limit with 413, and goes on [F-16]', async () => {
    const large = { ...platform.scope, name: 'large', content: 'x'.repeat(9 * megabyte) };
    const { status, body } = await platform.call('POST', '/api/saas_db/agent_memories', large);
    expect({ status, body }).toEqual({ status: 413, body: { error: 'The request is larger than the limit of 8 MB.' } });
    expect((await platform.call('POST', router, { method_name: 'create-api', data: large })).status).toBe(413);
    expect((await platform.call('GET', '/api/auth/session')).status).toBe(200);
  });

  it('takes larger documents to import than anything else', async () => {
    const data = { ...platform.scope, document: JSON.stringify({ openapi: '3.1.0', info: { title: 'Large', version: '1', description: 'x'.repeat(9 * megabyte) }, paths: {} }) };
    expect((await platform.call('POST', router, { method_name: 'import-openapi', data })).status).toBe(200);
    expect((await platform.call('POST', router, { method_name: 'import-openapi', data: { document: 'x'.repeat(65 * megabyte) } })).status).toBe(413);
  });

  it('keeps __proto__ and the like from doing harm', async () => {
    const text = `{"name":"p","tenant_id":"${platform.scope.tenant_id}","environment_id":"${platform.scope.environment_id}","__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}`;
    const response = await fetch(`${platform.url}/api/saas_db/agent_prompts`, {
      method: 'POST', body: text, headers: { authorization: `Bearer ${platform.token}`, 'x-tenant-id': platform.scope.tenant_id },
    });
    expect(response.status).toBe(201);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('tells nothing of its insides when it fails', async () => {
    const { status, body } = await platform.call('GET', `/api/saas_db/agent_memories/${encodeURIComponent("' OR 1=1 --\u0000")}`);
    expect({ status, body }).toMatchObject({ status: 404 });
    expect(JSON.stringify(body)).not.toMatch(/SQL|at .*\.ts/);
  });
});
