import { afterEach, describe, expect, it } from 'vitest';
import { dataFolder, endAll, ended, instances, latestRun, startProcess } from './platform-process.ts';
import { startTarget } from './target.ts';

afterEach(endAll);

const http = (task_id: string, url: string, depends_on: string[] = [], more: Record<string, unknown> = {}) => ({ task_id, operator: 'http', url, depends_on, ...more });

describe('a DAG on the platform', () => {
  it('calls a composed endpoint with its key, transforms the answer, and sends it on [C-156][C-163][C-165]', async () => {
    using folder = dataFolder();
    await using target = await startTarget();
    const platform = await startProcess(folder.path);
    const api = await platform.compose<{ id: string }>('create-api', { name: 'Target', base_path: '/v1', server_url: target.url, auth: { type: 'api_key', credentials: { name: 'X-Key', value: 'k-1', in: 'header' } } });
    const endpoint = await platform.compose<{ id: string }>('create-endpoint', { api_id: api.id, name: 'Items', method: 'GET', path: '/items/{kind}' });
    const tasks = [
      { task_id: 'list', operator: 'endpoint', endpoint_id: endpoint.id, path_variables: { kind: '{{ params.kind }}' } },
      { task_id: 'sum', operator: 'transform', depends_on: ['list'], expression: '{"total": $sum(tasks.list.result.data.items.id), "kind": params.kind, "type": run.run_type}' },
      http('report', `${target.url}/report/{{ tasks.sum.result.total }}`, ['sum'], { method: 'POST', body: '{{ tasks.sum.result }}' }),
    ];
    expect(await platform.dag('addDags', { dags: [{ dag_id: 'report', params: { kind: 'red' }, tasks }] })).toMatchObject({ dags: [{ dag_id: 'report', is_paused: false }] });
    expect(await platform.dag('triggerDagRun', { dag_id: 'report', conf: { kind: 'blue' } })).toMatchObject({ dag_id: 'report', state: 'queued', run_type: 'manual', conf: { kind: 'blue' } });
    expect(await ended(platform, 'report')).toMatchObject({ state: 'success' });
    expect(target.seen).toEqual(['GET /v1/items/blue', 'POST /report/7']);
    expect(target.keys).toEqual(['k-1', undefined]);
    expect(JSON.parse(target.bodies[1]!)).toEqual({ total: 7, kind: 'blue', type: 'manual' });
    expect(await instances(platform, 'report')).toMatchObject({
      list: { state: 'success', operator: 'endpoint', result: { status: 200, data: { path: '/v1/items/blue' } } },
      sum: { state: 'success', result: { total: 7 } },
      report: { state: 'success', try_number: 1 },
    });
  });

  it('retries a target that answers 500, then 200', async () => {
    using folder = dataFolder();
    await using target = await startTarget();
    const platform = await startProcess(folder.path);
    await platform.dag('addDags', { dags: [{ dag_id: 'd', default_args: { retries: 3, retry_delay_seconds: 0.05 }, tasks: [http('a', `${target.url}/flaky`)] }] });
    await platform.dag('triggerDagRun', { dag_id: 'd' });
    expect(await ended(platform, 'd')).toMatchObject({ state: 'success' });
    expect(await instances(platform, 'd')).toMatchObject({ a: { state: 'success', try_number: 3, error: null } });
    const { event_logs } = await platform.dag<{ event_logs: { event: string; extra: string | null }[] }>('fetchEventLogs', { dag_id: 'd', search_term: 'up_for_retry' });
    expect(event_logs).toHaveLength(2);
    expect(event_logs[0]!.extra).toContain('answered 500 Internal Server Error, expected 2xx');
  });

  it('fails where a target cannot be reached or an expression fails, with words for it', async () => {
    using folder = dataFolder();
    const platform = await startProcess(folder.path);
    const tasks = [http('gone', 'http://127.0.0.1:1/'), { task_id: 'wrong', operator: 'transform', expression: '$number("x")' }, { task_id: 'after', operator: 'sleep', seconds: 0, depends_on: ['gone'] }];
    await platform.dag('addDags', { dags: [{ dag_id: 'd', tasks }] });
    await platform.dag('triggerDagRun', { dag_id: 'd' });
    expect(await ended(platform, 'd')).toMatchObject({ state: 'failed' });
    const { gone, wrong, after } = await instances(platform, 'd');
    expect(gone).toMatchObject({ state: 'failed', error: expect.stringContaining('127.0.0.1:1') as string });
    expect(wrong).toMatchObject({ state: 'failed', error: expect.stringContaining('The expression failed') as string });
    expect(after).toMatchObject({ state: 'upstream_failed', try_number: 0 });
  });

  it.each(['SIGKILL', 'SIGTERM'] as const)('is taken up again after %s: what had ended does not run again, what ran does and spends no retry [F-1][F-27]', async (signal) => {
    using folder = dataFolder();
    await using target = await startTarget();
    const first = await startProcess(folder.path);
    await first.dag('addDags', { dags: [{ dag_id: 'd', tasks: [http('done', `${target.url}/done`), http('cut', `${target.url}/hold`, ['done']), http('last', `${target.url}/last`, ['cut'])] }] });
    const { dag_run_id } = await first.dag<{ dag_run_id: string }>('triggerDagRun', { dag_id: 'd' });
    await target.asked('/hold');
    expect(await first.end(signal)).toBe(signal === 'SIGTERM' ? 0 : null);

    const second = await startProcess(folder.path);
    await target.asked('/hold', 2);
    target.release();
    expect(await ended(second, 'd')).toEqual(expect.objectContaining({ dag_run_id, state: 'success' }));
    expect(target.seen).toEqual(['GET /done', 'GET /hold', 'GET /hold', 'GET /last']);
    expect(await instances(second, 'd')).toMatchObject({ done: { try_number: 1 }, cut: { state: 'success', try_number: 1 }, last: { try_number: 1 } });
  });

  it('stops with its DAG: nothing more of a deleted one runs [C-154][S-007]', async () => {
    using folder = dataFolder();
    await using target = await startTarget();
    const platform = await startProcess(folder.path);
    await platform.dag('addDags', { dags: [{ dag_id: 'd', tasks: [http('a', `${target.url}/hold`), http('b', `${target.url}/after`, ['a'])] }, { dag_id: 'e', tasks: [http('a', `${target.url}/e`)] }] });
    await platform.dag('triggerDagRun', { dag_id: 'd' });
    await target.asked('/hold');
    await platform.dag('deleteDag', { dag_id: 'd' });
    target.release();
    await expect(latestRun(platform, 'd')).rejects.toThrow('404: Not found: DAG d');
    await platform.dag('triggerDagRun', { dag_id: 'e' });
    expect(await ended(platform, 'e')).toMatchObject({ state: 'success' });
    expect(target.count('/after')).toBe(0);
  });
});
