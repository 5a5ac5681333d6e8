import type { DigestChallenge } from './digest-response.ts';

/** A nonce that a server takes more than once. */
export interface DigestSession {
  challenge: DigestChallenge;
  /** One for the whole session, since the `-sess` algorithms make their key of it. */
  readonly cnonce: string;
  count: number;
}

const most = 200;

/** Nonces that were accepted, by origin, user and realm, so that a further request needs no challenge. They hold no secret. */
export class DigestSessions {
  readonly #sessions = new Map<string, { readonly url: URL; readonly username: string; readonly session: DigestSession }>();

  /** The one that was used last of those that serve this address. */
  find(url: URL, username: string): DigestSession | undefined {
    return [...this.#sessions.values()].findLast((known) => known.url.origin === url.origin && known.username === username && serves(known, url))?.session;
  }

  keep(url: URL, username: string, session: DigestSession): void {
    const key = this.#key(url, username, session);
    this.#sessions.delete(key);
    this.#sessions.set(key, { url, username, session });
    if (this.#sessions.size > most) this.#sessions.delete(this.#sessions.keys().next().value!);
  }

  forget(url: URL, username: string, session: DigestSession): void {
    this.#sessions.delete(this.#key(url, username, session));
  }

  #key = (url: URL, username: string, { challenge }: DigestSession) => JSON.stringify([url.origin, challenge.realm, username]);
}

/** By `domain`, relative to the address that was challenged; a nonce never serves another origin. */
const serves = ({ url, session }: { readonly url: URL; readonly session: DigestSession }, wanted: URL): boolean =>
  session.challenge.domain.length === 0 || session.challenge.domain.some((uri) => URL.canParse(uri, url.href) && wanted.href.startsWith(new URL(uri, url).href));
