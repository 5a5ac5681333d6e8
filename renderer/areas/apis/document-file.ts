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

/** The text of a file that was chosen or dropped, or why it cannot be taken. */
export async function readDocumentFile(file: File): Promise<Read> {
  const { name } = file;
  if (file.size > largestDocument) return { ok: false, error: { code: 'too_large', message: `“${name}” has ${size(file.size)}; documents up to ${size(largestDocument)} can be taken.` } };
  try {
    return { ok: true, data: { name, text: await file.text(), bytes: file.size } };
  } catch (thrown) {
    return { ok: false, error: { code: 'storage', message: `“${name}” cannot be read. Check that it still exists, and choose it again.`, details: String(thrown) } };
  }
}
