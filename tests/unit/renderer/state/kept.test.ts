import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { setHost } from '../../../../renderer/api/host.ts';
import { resetAppState } from '../../../../renderer/state/define-state.ts';
import { forget, forgetWaiting, keep, keepNow, recall, recallAll } from '../../../../renderer/state/kept.ts';
import { memoryHost, type MemoryHost } from '../memory-host.ts';

let host: MemoryHost;
beforeEach(() => {
  vi.useFakeTimers();
  host = memoryHost();
  setHost(host);
  resetAppState();
});
afterEach(() => {
  forgetWaiting();
  vi.useRealTimers();
});

test('who types without a pause loses less than a second of it to a crash [F-27]', async () => {
  for (let length = 1; length <= 50; length += 1) {
    keep('form/a', 'x'.repeat(length));
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(String(host.drafts.get('form/a')?.value).length).toBeGreaterThan(40);
});

test('many changes are written once, with the last value', async () => {
  const puts: unknown[] = [];
  setHost({ ...host, call: (name, input) => {
    if (name === 'drafts.put') puts.push(input);
    return host.call(name, input);
  } });
  for (const value of ['a', 'b', 'c']) keep('layout', value);
  await vi.runAllTimersAsync();
  expect(puts).toEqual([{ key: 'layout', value: 'c' }]);
});

test('what waits is written as the window goes, and never after it was forgotten', async () => {
  keep('one', 1);
  keep('two', 2);
  await forget(['two']);
  keepNow();
  await vi.runAllTimersAsync();
  expect(await recall('one', z.number())).toBe(1);
  expect(await recall('two', z.number())).toBeUndefined();
});

test('what was typed last is there at once for whoever opens the form again [F-27]', async () => {
  keep('form/a', 'first');
  await vi.runAllTimersAsync();
  keep('form/a', 'last');
  expect(await recall('form/a', z.string())).toBe('last');
  keep('form/b', 'other');
  expect((await recallAll('form/', z.string())).get('form/b')?.value).toBe('other');
});

test('what an older version wrote otherwise reads as none', async () => {
  keep('one', { of: 'another shape' });
  keepNow();
  expect(await recall('one', z.number())).toBeUndefined();
});
