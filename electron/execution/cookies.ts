import { Cookie, CookieJar } from 'tough-cookie';
import type { KeptCookie } from '../../shared/contract/composer.ts';
import type { Hop } from './redirects.ts';
import type { Fields, ResponseHeaders } from './request.ts';

/** Cookies of an environment (RFC 6265): a jar that the caller hands in with each execution, and stores afterwards. */

/** RFC 6265, section 6.1, asks for no fewer, of one host and in all. */
const mostOfHost = 50;
const mostCookies = 3000;

/** A jar as {@link storedJar} gave it; one that cannot be read, or none, is an empty one. */
export function openJar(stored: unknown): CookieJar {
  try {
    return stored ? CookieJar.deserializeSync(stored as string) : new CookieJar();
  } catch {
    return new CookieJar();
  }
}

/** Plain data for {@link openJar}: secrets, to be kept as such. */
export const storedJar = (jar: CookieJar): Fields | null => (jar.serializeSync() ?? null) as Fields | null;

export const cookiesOf = (jar: CookieJar): Cookie[] => (jar.serializeSync()?.cookies ?? []).flatMap((stored) => Cookie.fromJSON(stored) ?? []);
const isOver = (cookie: Cookie) => (cookie.expiryTime() ?? Number.POSITIVE_INFINITY) <= Date.now();
const usedAt = ({ lastAccessed }: Cookie) => (lastAccessed instanceof Date ? lastAccessed.getTime() : 0);

/** Takes away what has expired, and of too many those that were not sent for the longest time. */
async function bound(jar: CookieJar): Promise<void> {
  const ofHost = new Map<string, number>();
  let kept = 0;
  for (const cookie of cookiesOf(jar).toSorted((one, other) => usedAt(other) - usedAt(one))) {
    const { domain, path, key } = cookie;
    const count = ofHost.get(domain ?? '') ?? 0;
    if (isOver(cookie) || count === mostOfHost || kept === mostCookies) {
      await jar.store.removeCookie(domain, path, key);
      continue;
    }
    ofHost.set(domain ?? '', count + 1);
    kept += 1;
  }
}

/** The hop with the cookies that are for its address; what the request names itself stands before them (section 5.4). */
export async function withCookies(hop: Hop, jar: CookieJar): Promise<Hop> {
  const own = hop.headers.get('cookie');
  const named = new Set(own?.split(';').map(nameOf));
  const kept = (await jar.getCookies(hop.url.href)).filter(({ key }) => !named.has(key)).map((cookie) => cookie.cookieString());
  if (kept.length === 0) return hop;
  return { ...hop, headers: new Map([...hop.headers, ['cookie', [...(own ? [own] : []), ...kept].join('; ')]]) };
}

/** Takes the cookies that an answer sets, and says whether it does; one that is not for its sender to set is passed over (section 5.3). */
export async function takeCookies(jar: CookieJar, url: URL, { 'set-cookie': set = [] }: ResponseHeaders): Promise<boolean> {
  const all = Array.isArray(set) ? set : [set];
  for (const cookie of all) await jar.setCookie(cookie, url.href, { ignoreError: true });
  if (all.length > 0) await bound(jar);
  return all.length > 0;
}

/** Those that a jar holds, without their values. */
export function cookiesIn(jar: CookieJar): KeptCookie[] {
  return cookiesOf(jar).filter((cookie) => !isOver(cookie)).map((cookie) => {
    // Of Max-Age, too (section 5.3).
    const ends = cookie.expiryTime();
    const expires = ends !== undefined && Number.isFinite(ends) ? new Date(ends).toISOString() : null;
    return { name: cookie.key, domain: cookie.domain ?? '', path: cookie.path ?? '/', expires, secure: cookie.secure, http_only: cookie.httpOnly };
  });
}

/** Forgets all, or those of one host; says how many. */
export async function clearCookies(jar: CookieJar, domain: string | undefined): Promise<number> {
  const gone = cookiesIn(jar).filter((cookie) => domain === undefined || cookie.domain === domain);
  for (const { domain, path, name } of gone) await jar.store.removeCookie(domain, path, name);
  return gone.length;
}

const nameOf = (pair: string) => pair.split('=', 1)[0]!.trim();
