import type { z } from 'zod';
import { api } from '../api/client.ts';
import { reportError } from './problems.ts';

/** What a window keeps between starts: small values under a key, by profile and user. */

const pause = 300;
const waiting = new Map<string, { value: unknown; timer: ReturnType<typeof setTimeout> }>();

async function put(key: string, value: unknown): Promise<void> {
  const reply = await api.drafts.put({ key, value });
  if (!reply.ok) reportError('Saved layout', reply.error);
}

/** Keeps a value; many changes within 300 ms are written once. */
export function keep(key: string, value: unknown): void {
  clearTimeout(waiting.get(key)?.timer);
  const timer = setTimeout(() => {
    waiting.delete(key);
    void put(key, value);
  }, pause);
  waiting.set(key, { value, timer });
}

/** Writes at once what still waits, as the window is about to go. */
export function keepNow(): void {
  for (const [key, { value, timer }] of waiting) {
    clearTimeout(timer);
    void put(key, value);
  }
  waiting.clear();
}

/** Drops what still waits: it belongs to a user who has left. */
export function forgetWaiting(): void {
  for (const { timer } of waiting.values()) clearTimeout(timer);
  waiting.clear();
}

/** The value kept under a key, or undefined where there is none or an older version wrote something else. */
export async function recall<T>(key: string, schema: z.ZodType<T>): Promise<T | undefined> {
  const reply = await api.drafts.list({ prefix: key });
  if (!reply.ok) {
    reportError('Saved layout', reply.error);
    return undefined;
  }
  const entry = reply.data.entries.find((entry) => entry.key === key);
  return entry ? schema.safeParse(entry.value).data : undefined;
}

/** Drops what is kept under these keys. */
export async function forget(keys: readonly string[]): Promise<void> {
  const replies = await Promise.all(keys.map((key) => api.drafts.remove({ key })));
  for (const reply of replies) if (!reply.ok) reportError('Saved layout', reply.error);
}
