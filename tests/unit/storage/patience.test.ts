import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createGate, patiently } from '../../../electron/storage/patience.ts';

const locked = () => Object.assign(new Error('database is locked'), { errcode: 5 });
/** Succeeds once it has failed so often. */
function after(failures: number, thrown: () => Error = locked, asynchronous = false) {
  let asked = 0;
  const act = () => {
    asked += 1;
    if (asked <= failures) throw thrown();
    return asked;
  };
  const write = asynchronous ? () => Promise.resolve().then(act) : act;
  return { call: (signal?: AbortSignal) => patiently(write, signal), asked: () => asked };
}

describe('a write that finds the store locked', () => {
  it('is done at once where it is not', () => {
    expect(after(0).call()).toBe(1);
  });

  it.each([false, true])('waits for it, and is made again (a promise: %s) [F-3]', async (asynchronous) => {
    expect(await after(3, locked, asynchronous).call()).toBe(4);
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
    expect(() => after(1, () => new Error('no')).call()).toThrow('no');
  });
});

describe('the gate before what may write', () => {
  let folder: string;
  let db: DatabaseSync;
  let other: DatabaseSync;
  const signal = new AbortController().signal;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'trellis-gate-'));
    db = new DatabaseSync(join(folder, 'some.db'), { timeout: 100 });
    db.exec('PRAGMA journal_mode = WAL; CREATE TABLE words (word TEXT) STRICT');
    other = new DatabaseSync(join(folder, 'some.db'));
  });
  afterEach(() => {
    other.close();
    db.close();
    rmSync(folder, { recursive: true });
  });

  it('is open where nobody holds the store, and leaves the connection as it was', () => {
    expect(createGate(db)(() => 'done', signal)).toBe('done');
    expect(db.isTransaction).toBe(false);
    expect(db.prepare('PRAGMA busy_timeout').get()).toEqual({ timeout: 100 });
  });

  it('lets nothing through while another connection holds it, and each once afterwards [F-3]', async () => {
    const gate = createGate(db);
    other.exec('BEGIN IMMEDIATE');
    const begun: string[] = [];
    const both = ['a', 'b'].map((word) => gate(() => begun.push(word), signal));
    await wait(200);
    expect(begun).toEqual([]);
    other.exec('ROLLBACK');
    await Promise.all(both);
    expect(begun.toSorted()).toEqual(['a', 'b']);
  });
});
