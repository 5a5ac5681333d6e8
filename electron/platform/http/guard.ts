import type { IncomingHttpHeaders } from 'node:http';
import { AppError } from '../../../shared/errors.ts';

const loopbackNames: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]']);

const hostOf = (authority: string) => authority.replace(/:\d+$/, '').toLowerCase();

/**
 * Only this computer may ask: a Host of another name is a rebinding of DNS, an Origin of another name a page from
 * elsewhere. Throws `forbidden`.
 */
export function guardOrigin(headers: IncomingHttpHeaders): void {
  const { host, origin } = headers;
  if (host === undefined || !loopbackNames.has(hostOf(host))) {
    throw new AppError('forbidden', 'The platform answers on this computer only: use its loopback address as the host.');
  }
  if (origin === undefined) return;
  const name = URL.canParse(origin) ? new URL(origin).hostname.toLowerCase() : '';
  if (!loopbackNames.has(name)) throw new AppError('forbidden', 'Pages of other origins may not use the platform.');
}

/** The token of `Authorization: Bearer` (RFC 6750, section 2.1), or undefined. */
export function bearerToken(headers: IncomingHttpHeaders): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1];
}
