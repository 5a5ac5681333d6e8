import type { DatabaseSync } from 'node:sqlite';
import { isLocked, lockPause, longestLock } from './patience.ts';
import { transaction } from './transaction.ts';

/**
 * Writes that survive the end of this process, and a loss of power once something later is on the disk: whoever writes in
 * the same turn of the event loop shares one transaction, and nobody waits for the disk. A store that another program
 * holds locked is waited for, for some seconds.
 */
export interface GroupCommit {
  /** Resolves when `work` is committed. It may be done twice, as another's failure undoes all; what it throws itself undoes it alone. */
  write(work: () => void): Promise<void>;
  /** Commits at once what waits, unless the store is locked. */
  flush(): void;
}

interface Waiting {
  /** When a locked store is given up. */
  readonly until: number;
  readonly work: () => void;
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
}

export function groupCommit(db: DatabaseSync): GroupCommit {
  let waiting: Waiting[] = [];
  let timer: NodeJS.Timeout | undefined;

  function commit(batch: readonly Waiting[]): void {
    try {
      quickly(db, () => batch.forEach(({ work }) => work()));
      for (const { resolve } of batch) resolve();
    } catch (error) {
      if (isLocked(error)) later(batch, error);
      else if (batch.length === 1) batch[0]!.reject(error);
      else for (const one of batch) commit([one]);
    }
  }
  function later(batch: readonly Waiting[], error: unknown): void {
    for (const one of batch) {
      if (performance.now() < one.until) waiting.push(one);
      else one.reject(error);
    }
    clearTimeout(timer);
    if (waiting.length > 0) timer = setTimeout(flush, lockPause);
  }
  function flush(): void {
    const batch = waiting;
    waiting = [];
    if (batch.length > 0) commit(batch);
  }
  return {
    write: (work) =>
      new Promise((resolve, reject) => {
        if (waiting.push({ until: performance.now() + longestLock, work, resolve, reject }) === 1) setImmediate(flush);
      }),
    flush,
  };
}

/** In one transaction that does not wait for the disk, unlike all others of this connection. */
function quickly(db: DatabaseSync, work: () => void): void {
  db.exec('PRAGMA synchronous = NORMAL');
  try {
    transaction(db, work);
  } finally {
    db.exec('PRAGMA synchronous = FULL');
  }
}
