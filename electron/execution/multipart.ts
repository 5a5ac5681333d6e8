import { randomUUID } from 'node:crypto';
import { attachFile } from './attached-files.ts';
import { fromBase64 } from './base64.ts';
import { uploadedFile } from './body-uploads.ts';
import { headerValue } from './headers.ts';
import { payloadOfChunks, type Chunk, type Payload } from './payload.ts';
import { refuse, scalarText, type Fields, type FilePolicy, type UploadSource } from './request.ts';

/** The body of a form with files (RFC 7578) [X-014]. */

/**
 * Either `{name, value}`, or a file: `{name, content (base64), filename, content_type?}`, `{name, file (absolute
 * path), filename?, content_type?}`, or `{name, upload (its id), filename?, content_type?}`.
 */
type Part = Fields;

const crlf = '\r\n';
const longestName = 255;

/** Parts in their order, or fields by name: several values repeat the name, and an object goes as JSON. */
export async function multipart(content: unknown, files: FilePolicy | undefined, uploads?: UploadSource): Promise<Payload | null> {
  if (content === undefined || content === null) return null;
  const boundary = `trellis-${randomUUID()}`;
  const chunks: Chunk[] = [];
  for (const part of partsOf(content)) chunks.push(...(await written(part, boundary, files, uploads)));
  chunks.push(Buffer.from(`--${boundary}--${crlf}`));
  return { ...payloadOfChunks(chunks, `multipart/form-data; boundary=${boundary}`), type_is_fixed: true };
}

function partsOf(content: unknown): readonly Part[] {
  if (typeof content !== 'object' || content === null) throw refuse('body', 'A form is a list of parts, or a set of fields. Write it as {"name": "value"}.');
  if (Array.isArray(content)) return content as Part[];
  return Object.entries(content).flatMap(([name, value]) => (Array.isArray(value) ? (value as unknown[]) : [value]).flatMap((one) => fieldOf(name, one)));
}

function fieldOf(name: string, value: unknown): Part[] {
  if (value === null || value === undefined) return [];
  return [scalarText(value) === undefined ? { name, value: JSON.stringify(value), content_type: 'application/json' } : { name, value }];
}

async function written(part: Part, boundary: string, files: FilePolicy | undefined, uploads: UploadSource | undefined): Promise<Chunk[]> {
  const name = scalarText((part as Part | null)?.['name']);
  if (name === undefined || name === '') throw refuse('body', 'A part of the form has no name. Give each part a name.');
  const path = scalarText(part['file']);
  const upload = scalarText(part['upload']);
  const isFile = upload !== undefined || path !== undefined || part['content'] !== undefined;
  const filename = isFile ? fileName(scalarText(part['filename']) ?? path ?? '') : null;
  const type = scalarText(part['content_type']) || (isFile ? 'application/octet-stream' : '');
  const head = [
    `--${boundary}`,
    `Content-Disposition: form-data; name="${quoted(name)}"${filename === null ? '' : `; filename="${quoted(filename)}"`}`,
    ...(type === '' ? [] : [`Content-Type: ${headerValue('content-type', type)}`]),
  ];
  return [Buffer.from(`${head.join(crlf)}${crlf}${crlf}`), upload === undefined ? await bytesOf(part, name, path, files) : uploadedFile(upload, uploads), Buffer.from(crlf)];
}

async function bytesOf(part: Part, name: string, path: string | undefined, files: FilePolicy | undefined): Promise<Chunk> {
  if (path !== undefined) return attachFile(path, files);
  if (part['content'] !== undefined) return fromBase64(part['content'], `the part “${name.slice(0, 60)}”`);
  const text = scalarText(part['value']);
  if (text === undefined) throw refuse('body', `The part “${name.slice(0, 60)}” has no value. Give it one, or take it out.`);
  return Buffer.from(text, 'utf8');
}

/** As browsers write them (HTML, "multipart/form-data encoding algorithm"), in UTF-8 [F-8]. */
const quoted = (text: string) => text.toWellFormed().replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('\0', '%00').replaceAll('"', '%22');

/** The last part of a path, as no receiver can be led elsewhere by it: no folders, no control characters, not too long [F-13]. */
export function fileName(given: string): string {
  const last = given.toWellFormed().split(/[/\\]/).at(-1) ?? '';
  // oxlint-disable-next-line no-control-regex -- they are what is taken out
  const clean = last.replace(/[\u0000-\u001f\u007f]/g, '').trim();
  const name = /^\.{0,2}$/.test(clean) ? 'file' : clean;
  return new TextDecoder().decode(Buffer.from(name).subarray(0, longestName), { stream: true }); // without half a character at its end
}
