import { AppError } from '../../shared/errors.ts';
import { mayCrossOrigins } from './headers.ts';
import { maskOf } from './mask.ts';
import type { Payload } from './payload.ts';
import type { ResponseHeaders } from './request.ts';

/** Where an answer sends the request next (RFC 9110, section 15.4), and what may go along. */

export interface Hop {
  readonly method: string;
  readonly url: URL;
  /** By lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Payload | null;
}

const redirecting = new Set([301, 302, 303, 307, 308]);

/**
 * The next request, or null where the answer is the end. When the origin changes (scheme, host or port), only headers
 * that say nothing of the sender go along, and a query field that repeats a credential is taken out [F-4].
 */
export function nextHop(hop: Hop, status: number, answered: ResponseHeaders, secrets: readonly string[]): Hop | null {
  const location = answered['location'];
  if (!redirecting.has(status) || location === undefined) return null;
  const url = locationUrl(String(Array.isArray(location) ? location[0] : location), hop.url, maskOf(secrets));
  const turnsGet = status === 303 ? hop.method !== 'HEAD' : (status === 301 || status === 302) && hop.method === 'POST';
  const crosses = url.origin !== hop.url.origin;
  const headers = new Map(
    [...hop.headers].filter(([name]) => (!crosses || mayCrossOrigins(name)) && !(turnsGet && name.startsWith('content-'))),
  );
  if (crosses) dropSecrets(url, secrets);
  return { method: turnsGet ? 'GET' : hop.method, url, headers, body: turnsGet ? null : hop.body };
}

/** `mask` hides before the address is cut, since half a secret would not be found any more. */
function locationUrl(location: string, from: URL, mask: (text: string) => string): URL {
  const url = URL.canParse(location, from.href) ? new URL(location, from) : null;
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new AppError('bad_answer', `The target redirected to “${mask(location).slice(0, 200)}”, which is not followed: only http and https are. Check the target.`);
  }
  url.hash = '';
  url.username = '';
  url.password = '';
  return url;
}

function dropSecrets(url: URL, secrets: readonly string[]): void {
  const known = new Set(secrets);
  const doubtful = [...url.searchParams].filter(([, value]) => known.has(value));
  for (const [name, value] of doubtful) url.searchParams.delete(name, value);
}
