import { closeSync, existsSync, mkdirSync, openSync, readSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { AppError } from '../../shared/errors.ts';
import { transaction } from '../storage/transaction.ts';
import type { Migration } from './domain.ts';

const magic = 'SQLite format 3\0';
/** Milliseconds for which the platform waits for a lock: as it starts, when nobody is served yet, and afterwards, when everybody waits with it. */
const [longLockWait, shortLockWait] = [5000, 100];
/** Files up to this size are checked before the first request; reading more would hold up the start. */
const checkedBytes = 32 * 1024 * 1024;
/** Pages of the write-ahead log, 4 KiB each, after which it goes into the file: pages that every run writes go there once in a while. */
const walPages = 4_000;

export interface OpenDatabase {
  readonly db: DatabaseSync;
  /** What the user must be told: that a file was set aside, and under which name. */
  readonly notice: string | undefined;
}

/**
 * Opens the platform's database, or says why not. A file that is no database at all is renamed and told in `notice`;
 * one that is damaged, newer, or cannot be written stays as it is and the start is refused (`storage`): nothing that
 * may hold data is ever replaced.
 *
 * WAL with synchronous = FULL: each commit is on the disk before it is acknowledged, so it survives not only SIGKILL
 * (for which NORMAL would do) but a loss of power.
 */
export function openDatabase(file: string, migrations: readonly Migration[]): OpenDatabase {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const notice = setAsideForeignFile(file);
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(file, { timeout: longLockWait });
    db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA wal_autocheckpoint = ${walPages}`);
    if (statSync(file).size <= checkedBytes) check(db);
    migrate(db, migrations);
    db.exec(`PRAGMA busy_timeout = ${shortLockWait}`);
    return { db, notice };
  } catch (error) {
    if (db?.isOpen) db.close();
    throw refusal(file, error);
  }
}

function setAsideForeignFile(file: string): string | undefined {
  if (!existsSync(file) || startsLikeDatabase(file)) return undefined;
  const stamp = new Date().toISOString().replaceAll(/[:.]/g, '-');
  const aside = `${file}.damaged-${stamp}`;
  try {
    for (const suffix of ['', '-wal', '-shm']) if (existsSync(file + suffix)) renameSync(file + suffix, aside + suffix);
  } catch (error) {
    throw refusal(file, error);
  }
  return `${file} was not a database. It is kept as ${aside}, and the platform began with a new, empty one.`;
}

function startsLikeDatabase(file: string): boolean {
  let handle: number | undefined;
  try {
    handle = openSync(file, 'r');
    const head = Buffer.alloc(magic.length);
    return readSync(handle, head, 0, head.length, 0) === head.length && head.toString('latin1') === magic;
  } catch (error) {
    throw refusal(file, error);
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}

function check(db: DatabaseSync): void {
  const found = db.prepare('PRAGMA quick_check(1)').get() as { quick_check: string };
  if (found.quick_check !== 'ok') throw new AppError('storage', `it is damaged (${found.quick_check.replaceAll(/\s+/g, ' ')})`);
}

function migrate(db: DatabaseSync, migrations: readonly Migration[]): void {
  db.exec('CREATE TABLE IF NOT EXISTS migrations (id TEXT PRIMARY KEY, applied_at TEXT NOT NULL) STRICT');
  const applied = new Set(db.prepare('SELECT id FROM migrations').all().map((row) => String(row['id'])));
  const known = new Set(migrations.map(({ id }) => id));
  const newer = [...applied].filter((id) => !known.has(id));
  if (newer.length > 0) throw new AppError('storage', `it was written by a newer version (${newer.join(', ')}). Update Trellis to open it`);
  const record = db.prepare('INSERT INTO migrations (id, applied_at) VALUES (?, ?)');
  for (const { id, sql } of migrations) {
    if (applied.has(id)) continue;
    transaction(db, () => {
      db.exec(sql);
      record.run(id, new Date().toISOString());
    });
  }
}

/** Prepared statements by their text; each is compiled once. */
export function statements(db: DatabaseSync): (sql: string) => StatementSync {
  const prepared = new Map<string, StatementSync>();
  return (sql) => {
    let statement = prepared.get(sql);
    if (!statement) prepared.set(sql, (statement = db.prepare(sql)));
    return statement;
  };
}

const reasons: Readonly<Record<number, string>> = {
  5: 'another program holds it locked',
  8: 'it cannot be written (read-only)',
  10: 'it cannot be read or written',
  11: 'it is damaged',
  13: 'the disk is full',
  14: 'it cannot be opened',
  26: 'it is damaged',
};

/** What SQLite's error means to the user, or undefined if it is not one of the file or the disk. */
export function fileReason(thrown: unknown): string | undefined {
  const { errcode } = (thrown ?? {}) as { errcode?: number };
  return errcode === undefined ? undefined : reasons[errcode & 0xff];
}

function refusal(file: string, thrown: unknown): AppError {
  const own = thrown instanceof AppError ? thrown.message : undefined;
  const reason = own ?? fileReason(thrown) ?? (thrown instanceof Error ? thrown.message : String(thrown));
  const damaged = reason.startsWith('it is damaged');
  const advice = damaged ? ' Put a backup back, or move the file away to begin anew. Nothing in it was changed.' : '';
  return new AppError('storage', `The platform's data file ${file} cannot be used: ${reason}.${advice}`, { cause: thrown });
}
