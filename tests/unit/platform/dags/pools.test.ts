import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answerAll, begun, choose, one, type Platform } from './desk.ts';
import { caller, httpTask, pass, platform, turns, useClock } from './harness.ts';

beforeEach(useClock);
afterEach(() => {
  vi.useRealTimers();
});

describe('pools and priorities', () => {
  const pool = (p: Platform, name: string, slots: number) => p.call('pools.create', { name, slots });

  it('give slots to those of higher priority first, and in their order to equals', async () => {
    const p = platform();
    pool(p, 'narrow', 1);
    const task = (id: string, priority_weight = 1) => httpTask(id, [], { pool: 'narrow', priority_weight, weight_rule: 'absolute' });
    p.call('dags.add', { dags: [{ dag_id: 'd', tasks: [task('a'), task('b', 5), task('c')] }] });
    p.call('dags.trigger', { dag_id: 'd' });
    await turns();
    expect(one(p, 'a')).toMatchObject({ state: 'scheduled', waiting_for: 'The pool “narrow” has 0 of 1 slots free, and the task needs 1.' });
    expect(p.call('pools.list', {})).toMatchObject({ pools: [{ name: 'default_pool', slots: 128 }, { name: 'narrow', running_slots: 1, scheduled_slots: 2, open_slots: 0 }] });
    await answerAll(p, 'b', 'a', 'c');
    expect(p.sent.map(({ url }) => url)).toEqual(['b', 'a', 'c']);
  });

  it('do not let a task with many slots starve behind small ones', async () => {
    const p = platform();
    pool(p, 'two', 2);
    p.call('dags.add', { dags: [{ dag_id: 'd', tasks: [httpTask('s1', [], { pool: 'two' }), httpTask('big', [], { pool: 'two', pool_slots: 2 }), httpTask('s2', [], { pool: 'two' })] }] });
    p.call('dags.trigger', { dag_id: 'd' });
    await turns();
    expect(p.sent.map(({ url }) => url)).toEqual(['s1']);
    await answerAll(p, 's1', 'big', 's2');
    expect(p.sent.map(({ url }) => url)).toEqual(['s1', 'big', 's2']);
  });

  it('must be there when a DAG is added; one that is deleted later is waited for, with the reason', async () => {
    const p = platform();
    expect(() => p.call('dags.add', { dags: [{ dag_id: 'd', tasks: [httpTask('a', [], { pool: 'gone' })] }] })).toThrow('DAG “d”, task “a”: pool names “gone”, which does not exist');
    pool(p, 'gone', 1);
    p.call('dags.add', { dags: [{ dag_id: 'd', tasks: [httpTask('a', [], { pool: 'gone' })] }] });
    p.call('pools.remove', { name: 'gone' });
    p.call('dags.trigger', { dag_id: 'd' });
    await turns();
    expect(one(p, 'a')).toMatchObject({ state: 'scheduled', waiting_for: 'The pool “gone” does not exist. Create it, or name another one in the task.' });
    pool(p, 'gone', 1);
    await turns();
    expect(p.sent).toHaveLength(1);
    expect(() => p.call('pools.remove', { name: 'default_pool' })).toThrow('cannot be deleted');
    expect(() => pool(p, 'gone', 2)).toThrow('exists already');
    expect(p.call('pools.update', { name: 'gone', slots: -1 })).toMatchObject({ slots: -1, open_slots: -1 });
  });

  it('are those of one environment alone', () => {
    const p = platform();
    pool(p, 'mine', 1);
    expect(() => p.call('pools.update', { name: 'mine', slots: 2 }, { ...caller, environment_id: 'e2' })).toThrow('Not found: pool mine');
  });
});

describe('the run before', () => {
  it('is waited for where a task depends on its past', async () => {
    const p = await begun([httpTask('a', [], { depends_on_past: true })], { max_active_runs: 3 });
    await pass(1000);
    p.call('dags.trigger', { dag_id: 'd' });
    await turns();
    expect(p.sent).toHaveLength(1);
    expect(one(p, 'a')).toMatchObject({ state: null, waiting_for: expect.stringContaining('It waits for “a” of the run before') as string });
    p.task('a').answer();
    await turns();
    expect(p.sent).toHaveLength(2);
  });

  it('keeps back what depends on a failure, until that is cleared and succeeds', async () => {
    const p = await begun([httpTask('a', [], { depends_on_past: true })], { max_active_runs: 3 });
    await pass(1000);
    p.call('dags.trigger', { dag_id: 'd' });
    p.task('a').fail('no');
    await turns();
    expect(p.sent).toHaveLength(1);
    const [first] = p.runs('d');
    p.call('taskInstances.clear', { ...choose(p, 'a'), task_instances: [{ dag_run_id: first!.dag_run_id, task_id: 'a' }], only_failed: false });
    await turns();
    await answerAll(p, 'a');
    expect(p.sent).toHaveLength(3);
  });
});
