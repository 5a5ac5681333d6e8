import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';

/** Milliseconds between two attempts at a store that is locked, and after which it is given up. */
export const lockPause = 50;
export const longestLock = 5000;

/** Another connection writes, or keeps others from writing: what was tried has changed nothing, and may be tried again. */
export const isLocked = (thrown: unknown): boolean => (((thrown ?? {}) as { errcode?: number }).errcode ?? 0) % 256 === 5;

/**
 * Does what writes in one transaction, which is made again where another program holds the store locked, while everybody
 * else goes on: so one that found it locked must have done nothing else. At once where it is not. Throws what it threw
 * in the end, or that `signal` was aborted.
 */
export function patiently<T>(write: () => T | Promise<T>, signal?: AbortSignal): T | Promise<T> {
  const until = performance.now() + longestLock;
  const again = async (thrown: unknown): Promise<T> => {
    for (let last = thrown; ;) {
      if (!isLocked(last) || performance.now() > until) throw last;
      await wait(lockPause, undefined, signal ? { signal } : {});
      try {
        return await write();
      } catch (failed) {
        last = failed;
      }
    }
  };
  try {
    const done = write();
    return done instanceof Promise ? done.catch(again) : done;
  } catch (thrown) {
    if (isLocked(thrown)) return again(thrown);
    throw thrown;
  }
}

/** Begins what may write once the store can be written; the lock that it tries for is never waited for with the thread. */
export type Gate = (begin: () => unknown, signal: AbortSignal) => unknown;

export function createGate(db: DatabaseSync): Gate {
  const { timeout } = db.prepare('PRAGMA busy_timeout').get() as { timeout: number };
  const probe = () => {
    db.exec('PRAGMA busy_timeout = 0');
    try {
      db.exec('BEGIN IMMEDIATE; ROLLBACK');
    } finally {
      db.exec(`PRAGMA busy_timeout = ${timeout}`);
    }
  };
  return (begin, signal) => {
    const free = patiently(probe, signal);
    return free instanceof Promise ? free.then(begin) : begin();
  };
}
