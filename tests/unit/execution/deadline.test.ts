import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { deadline } from '../../../electron/execution/deadline.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a deadline', () => {
  it('is 30000 ms unless said otherwise [K-002]', () => {
    const { signal } = deadline(undefined, undefined);
    vi.advanceTimersByTime(29_999);
    expect(signal.aborted).toBe(false);
    vi.advanceTimersByTime(1);
    expect(signal.reason).toMatchObject({ code: 'timeout', message: expect.stringContaining('30000 ms') as string });
  });

  it('passes no more once it was ended, and lets go of the caller', () => {
    const caller = new AbortController();
    const clock = deadline(10, caller.signal);
    clock.end();
    caller.abort();
    vi.advanceTimersByTime(1000);
    expect(clock.signal.aborted).toBe(false);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('holds for longer than a timer can', () => {
    const clock = deadline(2 ** 40, undefined);
    vi.advanceTimersByTime(1000);
    expect(clock.signal.aborted).toBe(false);
    clock.end();
  });
});
