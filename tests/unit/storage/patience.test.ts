import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { patient } from '../../../../electron/platform/dags/patience.ts';

beforeEach(() => void vi.useRealTimers());
afterEach(() => void vi.useRealTimers());

const locked = () => Object.assign(new Error('database is locked'), { errcode: 5 });
const context = (signal = new AbortController().signal) => ({ signal }) as never;
/** Answers once it has failed so often. */
function after(failures: number, thrown: () => Error = locked, asynchronous = false) {
  let asked = 0;
  const act = () => {
    asked += 1;
    if (asked <= failures) throw thrown();
    return asked;
  };
  const handlers = patient({ call: asynchronous ? () => Promise.resolve().then(act) : act });
  return { call: (signal?: AbortSignal) => handlers['call']!({}, context(signal)), asked: () => asked };
}

describe('a call that finds the store locked', () => {
  it('is answered at once where it is not', () => {
    expect(after(0).call()).toBe(1);
  });

  it.each([false, true])('waits for it, and is made again (a promise: %s) [F-3]', async (asynchronous) => {
    const one = after(3, locked, asynchronous);
    expect(await one.call()).toBe(4);
  });

  it('is given up by whoever asked, and after a while', async () => {
    const gone = new AbortController();
    const one = after(Infinity);
    const answer = one.call(gone.signal);
    gone.abort();
    await expect(answer).rejects.toThrow('aborted');
    expect(one.asked()).toBe(1);
    const clock = vi.spyOn(performance, 'now').mockReturnValueOnce(0).mockReturnValue(6000);
    await expect(Promise.resolve(after(Infinity).call())).rejects.toThrow('database is locked');
    clock.mockRestore();
  });

  it('fails at once for any other reason', () => {
    const one = after(1, () => new Error('no'));
    expect(() => one.call()).toThrow('no');
  });
});
