import { randomBytes } from 'node:crypto';
import { challengesOf } from './auth/challenges.ts';
import { digestAnswer, strongestDigest, type DigestChallenge } from './auth/digest-response.ts';
import type { ProxyPolicy } from './request.ts';

/** How requests sign in at an HTTP proxy (RFC 9110, section 11.7): as it asks for, by Digest rather than by Basic; it goes to no target. */

/** What a proxy asked for last. It holds no secret. */
type Asked = { readonly scheme: 'Basic' } | { readonly scheme: 'Digest'; readonly challenge: DigestChallenge; readonly cnonce: string; count: number };

/** By proxy and user, the one that was used last at the end. */
const known = new Map<string, Asked>();
const mostKnown = 100;

const keyOf = ({ url, username }: ProxyPolicy) => JSON.stringify([url, username]);

/** The sign-in of one request, with as many repetitions as its proxy's challenges are worth. */
export interface ProxySignIn {
  /** `target` is what the request line names: an address, or `host:port`. */
  headers(method: string, target: string): Record<string, string>;
  /** Is it open whether the proxy takes what the request signs in with? A nonce may be old. */
  mayBeRefused(): boolean;
  /** Takes up a refusal; true where the request may do better once more. */
  challenged(offered: string | readonly string[] | undefined): boolean;
}

export function proxySignIn(proxy: ProxyPolicy): ProxySignIn {
  const { username, password = '' } = proxy;
  const key = keyOf(proxy);
  let sent: Asked | undefined;
  /** What was answered to a challenge of this very request: a second refusal is one of the password. */
  let answered: Asked | undefined;
  return {
    headers(method, target): Record<string, string> {
      sent = username ? known.get(key) : undefined;
      if (!username || !sent) return {};
      if (sent.scheme === 'Basic') return { 'proxy-authorization': `Basic ${Buffer.from(`${username}:${password}`, 'utf8').toString('base64')}` };
      sent.count += 1;
      const { value } = digestAnswer(sent.challenge, { method, uri: target, body_hash: '' }, { username, password, cnonce: sent.cnonce, count: sent.count });
      return { 'proxy-authorization': `Digest ${value}` };
    },
    mayBeRefused: () => username !== undefined && username !== '' && known.get(key)?.scheme !== 'Basic',
    challenged(offered) {
      if (!username) return false;
      const challenge = strongestDigest(challengesOf(offered).filter(({ params }) => params.get('qop') !== 'auth-int'));
      const isRefusal = answered !== undefined && sent === answered && challenge?.stale !== true;
      if (isRefusal || (!challenge && sent?.scheme === 'Basic')) {
        known.delete(key);
        return false;
      }
      answered = challenge ? { scheme: 'Digest', challenge, cnonce: randomBytes(16).toString('hex'), count: 0 } : { scheme: 'Basic' };
      known.delete(key);
      known.set(key, answered);
      if (known.size > mostKnown) known.delete(known.keys().next().value!);
      return true;
    },
  };
}
