import { DatabaseSync } from 'node:sqlite';

/**
 * Takes a lock that others respect: an open exclusive transaction on a file of its own, which the system ends with this
 * process however it dies. Undefined where somebody else has it; throws what SQLite throws where the file cannot be used.
 */
export function lockFile(file: string): { release(): void } | undefined {
  const lock = new DatabaseSync(file, { timeout: 0 });
  try {
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return { release: () => lock.close() };
  } catch (thrown) {
    lock.close();
    if (isBusy(thrown)) return undefined;
    throw thrown;
  }
}

/** SQLITE_BUSY or SQLITE_LOCKED, extended codes included. */
function isBusy(thrown: unknown): boolean {
  const code = ((thrown as { errcode?: number }).errcode ?? 0) & 0xff;
  return code === 5 || code === 6;
}
