import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answerAll, begun, choose, clear, lastRun, one, type Answered } from './desk.ts';
import { httpTask, platform, turns, useClock } from './harness.ts';

beforeEach(useClock);
afterEach(() => {
  vi.useRealTimers();
});

describe('mapped tasks', () => {
  const mapped = [httpTask('list'), httpTask('each', ['list'], { url: 'http://t/{{ map.id }}', expand: { id: '{{ tasks.list.result.data }}' } }), httpTask('sum', ['each'], { body: '{{ tasks.each.result }}' })];

  it('run once for each of a list, and hand on the list of their results', async () => {
    const p = await begun(mapped);
    p.task('list').answer({ data: ['x', 'y', 'z'] });
    await turns();
    expect(p.sent.map(({ url }) => url)).toEqual(['list', 'x', 'y', 'z']);
    for (const [at, url] of ['z', 'x', 'y'].entries()) p.task(url).answer({ data: at });
    await turns();
    expect((p.task('sum').request['body'] as { content: { data: number }[] }).content.map(({ data }) => data)).toEqual([1, 2, 0]);
    const { task_instances, total_entries } = p.call('taskInstances.mapped', { dag_id: 'd', dag_run_id: lastRun(p), task_id: 'each', limit: 2, offset: 1 }) as unknown as { task_instances: Answered[]; total_entries: number };
    expect(total_entries).toBe(3);
    expect(task_instances).toMatchObject([{ map_index: 1, state: 'success' }, { map_index: 2, state: 'success' }]);
  });

  it('are skipped where the list is empty, and fail with words where it is none or too long', async () => {
    const empty = await begun(mapped);
    empty.task('list').answer({ data: [] });
    await turns();
    expect(empty.states('d')).toEqual({ list: 'success', each: 'skipped', sum: 'skipped' });
    for (const [data, words] of [['text', 'expand.id must yield a list'], [Array.from({ length: 1025 }, () => 1), 'maps to 1025 instances, of which there may be at most 1024']] as const) {
      const p = await begun(mapped);
      p.task('list').answer({ data });
      await turns();
      expect(one(p, 'each')).toMatchObject({ state: 'failed', error: expect.stringContaining(words) as string });
    }
  });

  it('make every combination of several fields, or one for each object of expand_kwargs', async () => {
    const p = await begun([httpTask('two', [], { url: 'http://t/{{ map.a }}{{ map.b }}', expand: { a: [1, 2], b: ['x', 'y'] } }), { task_id: 'kw', operator: 'http', expand_kwargs: [{ url: 'http://t/k1' }, { url: 'http://t/k2', method: 'POST' }] }]);
    expect(p.sent.map(({ url }) => url)).toEqual(['1x', '1y', '2x', '2y', 'k1', 'k2']);
    expect(p.task('k2').request['method']).toBe('POST');
  });

  it('may be cleared one by one, and are mapped anew when all of the task is cleared with what it maps over', async () => {
    const p = await begun(mapped);
    p.task('list').answer({ data: ['x', 'y', 'z'] });
    await turns();
    for (const url of ['x', 'y', 'z']) p.task(url).answer();
    await turns();
    await answerAll(p, 'sum');
    p.call('taskInstances.clear', { ...choose(p), task_instances: [{ dag_run_id: lastRun(p), task_id: 'each', map_index: 1 }], only_failed: false });
    await turns();
    expect(p.sent.slice(5).map(({ url }) => url)).toEqual(['y']);
    await answerAll(p, 'y');
    clear(p, ['list'], { include_downstream: true });
    await turns();
    p.task('list').answer({ data: ['q'] });
    await turns();
    await answerAll(p, 'q');
    expect((p.task('sum').request['body'] as { content: unknown[] }).content).toHaveLength(1);
    await answerAll(p, 'sum');
    expect(p.runs('d')).toMatchObject([{ state: 'success' }]);
    expect(one(p, 'each', { map_index: 2 })).toMatchObject({ state: 'removed' });
  });

  it('run no more at a time than they may', async () => {
    const p = await begun([httpTask('m', [], { url: undefined, expand: { url: ['http://t/1', 'http://t/2', 'http://t/3'] }, max_active_tis_per_dag: 2 })]);
    expect(p.sent).toHaveLength(2);
    expect(one(p, 'm', { map_index: 2 }).waiting_for).toContain('as many as max_active_tis_per_dag says');
    p.task('1').answer();
    await turns();
    expect(p.sent).toHaveLength(3);
  });

  it('are taken up again after a restart as they stood', async () => {
    const p = await begun(mapped);
    p.task('list').answer({ data: ['x', 'y'] });
    await turns();
    p.task('x').answer({ data: 1 });
    await turns();
    await p.scheduler.stop();
    const again = platform({ db: p.db });
    await turns();
    expect(again.sent.map(({ url }) => url)).toEqual(['y']);
    again.task('y').answer({ data: 2 });
    await turns();
    expect((again.task('sum').request['body'] as { content: { data: number }[] }).content.map(({ data }) => data)).toEqual([1, 2]);
  });
});

describe('branches', () => {
  const way = (expression: string) => ({ task_id: 'way', operator: 'branch', expression });
  it.each([
    ['"x"', { x: 'running', y: 'skipped' }],
    ['["x", "y"]', { x: 'running', y: 'running' }],
    ['[]', { x: 'skipped', y: 'skipped' }],
    ['null', { x: 'skipped', y: 'skipped' }],
    ['params.to', { x: 'skipped', y: 'running' }],
    ['"g"', { x: 'running', y: 'skipped' }],
  ])('that yield %s go %j', async (expression, states) => {
    const p = await begun([way(expression), httpTask('x', ['way'], { task_group: 'g' }), httpTask('y', ['way'])], { params: { to: 'y' } });
    await vi.waitFor(() => expect(p.states('d')).toMatchObject({ way: 'success', ...states }));
  });

  it('leave alone what what they chose leads to', async () => {
    const p = await begun([way('"x"'), httpTask('x', ['way']), httpTask('join', ['way', 'x'])]);
    await vi.waitFor(() => p.task('x'));
    await answerAll(p, 'x');
    expect(p.states('d')).toEqual({ way: 'success', x: 'success', join: 'running' });
  });

  it('fail with the name of what is no task', async () => {
    const p = await begun([way('"nowhere"'), httpTask('x', ['way'])]);
    await vi.waitFor(() => expect(one(p, 'way')).toMatchObject({ state: 'failed', error: 'The branch chose “nowhere”, which is no task and no task group of this DAG.' }));
  });
});
