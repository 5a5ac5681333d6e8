import { rmSync } from 'node:fs';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import type { ExecutionResult } from '../../../shared/contract/composer.ts';
import { httpTarget } from '../../unit/execution/target-server.ts';
import { spawnPlatform, type PlatformProcess } from '../platform/process.ts';
import { newFolder } from './peers.ts';

const preload = new URL('changing-names.ts', import.meta.url).href;
let platform: PlatformProcess | undefined;
afterEach(() => platform?.[Symbol.asyncDispose]());

async function ask<T>(method: string, path: string, body: object): Promise<T> {
  const { url, token, tenant_id, environment_id } = platform!.ready;
  const headers = { 'authorization': `Bearer ${token}`, 'content-type': 'application/json', 'x-tenant-id': tenant_id, 'x-environment-id': environment_id };
  const response = await fetch(url + path, { method, headers, body: JSON.stringify(body) });
  expect([response.status, await response.clone().text()]).toEqual([expect.toBeOneOf([200, 201]), expect.anything()]);
  return (await response.json()) as T;
}
const call = async <T>(method_name: string, data: object) => (await ask<{ data: T }>('POST', '/api/router/control_api_server/apiRouterV2', { method_name, data })).data;

/** A tenant whose requests go to a name that leads to these addresses, one after the other. */
async function toNames(addresses: readonly string[], reach: object) {
  const folder = newFolder();
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const target = await httpTarget((request, response) => {
    response.setHeader('connection', 'close'); // so that each request asks for the address anew
    if (request.url === '/again') response.writeHead(302, { location: '/end' });
    response.end('reached');
  });
  onTestFinished(() => target[Symbol.asyncDispose]());
  platform = await spawnPlatform(['--data', folder, '--port', '0'], undefined, { ...process.env, NODE_OPTIONS: `--import=${preload}`, CHANGING_NAMES: addresses.join(',') });
  let told = '';
  platform.child.stderr!.on('data', (piece: Buffer) => (told += piece.toString()));
  await ask('PUT', `/api/saas_db/tenants/${platform.ready.tenant_id}`, { reach });
  const { id: api_id } = await call<{ id: string }>('create-api', { name: 'Target', server_url: `http://shop.changing.example:${target.port}` });
  return {
    target,
    resolved: () => [...told.matchAll(/^shop\.changing\.example is (.+)$/gm)].map(([, address]) => address),
    run: async (path: string) => {
      const { id: endpoint_id } = await call<{ id: string }>('create-endpoint', { api_id, method: 'GET', path, timeout_ms: 5000 });
      return call<ExecutionResult>('api-router-execute', { endpoint_id });
    },
  };
}

describe('a name whose address changes between two requests [F-10]', () => {
  it('is refused when it leads to this computer, and nothing reaches it', async () => {
    const { run, resolved, target } = await toNames(['203.0.113.7', '127.0.0.1'], { loopback: 'refuse', private: 'refuse' });
    expect(await run('/')).toMatchObject({ status: 500, error: expect.not.stringContaining('the address of') as string });
    expect(await run('/')).toMatchObject({ status: 500, error: expect.stringContaining('127.0.0.1 (the address of shop.changing.example)') as string });
    expect(target.connections()).toBe(0);
    await expect.poll(resolved, { timeout: 10_000 }).toEqual(['203.0.113.7', '127.0.0.1']);
  });

  it('is refused when it leads into a private network, though the one before was let through', async () => {
    const { run, resolved } = await toNames(['127.0.0.1', '10.11.12.13'], { private: 'refuse' });
    expect(await run('/')).toMatchObject({ status: 200, data: 'reached' });
    expect(await run('/')).toMatchObject({ status: 500, error: expect.stringContaining('10.11.12.13 (the address of shop.changing.example)') as string });
    // The address that was checked is the one that is called: no request asks twice.
    await expect.poll(resolved, { timeout: 10_000 }).toEqual(['127.0.0.1', '10.11.12.13']);
  });

  it('is refused in the middle of a run, when a redirect asks for it once more', async () => {
    const { run, target } = await toNames(['127.0.0.1', '10.11.12.13'], { private: 'refuse' });
    expect(await run('/again')).toMatchObject({ status: 500, error: expect.stringContaining('10.11.12.13') as string });
    expect(target.requests.map(({ url }) => url)).toEqual(['/again']);
  });
});
