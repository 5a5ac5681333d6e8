import { realpath, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, parse, relative } from 'node:path';

/** Why a folder or file of this computer cannot be let into requests; null where it can. */
export async function sendableProblem(path: string): Promise<string | null> {
  if (!isAbsolute(path) || path.includes('\0')) return 'Enter the full path of a folder, such as /home/ann/uploads or C:\\Uploads.';
  try {
    const real = await realpath(path);
    if (real === parse(real).root) return 'This is the whole computer. Choose the folder that holds what is to be sent.';
    if (holds(real, await realpath(homedir()))) return 'This holds everything of yours, keys and passwords too. Choose a folder inside it.';
    const found = await stat(real);
    return found.isDirectory() || found.isFile() ? null : 'This is neither a folder nor a file.';
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
    return code === 'ENOENT' ? 'There is no such folder on this computer.' : code === 'EACCES' || code === 'EPERM' ? 'You may not read this folder.' : `It cannot be read: the system answered ${code}.`;
  }
}

function holds(folder: string, inner: string): boolean {
  const way = relative(folder, inner);
  return !way.startsWith('..') && !isAbsolute(way);
}
