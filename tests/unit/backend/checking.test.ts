import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { keepChecking } from '../../../electron/backend/checking.ts';
import { createVisibility } from '../../../electron/backend/visibility.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setUp() {
  const state = { away: false, wanted: true };
  const asked: number[] = [];
  const visibility = createVisibility();
  const begin = Date.now();
  const checking = keepChecking({
    check: () => {
      asked.push((Date.now() - begin) / 1000);
      return Promise.resolve();
    },
    away: () => state.away, wanted: () => state.wanted, visibility,
  });
  onTestFinished(() => checking.stop());
  return { state, asked, visibility };
}

it('asks every 15 s while the platform answers', async () => {
  const { asked } = setUp();
  await vi.advanceTimersByTimeAsync(45_000);
  expect(asked).toEqual([15, 30, 45]);
});

it('asks ever more seldom while it is away, to 15 s', async () => {
  const { state, asked } = setUp();
  state.away = true;
  await vi.advanceTimersByTimeAsync(75_000);
  expect(asked).toEqual([15, 17, 21, 29, 44, 59, 74]);
});

it('asks nothing while hidden or while nobody looks, and one question after a long sleep [F-27]', async () => {
  const { state, asked, visibility } = setUp();
  state.wanted = false;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toEqual([]);
  state.wanted = true;
  visibility.tell('w', false);
  await vi.advanceTimersByTimeAsync(8 * 3_600_000);
  expect(asked).toEqual([]);
  visibility.tell('w', true);
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toHaveLength(1);
});
