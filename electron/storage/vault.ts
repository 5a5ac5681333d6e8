import { createCipheriv, createDecipheriv, createSecretKey, randomBytes } from 'node:crypto';
import { AppError } from '../../shared/errors.ts';

/** Authenticated encryption of secret values at rest. */
export interface Vault {
  seal(clear: string): string;
  /** Throws `storage` when the text is not one that this vault sealed. */
  open(sealed: string): string;
}

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
