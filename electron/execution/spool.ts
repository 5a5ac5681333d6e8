import { randomUUID } from 'node:crypto';
import { mkdir, open, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../shared/errors.ts';
import { byteMaskOf } from './byte-mask.ts';

/** A large answer on its way into a file, with secrets masked. */
export interface Spool {
  readonly file: string;
  write(bytes: Buffer): Promise<void>;
  /** Ends the file, and says how many bytes are in it. */
  finish(): Promise<number>;
  /** Takes the file away again. */
  discard(): Promise<void>;
}

/** A new file of its own in `folder`, which is made where it is not there; readable by its owner alone. Throws `storage`. */
export async function openSpool(folder: string, secrets: readonly string[]): Promise<Spool> {
  const file = join(folder, `answer-${randomUUID()}`);
  const mask = byteMaskOf(secrets);
  let written = 0;
  const handle: FileHandle = await kept(folder, async () => {
    await mkdir(folder, { recursive: true });
    return open(file, 'wx', 0o600);
  });
  const put = (bytes: Buffer) =>
    kept(folder, async () => {
      if (bytes.length > 0) await handle.writeFile(bytes);
      written += bytes.length;
    });
  return {
    file,
    write: (bytes) => put(mask.push(bytes)),
    async finish() {
      await put(mask.end());
      await handle.close();
      return written;
    },
    async discard() {
      await handle.close().catch(() => undefined);
      await rm(file, { force: true });
    },
  };
}

async function kept<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
    throw new AppError('storage', `The answer cannot be kept in ${folder}: ${code === 'ENOSPC' ? 'the disk is full. Make room' : `the system answered ${code}. Check the folder`} and try again.`, { details: { code }, cause: error });
  }
}
