import type { Hash } from 'node:crypto';
import type { Payload } from '../payload.ts';

/** Feeds a whole body to a hash, a file piece by piece; ends with the signal. */
export async function hashBody(hash: Hash, body: Payload | null, signal: AbortSignal): Promise<Hash> {
  const source = body?.open() ?? new Uint8Array();
  for await (const chunk of source instanceof Uint8Array ? [source] : (source as AsyncIterable<Uint8Array>)) {
    signal.throwIfAborted();
    hash.update(chunk);
  }
  return hash;
}
