import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../../shared/errors.ts';
import { lockFile } from '../storage/lock-file.ts';

/** One owner per data folder; `owner.json` only tells the others whom they met. Throws `conflict` and `storage`. */
export function ownFolder(folder: string): { release(): void } {
  const unusable = (cause: unknown) => new AppError('storage', `The data folder ${folder} cannot be written: ${(cause as Error).message}`, { cause });
  let lock: ReturnType<typeof lockFile>;
  try {
    lock = lockFile(join(folder, 'owner.lock'));
  } catch (cause) {
    throw unusable(cause);
  }
  if (!lock) throw new AppError('conflict', `${describeOwner(folder)} Stop it first, or choose another data folder.`);
  try {
    writeFileSync(join(folder, 'owner.json'), `${JSON.stringify({ pid: process.pid, since: new Date().toISOString() })}\n`, { mode: 0o600 });
  } catch (cause) {
    lock.release();
    throw unusable(cause);
  }
  return lock;
}

function describeOwner(folder: string): string {
  let who = '';
  try {
    const { pid, since } = JSON.parse(readFileSync(join(folder, 'owner.json'), 'utf8')) as { pid: number; since: string };
    who = ` (process ${pid}, since ${since})`;
  } catch {
    // The note is only a help for the reader; the lock has already said that somebody is there.
  }
  return `Another platform${who} already works on the data folder ${folder}.`;
}
