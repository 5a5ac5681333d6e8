import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fileReason, openDatabase } from '../../../electron/platform/database.ts';
import { transaction } from '../../../electron/storage/transaction.ts';

const migrations = [{ id: 'a', sql: 'CREATE TABLE things (name TEXT) STRICT' }];

describe('the platform’s database', () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'trellis-database-'));
    file = join(folder, 'platform.db');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const fill = () => {
    const { db } = openDatabase(file, migrations);
    const insert = db.prepare('INSERT INTO things VALUES (?)');
    transaction(db, () => {
      for (let index = 0; index < 500; index++) insert.run(`${index} ${'x'.repeat(300)}`);
    });
    db.close();
  };
  const refusal = () => {
    try {
      openDatabase(file, migrations).db.close();
    } catch (error) {
      return error as { code: string; message: string };
    }
    throw new Error('It was opened');
  };

  it('is made anew, migrated once, and opened again', () => {
    fill();
    const { db, notice } = openDatabase(file, [...migrations, { id: 'b', sql: 'ALTER TABLE things ADD COLUMN more TEXT' }]);
    expect(notice).toBeUndefined();
    expect(db.prepare('SELECT count(*) AS n, count(more) AS more FROM things').get()).toEqual({ n: 500, more: 0 });
    expect(db.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
    expect(db.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: 2 });
    db.close();
  });

  it.each([
    ['text', Buffer.from('this is no database, and longer than its header would be')], ['nothing', Buffer.alloc(0)], ['zeros', Buffer.alloc(8192)],
  ])('sets a file of %s aside under a name that it tells, and begins anew [F-2]', (_what, bytes) => {
    writeFileSync(file, bytes);
    const { db, notice } = openDatabase(file, migrations);
    db.close();
    const aside = readdirSync(folder).find((name) => name.includes('.damaged-'));
    expect(notice).toContain(join(folder, aside!));
    expect(readFileSync(join(folder, aside!))).toEqual(bytes);
  });

  it.each([
    ['cut in the middle', () => truncateSync(file, statSync(file).size / 2 + 100)],
    ['with flipped bits', () => {
      const bytes = readFileSync(file);
      for (let at = 4096; at < bytes.length; at += 97) bytes[at]! ^= 0xff;
      writeFileSync(file, bytes);
    }],
    ['with a damaged first page', () => {
      const bytes = readFileSync(file);
      bytes.fill(0xaa, 20, 4096);
      writeFileSync(file, bytes);
    }],
  ])('refuses a database %s, names it, and leaves it as it is [F-2]', (_how, damage) => {
    fill();
    damage();
    const before = readFileSync(file);
    const { code, message } = refusal();
    expect(code).toBe('storage');
    expect(message).toContain(file);
    expect(message).toContain('damaged');
    expect(readFileSync(file).equals(before)).toBe(true);
    expect(readdirSync(folder).filter((name) => name.includes('.damaged-'))).toEqual([]);
  });

  it('refuses a database that a newer version wrote, and leaves it as it is [F-2]', () => {
    openDatabase(file, [...migrations, { id: 'from-the-future', sql: 'CREATE TABLE future (x)' }]).db.close();
    const { code, message } = refusal();
    expect(code).toBe('storage');
    expect(message).toMatch(/newer version.*from-the-future.*Update Trellis/);
  });

  it('applies a migration as a whole or not at all', () => {
    fill();
    expect(() => openDatabase(file, [...migrations, { id: 'b', sql: 'CREATE TABLE half (x); CREATE TABLE half (x)' }])).toThrow(/platform\.db/);
    const { db } = openDatabase(file, migrations);
    expect(db.prepare("SELECT name FROM sqlite_schema WHERE name = 'half'").all()).toEqual([]);
    db.close();
  });

  it('refuses where a folder stands in its place [F-2]', () => {
    rmSync(file, { force: true });
    expect(() => openDatabase(folder, migrations)).toThrow(folder);
  });

  it('reads back what was committed before the process was killed, without what was not [F-1]', () => {
    const { db } = openDatabase(file, migrations);
    db.exec("INSERT INTO things VALUES ('committed')");
    db.exec("BEGIN; INSERT INTO things VALUES ('not yet')");
    // What a killed process leaves behind is its files as they are at that moment.
    const left = join(folder, 'left.db');
    for (const suffix of ['', '-wal']) copyFileSync(file + suffix, left + suffix);
    const again = openDatabase(left, migrations).db;
    expect(again.prepare('SELECT name FROM things').all()).toEqual([{ name: 'committed' }]);
    again.close();
    db.close();
  });

  it('knows a full disk by its error [F-2]', () => {
    const db = new DatabaseSync(':memory:');
    db.exec('CREATE TABLE t (x); PRAGMA max_page_count = 4');
    let thrown: unknown;
    try {
      for (;;) db.exec("INSERT INTO t VALUES (hex(randomblob(4000)))");
    } catch (error) {
      thrown = error;
    }
    expect(fileReason(thrown)).toBe('the disk is full');
    expect(fileReason(new Error('anything'))).toBeUndefined();
    db.close();
  });

  it('rolls back what fails, also inside of another transaction', () => {
    const { db } = openDatabase(file, migrations);
    const add = (name: string) => db.prepare('INSERT INTO things VALUES (?)').run(name);
    expect(() => transaction(db, () => {
      add('one');
      transaction(db, () => add('two'));
      throw new Error('no');
    })).toThrow('no');
    expect(db.prepare('SELECT * FROM things').all()).toEqual([]);
    db.close();
  });
});
