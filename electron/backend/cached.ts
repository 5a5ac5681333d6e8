import type { Cache, CacheKey } from './cache.ts';
import { isAway } from './away.ts';
import type { Fields, Send } from './send.ts';

/** Keeps what reads answer, and answers with it when the platform cannot be reached; the answer says since when it stands. */
export const cached = (send: Send, cache: Cache): Send => async (call, input, sending) => {
  if (call.offline !== 'cached') return send(call, input, sending);
  const { connection, name } = sending;
  const key = keyOf({ profile: connection.profile.id, user: connection.user_id }, name, input);
  const asked = cache.tick();
  try {
    const answered = await send(call, input, sending);
    // After a sign-out nothing of that user may come back into the cache.
    if (!connection.ended.aborted) cache.write(key, answered.data, asked);
    return answered;
  } catch (error) {
    const kept = isAway(error) ? cache.read(key) : null;
    if (!kept) throw error;
    return { data: kept.data, meta: { source: 'cache', as_of: kept.as_of } };
  }
};

/** Whose answer to which question in which scope: two that differ in any of it never meet. */
export function keyOf(owner: { profile: string; user: string }, call: string, input: Fields): CacheKey {
  const { tenant_id, environment_id, ...fields } = input;
  return {
    ...owner, call, input: canonical(fields),
    tenant: typeof tenant_id === 'string' ? tenant_id : '',
    environment: typeof environment_id === 'string' ? environment_id : '',
  };
}

/** JSON text that is the same for the same value, whatever the order of its keys. */
export const canonical = (value: unknown): string =>
  JSON.stringify(value, (_name, item: unknown) =>
    typeof item === 'object' && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : item) ?? 'null';
