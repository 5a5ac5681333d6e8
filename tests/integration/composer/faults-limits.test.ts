import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ExecutionResult } from '../../../shared/contract/composer.ts';
import { httpTarget, type Target } from '../../unit/execution/target-server.ts';
import { dataFolder, endAll, startProcess, type PlatformProcess } from '../dags/platform-process.ts';

/** The limits of the history, with many who write at once and with an end that nobody announced. */

const writers = 20;
let target: Target;
beforeAll(async () => {
  target = await httpTarget((_, response) => response.end('ok'));
});
afterAll(() => target[Symbol.asyncDispose]());
afterEach(endAll);

async function endpointsOf(platform: PlatformProcess, count: number): Promise<string[]> {
  const { id: api_id } = await platform.compose<{ id: string }>('create-api', { name: 'Target', server_url: target.url });
  return Promise.all(Array.from({ length: count }, async (_, at) => (await platform.compose<{ id: string }>('create-endpoint', { api_id, method: 'GET', path: `/${at}` })).id));
}

/** Many at once, each as long as there is work; the ids in the order in which they were acknowledged. */
async function written(count: number, run: (at: number) => Promise<ExecutionResult>): Promise<string[]> {
  const ids: string[] = [];
  let next = 0;
  await Promise.all(Array.from({ length: writers }, async () => {
    while (next < count) ids.push((await run(next++)).id);
  }));
  return ids;
}

const listed = async (platform: PlatformProcess, method: string, query: object = {}) => (await platform.compose<ExecutionResult[]>(method, { limit: 1000, ...query })).map(({ id }) => id);
const countOf = async (platform: PlatformProcess, method: string, query: object = {}) => {
  const { body } = await platform.request('POST', '/api/router/control_api_server/apiRouterV2', { method_name: method, data: { ...platform.scope, limit: 1, ...query } });
  return (body as { totalCount?: number }).totalCount;
};
const execute = (platform: PlatformProcess, endpoint_id: string) => platform.compose<ExecutionResult>('api-router-execute', { endpoint_id });
const test = (platform: PlatformProcess, endpoint_id: string) => platform.compose<ExecutionResult>('test-endpoint', { endpoint_id });

describe('the history, with 20 who write at once [F-28]', () => {
  it('keeps exactly 1000 executions of a tenant, the newest [K-015]', { timeout: 180_000 }, async () => {
    using folder = dataFolder();
    const platform = await startProcess(folder.path);
    const endpoints = await endpointsOf(platform, 12);
    const ids = await written(1000, (at) => execute(platform, endpoints[at % endpoints.length]!));
    expect(await countOf(platform, 'list-executions')).toBe(1000);
    const oldest = (await listed(platform, 'list-executions')).at(-1)!;
    const { id } = await execute(platform, endpoints[0]!);
    expect(await countOf(platform, 'list-executions')).toBe(1000);
    const kept = await listed(platform, 'list-executions');
    expect(kept[0]).toBe(id);
    expect(new Set(kept)).toEqual(new Set([...ids, id].filter((one) => one !== oldest)));
    await written(60, (at) => execute(platform, endpoints[at % endpoints.length]!));
    expect(await countOf(platform, 'list-executions')).toBe(1000);
    expect(new Set(await listed(platform, 'list-executions')).size).toBe(1000);
  });

  it('keeps exactly 100 executions and 50 tests of an endpoint, the newest, and takes none of its neighbour’s [K-016][K-017]', { timeout: 120_000 }, async () => {
    using folder = dataFolder();
    const platform = await startProcess(folder.path);
    const [one, other] = (await endpointsOf(platform, 2)) as [string, string];
    const neighbours = [(await execute(platform, other)).id, (await test(platform, other)).id];
    for (const [kept, run, method] of [[100, execute, 'list-executions'], [50, test, 'list-tests']] as const) {
      const ids = await written(kept, () => run(platform, one));
      expect(new Set(await listed(platform, method, { endpoint_id: one }))).toEqual(new Set(ids));
      const oldest = (await listed(platform, method, { endpoint_id: one })).at(-1)!;
      const { id } = await run(platform, one);
      expect(new Set(await listed(platform, method, { endpoint_id: one }))).toEqual(new Set([...ids, id].filter((seen) => seen !== oldest)));
      await written(writers * 2, () => run(platform, one));
      expect(await countOf(platform, method, { endpoint_id: one })).toBe(kept);
    }
    expect([await listed(platform, 'list-executions', { endpoint_id: other }), await listed(platform, 'list-tests', { endpoint_id: other })].flat()).toEqual(neighbours);
  });

  it('keeps the limits, and what was acknowledged, after SIGKILL [K-016][K-017]', { timeout: 180_000 }, async () => {
    using folder = dataFolder();
    const first = await startProcess(folder.path);
    const [one] = (await endpointsOf(first, 1)) as [string];
    await written(100, () => execute(first, one));
    await written(50, () => test(first, one));
    const acknowledged: Record<'list-executions' | 'list-tests', string[]> = { 'list-executions': [], 'list-tests': [] };
    const busy = Array.from({ length: writers }, async (_, at) => {
      const [run, method] = at % 2 === 0 ? ([execute, 'list-executions'] as const) : ([test, 'list-tests'] as const);
      for (;;) acknowledged[method].push((await run(first, one)).id);
    });
    const ended = Promise.allSettled(busy);
    await expect.poll(() => Math.min(acknowledged['list-executions'].length, acknowledged['list-tests'].length), { timeout: 60_000 }).toBeGreaterThan(60);
    await first.end('SIGKILL');
    await ended;
    const second = await startProcess(folder.path);
    for (const [method, kept] of [['list-executions', 100], ['list-tests', 50]] as const) {
      expect(await countOf(second, method, { endpoint_id: one })).toBe(kept);
      const rows = await second.compose<ExecutionResult[]>(method, { endpoint_id: one, limit: 1000 });
      expect(rows.filter(({ state }) => state === 'running')).toEqual([]);
      // What was under way is newer than all that had ended, and takes no more places than there were writers.
      const ids = new Set(rows.map(({ id }) => id));
      expect(acknowledged[method].slice(-(kept - writers * 2)).filter((id) => !ids.has(id))).toEqual([]);
    }
    const before = await countOf(second, 'list-executions', { endpoint_id: one });
    await execute(second, one);
    expect(await countOf(second, 'list-executions', { endpoint_id: one })).toBe(before);
  });
});
