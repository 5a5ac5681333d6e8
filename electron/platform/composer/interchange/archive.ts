import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { AppError } from '../../../../shared/errors.ts';

/** Collections that are folders of files travel as a zip, in base64, since what is exported and imported is text. */

/** The beginning of every zip that has a file in it: `PK\3\4`. */
export const isArchive = (document: string): boolean => document.startsWith('UEsDB');

/** Bytes of all files of one archive, unpacked. */
const mostBytes = 64 * 1024 * 1024;
const mostFiles = 10_000;

/** The first that a zip can say: the same files are the same zip whenever they are packed. */
const noTime = new Date(1980, 0, 1);

/** The zip of these files, by their paths with `/`. */
export function archiveOf(files: ReadonlyMap<string, string>): string {
  const entries = [...files].map(([path, text]) => [path, strToU8(text)] as const);
  return Buffer.from(zipSync(Object.fromEntries(entries), { mtime: noTime })).toString('base64');
}

/**
 * The texts of a zip's files that are `wanted`, by their paths; nothing is ever written to a disk. Throws `invalid_input`
 * where it is broken, or a path leads out of the archive, and `too_large` before more than 64 MB are unpacked [F-12][F-13].
 */
export function filesOfArchive(document: string, wanted: (path: string) => boolean): Map<string, string> {
  let count = 0;
  let bytes = 0;
  const files = unpacked(Buffer.from(document, 'base64'), ({ name, originalSize }) => {
    count += 1;
    if (leadsOut(name)) throw refused(`the path “${name.slice(0, 100)}” in it leads out of its folder`);
    if (count > mostFiles) throw new AppError('too_large', `The archive has more than ${mostFiles.toLocaleString('en')} files. Import a part of it.`);
    if (!wanted(name)) return false;
    // No more than this is ever filled, whatever comes out of the packed bytes.
    bytes += originalSize;
    if (bytes > mostBytes) throw new AppError('too_large', `The archive unpacks to more than ${mostBytes / 1024 / 1024} MB. Import a part of it.`);
    return true;
  });
  return new Map(Object.entries(files).map(([path, content]) => [path, strFromU8(content)]));
}

function unpacked(zip: Uint8Array, filter: (file: { readonly name: string; readonly originalSize: number }) => boolean): Record<string, Uint8Array> {
  try {
    return unzipSync(zip, { filter });
  } catch (thrown) {
    throw thrown instanceof AppError ? thrown : refused(`it is no zip that can be read (${(thrown as Error).message})`);
  }
}

/** From a root, a drive, or a folder above; a backslash parts folders on some systems. */
const leadsOut = (path: string): boolean => /^[\\/]|^[a-z]:|\0/i.test(path) || path.split(/[\\/]/).includes('..');

const refused = (why: string) => new AppError('invalid_input', `The archive cannot be imported: ${why}. Pack the collection's folder again and import that.`);
