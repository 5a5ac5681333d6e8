import type { AuthFields, Pair, ReadRequest } from './collection.ts';
import type { Variables } from './variables.ts';

/** Where a request goes, taken apart. */
export interface Address {
  /** Scheme, host and port; empty where nobody knows. */
  readonly server: string;
  /** The path of the variable with which the address begins, such as a base URL. */
  readonly base_path: string;
  /** What is left: with variables as `{name}`, without the query. */
  readonly path: string;
  readonly query: readonly Pair[];
  /** Out of `user:password@`. */
  readonly auth?: AuthFields;
}

/** Or a sentence that says why it cannot be called. */
export function readAddress({ url, auth }: ReadRequest, variables: Variables, literal: boolean): Address | string {
  const given = url.trim();
  const start = /^\{\{[^{}]{1,200}\}\}/.exec(given)?.[0] ?? '';
  const base = start === '' ? '' : variables.resolve(start);
  const resolved = variables.resolve(given);
  if (resolved === '') return 'The request has no address and is left out.';
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(resolved)?.[1]?.toLowerCase();
  if (scheme !== undefined && scheme !== 'http' && scheme !== 'https') return `“${scheme}” is not called here, only http and https are; the request is left out.`;
  if (/^(?:data|blob|about|javascript|mailto):/i.test(resolved)) return `“${resolved.slice(0, 20)}” is not an address that can be called; the request is left out.`;
  const whole = scheme !== undefined ? resolved : resolved.startsWith('{{') || resolved.startsWith('/') ? resolved : `http://${resolved}`;
  const [, authority = '', rest = ''] = /^(?:https?:\/\/([^/?#]*)|\{\{[^{}]*\}\})?(.*)$/is.exec(whole) ?? [];
  const server = serverOf(whole.startsWith('https') || whole.startsWith('HTTPS') ? 'https' : 'http', authority);
  if (server === undefined) return `“${authority.slice(0, 100)}” is not the name of a server; the request is left out.`;
  const [route = '', ...afterMark] = (rest.split('#', 1)[0] ?? '').split('?');
  const read = readQuery(afterMark.join('?'));
  const base_path = pathOfBase(base);
  const path = template(route, literal);
  const isUnder = base_path !== '' && (path === base_path || path.startsWith(`${base_path}/`));
  const user = auth === undefined ? userOf(authority) : undefined;
  return {
    server,
    base_path: isUnder ? base_path : '',
    path: `${isUnder ? path.slice(base_path.length) : path}${read.rest === '' ? '' : `?${read.rest}`}`,
    query: read.pairs,
    ...(user === undefined ? {} : { auth: user }),
  };
}

/** Empty where a variable without a value stands in it; undefined where it is none. */
function serverOf(scheme: string, authority: string): string | undefined {
  const host = authority.slice(authority.lastIndexOf('@') + 1);
  if (host === '' || host.includes('{{')) return '';
  return URL.canParse(`${scheme}://${host}`) ? new URL(`${scheme}://${host}`).origin : undefined;
}

const pathOfBase = (base: string) => (/^https?:\/\/[^/?#{}]+(\/[^?#{}]*)$/i.exec(base)?.[1] ?? '').replace(/\/+$/, '');

/** A variable without a value becomes one of the path; in an address that was sent, nothing is one. */
function template(route: string, literal: boolean): string {
  const escaped = literal ? route.replace(/\{\{[^{}]{1,200}\}\}|[{}]|(?<=\/):/g, (found) => (found.length > 1 ? found : encodeURIComponent(found))) : route.replace(/(?<=\/):([A-Za-z_]\w*)(?=\/|$)/g, '{$1}');
  return escaped.replace(/\{\{([^{}]{1,200})\}\}/g, '{$1}');
}

/** Fields of a query; what cannot be written anew as it stands, such as a name without a value, stays text. */
function readQuery(query: string): { pairs: Pair[]; rest: string } {
  const pairs: Pair[] = [];
  const rest: string[] = [];
  for (const part of query.split('&')) {
    if (part === '') continue;
    const at = part.indexOf('=');
    const [name, value] = at < 0 ? [undefined, undefined] : [decoded(part.slice(0, at)), decoded(part.slice(at + 1))];
    if (name === undefined || name === '' || value === undefined) rest.push(part.replace(/[{}]/g, encodeURIComponent));
    else pairs.push({ name, value });
  }
  return { pairs, rest: rest.join('&') };
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

function userOf(authority: string): AuthFields | undefined {
  const at = authority.lastIndexOf('@');
  if (at < 0) return undefined;
  const [username = '', ...password] = authority.slice(0, at).split(':');
  return { type: 'basic_auth', credentials: { username: decoded(username) ?? username, password: decoded(password.join(':')) ?? '' } };
}
