import type { ErrorValue } from '../../../shared/errors.ts';
import { size } from '../../components/measures.ts';

/** What the platform takes at most, in bytes. */
export const largestDocument = 64_000_000;

export interface ChosenFile {
  readonly name: string;
  readonly text: string;
  readonly bytes: number;
}

type Read = { readonly ok: true; readonly data: ChosenFile } | { readonly ok: false; readonly error: ErrorValue };

/** The text of a file that was chosen or dropped, of a zip that in base64, or why it cannot be taken. */
export async function readDocumentFile(file: File): Promise<Read> {
  const { name } = file;
  if (file.size > largestDocument) return { ok: false, error: { code: 'too_large', message: `“${name}” has ${size(file.size)}; documents up to ${size(largestDocument)} can be taken.` } };
  try {
    return { ok: true, data: { name, text: (await isZip(file)) ? await base64Of(file) : await file.text(), bytes: file.size } };
  } catch (thrown) {
    return { ok: false, error: { code: 'storage', message: `“${name}” cannot be read. Check that it still exists, and choose it again.`, details: String(thrown) } };
  }
}

const isZip = async (file: File): Promise<boolean> => (await file.slice(0, 4).text()) === 'PK\u0003\u0004';

/** Read as an address that has the content in it, behind its comma. */
const base64Of = (file: File) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve((reader.result as string).replace(/^[^,]*,/, '')));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The file could not be read')));
    reader.readAsDataURL(file);
  });
