import { headerName, headerValue } from './headers.ts';
import { refuse, scalarText, type AuthSpec, type Fields } from './request.ts';

/** The kinds of authentication, one function each: credentials in, what goes on the wire out. */

export interface Credentials {
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  /** Every form in which the secret goes over the wire; masked wherever it would come back. */
  readonly secrets: readonly string[];
}

type AuthKind = (credentials: Fields) => Credentials;

function text(credentials: Fields, name: string, what: string): string {
  const value = scalarText(credentials[name]);
  if (value === undefined || value === '') throw refuse('auth', `The authentication has no ${what}. Enter it, or choose “none”.`);
  return value;
}

const optional = (credentials: Fields, name: string): string => scalarText(credentials[name]) ?? '';

const authorization = (scheme: string, value: string, ...secrets: string[]): Credentials => ({
  headers: { authorization: headerValue('authorization', `${scheme} ${value}`) },
  secrets: [value, ...secrets],
});

/** One space between prefix and value, unless the prefix ends in its own separator. */
const prefixed = (prefix: string, value: string) => (prefix === '' || /[\s=:]$/.test(prefix) ? prefix + value : `${prefix} ${value}`);

function apiKey(credentials: Fields): Credentials {
  const name = text(credentials, 'name', 'name for its API key');
  const secret = text(credentials, 'value', 'API key');
  const value = prefixed(optional(credentials, 'prefix'), secret);
  const place = optional(credentials, 'in') || 'header';
  if (place === 'query') return { query: { [name]: value }, secrets: [value, secret] };
  if (place !== 'header') throw refuse('auth', `An API key goes in the header or in the query, not in “${place}”.`);
  return { headers: { [headerName(name)]: headerValue(name, value) }, secrets: [value, secret] };
}

/** RFC 7617: in UTF-8, and no colon or control character in the user name. */
function basic(username: string, password: string): Credentials {
  // oxlint-disable-next-line no-control-regex -- RFC 7617, section 2
  if (/[:\u0000-\u001f\u007f]/.test(username)) throw refuse('auth', 'A user name cannot hold a colon or a control character here. Correct it.');
  // oxlint-disable-next-line no-control-regex -- RFC 7617, section 2
  if (/[\u0000-\u001f\u007f]/.test(password)) throw refuse('auth', 'A password cannot hold a line break or another control character here. Correct it.');
  return authorization('Basic', Buffer.from(`${username}:${password}`, 'utf8').toString('base64'), password);
}

function custom(credentials: Fields): Credentials {
  const fields = credentials['headers'];
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) {
    throw refuse('auth', 'Custom authentication has no headers. Add at least one, or choose “none”.');
  }
  const headers = Object.entries(fields).map(([name, value]) => [headerName(name), headerValue(name, scalarText(value) ?? '')] as const);
  return { headers: Object.fromEntries(headers), secrets: headers.map(([, value]) => value) };
}

export const authKinds: Readonly<Record<string, AuthKind>> = {
  none: () => ({ secrets: [] }),
  api_key: apiKey, // [X-002][X-003]
  bearer_token: (credentials) => authorization('Bearer', text(credentials, 'token', 'token')),
  basic_auth: (credentials) => basic(text(credentials, 'username', 'user name'), optional(credentials, 'password')),
  oauth2: (credentials) =>
    optional(credentials, 'access_token') === ''
      ? basic(text(credentials, 'client_id', 'access token or client id'), optional(credentials, 'client_secret'))
      : authorization('Bearer', text(credentials, 'access_token', 'access token')),
  custom,
};

/** What a request's `auth` puts on the wire; `invalid_input` for a kind that is not in the table. */
export function credentialsOf(auth: AuthSpec | null | undefined): Credentials {
  const type = auth?.type ?? 'none';
  const kind = Object.hasOwn(authKinds, type) ? authKinds[type] : undefined;
  if (!kind) throw refuse('auth', `The authentication type “${type}” cannot be sent. Choose one of: ${Object.keys(authKinds).join(', ')}.`);
  return kind(auth?.credentials ?? {});
}
