import { constants, createReadStream } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import { isAbsolute, relative, sep } from 'node:path';
import { Readable } from 'node:stream';
import { refuse, type AttachedFile, type FilePolicy } from './request.ts';

/** Files of this computer that a body is made of: read only where the policy lets them, and never as a whole. */

const refusedText = 'The platform reads no files of the computer that it runs on. Attach the content of the file in place of its path, or send the request from this computer.';

/** A file by its absolute path. Throws `invalid_input` that says why it is not read [F-13]. */
export async function attachFile(path: string, policy: FilePolicy | undefined): Promise<AttachedFile> {
  if (policy === undefined || policy === 'refuse') throw refuse('body', refusedText);
  const shown = JSON.stringify(path.slice(0, 200)).slice(1, -1);
  if (!isAbsolute(path) || path.includes('\0')) throw refuse('body', `“${shown}” is not the full path of a file. Choose the file again.`);
  const real = await realpath(path).catch((error: unknown) => notRead(shown, error));
  const roots = await Promise.all(policy.roots.map((root) => realpath(root).catch(() => null)));
  if (!roots.some((root) => root !== null && isWithin(root, real))) {
    throw refuse('body', `The file “${shown}” is outside of what may be sent. Choose it again, or put it into a folder that you have allowed.`);
  }
  const size = await sizeOf(real, shown);
  return fileOf(real, size);
}

/** The first `size` bytes of a file, whatever is written to it meanwhile. */
export const fileOf = (path: string, size: number): AttachedFile => ({ size, open: () => (size === 0 ? Readable.from([]) : createReadStream(path, { end: size - 1 })) });

function isWithin(root: string, file: string): boolean {
  const way = relative(root, file);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

/** Opened without waiting, since a pipe would wait for its writer for ever. */
async function sizeOf(real: string, shown: string): Promise<number> {
  const handle = await open(real, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)).catch((error: unknown) => notRead(shown, error));
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) throw refuse('body', `“${shown}” is not a file. Choose a file.`);
    return stats.size;
  } finally {
    await handle.close();
  }
}

function notRead(shown: string, error: unknown): never {
  const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
  const why = code === 'ENOENT' ? 'it is not there' : code === 'EACCES' || code === 'EPERM' ? 'its permissions do not allow it' : `the system answered ${code}`;
  throw refuse('body', `The file “${shown}” cannot be read: ${why}. Choose it again.`);
}
