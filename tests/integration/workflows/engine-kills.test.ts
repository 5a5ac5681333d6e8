import { afterEach, describe, expect, it } from 'vitest';
import { dataFolder, endAll, startProcess } from '../dags/platform-process.ts';
import { startTarget } from '../dags/target.ts';
import { engineAt, executionOf, graph } from './engine-platform.ts';

/** The platform killed in the midst of a run, again and again. */

const rounds = Number(process.env['WORKFLOW_KILL_ROUNDS'] ?? 10);
const call = (url: string, id: string) => ({ id, type: 'http', data: { url: `${url}/${id}`, query: { item: '{{ item }}', input: '{{ input.data.path }}' } } });

afterEach(endAll);

describe('a run whose platform is killed', () => {
  it('goes on from what had ended, runs none of that again, and loses nothing [F-1]', async () => {
    using folder = dataFolder();
    await using target = await startTarget();
    const nodes = [
      { id: 'start', type: 'start' }, ...['a', 'b', 'c'].map((id) => ({ id, type: 'http', data: { url: `${target.url}/${id}` } })),
      { id: 'each', type: 'loop', data: { items: '[1..20]', max_parallel: 3 } }, { id: 'item', type: 'http', data: { url: `${target.url}/item`, query: { n: '{{ item }}' } } },
      { id: 'sub', type: 'workflow', data: { workflow_id: '' } }, call(target.url, 'last'), { id: 'end', type: 'end', data: { expression: '$.data.path' } },
    ];
    let platform = await startProcess(folder.path);
    let engine = engineAt({ ...platform, ...platform.scope });
    const inner = await engine.recipe([{ id: 'start', type: 'start' }, ...['x', 'y'].map((id) => ({ id, type: 'http', data: { url: `${target.url}/${id}` } })), { id: 'end', type: 'end' }], ['start>x', 'x>y', 'y>end']);
    const made = graph(nodes, ['start>a', 'a>b', 'b>c', 'c>each', 'each:item>item', 'each:done>sub', 'sub>last', 'last>end']);
    made.nodes.find(({ id }) => id === 'sub')!.data = { workflow_id: inner };
    const workflow_id = await engine.make('workflow_recipes', { name: 'Killed', ...made });
    const { run_id } = await engine.start(workflow_id, { data: {} });

    /** What had ended by the time of a kill, and how often its target had been asked by then. */
    const ended = new Map<string, number>();
    const key = ({ node_id, iteration }: { node_id: string; iteration: string }) => `${node_id} ${iteration}`;
    const pathOf = (name: string) => {
      const [node = '', iteration = ''] = name.split(' ');
      return node === 'item' ? `/item?n=${Number(iteration) + 1}` : `/${node}`;
    };
    for (let round = 0; round < rounds; round += 1) {
      const enough = target.seen.length + 2 + (round % 3);
      await expect.poll(async () => target.seen.length >= enough || (await engine.get(run_id)).state === 'success', { interval: 2, timeout: 120_000 }).toBe(true);
      const { state, executions } = await engine.get(run_id);
      for (const one of executions) if (one.state === 'success' && !ended.has(key(one))) ended.set(key(one), target.count(pathOf(key(one))));
      if (state === 'success') break;
      await platform.end('SIGKILL');
      platform = await startProcess(folder.path);
      engine = engineAt({ ...platform, ...platform.scope });
      const after = await engine.get(run_id);
      for (const name of ended.keys()) expect(after.executions.find((one) => key(one) === name)?.state, `${name} after kill ${round}`).toBe('success');
    }
    const run = await engine.settled(run_id);
    expect(run).toMatchObject({ state: 'success' });
    expect(run.resumed).toBeGreaterThan(0);
    expect(String(run.output)).toContain('/last');
    expect(run.executions.filter(({ node_id, state }) => node_id === 'item' && state === 'success')).toHaveLength(20);
    for (const [name, count] of ended) expect([name, target.count(pathOf(name))]).toEqual([name, count]);
    const child = await engine.get(executionOf(run, 'sub')!.child_run_id!);
    expect(child.state).toBe('success');
    const children = await engine.request<unknown[]>('GET', `/api/workflow/run/list?parent_run_id=${run_id}`);
    expect(children.data).toHaveLength(1);
    await platform.end('SIGTERM');
  }, 900_000);

  it('still waits for its approval, and heeds it', async () => {
    using folder = dataFolder();
    let platform = await startProcess(folder.path);
    let engine = engineAt({ ...platform, ...platform.scope });
    const id = await engine.recipe([{ id: 'start', type: 'start' }, { id: 'ok', type: 'approval', data: {} }, { id: 'end', type: 'end', data: { expression: 'approved' } }], ['start>ok', 'ok:approved>end']);
    const { run_id } = await engine.play(id, 1);
    await platform.end('SIGKILL');
    platform = await startProcess(folder.path);
    engine = engineAt({ ...platform, ...platform.scope });
    expect((await engine.get(run_id)).state).toBe('waiting');
    await engine.run('resume', { run_id, node_id: 'ok', answer: { approved: true } });
    expect(await engine.settled(run_id)).toMatchObject({ state: 'success', output: true });
    await platform.end('SIGTERM');
  }, 300_000);
});
