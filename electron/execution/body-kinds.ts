import { attachFile } from './attached-files.ts';
import { fromBase64 } from './base64.ts';
import { uploadedFile } from './body-uploads.ts';
import { multipart } from './multipart.ts';
import { payloadOfBytes, payloadOfChunks, type Payload } from './payload.ts';
import { encodePairs, queryPairs } from './query.ts';
import { raw } from './raw-body.ts';
import { refuse, scalarText, type BodySpec, type Fields, type FilePolicy, type UploadSource } from './request.ts';

/** The kinds of request body, one function each. */

type BodyKind = (body: BodySpec, files: FilePolicy | undefined, uploads: UploadSource | undefined) => Payload | null | Promise<Payload | null>;

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

function urlEncoded({ content }: BodySpec): Payload | null {
  if (content === undefined || content === null) return null;
  const text = isObject(content) ? encodePairs(queryPairs(content)).replaceAll('%20', '+') : scalarText(content);
  if (text === undefined) throw refuse('body', 'A form body is a set of fields. Write it as {"name": "value"}.');
  return payloadOfBytes(Buffer.from(text, 'utf8'), 'application/x-www-form-urlencoded');
}

async function binary({ content, content_type, file, upload }: BodySpec, files: FilePolicy | undefined, uploads: UploadSource | undefined): Promise<Payload | null> {
  const type = content_type || 'application/octet-stream';
  if (typeof upload === 'string' && upload !== '') return payloadOfChunks([uploadedFile(upload, uploads)], type);
  if (typeof file === 'string' && file !== '') return payloadOfChunks([await attachFile(file, files)], type);
  return content === undefined || content === null ? null : payloadOfBytes(fromBase64(content, 'the body'), type);
}

export const bodyKinds: Readonly<Record<string, BodyKind>> = {
  none: () => null,
  raw,
  'form-data': ({ content }, files, uploads) => multipart(content, files, uploads),
  'x-www-form-urlencoded': urlEncoded,
  binary,
};

/** What a request's `body` sends, or null without one; `invalid_input` for a kind that is not in the table, and for files that `files` keeps out, or `uploads` has not. */
export async function payloadOf(body: BodySpec | null | undefined, files?: FilePolicy, uploads?: UploadSource): Promise<Payload | null> {
  const type = body?.type ?? 'none';
  const kind = Object.hasOwn(bodyKinds, type) ? bodyKinds[type] : undefined;
  if (!kind) throw refuse('body', `The body type “${type}” cannot be sent. Choose one of: ${Object.keys(bodyKinds).join(', ')}.`);
  return kind(body ?? { type: 'none' }, files, uploads);
}
