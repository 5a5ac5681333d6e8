import { connectionStaleAfter, expiringWindow } from './constants.ts';

/**
 * The state of an OAuth connection, twice, because the spec has two readings: the server-facing one says `expired` of
 * what the store calls `invalid`, and at exactly 5 minutes they differ, too. They are never merged [A-001][A-002].
 */

export interface TokenFacts {
  /** The token, or the mark that there is one. */
  readonly access_token?: unknown;
  /** ISO 8601, or a number: seconds or milliseconds since the epoch. */
  readonly expires_at?: string | number | null | undefined;
}

export interface Validation {
  readonly status: 'valid' | 'expiring' | 'expired' | 'invalid' | 'not_found';
  readonly needs_reauth: boolean;
  readonly should_refresh: boolean;
  /** Trying again is of no use. */
  readonly permanent: boolean;
}

export const notFoundText = 'OAuth connection not found or has been deleted';

const validation = (status: Validation['status'], more: Partial<Validation> = {}): Validation => ({
  status, needs_reauth: false, should_refresh: false, permanent: false, ...more,
});

const hasToken = (token: unknown): boolean => token !== undefined && token !== null && token !== '';

/** Milliseconds left, or undefined where no expiry is known; numbers below 10^11 are seconds. */
function timeLeft(expires: TokenFacts['expires_at'], now: number): number | undefined {
  if (expires === undefined || expires === null || expires === '') return undefined;
  const instant = typeof expires === 'number' ? (expires < 1e11 ? expires * 1_000 : expires) : Date.parse(expires);
  return Number.isNaN(instant) ? undefined : instant - now;
}

/** The server-facing reading; undefined is a connection that was not found [S-013…S-017]. */
export function validateToken(connection: TokenFacts | undefined, now: number): Validation {
  if (!connection) return validation('not_found', { permanent: true });
  if (!hasToken(connection.access_token)) return validation('invalid', { needs_reauth: true });
  const left = timeLeft(connection.expires_at, now);
  if (left === undefined) return validation('valid');
  if (left <= 0) return validation('expired', { needs_reauth: true });
  return left < expiringWindow ? validation('expiring', { should_refresh: true }) : validation('valid');
}

/** What a failed fetch of a connection means: 401 is a state and no error, 404 is for good [S-018][S-019][E-074][E-075]. */
export function validationOfFailure(status: number): Validation | undefined {
  if (status === 401) return validation('expired', { should_refresh: true });
  if (status === 404) return validation('not_found', { permanent: true });
  return undefined;
}

/** The server-facing reading of a connection with all that is known of it: a grant that is gone, or a failure, outweighs the token's own time. */
export function validateConnection(connection: (TokenFacts & { readonly health_status?: string | null | undefined }) | undefined, now: number): Omit<Validation, 'status'> & { readonly status: Validation['status'] | 'error' } {
  const found = validateToken(connection, now);
  if (connection?.health_status === 'expired' && found.status !== 'invalid') return validation('expired', { needs_reauth: true });
  return connection?.health_status === 'error' && !found.needs_reauth ? { ...found, status: 'error' } : found;
}

export type StoreStatus = 'checking' | 'connected' | 'expiring' | 'invalid' | 'expired' | 'error' | 'not_found';

/** The store's reading [S-020…S-024]. */
export function storeStatus(connection: TokenFacts & { readonly health_status?: string | null | undefined }, now: number): StoreStatus {
  if (!hasToken(connection.access_token) || connection.health_status === 'expired') return 'invalid';
  if (connection.health_status === 'error') return 'error';
  const left = timeLeft(connection.expires_at, now);
  if (left === undefined) return 'connected';
  if (left <= 0) return 'invalid';
  return left <= expiringWindow ? 'expiring' : 'connected';
}

export interface Report {
  readonly success?: boolean | undefined;
  readonly status?: string | null | undefined;
  readonly token_expired?: boolean | undefined;
  readonly http_status?: number | undefined;
  readonly permanent?: boolean | undefined;
}

/** What a report of the backend makes of a connection; undefined where it says nothing of the sort [S-025][S-026]. */
export function statusOfReport(report: Report): { status: 'not_found'; stop: true } | { status: 'expired'; needs_refresh: true } | undefined {
  if (report.http_status === 404 || report.permanent === true) return { status: 'not_found', stop: true };
  if (report.status === 'expired' || report.token_expired === true || report.success === false) return { status: 'expired', needs_refresh: true };
  return undefined;
}

/** What the store makes of a validation [S-027][S-028]. */
export function statusOfValidation(result: { readonly status?: string | undefined; readonly needs_reauth?: boolean; readonly should_refresh?: boolean }): StoreStatus {
  if (result.needs_reauth || ['expired', 'invalid', 'not_found'].includes(result.status ?? '')) return 'invalid';
  if (result.should_refresh || result.status === 'expiring') return 'expiring';
  return result.status === 'valid' ? 'connected' : 'error';
}

/** What a list alone says; the next check may say otherwise [S-031][A-019]. */
export const statusOfListed = (connection: { readonly is_active?: boolean | null | undefined }): StoreStatus => (connection.is_active ? 'connected' : 'invalid');

/** Times in milliseconds since the epoch; at exactly 30000 ms it is not stale yet [S-032]. */
export const isStale = (fetchedAt: number, now: number): boolean => now - fetchedAt > connectionStaleAfter;

/** The connections without the one that was disconnected [S-029]. */
export const withoutConnection = <C extends { readonly id: string }>(connections: readonly C[], id: string): C[] =>
  connections.filter((connection) => connection.id !== id);

/** A connection that is not there any more is as good as disconnected [S-030]. */
export const isDisconnected = (status: number): boolean => status === 404 || (status >= 200 && status < 300);
