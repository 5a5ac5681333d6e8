import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, describe, expect, it } from 'vitest';
import { httpTarget } from '../../unit/execution/target-server.ts';
import { dataFolder, endAll, startProcess, type PlatformProcess } from '../dags/platform-process.ts';

type Row = Record<string, unknown> & { id: string };

afterEach(endAll);

describe('the cookies of an environment', () => {
  it('outlive the platform, however it ends, sealed and for as long as they say [F-1][F-20]', { timeout: 60_000 }, async () => {
    using folder = dataFolder();
    await using shop = await httpTarget((request, response) => {
      if (request.url === '/sign-in') response.setHeader('set-cookie', ['sid=canary-session', 'cart=canary-cart; Max-Age=3600', 'brief=canary-brief; Max-Age=1']);
      response.end();
    });
    let platform = await startProcess(folder.path);
    const compose = <T>(method: string, fields: object = {}) => platform.compose<T>(method, { ...platform.scope, ...fields });
    const keep = (cookies: boolean) => compose('update-environment', { id: platform.scope.environment_id, network: { cookies } });
    const names = async () => (await compose<{ cookies: { name: string }[] }>('list-cookies')).cookies.map(({ name }) => name).toSorted();
    await keep(true);
    const { id: api_id } = await compose<Row>('create-api', { name: 'Shop', server_url: shop.url });
    const [signIn, look] = [await compose<Row>('create-endpoint', { api_id, method: 'GET', path: '/sign-in' }), await compose<Row>('create-endpoint', { api_id, method: 'GET', path: '/' })];
    const sent = async (of: PlatformProcess) => {
      await of.compose('api-router-execute', { ...of.scope, endpoint_id: look.id });
      return shop.requests.at(-1)!.headers.cookie?.split('; ').toSorted();
    };
    await compose('api-router-execute', { endpoint_id: signIn.id });
    const signed = Date.now();
    await platform.end('SIGKILL');
    const db = new DatabaseSync(join(folder.path, 'platform.db'));
    expect(db.prepare('SELECT sealed FROM composer_cookies').all()).toEqual([{ sealed: expect.stringMatching(/^v1:[A-Za-z0-9+/=]+$/) as string }]);
    db.close();

    platform = await startProcess(folder.path);
    await expect.poll(() => Date.now() - signed, { timeout: 5000 }).toBeGreaterThan(1000);
    expect(await names()).toEqual(['cart', 'sid']);
    expect(await sent(platform)).toEqual(['cart=canary-cart', 'sid=canary-session']);
    await compose('clear-cookies');
    await platform.end('SIGKILL');

    platform = await startProcess(folder.path);
    expect(await names()).toEqual([]);
    await compose('api-router-execute', { endpoint_id: signIn.id });
    await platform.end('SIGTERM');

    platform = await startProcess(folder.path);
    await keep(false);
    expect(await sent(platform)).toBeUndefined();
    await keep(true);
    expect(await sent(platform)).toBeUndefined();
  });
});
