import { createPrivateKey, type KeyObject } from 'node:crypto';
import { SignJWT } from 'jose';
import { jwtAlgorithms } from '../../../shared/contract/http.ts';
import { refuse, scalarText, type Fields } from '../request.ts';
import { authHeader, optional, prefixed, required, type Credentials } from './credentials.ts';

/** A given token, or one that is signed from claims and key (RFC 7519), once for each execution. */
export function jwt(credentials: Fields): Credentials {
  const header = optional(credentials, 'header') || 'Authorization';
  const prefix = scalarText(credentials['prefix']) ?? 'Bearer';
  const carried = (token: string) => ({ headers: authHeader(header, prefixed(prefix, token)), secrets: secretsOf(token) });
  const given = optional(credentials, 'token');
  if (given !== '') return carried(given);
  const key = required(credentials, 'key', 'token, and no key to sign one');
  const algorithm = algorithmOf(optional(credentials, 'algorithm') || 'HS256');
  const claims = claimsOf(credentials);
  const keyId = optional(credentials, 'key_id');
  let token: Promise<string> | undefined;
  return {
    secrets: [key],
    signer: {
      async sign() {
        token ??= signed(claims, key, algorithm, keyId);
        return carried(await token);
      },
    },
  };
}

/** The whole token, and the signature, without which the rest proves nothing. */
const secretsOf = (token: string) => [token, ...token.split('.').slice(2)];

function algorithmOf(name: string): string {
  if (name.toLowerCase() === 'none') throw refuse('auth', 'A token without a signature (“none”) is not sent. Choose an algorithm that signs.');
  const algorithm = jwtAlgorithms.find((known) => known.toLowerCase() === name.toLowerCase());
  if (algorithm === undefined) throw refuse('auth', `A JSON Web Token cannot be signed with “${name}”. Choose one of: ${jwtAlgorithms.join(', ')}.`);
  return algorithm;
}

/** The claims, with `iat` and `exp` where `expires_in` asks for them and they do not say it themselves. */
function claimsOf(credentials: Fields): Fields {
  const claims = typeof credentials['claims'] === 'string' ? parsed(credentials['claims']) : (credentials['claims'] ?? {});
  if (typeof claims !== 'object' || claims === null || Array.isArray(claims)) {
    throw refuse('auth', 'The claims of a JSON Web Token are a JSON object, such as {"sub": "me"}. Correct them.');
  }
  const lifetime = optional(credentials, 'expires_in');
  if (lifetime === '') return claims as Fields;
  const seconds = Number(lifetime);
  if (!Number.isFinite(seconds) || seconds <= 0) throw refuse('auth', `A token cannot expire in “${lifetime}” seconds. Enter a number above 0.`);
  const now = Math.floor(Date.now() / 1000);
  return { iat: now, exp: now + Math.ceil(seconds), ...claims };
}

async function signed(claims: Fields, key: string, alg: string, keyId: string): Promise<string> {
  const { material, kid } = keyOf(key, alg);
  const id = keyId || kid;
  try {
    return await new SignJWT({ ...claims }).setProtectedHeader({ alg, typ: 'JWT', ...(id === undefined ? {} : { kid: id }) }).sign(material);
  } catch (error) {
    throw refuse('auth', `The key or the claims do not fit ${alg}: ${(error as Error).message}`);
  }
}

/** A JWK, a PEM text, or a secret as it stands; the form must fit the algorithm, so that no private key serves as a password. */
function keyOf(text: string, alg: string): { material: Uint8Array | KeyObject; kid?: string | undefined } {
  const jwk = /^\s*\{/.test(text) ? parsed(text) : undefined;
  const pem = pemOf(text);
  if (alg.startsWith('HS')) {
    const { kty, k, kid } = (jwk ?? {}) as Record<string, unknown>;
    if (pem !== undefined || (kty !== undefined && kty !== 'oct')) throw refuse('auth', `${alg} signs with a shared secret, and this is a key of another kind. Enter the secret, or choose the key’s algorithm.`);
    if (kty === undefined) return { material: Buffer.from(text, 'utf8') };
    if (typeof k !== 'string' || k === '') throw refuse('auth', 'The JWK has no “k”, which holds its secret. Correct it.');
    return { material: Buffer.from(k, 'base64url'), kid: scalarText(kid) };
  }
  if (pem === undefined && jwk === undefined) throw refuse('auth', `${alg} signs with a private key. Enter it as PEM (“-----BEGIN PRIVATE KEY-----”) or as a JWK.`);
  try {
    if (pem !== undefined) return { material: createPrivateKey(pem) };
    return { material: createPrivateKey({ key: jwk as never, format: 'jwk' }), kid: scalarText((jwk as Fields)['kid']) };
  } catch (error) {
    throw refuse('auth', `The key is no private key that can be read (${(error as NodeJS.ErrnoException).code ?? 'unknown form'}). Enter the private key, without a pass phrase.`);
  }
}

/** A PEM text with its line breaks, which a field of one line takes out and settings files write as `\\n`. */
function pemOf(text: string): string | undefined {
  const [, label, body] = /-----BEGIN ([A-Z0-9 ]+)-----(.*?)-----END \1-----/s.exec(text) ?? [];
  if (label === undefined || body === undefined) return undefined;
  // The headers of an encrypted key need their lines; it is refused as it stands.
  if (body.includes(':')) return text;
  const lines = body.replaceAll(/\\[rn]|\s/g, '').match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
