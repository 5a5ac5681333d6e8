import type { OAuthClient } from '../../../shared/contract/oauth-client.ts';
import { AppError } from '../../../shared/errors.ts';
import { notFoundText, storeStatus, validateConnection } from '../../../shared/rules/oauth-status.ts';
import type { IssuedTokens } from '../../execution/auth/oauth2-server.ts';
import type { Core } from '../core.ts';
import type { Caller } from '../domain.ts';
import type { Fields, Row } from '../rows.ts';

/** A connection as it is kept: a user's own, in one environment, its tokens sealed in the vault [N-041]. */
export interface Connection extends Row {
  readonly name: string;
  readonly provider: string;
  readonly user_id: string;
  readonly auth_config_id?: string;
  readonly app_connector_id?: string;
  readonly grant: NonNullable<OAuthClient['grant']>;
  /** ISO 8601; absent where the server does not say. */
  readonly expires_at?: string | null;
  readonly refreshed_at: string;
  readonly health_status?: 'expired' | 'error' | null;
  readonly errorCount: number;
}

/** With its tokens in clear: for what sends them, never for an answer. */
export interface ClearConnection extends Connection {
  readonly access_token: string;
  readonly credentials: { readonly refresh_token?: string };
}

/** Who the connection is to, and whose client it uses. */
export interface Origin {
  readonly name: string;
  readonly provider: string;
  readonly auth_config_id?: string | undefined;
  readonly app_connector_id?: string | undefined;
  readonly grant: Connection['grant'];
}

export interface Connections {
  /** The caller's own, in the caller's environment. */
  all(caller: Caller): Connection[];
  /** Throws `not_found` for what is not there, and for what is somebody else's. */
  find(id: string, caller: Caller): Connection;
  clear(id: string, caller: Caller): ClearConnection;
  make(origin: Origin, tokens: IssuedTokens, caller: Caller): Connection;
  /** New tokens, of a sign-in or of a refresh: a server that sends no refresh token with them leaves the last one good. */
  renewed(id: string, tokens: IssuedTokens, caller: Caller, origin?: Origin): Connection;
  /** A failure, in words; `expired` where only the user can mend it. */
  failed(id: string, health_status: 'expired' | 'error', error: string, caller: Caller): void;
  /** The server says that the token counts no more, though its time has not come. */
  ended(id: string, caller: Caller): Connection;
  remove(id: string, caller: Caller): void;
}

const iso = (ms: number) => new Date(ms).toISOString();
const gone = () => new AppError('not_found', notFoundText);

export function createConnections({ kinds, secrets, now }: Core): Connections {
  const kind = kinds.of('oauthConnections');

  const find = (id: string, caller: Caller): Connection => {
    let row: Row;
    try {
      row = kind.find(id, caller);
    } catch (thrown) {
      throw thrown instanceof AppError && thrown.code === 'not_found' ? gone() : thrown;
    }
    if (row['user_id'] !== caller.user_id) throw gone();
    return row as Connection;
  };
  const update = (id: string, fields: Fields, caller: Caller): Connection => {
    find(id, caller);
    return kind.update(id, fields, caller) as Connection;
  };
  const ofTokens = ({ access_token, expires_at, scope }: IssuedTokens): Fields => ({
    access_token, expires_at: expires_at === undefined ? null : iso(expires_at), refreshed_at: iso(now()), is_active: true,
    health_status: null, errorCount: 0, error: null, ...(scope !== undefined && { scope }),
  });

  return {
    all: (caller) => kind.all({ user_id: caller.user_id }, caller) as Connection[],
    find,
    clear: (id, caller) => secrets.reveal('oauthConnections', id, find(id, caller)) as ClearConnection,
    make: (origin, tokens, caller) =>
      kind.create({ ...origin, user_id: caller.user_id, ...ofTokens(tokens), credentials: credentialsOf(tokens) }, caller) as Connection,
    renewed: (id, tokens, caller, origin) =>
      update(id, { ...origin, ...ofTokens(tokens), ...(tokens.refresh_token !== undefined && { credentials: credentialsOf(tokens) }) }, caller),
    failed(id, health_status, error, caller) {
      const { errorCount } = find(id, caller);
      update(id, { health_status, error, errorCount: errorCount + 1, failed_at: iso(now()), ...(health_status === 'expired' && { is_active: false }) }, caller);
    },
    ended: (id, caller) => update(id, { expires_at: iso(now()) }, caller),
    remove(id, caller) {
      find(id, caller);
      kind.remove(id, caller);
    },
  };
}

const credentialsOf = ({ refresh_token }: IssuedTokens) => (refresh_token === undefined ? {} : { refresh_token });

/** Can a new token be had without the user? */
export const isRenewable = ({ grant, credentials }: Connection): boolean =>
  grant === 'client_credentials' || (typeof credentials === 'object' && credentials !== null && 'refresh_token' in credentials);

/** A connection as it is answered: marks in the place of secrets, and how it stands now. */
export function shown(connection: Connection, now: number): Row {
  const { credentials: _, error, failed_at, ...row } = connection;
  const { scope, grant, refreshed_at, expires_at } = row;
  return {
    ...row, renewable: isRenewable(connection), status: storeStatus(row, now),
    tokenInfo: { token_type: 'Bearer', grant, scope: scope ?? null, refreshed_at, expires_at: expires_at ?? null },
    healthInfo: error ? { error, failed_at } : null,
  };
}

/** What a check says of it. */
export const reportOf = (connection_id: string, connection: Connection | undefined, now: number) => ({
  connection_id, ...validateConnection(connection, now), ...(connection && { expires_at: connection.expires_at ?? null, health_status: connection.health_status ?? null, renewable: isRenewable(connection) }),
});

