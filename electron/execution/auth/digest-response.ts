import { createHash, type Hash } from 'node:crypto';
import { quote, type Challenge } from './challenges.ts';

/** The arithmetic of Digest (RFC 7616, section 3.4): a challenge and a password in, the proof out. */

export interface DigestChallenge {
  /** Characters stand for bytes, as in every header. */
  readonly realm: string;
  readonly nonce: string;
  readonly opaque?: string | undefined;
  /** As the server spells it; absent means MD5, and is then left out of the answer. */
  readonly algorithm?: string | undefined;
  /** Absent for servers of RFC 2069. */
  readonly qop?: 'auth' | 'auth-int' | undefined;
  readonly userhash: boolean;
  /** The server reads UTF-8, and with it the extended notation of names. */
  readonly utf8: boolean;
  readonly stale: boolean;
  /** Addresses, as prefixes, that the same nonce serves; none means the whole origin. */
  readonly domain: readonly string[];
}

/** What goes into one proof besides the challenge. */
export interface DigestUse {
  readonly username: string;
  readonly password: string;
  readonly cnonce: string;
  /** How often the nonce has been used, this time included. */
  readonly count: number;
}

export interface DigestRequest {
  readonly method: string;
  /** The address as it stands in the request line. */
  readonly uri: string;
  /** Of the body, by the challenge's hash; counts for `auth-int` only. */
  readonly body_hash: string;
}

/** From weak to strong. */
const hashes: Readonly<Record<string, string>> = { 'md5': 'md5', 'sha-256': 'sha256', 'sha-512-256': 'sha512-256' };
const names = Object.keys(hashes);
const plainName = ({ algorithm = 'MD5' }: Pick<DigestChallenge, 'algorithm'>) => algorithm.toLowerCase().replace(/-sess$/, '');
/** Some builds leave MD5 out, or SHA-512/256. */
function computes(hash: string): boolean {
  try {
    return createHash(hash) !== null;
  } catch {
    return false;
  }
}
const strength = (challenge: DigestChallenge) => names.indexOf(plainName(challenge));

/** The strongest Digest challenge that can be answered; of two equals, the server's first. */
export const strongestDigest = (challenges: readonly Challenge[]): DigestChallenge | undefined =>
  challenges.flatMap(digestOf).toSorted((one, other) => strength(other) - strength(one))[0];

function digestOf({ scheme, params }: Challenge): DigestChallenge[] {
  if (scheme.toLowerCase() !== 'digest') return [];
  const says = (name: string, value: string) => params.get(name)?.toLowerCase() === value;
  const [realm, nonce, algorithm, offered] = ['realm', 'nonce', 'algorithm', 'qop'].map((name) => params.get(name));
  const qop = offered === undefined ? undefined : (['auth', 'auth-int'] as const).find((one) => offered.toLowerCase().split(/[\s,]+/).includes(one));
  const hash = hashes[plainName({ algorithm })];
  if (realm === undefined || nonce === undefined || hash === undefined || !computes(hash) || (offered !== undefined && !qop)) return [];
  return [{
    realm, nonce, algorithm, qop, opaque: params.get('opaque'), userhash: says('userhash', 'true'), utf8: says('charset', 'utf-8'), stale: says('stale', 'true'),
    domain: params.get('domain')?.split(/\s+/).filter((uri) => uri !== '') ?? [],
  }];
}

/** The value of `Authorization`, without the scheme, and its part that proves the password. */
export function digestAnswer(challenge: DigestChallenge, request: DigestRequest, use: DigestUse): { value: string; response: string } {
  const { realm, nonce, opaque, algorithm, qop, userhash } = challenge;
  const response = digestProof(challenge, request, use);
  const parts = [
    userName(challenge, use.username),
    `realm=${quote(realm)}`,
    `nonce=${quote(nonce)}`,
    `uri=${quote(request.uri)}`,
    algorithm !== undefined && `algorithm=${algorithm}`,
    qop && `qop=${qop}, nc=${hex8(use.count)}`,
    (qop ?? hasSession(challenge)) && `cnonce=${quote(use.cnonce)}`,
    `response="${response}"`,
    opaque !== undefined && `opaque=${quote(opaque)}`,
    userhash && 'userhash=true',
  ];
  return { value: parts.filter((part) => typeof part === 'string').join(', '), response };
}

const hasSession = ({ algorithm = '' }: DigestChallenge) => /-sess$/i.test(algorithm);
const hex8 = (count: number) => count.toString(16).padStart(8, '0');

/** `response`; and, without a method and with the hash of the answer's body, the `rspauth` of a server that knows the password (section 3.5). */
export function digestProof(challenge: DigestChallenge, { method, uri, body_hash }: DigestRequest, use: DigestUse): string {
  const { realm, nonce, qop } = challenge;
  const hash = (data: Uint8Array) => digestHash(challenge).update(data).digest('hex');
  const identity = hash(joined(use.username, latin1(realm), use.password));
  const a1 = hasSession(challenge) ? hash(joined(identity, latin1(nonce), use.cnonce)) : identity;
  const a2 = hash(joined(method, uri, ...(qop === 'auth-int' ? [body_hash] : [])));
  return hash(joined(a1, latin1(nonce), ...(qop ? [hex8(use.count), use.cnonce, qop] : []), a2));
}

/** The challenge's hash, to be fed. */
export const digestHash = (challenge: DigestChallenge): Hash => createHash(hashes[plainName(challenge)]!);

const latin1 = (text: string) => Buffer.from(text, 'latin1');
/** Text of ours goes as UTF-8; what the server sent keeps its bytes. */
const joined = (...parts: (string | Buffer)[]) => Buffer.concat(parts.flatMap((part, at) => [Buffer.from(at === 0 ? '' : ':'), Buffer.from(part as string, 'utf8')]));

/**
 * Hashed where the server allows it; in the extended notation where the name needs it and the server knows it; else as
 * its bytes. A name with quotes needs it, since some servers (lighttpd) do not take escapes back.
 */
function userName(challenge: DigestChallenge, username: string): string {
  if (challenge.userhash) return `username="${digestHash(challenge).update(joined(username, latin1(challenge.realm))).digest('hex')}"`;
  if (challenge.utf8 && /[^\u0020-\u007e]|["\\]/.test(username)) return `username*=UTF-8''${extended(username)}`;
  return `username=${quote(Buffer.from(username, 'utf8').toString('latin1'))}`;
}

/** RFC 8187, section 3.2.1. */
const extended = (text: string) => encodeURIComponent(text.toWellFormed()).replaceAll(/['()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);
