import { afterEach, describe, expect, it, vi } from 'vitest';
import { dataFolder, endAll, ended, latestRun, startProcess, type Instance, type PlatformProcess } from './platform-process.ts';
import { startTarget } from './target.ts';

afterEach(endAll);

/** A hundred of them are run by `DAG_KILL_ROUNDS=100`. */
const rounds = Number(process.env['DAG_KILL_ROUNDS'] ?? 12);
/** How soon a platform that starts goes on with what it finds. */
const pickUpMs = 3000;

type Mapped = Instance & { readonly map_index: number; readonly next_try_at: string | null };
const all = async (platform: PlatformProcess, dag_run_id: string) =>
  (await platform.dag<{ task_instances: Mapped[] }>('fetchTaskInstances', { dag_id: 'd', dag_run_id })).task_instances;
const pathOf = ({ task_id, map_index }: Mapped) => `/${task_id}${map_index < 0 ? '' : map_index}`;
/** An expression that was cut off several times waits a little, since it may be what ended the platform. */
const goesOn = ({ state, next_try_at }: Mapped) => state === 'running' || (state === 'up_for_retry' && Date.parse(next_try_at ?? '') > Date.now());
const isOver = (state: string) => state === 'success' || state === 'failed';

describe('a platform that is killed again and again', () => {
  it(`loses nothing of runs with branches, mapped tasks and retries, and runs nothing again that had ended, over ${rounds} rounds [F-1]`, async () => {
    using folder = dataFolder();
    await using target = await startTarget();
    const http = (task_id: string, depends_on: string[], more: Record<string, unknown> = {}) => ({ task_id, operator: 'http', url: `${target.url}/${task_id}`, depends_on, ...more });
    const tasks = [
      http('list', []),
      http('each', ['list'], { url: `${target.url}/each{{ map.index }}`, expand: { id: '{{ tasks.list.result.data.items }}' }, retries: 5, retry_delay_seconds: 0 }),
      { task_id: 'wait', operator: 'sleep', seconds: 0.1, depends_on: ['each'] },
      { task_id: 'sum', operator: 'transform', expression: '$count(tasks.each.result)', depends_on: ['wait', 'each'] },
      { task_id: 'way', operator: 'branch', expression: 'tasks.sum.result = 2 ? "chosen" : "other"', depends_on: ['sum'] },
      http('chosen', ['way']), http('other', ['way']),
      http('last', ['chosen', 'other'], { trigger_rule: 'none_failed_min_one_success' }),
    ];
    let platform = await startProcess(folder.path);
    await platform.dag('addDags', { dags: [{ dag_id: 'd', tasks }] });
    /** Of the runs that were there at a kill: how often each task was asked for that had ended by then. */
    const done = new Map<string, number>();
    /** The same of what asks nobody, by how often the event log says that it began. */
    const evaluated = new Map<string, number>();
    const begunOf = async (task_id: string) => (await platform.dag<{ total_entries: number }>('fetchEventLogs', { dag_id: 'd', run_id: run, task_id, event: 'running' })).total_entries;
    let run: string | undefined;
    let asked = new Map<string, number>();
    const askedSince = (path: string) => target.count(path) - (asked.get(path) ?? 0);
    const checkDone = async () => {
      for (const [path, times] of done) expect([path, askedSince(path)]).toEqual([path, times]);
      for (const [task_id, times] of evaluated) expect([task_id, await begunOf(task_id)]).toEqual([task_id, times]);
    };

    for (let round = 0; round < rounds; round += 1) {
      const latest = run === undefined ? undefined : await latestRun(platform, 'd');
      if (latest && !isOver(latest.state)) {
        await vi.waitFor(async () => {
          const found = await all(platform, run!);
          if (!found.some(goesOn) && !isOver((await latestRun(platform, 'd')).state)) throw new Error(`Nothing of the run goes on: ${found.map(({ state }) => state).join(', ')}`);
        }, { timeout: pickUpMs, interval: 10 });
      } else {
        await checkDone();
        if (latest?.state === 'failed') throw new Error(`The run ${run} has failed.`);
        done.clear();
        evaluated.clear();
        asked = new Map(target.seen.map((line) => line.split(' ')[1]!).map((path) => [path, target.count(path)]));
        ({ dag_run_id: run } = await platform.dag<{ dag_run_id: string }>('triggerDagRun', { dag_id: 'd' }));
      }
      await new Promise((resolve) => setTimeout(resolve, (round * 37) % 260));
      for (const one of await all(platform, run!)) {
        if (one.state !== 'success') continue;
        if (one.operator === 'http') done.set(pathOf(one), askedSince(pathOf(one)));
        else evaluated.set(one.task_id, await begunOf(one.task_id));
      }
      await platform.end('SIGKILL');
      platform = await startProcess(folder.path);
    }

    expect(await ended(platform, 'd')).toMatchObject({ state: 'success' });
    await checkDone();
    const states = Object.fromEntries((await all(platform, run!)).map((one) => [pathOf(one), one.state]));
    expect(states).toEqual({ '/list': 'success', '/each0': 'success', '/each1': 'success', '/wait': 'success', '/sum': 'success', '/way': 'success', '/chosen': 'success', '/other': 'skipped', '/last': 'success' });
    expect(target.count('/other')).toBe(0);
    const tries = (await all(platform, run!)).map(({ try_number }) => try_number);
    expect(Math.max(...tries)).toBe(1);
  }, 60_000 + rounds * 15_000);

  it('has its data folder to itself: a second platform on it says so, and does not start', async () => {
    using folder = dataFolder();
    await startProcess(folder.path);
    await expect(startProcess(folder.path)).rejects.toThrow(/already|another|in use/i);
  }, 120_000);
});
