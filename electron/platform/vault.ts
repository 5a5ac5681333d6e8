import { createCipheriv, createDecipheriv, createSecretKey, randomBytes } from 'node:crypto';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { AppError } from '../../shared/errors.ts';
import type { Vault } from './domain.ts';

const version = 'v1';
const ivBytes = 12;
const tagBytes = 16;
export const keyBytes = 32;

/**
 * Secrets at rest under AES-256-GCM, with a fresh nonce each (NIST SP 800-38D). `key` is 32 bytes; a sealed text is
 * `v1:` and base64 of nonce, tag and cipher text.
 */
export function createVault(key: Buffer): Vault {
  if (key.length !== keyBytes) throw new AppError('storage', `The vault's key has ${key.length} bytes, but must have ${keyBytes}.`);
  // Bytes would be made a key again each time that a secret is opened.
  const secretKey = createSecretKey(key);
  return {
    seal(clear) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv('aes-256-gcm', secretKey, iv);
      const sealed = Buffer.concat([cipher.update(clear, 'utf8'), cipher.final()]);
      return `${version}:${Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64')}`;
    },
    open(sealed) {
      const [tag, text = ''] = sealed.split(':');
      const bytes = Buffer.from(text, 'base64');
      if (tag !== version || bytes.length < ivBytes + tagBytes) throw unreadable();
      const decipher = createDecipheriv('aes-256-gcm', secretKey, bytes.subarray(0, ivBytes));
      decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
      try {
        return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]).toString('utf8');
      } catch (cause) {
        throw unreadable(cause);
      }
    },
  };
}

const unreadable = (cause?: unknown) =>
  new AppError('storage', 'A stored secret cannot be opened: it was sealed with another key, or it is damaged. Enter it anew.', { cause });

/** The key of a platform that runs alone: a file that only its owner can read. Made on the first start. */
export function keyFromFile(file: string): Buffer {
  try {
    writeFileSync(file, `${randomBytes(keyBytes).toString('base64')}\n`, { mode: 0o600, flag: 'wx', flush: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw keyProblem(file, error);
  }
  try {
    chmodSync(file, 0o600);
    return parseKey(readFileSync(file, 'utf8'), file);
  } catch (error) {
    throw error instanceof AppError ? error : keyProblem(file, error);
  }
}

const keyProblem = (file: string, cause: unknown) =>
  new AppError('storage', `The key file ${file} cannot be used: ${(cause as Error).message}`, { cause });

/** A key as base64 text; `source` is named when it is not one. */
export function parseKey(text: string, source: string): Buffer {
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length !== keyBytes) {
    throw new AppError('storage', `${source} holds no usable key. Put the right key back: without it the stored secrets cannot be opened.`);
  }
  return key;
}
