import type { CookieJar } from 'tough-cookie';
import { masked } from '../mask.ts';
import { looksSecret } from './secret-names.ts';

/** Cookies as histories keep them: without the values of those that sign in, wherever these stand [F-20]. */

type Headers = Readonly<Record<string, string | string[]>>;

const session = /sess|^sid$|[._-]sid$|auth|token|jwt|csrf|xsrf|remember|login/i;
const signsIn = (name: string, isHttpOnly: boolean): boolean => isHttpOnly || session.test(name) || looksSecret(name);

interface SetCookie {
  readonly name: string;
  readonly value: string;
  readonly attributes: readonly string[];
  readonly isSecret: boolean;
}

function read(cookie: string): SetCookie {
  const [pair = '', ...attributes] = cookie.split(';');
  const at = pair.indexOf('=');
  const name = at < 0 ? '' : pair.slice(0, at);
  return { name, value: pair.slice(at + 1).trim(), attributes, isSecret: at >= 0 && signsIn(name.trim(), attributes.some((one) => /^\s*httponly\s*$/i.test(one))) };
}

const hidden = (cookie: string): string => {
  const { name, attributes, isSecret } = read(cookie);
  return isSecret ? [`${name}=${masked}`, ...attributes].join(';') : cookie;
};

/** Several cookies are several values, or lines of one. */
const setIn = (set: string | string[]): string[] => (Array.isArray(set) ? set : set.split('\n'));
const nameOfSet = (headers: Headers): string | undefined => Object.keys(headers).find((one) => one.toLowerCase() === 'set-cookie');

export function withoutCookieValues<H extends Headers>(headers: H): H {
  const name = nameOfSet(headers);
  const set = name === undefined ? undefined : headers[name];
  if (name === undefined || set === undefined) return headers;
  return { ...headers, [name]: Array.isArray(set) ? set.map(hidden) : setIn(set).map(hidden).join('\n') };
}

/** Targets repeat what they get as it is, or as it reads. */
function forms(value: string): string[] {
  try {
    return [...new Set([value, decodeURIComponent(value)])];
  } catch {
    return [value];
  }
}

/** The values with which an answer's cookies sign in. */
export function secretsSetIn(headers: Headers): string[] {
  const name = nameOfSet(headers);
  return name === undefined ? [] : setIn(headers[name]!).map(read).flatMap(({ value, isSecret }) => (isSecret ? forms(value) : []));
}

/** The values with which a jar's cookies sign in. */
export const secretsInJar = (jar: CookieJar | undefined): string[] =>
  (jar?.serializeSync()?.cookies ?? []).flatMap(({ key = '', value, httpOnly }) => (signsIn(key, httpOnly === true) ? forms(String(value)) : []));
