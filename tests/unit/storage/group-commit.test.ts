import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { groupCommit, type GroupCommit } from '../../../electron/storage/group-commit.ts';

let folder: string;
let db: DatabaseSync;
let other: DatabaseSync;
let commits: GroupCommit;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trellis-commits-'));
  const file = join(folder, 'some.db');
  db = new DatabaseSync(file);
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE words (word TEXT PRIMARY KEY) STRICT');
  other = new DatabaseSync(file);
  commits = groupCommit(db);
});

afterEach(() => {
  other.close();
  db.close();
  rmSync(folder, { recursive: true });
});

const write = (word: string) => commits.write(() => void db.prepare('INSERT INTO words VALUES (?)').run(word));
/** What another process would see. */
const committed = () => other.prepare('SELECT word FROM words ORDER BY word').all().map(({ word }) => word);

describe('writes of one turn', () => {
  it('are resolved when they are committed, all with one commit', async () => {
    const versions = new Set<unknown>();
    const version = () => other.prepare('PRAGMA data_version').get()!['data_version'];
    const before = version();
    const writes = ['a', 'b', 'c'].map((word) => write(word).then(() => versions.add(version())));
    expect(committed()).toEqual([]);
    await Promise.all(writes);
    expect(committed()).toEqual(['a', 'b', 'c']);
    expect([...versions]).toHaveLength(1);
    expect(versions.has(before)).toBe(false);
  });

  it('fail alone: what one throws undoes none of the others', async () => {
    await write('twice');
    const [first, second, third] = await Promise.allSettled([write('a'), write('twice'), write('b')]);
    expect([first!.status, third!.status]).toEqual(['fulfilled', 'fulfilled']);
    expect(second).toMatchObject({ status: 'rejected', reason: { message: expect.stringContaining('UNIQUE') as string } });
    expect(committed()).toEqual(['a', 'b', 'twice']);
  });

  it('can be committed before their turn ends', async () => {
    const written = write('a');
    commits.flush();
    expect(committed()).toEqual(['a']);
    await written;
  });

  it('leave the other transactions of the connection waiting for the disk', async () => {
    await write('a');
    expect(db.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: 2 });
    await expect(commits.write(() => { throw new Error('no'); })).rejects.toThrow('no');
    expect(db.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: 2 });
  });

  it('wait for a store that another connection holds locked, and are committed in their order [F-3]', async () => {
    db.exec('PRAGMA busy_timeout = 0');
    const done: string[] = [];
    other.exec('BEGIN IMMEDIATE');
    const first = ['a', 'b'].map((word) => write(word).then(() => done.push(word)));
    await new Promise((resolve) => setTimeout(resolve, 120));
    const later = write('c').then(() => done.push('c'));
    expect(done).toEqual([]);
    other.exec('ROLLBACK');
    await Promise.all([...first, later]);
    expect(done).toEqual(['a', 'b', 'c']);
    expect(committed()).toEqual(['a', 'b', 'c']);
  });

  it('are given up when it stays locked', async () => {
    db.exec('PRAGMA busy_timeout = 0');
    other.exec('BEGIN IMMEDIATE');
    const clock = vi.spyOn(performance, 'now').mockReturnValueOnce(0).mockReturnValue(6000);
    await expect(write('a')).rejects.toThrow('locked');
    clock.mockRestore();
    other.exec('ROLLBACK');
    await write('b');
    expect(committed()).toEqual(['b']);
  });
});
