import { maskBytes } from './byte-mask.ts';
import { maskDeep, maskOf } from './mask.ts';
import type { Outcome } from './request.ts';

/** What the bytes of an answer mean: JSON, text or something else. */

type Decoded = Pick<Outcome, 'data' | 'data_kind' | 'text' | 'notice'>;

const isJsonType = (type: string) => /^application\/(json|[\w.-]+\+json)$|\+json$|^text\/json$/.test(type);
const isTextType = (type: string) =>
  type.startsWith('text/') || /[+/](json|xml|yaml|x-yaml|javascript|x-javascript|ecmascript|graphql|x-www-form-urlencoded|x-ndjson|ndjson|toml|sql|jwt)$/.test(type);

const cutText = 'The answer is JSON that was cut at the size limit, and is shown as text.';

/** The answer's body by its content type, and by its look where that says nothing; what was sent as secret is masked in it. */
export function decode(bytes: Buffer, contentType: string, cut: 'truncated' | 'spooled' | null, secrets: readonly string[]): Decoded {
  if (bytes.length === 0) return { data: null, data_kind: 'none', text: null };
  const [type = ''] = contentType.toLowerCase().split(';').map((part) => part.trim());
  const isText = type === '' ? !bytes.subarray(0, 1024).includes(0) : isTextType(type);
  if (!isText) return { data: maskBytes(bytes, secrets).toString('base64'), data_kind: 'base64', text: null };
  const received = decoderOf(contentType, bytes).decode(bytes, { stream: cut !== null }); // without half a character at its end
  const mask = maskOf(secrets);
  const text = mask(received);
  const saysJson = isJsonType(type);
  const looksJson = (type === '' || type === 'text/plain') && /^\s*[[{]/.test(text);
  // What is in a file says so by itself, in `spooled`.
  if (cut === 'spooled') return { data: text, data_kind: 'text', text };
  if (cut === 'truncated' && (saysJson || looksJson)) return { data: text, data_kind: 'text', text, notice: cutText };
  if (!saysJson && !looksJson) return { data: text, data_kind: 'text', text };
  if (isDeep(received)) return { data: text, data_kind: 'text', text, notice: `The answer is JSON that is nested deeper than ${deepest} levels, and is shown as text.` };
  try {
    // Parsed as received: masking may cut a number that looks like the secret.
    const data: unknown = text === received ? JSON.parse(received) : maskDeep(JSON.parse(received), mask);
    return { data, data_kind: 'json', text };
  } catch (error) {
    const notice = saysJson ? `The answer says that it is JSON, but it is not valid: ${(error as Error).message}` : undefined;
    return { data: text, data_kind: 'text', text, ...(notice === undefined ? {} : { notice }) };
  }
}

/** What is nested deeper overflows the stack of whoever writes it as JSON again. */
const deepest = 1000;

function isDeep(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x22) {
      for (at += 1; at < text.length && text.charCodeAt(at) !== 0x22; at += 1) if (text.charCodeAt(at) === 0x5c) at += 1;
    } else if (code === 0x5b || code === 0x7b) {
      depth += 1;
      if (depth > deepest) return true;
    } else if (code === 0x5d || code === 0x7d) depth -= 1;
  }
  return false;
}

/** A byte order mark first, then the charset of the content type, then UTF-8. */
function decoderOf(contentType: string, bytes: Buffer) {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le');
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be');
  const label = /charset\s*=\s*"?([\w.:-]+)/i.exec(contentType)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(label);
  } catch {
    // A label that nobody knows: UTF-8 shows replacement characters rather than nothing.
    return new TextDecoder('utf-8');
  }
}
