import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { retrying } from '../../../electron/backend/retry.ts';
import { AppError, codeOfStatus } from '../../../shared/errors.ts';
import { answered, list, sending, write } from './sending.ts';

const failure = (status: number) => new AppError(codeOfStatus(status), 'no', { status });
const unreachable = new AppError('unreachable', 'no');

function failing(errors: readonly AppError[]) {
  const times: number[] = [];
  const begin = Date.now();
  return {
    times,
    send: () => {
      times.push(Date.now() - begin);
      const error = errors[times.length - 1];
      return error ? Promise.reject(error) : Promise.resolve(answered('ok'));
    },
  };
}

/** Settled, so that a rejection under fake timers is never unhandled. */
const outcome = (work: Promise<unknown>) => work.then((value) => ({ value }), (error: unknown) => ({ error }));

describe('retrying', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('repeats a read after 1 s and after 2 s more, and then gives up [K-005][F-23]', async () => {
    const { send, times } = failing([unreachable, failure(503), failure(500), failure(500)]);
    const done = outcome(retrying(send, () => true)(list, {}, sending()));
    await vi.runAllTimersAsync();
    expect(times).toEqual([0, 1000, 3000]);
    expect(await done).toMatchObject({ error: { status: 500 } });
  });

  it('answers with the first success [K-005]', async () => {
    const { send, times } = failing([failure(500)]);
    const done = outcome(retrying(send, () => true)(list, {}, sending()));
    await vi.runAllTimersAsync();
    expect(times).toEqual([0, 1000]);
    expect(await done).toEqual({ value: answered('ok') });
  });

  it.each([401, 404, 400, 403, 409])('never repeats after a %i [K-005][F-23]', async (status) => {
    const { send, times } = failing([failure(status)]);
    const done = outcome(retrying(send, () => true)(list, {}, sending()));
    await vi.runAllTimersAsync();
    expect(times).toEqual([0]);
    expect(await done).toMatchObject({ error: { status } });
  });

  it('never repeats a write, since the first may have arrived [F-25]', async () => {
    const { send, times } = failing([unreachable]);
    const done = outcome(retrying(send, () => true)(write, {}, sending()));
    await vi.runAllTimersAsync();
    expect(times).toEqual([0]);
    expect(await done).toEqual({ error: unreachable });
  });

  it('asks once while the platform is known to be away', async () => {
    const { send, times } = failing([unreachable]);
    await outcome(retrying(send, () => false)(list, {}, sending()));
    expect(times).toEqual([0]);
  });

  it('stops waiting when the caller gives up', async () => {
    const { send, times } = failing([unreachable, unreachable]);
    const controller = new AbortController();
    const done = outcome(retrying(send, () => true)(list, {}, sending({ signal: controller.signal })));
    await vi.advanceTimersByTimeAsync(500);
    const reason = new AppError('cancelled', 'Cancelled');
    controller.abort(reason);
    expect(await done).toEqual({ error: reason });
    await vi.runAllTimersAsync();
    expect(times).toEqual([0]);
  });
});
