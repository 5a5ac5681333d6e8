import { createCipheriv, createDecipheriv, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { AppError } from '../../../shared/errors.ts';

/**
 * A text under a pass phrase: scrypt (RFC 7914) makes the key, AES-256-GCM (NIST SP 800-38D) encrypts, and what says how
 * is authenticated along. Beside the key scrypt yields a check value, by which a wrong phrase is told from a changed file;
 * to test a guess against it costs no less than to derive the key.
 */

const keyBytes = 32;
const checkBytes = 16;
const tagBytes = 16;
/** 128 MB and about half a second for each guess. */
const cost = { n: 2 ** 17, r: 8, p: 1 };
/** A file says its own cost; beyond this it would only keep this computer busy. */
const mostMemory = 256 * 1024 * 1024;

const base64 = z.base64();
export const sealing = z.strictObject({
  kdf: z.literal('scrypt'), n: z.int().min(2).max(2 ** 20), r: z.int().min(1).max(32), p: z.int().min(1).max(4), salt: base64.min(16).max(128), check: base64.length(24),
  cipher: z.literal('aes-256-gcm'), nonce: base64.length(16),
}).refine(({ n, r }) => Number.isInteger(Math.log2(n)) && 128 * n * r <= mostMemory);
export type Sealing = z.output<typeof sealing>;

export interface Sealed {
  readonly encryption: Sealing;
  /** Cipher text and tag, as base64. */
  readonly content: string;
}

/** `head` is authenticated along with how it is sealed, and must be the same when it is opened. */
export async function sealWithPhrase(phrase: string, head: string, clear: string): Promise<Sealed> {
  const salt = randomBytes(16);
  const nonce = randomBytes(12);
  const { key, check } = await derive(phrase, { ...cost, salt });
  const encryption: Sealing = { kdf: 'scrypt', ...cost, salt: salt.toString('base64'), check: check.toString('base64'), cipher: 'aes-256-gcm', nonce: nonce.toString('base64') };
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  cipher.setAAD(associated(head, encryption));
  const sealed = [cipher.update(clear, 'utf8'), cipher.final()];
  return { encryption, content: Buffer.concat([...sealed, cipher.getAuthTag()]).toString('base64') };
}

/** Throws `invalid_input` where the phrase is wrong, and `rejected` where the text was changed or is not whole. */
export async function openWithPhrase(phrase: string, head: string, { encryption, content }: Sealed): Promise<string> {
  const { n, r, p, salt, check, nonce } = encryption;
  const derived = await derive(phrase, { n, r, p, salt: Buffer.from(salt, 'base64') });
  if (!timingSafeEqual(derived.check, Buffer.from(check, 'base64'))) {
    const message = 'The pass phrase is wrong for this file. Mind capital letters and spaces, or ask whoever made the file.';
    throw new AppError('invalid_input', message, { problems: [{ path: ['pass_phrase'], message }] });
  }
  const bytes = Buffer.from(content, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', derived.key, Buffer.from(nonce, 'base64'), { authTagLength: tagBytes });
  decipher.setAAD(associated(head, encryption));
  try {
    decipher.setAuthTag(bytes.subarray(-tagBytes));
    return Buffer.concat([decipher.update(bytes.subarray(0, -tagBytes)), decipher.final()]).toString('utf8');
  } catch (cause) {
    throw new AppError('rejected', 'The pass phrase is right, but the file was changed or is not whole. Get it anew from whoever made it.', { cause });
  }
}

const associated = (head: string, { kdf, n, r, p, salt, check, cipher, nonce }: Sealing) => Buffer.from(JSON.stringify([head, kdf, n, r, p, salt, check, cipher, nonce]));

/** The same phrase may be typed in more than one way (Unicode TR 15), so one form of it counts. */
function derive(phrase: string, { n, r, p, salt }: { n: number; r: number; p: number; salt: Buffer }): Promise<{ key: Buffer; check: Buffer }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ key: Buffer; check: Buffer }>();
  scrypt(phrase.normalize('NFKC'), salt, keyBytes + checkBytes, { N: n, r, p, maxmem: 2 * mostMemory }, (error, bytes) => {
    if (error) reject(error);
    else resolve({ key: bytes.subarray(0, keyBytes), check: bytes.subarray(keyBytes) });
  });
  return promise;
}
