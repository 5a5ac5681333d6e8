import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/**
 * Who may use the browser host. It listens on loopback, but every page that the browser shows and every user of the
 * machine can reach that, so a request must name this host, come from its own pages, and carry its cookie.
 */
export interface Access {
  /** A fresh key for the address that is printed; it opens one session and is spent. */
  issueKey(): string;
  /** Spends a key; the cookie of the session that it opens, or undefined if it is not (or no longer) one. */
  redeem(key: string): string | undefined;
  /** Whether the request names this host, and does not come from another site's page. */
  local(request: IncomingMessage): boolean;
  /** Whether it comes from a page of ours, as a WebSocket must. */
  sameOrigin(request: IncomingMessage): boolean;
  /** Whether it carries the cookie of an open session. */
  known(request: IncomingMessage): boolean;
}

/** Keys that were printed and never used are forgotten beyond this many. */
const maxKeys = 20;

const secret = () => randomBytes(32).toString('base64url');
const digest = (text: string) => createHash('sha256').update(text).digest();

/** `port` is the one that the server listens on. Only digests are kept, and compared in constant time. */
export function createAccess(port: number): Access {
  const hosts = new Set([`127.0.0.1:${port}`, `localhost:${port}`]);
  const origins = new Set([...hosts].map((host) => `http://${host}`));
  const cookieName = `trellis-${port}`; // cookies are shared by all ports of a host
  let keys: Buffer[] = [];
  const sessions: Buffer[] = [];

  return {
    issueKey() {
      const key = secret();
      keys = [...keys, digest(key)].slice(-maxKeys);
      return key;
    },

    redeem(key) {
      const wanted = digest(key);
      if (!keys.some((known) => timingSafeEqual(known, wanted))) return undefined;
      keys = keys.filter((known) => !timingSafeEqual(known, wanted));
      const session = secret();
      sessions.push(digest(session));
      return `${cookieName}=${session}; Path=/; HttpOnly; SameSite=Strict`;
    },

    local({ headers }) {
      return hosts.has(headers.host ?? '') && (headers.origin === undefined || origins.has(headers.origin));
    },

    sameOrigin({ headers }) {
      return hosts.has(headers.host ?? '') && headers.origin === `http://${headers.host}`;
    },

    known({ headers }) {
      const cookie = headers.cookie?.split(';').map((part) => part.trim()).find((part) => part.startsWith(`${cookieName}=`));
      if (cookie === undefined) return false;
      const wanted = digest(cookie.slice(cookieName.length + 1));
      return sessions.some((session) => timingSafeEqual(session, wanted));
    },
  };
}
