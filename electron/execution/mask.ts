import { AppError } from '../../shared/errors.ts';
import type { ResponseHeaders } from './request.ts';

/** Hides what was sent as a secret from everything that comes back, since targets echo what they get [F-20]. */

export const masked = '***';

/** Below this length a secret is not looked for in texts: it would hide parts of ordinary words. */
const shortest = 6;

const html: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** How a text is written: in addresses as a component, a field of a form, and as it stands in a query; in JSON; in HTML. */
function writings(text: string): string[] {
  const component = encodeURIComponent(text);
  const field = new URLSearchParams({ '': text }).toString().slice(1);
  const query = text.replace(/[^!$-&(-;=?-~]/gu, encodeURIComponent);
  return [
    component, component.replaceAll('%20', '+'), field, field.replaceAll('+', '%20'), query, ...[component, query].map((one) => one.replaceAll("'", '%27')),
    JSON.stringify(text).slice(1, -1), text.replace(/[&<>"']/g, (character) => html[character]!),
  ];
}

/** A text as it is, as it is written, and so in something that is written: an address in an address, JSON in a page. */
function formsOf(secret: string): string[] {
  const written = writings(secret.toWellFormed());
  return [secret, ...written, ...written.flatMap(writings)];
}

/** The forms of those secrets that were masked last: a run looks for the same ones several times, and so does the next. */
const known = new Map<string, readonly string[]>();
const mostKnown = 100;
const longestKnown = 4096;

/** In which forms the secrets are looked for, longest first. */
export function secretForms(secrets: readonly string[]): readonly string[] {
  const looked = secrets.filter((secret) => secret.length >= shortest);
  if (looked.length === 0) return [];
  const key = JSON.stringify(looked);
  const found = known.get(key) ?? [...new Set(looked.flatMap(formsOf))].toSorted((a, b) => b.length - a.length);
  known.delete(key);
  if (key.length <= longestKnown) known.set(key, found);
  if (known.size > mostKnown) known.delete(known.keys().next().value!);
  return found;
}

/** Replaces each secret, in all of its forms. */
export function maskOf(secrets: readonly string[]): (text: string) => string {
  const forms = secretForms(secrets);
  return (text) => forms.reduce((left, form) => left.replaceAll(form, masked), text);
}

/** Every text in a value, and every name, at any depth. */
export function maskDeep(value: unknown, mask: (text: string) => string): unknown {
  if (typeof value === 'string') return mask(value);
  if (Array.isArray(value)) return value.map((item) => maskDeep(item, mask));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [mask(name), maskDeep(inner, mask)]));
}

export const maskHeaders = (headers: ResponseHeaders, mask: (text: string) => string): ResponseHeaders =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.map(mask) : mask(value)]));

/** An error whose words repeat a part of the request; what is no `AppError` is nobody's to read. */
export function maskError(error: unknown, mask: (text: string) => string): unknown {
  if (!(error instanceof AppError) || mask(error.message) === error.message) return error;
  const problems = error.problems?.map(({ path, message }) => ({ path, message: mask(message) }));
  return new AppError(error.code, mask(error.message), { ...(problems && { problems }), details: error.details });
}

/** The address without the values of the query fields that carry credentials. */
export function maskUrl(url: URL, secretFields: Iterable<string>, mask: (text: string) => string): string {
  const shown = new URL(url);
  const secret = new Set(secretFields);
  const hide = (part: string) => {
    const [name = ''] = new URLSearchParams(part).keys();
    return secret.has(name) ? `${part.split('=', 1)[0]}=${masked}` : part;
  };
  if (shown.search !== '') shown.search = shown.search.slice(1).split('&').map(hide).join('&');
  return mask(shown.href);
}
