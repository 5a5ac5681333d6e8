import { setTimeout as wait } from 'node:timers/promises';
import { isLocked } from '../database.ts';
import type { Handler, Handlers } from '../domain.ts';

/** Milliseconds between two attempts at a store that is locked, and after which it is given up. */
const pause = 100;
const longest = 5000;

/**
 * The same calls, which wait for a store that another program holds locked, and let everybody else go on meanwhile. They
 * write in one transaction each, so that one that found the store locked has done nothing and can be made again.
 */
export const patient = (handlers: Handlers): Handlers => Object.fromEntries(Object.entries(handlers).map(([name, handler]) => [name, patiently(handler)]));

const patiently = (handler: Handler): Handler => (input, context) => {
  const until = performance.now() + longest;
  const again = async (thrown: unknown): Promise<unknown> => {
    for (let last = thrown; ;) {
      if (!isLocked(last) || performance.now() > until) throw last;
      await wait(pause, undefined, { signal: context.signal });
      try {
        return await handler(input, context);
      } catch (failed) {
        last = failed;
      }
    }
  };
  try {
    const answer = handler(input, context);
    return answer instanceof Promise ? answer.catch(again) : answer;
  } catch (thrown) {
    if (isLocked(thrown)) return again(thrown);
    throw thrown;
  }
};
