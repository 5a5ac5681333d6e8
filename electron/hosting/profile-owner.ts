import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { AppError } from '../../shared/errors.ts';
import { lockFile } from '../storage/lock-file.ts';

/** How a later start of the app reaches the one that already runs; the file is readable for its user alone. */
export const ownerNote = z.discriminatedUnion('host', [
  z.object({ host: z.literal('desktop') }),
  z.object({ host: z.literal('browser'), url: z.url(), secret: z.string() }),
]);
export type OwnerNote = z.infer<typeof ownerNote>;

export interface Ownership {
  /** Tells later starts whom they met. */
  announce(note: OwnerNote): void;
  release(): void;
}

const noteFile = (folder: string) => join(folder, 'host.json');

/** Makes this process the one owner of a data folder until it ends [F-3]; undefined if another one is. Throws `storage`. */
export function ownProfile(folder: string): Ownership | undefined {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const lock = lockFile(join(folder, 'host.lock'));
    if (!lock) return undefined;
    rmSync(noteFile(folder), { force: true });
    return {
      announce: (note) => writeFileSync(noteFile(folder), `${JSON.stringify(note)}\n`, { mode: 0o600 }),
      release() {
        rmSync(noteFile(folder), { force: true });
        lock.release();
      },
    };
  } catch (cause) {
    throw new AppError('storage', `The data folder ${folder} cannot be used: ${(cause as Error).message}. Choose another one with --data.`, { cause });
  }
}

/** What the owner of a folder has announced; undefined while it is still starting. */
export function ownerOf(folder: string): OwnerNote | undefined {
  try {
    return ownerNote.safeParse(JSON.parse(readFileSync(noteFile(folder), 'utf8'))).data;
  } catch {
    return undefined; // not written yet, or half: the caller asks again
  }
}
