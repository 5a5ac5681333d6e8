import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { tried, triesOf } from '../../../../../electron/platform/workflows/engine/attempts.ts';
import { approvalResult, wayOf } from '../../../../../electron/platform/workflows/engine/kinds/flow.ts';
import { Waits } from '../../../../../electron/platform/workflows/engine/kinds/occasion.ts';
import { merged } from '../../../../../electron/platform/workflows/engine/journal.ts';
import { slots } from '../../../../../electron/platform/workflows/engine/slots.ts';
import { AppError } from '../../../../../shared/errors.ts';

describe('attempts', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const tries = { retries: 2, delay_ms: 1000, timeout_ms: 5000 };
  const never = (signal: AbortSignal) => new Promise<never>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));

  it('are made again after pauses that double, and the last failure is told', async () => {
    const at: number[] = [];
    const begun = Date.now();
    const run = tried(tries, new AbortController().signal, () => at.push(Date.now() - begun), () => Promise.reject(new AppError('unreachable', 'gone')));
    const [said] = await Promise.all([run.catch((thrown: unknown) => thrown), vi.advanceTimersByTimeAsync(10_000)]);
    expect(said).toMatchObject({ message: 'gone' });
    expect(at).toEqual([0, 1000, 3000]);
  });

  it('end with their limit, with the run, and with what has to wait', async () => {
    const late = tried({ ...tries, retries: 0 }, new AbortController().signal, () => undefined, never).catch((thrown: unknown) => thrown);
    await vi.advanceTimersByTimeAsync(5000);
    expect(await late).toMatchObject({ message: expect.stringContaining('longer than its limit of 5000 ms') as string });
    const controller = new AbortController();
    const attempts = vi.fn<(attempt: number) => void>();
    const cancelled = tried(tries, controller.signal, attempts, never).catch((thrown: unknown) => thrown);
    controller.abort(new AppError('cancelled', 'enough'));
    expect(await cancelled).toMatchObject({ message: 'enough' });
    await expect(tried(tries, new AbortController().signal, attempts, () => Promise.reject(new Waits('approval')))).rejects.toBeInstanceOf(Waits);
    expect(attempts).toHaveBeenCalledTimes(2);
  });

  it('have more time for models, and what a node says of them', () => {
    expect(triesOf('llm', {})).toEqual({ retries: 0, delay_ms: 0, timeout_ms: 300_000 });
    expect(triesOf('http', { retries: 3, retry_delay_seconds: 2, timeout_ms: 50 })).toEqual({ retries: 3, delay_ms: 2000, timeout_ms: 50 });
  });
});

describe('a branch', () => {
  it.each([[true, 'true'], [1, 'true'], ['x', 'true'], [{ a: 1 }, 'true'], [[0, 1], 'true'], [false, 'false'], [0, 'false'], ['', 'false'], [null, 'false'], [{}, 'false'], [[], 'false']])('takes %j for %s', (value, way) => {
    expect(wayOf({}, value)).toBe(way);
  });
  it('takes the way that is named, and otherwise the other', () => {
    expect(['a', 2, 'c', null].map((value) => wayOf({ branches: ['a', '2'] }, value))).toEqual(['a', '2', 'otherwise', 'otherwise']);
  });
});

describe('an answer to an approval', () => {
  it('has to say whether it is approved, and what is asked for', () => {
    const question = { fields: [{ name: 'why', label: 'Reason', required: true }] };
    expect(approvalResult(question, { sum: 1 }, { approved: true, why: 'due' }, 'ada', 'now')).toEqual({ output: { why: 'due', approved: true, by: 'ada', date: 'now', input: { sum: 1 } }, handle: 'approved' });
    expect(approvalResult(question, null, { approved: false }, 'ada', 'now').handle).toBe('rejected');
    for (const answer of [null, {}, 'yes', { approved: 1 }]) expect(() => approvalResult(question, null, answer, 'ada', 'now')).toThrow('Say whether it is approved');
    expect(() => approvalResult(question, null, { approved: true, why: '' }, 'ada', 'now')).toThrow('The answer lacks: Reason.');
  });
});

describe('inputs', () => {
  it('are merged in order, and what is no object stands under its node', () => {
    expect(merged([['a', [1]]])).toEqual([1]);
    expect(merged([['a', { x: 1, y: 1 }], ['b', { y: 2 }], ['c', [3]], ['d', null]])).toEqual({ x: 1, y: 2, c: [3], d: null });
    expect(merged([['a', JSON.parse('{"__proto__": {"polluted": true}}')], ['b', {}]])).not.toHaveProperty('polluted');
  });
});

describe('slots', () => {
  it('are given back in the order in which they were asked for', async () => {
    const slot = slots(1);
    const order: string[] = [];
    const first = await slot.take();
    const later = ['b', 'c'].map(async (name) => {
      const release = await slot.take();
      order.push(name);
      release();
    });
    order.push('a');
    first();
    await Promise.all(later);
    expect(order).toEqual(['a', 'b', 'c']);
  });
});
