import { AppError } from '../../shared/errors.ts';
import type { ResponseHeaders } from './request.ts';

/** Hides what was sent as a secret from everything that comes back, since targets echo what they get [F-20]. */

export const masked = '***';

/** Below this length a secret is not looked for in texts: it would hide parts of ordinary words. */
const shortest = 6;

/** In which forms the secrets are looked for: plain, percent-encoded and JSON-escaped, longest first. */
export function secretForms(secrets: readonly string[]): readonly string[] {
  const forms = secrets.flatMap((secret) =>
    secret.length < shortest ? [] : [secret, encodeURIComponent(secret.toWellFormed()), JSON.stringify(secret).slice(1, -1)],
  );
  return [...new Set(forms)].toSorted((a, b) => b.length - a.length);
}

/** Replaces each secret, in all of its forms. */
export function maskOf(secrets: readonly string[]): (text: string) => string {
  const known = secretForms(secrets);
  return (text) => known.reduce((left, form) => left.replaceAll(form, masked), text);
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
