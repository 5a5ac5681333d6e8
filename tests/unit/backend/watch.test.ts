import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createVisibility } from '../../../electron/backend/visibility.ts';
import { createWatch, type Question } from '../../../electron/backend/watch.ts';
import { AppError } from '../../../shared/errors.ts';
import type { RowsChange } from '../../../shared/rows-change.ts';
import type { Reply } from '../../../shared/rpc.ts';
import type { Answered } from '../../../electron/backend/send.ts';
import { answered } from './sending.ts';

const question: Question = { call: 'dags.list', input: { tenant_id: 't' } };
const stale = (data: unknown): Answered => ({ data, meta: { source: 'cache', as_of: 'then' } });

function setUp(options: { answer?: () => Answered | Promise<Answered>; kept?: unknown } = {}) {
  const asked: number[] = [];
  const begin = Date.now();
  const state = { answer: options.answer ?? (() => answered('same')) };
  const visibility = createVisibility();
  const watch = createWatch({
    visibility,
    ask: async () => {
      asked.push(Date.now() - begin);
      return state.answer();
    },
    cached: () => (options.kept === undefined ? null : { json: JSON.stringify(options.kept), data: options.kept, as_of: 'then' }),
  });
  onTestFinished(() => watch.close());
  const follow = (poll = true, of = question) => {
    const seen: unknown[] = [];
    const leave = new AbortController();
    const done = (async () => {
      for await (const reply of watch.follow(of, poll, leave.signal)) seen.push('change' in reply ? reply.change.rows : reply.ok ? reply.data : reply.error.code);
    })();
    return { seen, leave: () => leave.abort(), done };
  };
  return { asked, state, visibility, watch, follow };
}

describe('watch', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('tells what is cached at once, then what is fresh, then only what changed', async () => {
    let count = 0;
    const { follow } = setUp({ kept: 'old', answer: () => answered(++count < 3 ? 'first' : 'second') });
    const { seen } = follow();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(seen).toEqual(['old', 'first', 'second']);
  });

  it('asks once for all who watch the same', async () => {
    const { asked, follow } = setUp();
    const watchers = [follow(), follow(), follow(false, { call: 'dags.list', input: { tenant_id: 't' } })];
    await vi.advanceTimersByTimeAsync(2000);
    expect(asked).toEqual([0, 2000]);
    watchers.push(follow());
    await vi.advanceTimersByTimeAsync(0);
    expect(asked).toEqual([0, 2000, 2000]); // who comes later wants what is new
    expect(watchers.map(({ seen }) => seen)).toEqual([['same'], ['same'], ['same'], ['same']]);
  });

  it('asks every 2 s while things run, and ever more seldom, to 15 s, while nothing changes', async () => {
    const { asked, state, follow } = setUp({ answer: () => answered({ dag_runs: [{ state: 'running' }] }) });
    follow();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(asked).toEqual([0, 2000, 4000, 6000, 8000, 10_000]);
    state.answer = () => answered({ dag_runs: [{ state: 'success' }] });
    asked.length = 0;
    await vi.advanceTimersByTimeAsync(100_000);
    const gaps = asked.slice(1).map((time, index) => time - asked[index]!);
    expect(gaps.slice(0, 3)).toEqual([2000, 3000, 4500]);
    expect(gaps.at(-1)).toBe(15_000);
  });

  it('asks nothing while all windows are hidden, and at once when one is shown', async () => {
    const { asked, visibility, follow } = setUp();
    visibility.tell('a', true);
    visibility.tell('b', true);
    follow();
    await vi.advanceTimersByTimeAsync(5000);
    visibility.tell('a', false);
    await vi.advanceTimersByTimeAsync(20_000);
    const before = asked.length;
    expect(before).toBeGreaterThan(3);
    visibility.tell('b', false);
    await vi.advanceTimersByTimeAsync(15_000);
    const hidden = asked.length;
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(asked.length).toBe(hidden);
    expect(hidden).toBeLessThanOrEqual(before + 1); // what was on its way
    visibility.tell('b', true);
    await vi.advanceTimersByTimeAsync(0);
    expect(asked.length).toBe(hidden + 1);
  });

  it('does not poll for those who did not ask for it, but asks again after a write to the group', async () => {
    const { asked, watch, follow } = setUp();
    follow(false);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toHaveLength(1);
    watch.touched('agents');
    await vi.advanceTimersByTimeAsync(0);
    expect(asked).toHaveLength(1);
    watch.touched('dags');
    await vi.advanceTimersByTimeAsync(0);
    expect(asked).toHaveLength(2);
  });

  it('ends the poller with its last watcher', async () => {
    const { asked, follow } = setUp();
    const [a, b] = [follow(), follow()];
    await vi.advanceTimersByTimeAsync(0);
    a.leave();
    await a.done;
    b.leave();
    await b.done;
    asked.length = 0;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('drops the answer to a question of before a switch [F-24]', async () => {
    const answers = [Promise.withResolvers<Answered>(), Promise.withResolvers<Answered>()];
    let count = 0;
    const { watch, follow } = setUp({ answer: () => answers[count++]!.promise });
    const { seen } = follow(false);
    await vi.advanceTimersByTimeAsync(0);
    watch.refresh(true);
    answers[0]!.resolve(answered('of the one before'));
    await vi.advanceTimersByTimeAsync(0);
    answers[1]!.resolve(answered('of this one'));
    await vi.advanceTimersByTimeAsync(0);
    expect(seen).toEqual(['of this one']);
  });

  it('tells a failure once, the way back too, and asks ever more seldom meanwhile', async () => {
    const { asked, state, follow } = setUp();
    const { seen } = follow();
    await vi.advanceTimersByTimeAsync(0);
    state.answer = () => Promise.reject(new AppError('unreachable', 'no'));
    await vi.advanceTimersByTimeAsync(120_000);
    expect(seen).toEqual(['same', 'unreachable']);
    expect(asked.length).toBeLessThan(15);
    state.answer = () => answered('same');
    await vi.advanceTimersByTimeAsync(15_000);
    expect(seen).toEqual(['same', 'unreachable', 'same']);
  });

  it('tells that the same rows have become stale', async () => {
    const { state, watch } = setUp();
    const replies: (Reply | RowsChange)[] = [];
    const leave = new AbortController();
    const done = (async () => {
      for await (const reply of watch.follow(question, true, leave.signal)) replies.push(reply);
    })();
    await vi.advanceTimersByTimeAsync(0);
    state.answer = () => stale('same');
    await vi.advanceTimersByTimeAsync(10_000);
    leave.abort();
    await done;
    expect(replies.map((reply) => reply.ok && reply.meta)).toEqual([{ source: 'platform' }, { source: 'cache', as_of: 'then' }]);
  });

  it('tells of a long list what changed since what this watcher was told', async () => {
    const rows = Array.from({ length: 300 }, (_, at) => ({ id: String(at), name: 'one' }));
    const { state, watch, follow } = setUp({ answer: () => answered({ rows }) });
    const first = follow();
    await vi.advanceTimersByTimeAsync(0);
    state.answer = () => answered({ rows: rows.with(4, { id: '4', name: 'two' }) });
    watch.touched('dags');
    await vi.advanceTimersByTimeAsync(0);
    const second = follow();
    await vi.advanceTimersByTimeAsync(0);
    expect(first.seen).toEqual([{ rows }, [{ id: '4', name: 'two' }]]);
    expect(second.seen).toEqual([{ rows: rows.with(4, { id: '4', name: 'two' }) }]);
  });
});
