import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { dataFolder, endAll, startProcess, type PlatformProcess } from '../dags/platform-process.ts';
import { startTarget } from '../dags/target.ts';
import { chain } from '../workflows/engine-platform.ts';

afterEach(endAll);

/** Another program's connection to the platform's store. */
const lockOf = (folder: string) => new DatabaseSync(join(folder, 'platform.db'), { timeout: 5000 });
const memories = '/api/saas_db/agent_memories';
const named = (platform: PlatformProcess, name: string) => ({ ...platform.scope, name, memory_type: 'semantic' });

describe('a store that another program holds locked for a second', () => {
  it('lets every call that writes wait, and none of them fail or be done twice [F-3]', async () => {
    using folder = dataFolder();
    await using target = await startTarget();
    const platform = await startProcess(folder.path);
    const api = await platform.compose<{ id: string }>('create-api', { name: 'Target', server_url: target.url, base_path: '' });
    const endpoint = async (path: string) => (await platform.compose<{ id: string }>('create-endpoint', { api_id: api.id, name: path, method: 'GET', path })).id;
    const [slow, quick] = [await endpoint('/hold'), await endpoint('/quick')];
    const recipe = async (node: { id: string; type: string; data: object }) => ((await platform.request('POST', '/api/saas_db/workflow_recipes', { ...platform.scope, name: 'R', ...chain(node) })).body as unknown as { insertedId: string }).insertedId;
    const greet = await recipe({ id: 'greet', type: 'transform', data: { expression: '"hello"' } });
    const hold = await recipe({ id: 'hold', type: 'http', data: { url: `${target.url}/hold?run` } });
    const invoke = (workflow_id: string) => platform.request('POST', '/api/router/dp_runtime_agent', { endpoint: 'workflow_invoke', ...platform.scope, workflow_id, session_id: 's', user_id: 'u', data: {} });
    const other = lockOf(folder.path);

    // Sent before the lock, and answered while it is held.
    const underWay = platform.compose<{ status: number }>('api-router-execute', { endpoint_id: slow });
    const running = invoke(hold);
    await target.asked('/hold');
    await target.asked('/hold?run');
    other.exec('BEGIN IMMEDIATE');
    target.release();
    const writes = Promise.all([
      underWay,
      platform.request('POST', memories, named(platform, 'kept')),
      platform.compose('create-environment', { tenant_id: platform.scope.tenant_id, name: 'Second' }),
      platform.compose<{ status: number }>('api-router-execute', { endpoint_id: quick }),
      platform.compose<{ endpoint_count: number }>('import-collection', { document: `curl ${target.url}/imported` }),
      platform.compose<{ job_id: string }>('import-collection', { document: `curl ${target.url}/job`, async: true }),
      invoke(greet),
      running,
    ]);
    let isOver = false;
    void writes.finally(() => (isOver = true)).catch(() => undefined);
    for (let count = 0; count < 3; count += 1) expect((await platform.request('GET', `${memories}?tenant_id=${platform.scope.tenant_id}&environment_id=${platform.scope.environment_id}`)).status).toBe(200);
    expect(isOver).toBe(false); // who reads has waited for nobody
    await wait(1000);
    other.exec('ROLLBACK');
    other.close();

    const [first, memory, , second, imported, , ...invoked] = await writes;
    expect([first.status, memory.status, second.status, imported.endpoint_count]).toEqual([200, 201, 200, 1]);
    for (const one of invoked) expect(one).toMatchObject({ status: 200, body: { success: true, data: { state: 'success' } } });
    expect((await platform.compose<unknown[]>('list-executions', { endpoint_id: slow }))).toMatchObject([{ status: 200 }]);
    expect((await platform.compose<unknown[]>('list-executions', { endpoint_id: quick }))).toMatchObject([{ status: 200 }]);
    expect([target.count('/hold'), target.count('/hold?run'), target.count('/quick')]).toEqual([1, 1, 1]);
  }, 60_000);

  it('is given up after some seconds with 503, and says when to try again', async () => {
    using folder = dataFolder();
    const platform = await startProcess(folder.path);
    const other = lockOf(folder.path);
    other.exec('BEGIN IMMEDIATE');
    const response = await fetch(platform.url + memories, {
      method: 'POST', body: JSON.stringify(named(platform, 'late')),
      headers: { authorization: `Bearer ${platform.token}`, 'content-type': 'application/json', 'x-tenant-id': platform.scope.tenant_id, 'x-environment-id': platform.scope.environment_id },
    });
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await response.json()).toEqual({ error: `The platform's data file cannot be used: another program holds it locked. Close that program, or wait until it is done, then try again.` });
    other.exec('ROLLBACK');
    other.close();
    expect((await platform.request('POST', memories, named(platform, 'late'))).status).toBe(201);
  }, 60_000);
});
