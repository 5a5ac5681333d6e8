import { randomUUID } from 'node:crypto';

/** A version 7 UUID (RFC 9562): ids that are made later sort later, which keeps the indexes compact. */
export function uuidv7(now: number): string {
  const time = now.toString(16).padStart(12, '0');
  // The system's version 4 has the same variant, and its random bits come from a pool.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}
