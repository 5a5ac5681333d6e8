import { expect, it } from 'vitest';
import { cell, channel } from '../../../electron/backend/cell.ts';

it('gives a follower the value now, then the latest after each change, until it leaves', async () => {
  const value = cell(1);
  const leave = new AbortController();
  const seen: number[] = [];
  for await (const now of value.follow(leave.signal)) {
    seen.push(now);
    if (now === 1) {
      value.set(2);
      value.set(3);
    } else leave.abort();
  }
  expect(seen).toEqual([1, 3]);
  expect(value.get()).toBe(3);
});

it('tells every follower every event, and drops the oldest of one that falls behind', async () => {
  const events = channel<number>(2);
  const leave = new AbortController();
  const follower = events.follow(leave.signal);
  const first = follower.next();
  await Promise.resolve();
  events.send(1);
  expect(await first).toEqual({ done: false, value: 1 });
  for (const event of [2, 3, 4]) events.send(event);
  expect((await follower.next()).value).toBe(3);
  expect((await follower.next()).value).toBe(4);
  const last = follower.next();
  leave.abort();
  expect(await last).toEqual({ done: true, value: undefined });
});
