import { afterEach, describe, expect, it } from 'vitest';
import type { WorkflowRun } from '../../../shared/contract/workflow-runs.ts';
import { chain } from '../workflows/engine-platform.ts';
import { dataFolder, endAll, ended, instances, latestRun, startProcess, type PlatformProcess } from './platform-process.ts';
import { startTarget } from './target.ts';

/** Recipes of workflows as tasks of DAGs. */

afterEach(endAll);

async function recipe(platform: PlatformProcess, ...nodes: { id: string; type: string; data?: object }[]): Promise<string> {
  const { status, body } = await platform.request('POST', '/api/saas_db/workflow_recipes', { ...platform.scope, name: 'R', ...chain(...nodes) });
  expect(status).toBe(201);
  return (body as unknown as { insertedId: string }).insertedId;
}
const runsOf = async (platform: PlatformProcess, workflow_id: string) => ((await platform.request('GET', `/api/workflow/run/list?workflow_id=${workflow_id}`)).body.data as WorkflowRun[]);
const add = (platform: PlatformProcess, task: object) => platform.dag('addDags', { dags: [{ dag_id: 'd', params: { who: 'Ada' }, tasks: [{ task_id: 'run', operator: 'workflow', data: { who: '{{ params.who }}' }, ...task }] }] });
async function logOf(platform: PlatformProcess, try_number = 1): Promise<string[]> {
  const { dag_run_id } = await latestRun(platform, 'd');
  const { body } = await platform.request('POST', '/api/router/airflow/proxy', { action: 'fetchTaskLog', dag_id: 'd', dag_run_id, task_id: 'run', try_number, from: 0, count: 100 });
  return (body.data as { rows: { text: string }[] }).rows.map(({ text }) => text.slice(25));
}
const desk = (platform: PlatformProcess, action: string, input: object) => platform.request('POST', '/api/router/airflow/proxy', { action, dag_id: 'd', ...input });

describe('a task that runs a recipe', () => {
  it('hands it its data, answers what it comes to, and says in its log which run it was and how its nodes went', async () => {
    using folder = dataFolder();
    const platform = await startProcess(folder.path);
    const workflow_id = await recipe(platform, { id: 'greet', type: 'transform', data: { expression: '"hello " & who' } });
    await add(platform, { workflow_id });
    await platform.dag('triggerDagRun', { dag_id: 'd' });
    expect(await ended(platform, 'd')).toMatchObject({ state: 'success' });
    const [run] = await runsOf(platform, workflow_id);
    expect(await instances(platform, 'd')).toMatchObject({ run: { state: 'success', result: { output: 'hello Ada', run_id: run!.run_id } } });
    expect(run).toMatchObject({ state: 'success' });
    const log = (await logOf(platform)).join('\n');
    expect(log).toContain(`The run ${run!.run_id} of the workflow begins`);
    expect(log).toContain('Node “greet”: success');
  }, 60_000);

  it('fails where it does, with the words of its node', async () => {
    using folder = dataFolder();
    const platform = await startProcess(folder.path);
    const workflow_id = await recipe(platform, { id: 'bad', type: 'transform', data: { expression: '$error("out of order")' } });
    await add(platform, { workflow_id });
    await platform.dag('triggerDagRun', { dag_id: 'd' });
    expect(await ended(platform, 'd')).toMatchObject({ state: 'failed' });
    expect(await instances(platform, 'd')).toMatchObject({ run: { state: 'failed', error: expect.stringContaining('out of order') as string } });
    expect((await logOf(platform)).some((line) => line.startsWith('ERROR') && line.includes('Node “bad”: failed'))).toBe(true);
  }, 60_000);

  it.each(['somebody ends it', 'its time is over'])('ends its run where %s', async (how) => {
    using folder = dataFolder();
    await using target = await startTarget();
    const platform = await startProcess(folder.path);
    const workflow_id = await recipe(platform, { id: 'hold', type: 'http', data: { url: `${target.url}/hold` } });
    await add(platform, { workflow_id, ...(how === 'its time is over' ? { execution_timeout_seconds: 2 } : {}) });
    const { dag_run_id } = await platform.dag<{ dag_run_id: string }>('triggerDagRun', { dag_id: 'd' });
    if (how === 'somebody ends it') {
      await target.asked('/hold');
      await desk(platform, 'setDagRunState', { dag_run_id, state: 'failed' });
    }
    expect(await ended(platform, 'd')).toMatchObject({ state: 'failed' });
    await expect.poll(async () => (await runsOf(platform, workflow_id)).map(({ state }) => state), { timeout: 10_000 }).toEqual(['cancelled']);
    expect((await runsOf(platform, workflow_id))[0]!.error).toContain(how === 'somebody ends it' ? 'The task that ran it was cut off: Somebody ended the task.' : 'took longer than its execution timeout of 2 s');
  }, 60_000);

  it.each(['SIGKILL', 'SIGTERM'] as const)('goes on with the same run after %s, and runs none of its nodes again that had ended [F-1]', async (signal) => {
    using folder = dataFolder();
    await using target = await startTarget();
    let platform = await startProcess(folder.path);
    const workflow_id = await recipe(platform, { id: 'a', type: 'http', data: { url: `${target.url}/a` } }, { id: 'hold', type: 'http', data: { url: `${target.url}/hold` } });
    await add(platform, { workflow_id });
    await platform.dag('triggerDagRun', { dag_id: 'd' });
    await target.asked('/hold');
    const [begun] = await runsOf(platform, workflow_id);
    await platform.end(signal);
    target.release();
    platform = await startProcess(folder.path);
    expect(await ended(platform, 'd')).toMatchObject({ state: 'success' });
    expect((await runsOf(platform, workflow_id)).map(({ run_id, state }) => ({ run_id, state }))).toEqual([{ run_id: begun!.run_id, state: 'success' }]);
    expect(target.count('/a')).toBe(1);
    expect(await instances(platform, 'd')).toMatchObject({ run: { state: 'success', try_number: 1, result: { run_id: begun!.run_id } } });
    expect((await logOf(platform)).some((line) => line.includes(`Goes on with the run ${begun!.run_id}`))).toBe(true);
  }, 60_000);
});
