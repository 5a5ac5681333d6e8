import { AppError } from '../../shared/errors.ts';
import { api } from '../api/client.ts';
import { scope } from './session.ts';

/** Answers that the platform keeps in files, as the bytes that they are. */

/** Three bytes are four characters of base64, so that pieces of them can be put one behind the other. */
const pieceBytes = 1_048_575;

/** Base64, a piece at a time. Throws `AppError` with the words of the platform. */
async function* piecesOf(execution_id: string): AsyncGenerator<string> {
  const { tenant_id, environment_id } = scope();
  for (let offset: number | null = 0; offset !== null;) {
    const reply = await api.composerExecutions.readBody({ tenant_id, environment_id, execution_id, offset, length: pieceBytes, encoding: 'base64' });
    if (!reply.ok) throw new AppError(reply.error.code, reply.error.message);
    yield reply.data.base64 ?? '';
    offset = reply.data.next;
  }
}

export function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const characters = atob(base64);
  const bytes = new Uint8Array(characters.length);
  // A megabyte this way takes milliseconds; by an iterator it would be a task that is felt.
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = characters.charCodeAt(at);
  return bytes;
}

/** The whole of it for a file. Each piece becomes a blob at once, which the browser may keep on its disk. */
export async function bodyBlob(execution_id: string, type: string): Promise<Blob> {
  const parts: Blob[] = [];
  for await (const piece of piecesOf(execution_id)) parts.push(new Blob([bytesOf(piece)]));
  return new Blob(parts, { type });
}

/** The whole of it as base64, for what can show nothing else. */
export async function bodyBase64(execution_id: string): Promise<string> {
  const parts: string[] = [];
  for await (const piece of piecesOf(execution_id)) parts.push(piece);
  return parts.join('');
}
