import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { pause } from '../../../shared/pause.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('lasts as long as it is told', async () => {
  let over = false;
  void pause(1000, new AbortController().signal).then(() => (over = true));
  await vi.advanceTimersByTimeAsync(999);
  expect(over).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(over).toBe(true);
});

it('ends with the reason when it is cut short, before it begins or in its midst, and leaves no timer', async () => {
  const reason = new Error('stopped');
  await expect(pause(1000, AbortSignal.abort(reason))).rejects.toBe(reason);
  const controller = new AbortController();
  const paused = pause(1000, controller.signal);
  controller.abort(reason);
  await expect(paused).rejects.toBe(reason);
  expect(vi.getTimerCount()).toBe(0);
});
