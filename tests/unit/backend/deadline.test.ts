import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { withDeadline } from '../../../electron/backend/deadline.ts';
import { AppError } from '../../../shared/errors.ts';
import { pause } from '../../../electron/backend/retry.ts';
import { answered, connection, list, sending } from './sending.ts';

const endless = async (_call: unknown, _input: unknown, { signal }: { signal: AbortSignal }) => {
  await pause(1e9, signal);
  return answered('late');
};

describe('withDeadline', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const endOf = async (input: Record<string, unknown>, limit: number) => {
    const begin = Date.now();
    const done = withDeadline(endless, limit)(list, input, sending()).then(() => undefined, (error: AppError) => ({ code: error.code, message: error.message, after: Date.now() - begin }));
    await vi.runAllTimersAsync();
    return done;
  };

  it('ends a call with its fallback text', async () => {
    expect(await endOf({}, 60_000)).toEqual({ code: 'timeout', message: 'Failed to fetch things', after: 60_000 });
  });

  it('gives a call that names its own time that time, and a margin', async () => {
    expect(await endOf({ timeout_ms: 120_000 }, 60_000)).toMatchObject({ after: 130_000 });
    expect(await endOf({ timeout_ms: 1000 }, 60_000)).toMatchObject({ after: 60_000 });
  });

  it('waits for what is still under way, and for its answer, and no longer', async () => {
    let asked = 0;
    const underWay = () => Promise.resolve((asked += 1) < 3);
    const begin = Date.now();
    const done = withDeadline(endless, 60_000, underWay)(list, {}, sending()).catch((error: AppError) => ({ code: error.code, details: error.details, after: Date.now() - begin }));
    await vi.runAllTimersAsync();
    expect(await done).toEqual({ code: 'timeout', details: 'No answer within 190 s.', after: 190_000 });
    expect(asked).toBe(3);
  });

  it('gives up what nobody can tell of, and asks nothing of what has answered', async () => {
    const silent = vi.fn<() => Promise<boolean>>().mockRejectedValue(new Error('no platform'));
    const begin = Date.now();
    const done = withDeadline(endless, 60_000, silent)(list, {}, sending()).catch((error: AppError) => ({ code: error.code, after: Date.now() - begin }));
    await vi.runAllTimersAsync();
    expect(await done).toEqual({ code: 'timeout', after: 60_000 });
    await withDeadline(() => Promise.resolve(answered('soon')), 60_000, silent)(list, {}, sending());
    await vi.runAllTimersAsync();
    expect(silent).toHaveBeenCalledOnce();
  });

  it('ends with the connection [F-24]', async () => {
    const ended = new AbortController();
    const done = withDeadline(endless, 60_000)(list, {}, sending({ connection: connection({ ended: ended.signal }) })).catch((error: unknown) => error);
    ended.abort(new AppError('cancelled', 'The connection was changed'));
    expect(await done).toMatchObject({ code: 'cancelled' });
    expect(vi.getTimerCount()).toBe(0);
  });
});
