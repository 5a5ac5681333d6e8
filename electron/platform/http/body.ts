import type { IncomingMessage } from 'node:http';
import { AppError } from '../../../shared/errors.ts';

export type Fields = Record<string, unknown>;

const tooLarge = (limit: number) =>
  new AppError('too_large', `The request is larger than the limit of ${Math.floor(limit / 1024 / 1024)} MB.`);

/** The whole body, or `too_large` as soon as it is certain; the rest is then never read. */
export async function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge(limit);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limit) throw tooLarge(limit);
    chunks.push(chunk);
  }
  return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
}

/** The fields of a JSON or multipart body; an empty body has none. Throws `rejected` (400). */
export async function parseBody(bytes: Buffer, contentType: string): Promise<Fields> {
  if (bytes.length === 0) return {};
  if (/^multipart\/form-data\b/i.test(contentType)) return parseForm(bytes, contentType);
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString('utf8'));
  } catch (error) {
    throw badRequest(`The body is not valid JSON: ${(error as Error).message}`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw badRequest('The body must be a JSON object.');
  return value as Fields;
}

/** Multipart form data (RFC 7578): texts as they are; a file as `{name, type, size, encoding: 'base64', content}`. */
async function parseForm(bytes: Buffer, contentType: string): Promise<Fields> {
  let form: FormData;
  try {
    form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': contentType } }).formData();
  } catch (error) {
    throw badRequest(`The body is not valid multipart form data: ${(error as Error).message}`);
  }
  const fields: Fields = {};
  for (const [name, value] of form) {
    fields[name] = typeof value === 'string' ? value : await fileOf(value);
  }
  return fields;
}

const fileOf = async (file: File) => ({
  name: file.name,
  type: file.type,
  size: file.size,
  encoding: 'base64',
  content: Buffer.from(await file.arrayBuffer()).toString('base64'),
});

const badRequest = (message: string) => new AppError('rejected', message, { status: 400 });

/** A query's fields; of a name that is given twice, the last counts. */
export function parseQuery(search: string): Record<string, string> {
  return search === '' ? {} : Object.fromEntries(new URLSearchParams(search));
}
