import { masked } from '../mask.ts';
import { looksSecret } from './secret-names.ts';

/** Cookies that an answer sets, as its history keeps them: without the values of those that sign in [F-20]. */

const session = /sess|^sid$|[._-]sid$|auth|token|jwt|csrf|xsrf|remember|login/i;

const hidden = (cookie: string): string => {
  const [pair = '', ...attributes] = cookie.split(';');
  const [name = ''] = pair.split('=', 1);
  const isSecret = attributes.some((one) => /^\s*httponly\s*$/i.test(one)) || session.test(name.trim()) || looksSecret(name.trim());
  return isSecret && pair.includes('=') ? [`${name}=${masked}`, ...attributes].join(';') : cookie;
};

/** Several cookies are several values, or lines of one. */
export function withoutCookieValues<H extends Readonly<Record<string, string | string[]>>>(headers: H): H {
  const name = Object.keys(headers).find((one) => one.toLowerCase() === 'set-cookie');
  const set = name === undefined ? undefined : headers[name];
  if (name === undefined || set === undefined) return headers;
  return { ...headers, [name]: Array.isArray(set) ? set.map(hidden) : set.split('\n').map(hidden).join('\n') };
}
