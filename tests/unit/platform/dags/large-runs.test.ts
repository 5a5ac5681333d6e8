import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { madeAtOnce } from '../../../../electron/platform/dags/run-store.ts';
import { httpTask, platform, turns, useClock } from './harness.ts';

beforeEach(useClock);
afterEach(() => {
  vi.useRealTimers();
});

const many = 2 * madeAtOnce + 500;
type P = ReturnType<typeof platform>;
/** A DAG of so many tasks that its runs are not made at once, the first of which all others wait for. */
async function added(): Promise<P> {
  const p = platform();
  vi.useRealTimers(); // A definition of many tasks is judged in a thread, whose time is the true one.
  await Promise.resolve(p.call('dags.add', { dags: [{ dag_id: 'd', tasks: Array.from({ length: many }, (_, index) => httpTask(`t${index}`, index === 0 ? [] : ['t0'])) }] }));
  useClock();
  return p;
}
const count = (p: P) => Object.keys(p.states('d')).length;

describe('a run of many tasks', () => {
  it('is answered at once, gets its task instances turn by turn, and begins when all of them are there', async () => {
    const p = await added();
    p.call('dags.trigger', { dag_id: 'd' });
    expect(p.runs('d')).toMatchObject([{ state: 'queued' }]);
    expect(count(p)).toBe(madeAtOnce);
    await vi.waitFor(() => expect(p.runs('d')).toMatchObject([{ state: 'running' }]));
    expect(count(p)).toBe(many);
    expect(p.sent.map(({ url }) => url)).toEqual(['t0']);
    p.task('t0').answer();
    await turns();
    expect(p.sent).toHaveLength(1 + 16);
  });

  it('is completed by the next start where the platform ended before', async () => {
    const p = await added();
    p.call('dags.trigger', { dag_id: 'd' });
    await p.scheduler.stop();
    expect(count(p)).toBe(madeAtOnce);
    const again = platform({ db: p.db });
    await vi.waitFor(() => expect(again.runs('d')).toMatchObject([{ state: 'running' }]));
    expect(count(again)).toBe(many);
    expect(again.sent).toHaveLength(1);
  });

  it('that somebody ended before all was made is completed when it is queued again', async () => {
    const p = await added();
    const { dag_run_id } = p.call('dags.trigger', { dag_id: 'd' }) as unknown as { dag_run_id: string };
    p.call('dagRuns.setState', { dag_id: 'd', dag_run_id, state: 'failed' });
    await turns();
    expect(p.sent).toEqual([]);
    expect(count(p)).toBe(madeAtOnce);
    p.call('dagRuns.setState', { dag_id: 'd', dag_run_id, state: 'queued' });
    await turns();
    expect(count(p)).toBe(many);
  });
});
