import { refuse, scalarText, type Fields } from './request.ts';

/** RFC 9110, section 5.6.2. */
const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

/** They frame the message or steer the connection, which is the engine's part. */
const ours = new Set(['connection', 'content-length', 'expect', 'keep-alive', 'proxy-authorization', 'proxy-connection', 'trailer', 'transfer-encoding', 'upgrade']);

/** On to another origin goes what describes the request, and nothing that may identify its sender [F-4]. */
const harmless = new Set(['accept', 'accept-encoding', 'accept-language', 'cache-control', 'content-language', 'content-type', 'range', 'user-agent']);

/** Headers by lower-case name; a name or a value that could break the message is refused [F-8]. */
export function requestHeaders(fields: Fields): Map<string, string> {
  const headers = new Map<string, string>();
  for (const [name, value] of Object.entries(fields)) {
    if (value === null || value === undefined) continue;
    const text = scalarText(value);
    if (text === undefined) throw refuse('headers', `The value of the header “${shown(name)}” is not a text. Write it as one.`);
    const key = headerName(name);
    headers.set(key, headerValue(key, text));
  }
  return headers;
}

/** The name as it is kept, in lower case; `field` is that of the request which gives it. */
export function headerName(name: string, field = 'headers'): string {
  if (!token.test(name)) throw refuse(field, `“${shown(name)}” cannot be the name of a header. Use letters, digits and hyphens.`);
  const key = name.toLowerCase();
  if (ours.has(key)) throw refuse(field, `The header “${key}” is set by the sender itself. Remove it from the request.`);
  return key;
}

export function headerValue(name: string, value: string, field = 'headers'): string {
  // oxlint-disable-next-line no-control-regex -- RFC 9110, section 5.5: a value holds no control characters but the tab
  if (/[\u0000-\u0008\u000a-\u001f\u007f]|[^\u0000-\u00ff]/.test(value)) {
    throw refuse(field, `The value of the header “${name}” holds a line break or another character that headers cannot carry. Remove it.`);
  }
  return value.trim();
}

export const mayCrossOrigins = (name: string): boolean => harmless.has(name);

const shown = (name: string) => JSON.stringify(name.slice(0, 60)).slice(1, -1);
