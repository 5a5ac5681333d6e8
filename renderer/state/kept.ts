import type { z } from 'zod';
import { api } from '../api/client.ts';
import { reportError } from './problems.ts';

/** What a window keeps on this computer: values under a key, by profile and user. Layout and drafts are kept by the same way. */

const where = 'Layout and drafts';

/** A value is written this long after its first change, in milliseconds, also while it goes on changing. */
const pause = 300;
const waiting = new Map<string, { value: unknown; timer: ReturnType<typeof setTimeout> }>();

export interface Kept<T> {
  readonly value: T;
  /** When it was written, ISO 8601. */
  readonly saved_at: string;
}

async function put(key: string, value: unknown): Promise<void> {
  const reply = await api.drafts.put({ key, value });
  if (!reply.ok) reportError(where, reply.error);
}

/** Keeps a value; many changes within 300 ms are written once. */
export function keep(key: string, value: unknown): void {
  const before = waiting.get(key);
  if (before) {
    before.value = value;
    return;
  }
  const timer = setTimeout(() => {
    const last = waiting.get(key)?.value;
    waiting.delete(key);
    void put(key, last);
  }, pause);
  waiting.set(key, { value, timer });
}

/** Writes at once what still waits, as the window or a form is about to go. */
export const keepNow = (): void => void write('');

/** Writes what waits under keys that begin so: a form that is opened again at once is offered the last that was typed. */
async function write(prefix: string): Promise<void> {
  const due = [...waiting].filter(([key]) => key.startsWith(prefix));
  for (const [key, { timer }] of due) {
    clearTimeout(timer);
    waiting.delete(key);
  }
  await Promise.all(due.map(([key, { value }]) => put(key, value)));
}

/** Drops what still waits: it belongs to a user who has left. */
export function forgetWaiting(): void {
  for (const { timer } of waiting.values()) clearTimeout(timer);
  waiting.clear();
}

/** All that is kept under keys that begin so, by key; what an older version wrote otherwise is left out. */
export async function recallAll<T>(prefix: string, schema: z.ZodType<T>): Promise<ReadonlyMap<string, Kept<T>>> {
  await write(prefix);
  const reply = await api.drafts.list({ prefix });
  if (!reply.ok) {
    reportError(where, reply.error);
    return new Map();
  }
  return new Map(reply.data.entries.flatMap(({ key, value, updated_at }) => {
    const parsed = schema.safeParse(value);
    return parsed.success ? [[key, { value: parsed.data, saved_at: updated_at }] as const] : [];
  }));
}

/** What is kept under a key and since when, or undefined where there is none or an older version wrote something else. */
export async function recallKept<T>(key: string, schema: z.ZodType<T>): Promise<Kept<T> | undefined> {
  await write(key);
  const reply = await api.drafts.list({ prefix: key });
  if (!reply.ok) {
    reportError(where, reply.error);
    return undefined;
  }
  const entry = reply.data.entries.find((entry) => entry.key === key);
  const parsed = schema.safeParse(entry?.value);
  return entry && parsed.success ? { value: parsed.data, saved_at: entry.updated_at } : undefined;
}

export const recall = async <T>(key: string, schema: z.ZodType<T>): Promise<T | undefined> => (await recallKept(key, schema))?.value;

/** Drops what is kept under these keys, and what waits to be. */
export async function forget(keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    clearTimeout(waiting.get(key)?.timer);
    waiting.delete(key);
  }
  const replies = await Promise.all(keys.map((key) => api.drafts.remove({ key })));
  for (const reply of replies) if (!reply.ok) reportError(where, reply.error);
}
