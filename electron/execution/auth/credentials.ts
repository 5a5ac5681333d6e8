import { headerName, headerValue } from '../headers.ts';
import type { Hop } from '../redirects.ts';
import { refuse, scalarText, type Fields, type ResponseHeaders } from '../request.ts';
import type { TokenSource } from './oauth2.ts';

/** What a kind of authentication makes of its credentials, and what it reads them with. */

export interface Credentials {
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  /** Every form in which the secret goes over the wire; masked wherever it would come back. */
  readonly secrets: readonly string[];
  /** For kinds whose credentials depend on the request or on a challenge. */
  readonly signer?: Signer;
}

/** Proves one execution's requests, on the origin that the user named and nowhere else; made anew for each execution. */
export interface Signer {
  /** What one request carries; asked just before each is sent. Throws `invalid_input` for credentials that cannot sign. */
  sign(hop: Hop, signal: AbortSignal): Promise<Omit<Credentials, 'query' | 'signer'>>;
  /** Takes up a 401; true where a new signature may do better, and the request is then signed and sent once more. */
  challenged?(hop: Hop, headers: ResponseHeaders): boolean;
  /** Reads an answer that stands; throws `bad_answer` where it proves its sender wrongly. What the user should know comes back. */
  verify?(hop: Hop, answer: SignedAnswer): string | undefined;
}

export interface SignedAnswer {
  readonly status: number;
  readonly headers: ResponseHeaders;
  /** Without its content encoding; null where it was not kept whole. */
  readonly bytes: Uint8Array | null;
}

export type AuthKind = (credentials: Fields, tokens: TokenSource | undefined) => Credentials;

/** A part of the credentials that must be there. */
export function required(credentials: Fields, name: string, what: string): string {
  const value = optional(credentials, name);
  if (value === '') throw refuse('auth', `The authentication has no ${what}. Enter it, or choose “none”.`);
  return value;
}

export const optional = (credentials: Fields, name: string): string => scalarText(credentials[name]) ?? '';

/** One header that carries credentials. */
export function authHeader(name: string, value: string): Readonly<Record<string, string>> {
  const key = headerName(name, 'auth');
  return { [key]: headerValue(key, value, 'auth') };
}

export const authorization = (scheme: string, value: string, ...secrets: string[]): Credentials => ({
  headers: authHeader('authorization', `${scheme} ${value}`),
  secrets: [value, ...secrets],
});

/** One space between prefix and value, unless the prefix ends in its own separator. */
export const prefixed = (prefix: string, value: string): string => (prefix === '' || /[\s=:]$/.test(prefix) ? prefix + value : `${prefix} ${value}`);
