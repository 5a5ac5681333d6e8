import { existsSync, renameSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { AppError } from '../../shared/errors.ts';

/** A local database that never keeps the app from starting: what cannot be used is set aside, and named. */
export interface Database<T> {
  /** Works with what `prepare` made. Throws `storage` where the file cannot be read or written. */
  use<R>(work: (prepared: T) => R): R;
  /** What the user should know of it, or null. */
  problem(): string | null;
  close(): void;
}

interface Spec {
  readonly file: string;
  /** As in "The offline cache". */
  readonly name: string;
  /** Kept in the file; a file of another version is set aside. */
  readonly version: number;
  readonly schema: string;
}

/** A file up to this size is checked whole when it is opened; the damage of a larger one shows when it is used. */
const checkedBytes = 8 * 1024 * 1024;

/** Opens or makes the database; where its folder cannot be written it lives in memory. `prepare` runs at each opening. */
export function openDatabase<T>(spec: Spec, prepare: (db: DatabaseSync) => T): Database<T> {
  let problem: string | null = null;

  const setAside = (why: string) => {
    const aside = `${spec.file}.damaged-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`;
    for (const suffix of ['', '-wal', '-shm']) if (existsSync(spec.file + suffix)) renameSync(spec.file + suffix, aside + suffix);
    problem = `${spec.name} ${why}. It was set aside as ${aside}, and a new one was begun.`;
  };

  const inMemory = (error: unknown): Opened<T> => {
    problem = `${spec.name} cannot be written (${messageOf(error)}): what it keeps lasts only until Trellis closes. Check ${spec.file}.`;
    return openFile({ ...spec, file: ':memory:' }, prepare);
  };

  const open = (): Opened<T> => {
    try {
      return openFile(spec, prepare);
    } catch (error) {
      const why = damage(error);
      if (why === null) return inMemory(error);
      try {
        setAside(why);
        return openFile(spec, prepare);
      } catch (again) {
        return inMemory(again);
      }
    }
  };

  let opened = open();
  return {
    use(work) {
      try {
        return work(opened.prepared);
      } catch (error) {
        if (error instanceof AppError) throw error;
        const why = damage(error);
        if (why === null) {
          problem = `${spec.name} cannot be used: ${messageOf(error)}. Check ${spec.file} and the space on its disk.`;
          throw new AppError('storage', problem, { cause: error });
        }
        closeQuietly(opened.db);
        setAside(why);
        opened = open();
        return work(opened.prepared);
      }
    },
    problem: () => problem,
    close: () => closeQuietly(opened.db),
  };
}

interface Opened<T> {
  readonly db: DatabaseSync;
  readonly prepared: T;
}

function openFile<T>(spec: Spec, prepare: (db: DatabaseSync) => T): Opened<T> {
  const db = new DatabaseSync(spec.file);
  try {
    // With NORMAL a commit survives the death of the process, and a power cut costs the last commits, not the file.
    db.exec('PRAGMA busy_timeout = 2000; PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
    const version = Number(Object.values(db.prepare('PRAGMA user_version').get() ?? {})[0]);
    if (version === 0) db.exec(`BEGIN; ${spec.schema}; PRAGMA user_version = ${spec.version}; COMMIT`);
    else if (version !== spec.version) throw new AppError('storage', 'was made by another version of Trellis');
    else if (spec.file !== ':memory:' && statSync(spec.file).size <= checkedBytes) check(db);
    return { db, prepared: prepare(db) };
  } catch (error) {
    closeQuietly(db);
    throw error;
  }
}

function check(db: DatabaseSync): void {
  const found = Object.values(db.prepare('PRAGMA quick_check(1)').get() ?? {})[0];
  if (found !== 'ok') throw new AppError('storage', 'is damaged');
}

/** SQLite's primary result codes (https://sqlite.org/rescode.html). */
const corrupt = 11;
const notADatabase = 26;

/** What is wrong with the file itself, or null where the fault is around it (no space, no permission). */
function damage(error: unknown): string | null {
  if (error instanceof AppError) return error.message;
  const code = ((error as { errcode?: number }).errcode ?? 0) & 0xff;
  if (code === corrupt || code === notADatabase) return 'is damaged';
  // A table that should be there and is not: the file is not the one that we made.
  return messageOf(error).startsWith('no such table') || messageOf(error).includes('malformed') ? 'is damaged' : null;
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Closing a broken database may fail, and then there is nothing left to close. */
function closeQuietly(db: DatabaseSync): void {
  if (db.isOpen) db.close();
}
