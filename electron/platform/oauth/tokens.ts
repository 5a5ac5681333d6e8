import * as oidc from 'openid-client';
import { AppError } from '../../../shared/errors.ts';
import { notFoundText } from '../../../shared/rules/oauth-status.ts';
import { fetchClientToken, isInvalidGrant, issuedTokens, oauthError, serverOf, type IssuedTokens } from '../../execution/auth/oauth2-server.ts';
import { clientTokens, eitherToken, isFresh, issueOf } from '../../execution/auth/oauth2-tokens.ts';
import type { AccessToken, TokenSource } from '../../execution/auth/oauth2.ts';
import { singleFlight } from '../../execution/auth/single-flight.ts';
import type { FetchPolicy } from '../../execution/request.ts';
import { patiently } from '../../storage/patience.ts';
import type { Core } from '../core.ts';
import type { Caller } from '../domain.ts';
import { clientOf } from './client.ts';
import { createConnections, isRenewable, type ClearConnection, type Connections } from './connections.ts';

/** The tokens of connections, each got anew once for all who wait for it. */
export interface ConnectionTokens {
  readonly connections: Connections;
  /** One that may be sent now, and whose issue is not `refused`. Throws `not_found`, `unauthorized` where the user must connect again, or as the server failed. */
  good(id: string, refused: string | undefined, asking: Asking): Promise<AccessToken>;
  /** A new one, whatever the time of the last. Throws as `good` does. */
  renew(id: string, asking: Asking): Promise<void>;
}

export interface Asking {
  readonly caller: Caller;
  readonly policy: FetchPolicy;
  readonly signal: AbortSignal;
}

const made = new WeakMap<Core, ConnectionTokens>();

/** One per platform, so that a refresh is known to all who need it. */
export function tokensOf(core: Core): ConnectionTokens {
  const tokens = made.get(core) ?? createTokens(core);
  made.set(core, tokens);
  return tokens;
}

/** What requests of one environment get their tokens from. */
export function tokenSource(core: Core, caller: Caller, environment_id: string, policy: FetchPolicy): TokenSource {
  const here = { ...caller, environment_id };
  const connections: TokenSource = {
    async token({ connection_id }, refused, signal) {
      try {
        return await tokensOf(core).good(String(connection_id), refused?.issue, { caller: here, policy, signal });
      } catch (thrown) {
        if (!(thrown instanceof AppError) || thrown.message !== notFoundText) throw thrown;
        throw new AppError('not_found', `${notFoundText}, or belongs to another user. Choose one of yours in the authentication.`);
      }
    },
  };
  return eitherToken(connections, clientTokens(core, `${caller.tenant_id} ${environment_id}`, policy, core.now));
}

function createTokens(core: Core): ConnectionTokens {
  const { now } = core;
  const connections = createConnections(core);
  const flight = singleFlight<void>();

  /** The grant behind the connection, used once; what came of it is in the row, whoever waits. */
  async function refresh(id: string, { caller, policy }: Asking): Promise<void> {
    const connection = connections.clear(id, caller);
    try {
      const { client } = clientOf(core, connection, caller);
      const issued = connection.grant === 'client_credentials' ? await fetchClientToken(client, policy, now) : await refreshed(connection);
      await patiently(() => connections.renewed(id, issued, caller));
    } catch (thrown) {
      const error = oauthError(thrown);
      await patiently(() => connections.failed(id, isInvalidGrant(thrown) ? 'expired' : 'error', error.message, caller));
      throw isInvalidGrant(thrown) ? connectAgain(connection) : error;
    }

    async function refreshed({ credentials: { refresh_token = '' } }: ClearConnection): Promise<IssuedTokens> {
      const { client } = clientOf(core, connection, caller);
      const parameters: Record<string, string> = client.resource === undefined ? {} : { resource: client.resource };
      return issuedTokens(await oidc.refreshTokenGrant(await serverOf(client, policy), refresh_token, parameters), now());
    }
  }

  const renewOnce = (id: string, asking: Asking) =>
    flight.run(`${asking.caller.tenant_id} ${id}`, asking.signal, () => refresh(id, asking));

  return {
    connections,
    async good(id, refused, asking) {
      const connection = connections.clear(id, asking.caller);
      const token = tokenOf(connection);
      if (connection.health_status === 'expired' || token.value === '') throw connectAgain(connection);
      const expires_at = connection.expires_at ? Date.parse(connection.expires_at) : undefined;
      const isOver = expires_at !== undefined && now() >= expires_at;
      const isRefused = token.issue === refused;
      if (!isRefused && isFresh({ expires_at }, Date.parse(connection.refreshed_at), now())) return token;
      if (!token.renewable && isOver) {
        connections.failed(id, 'expired', 'Its token has ended, and there is no way to a new one.', asking.caller);
        throw connectAgain(connection);
      }
      if (!token.renewable) return token;
      try {
        await renewOnce(id, asking);
      } catch (thrown) {
        // A server that is away for a moment costs nothing while the last token still counts.
        if (isRefused || isOver || !(thrown instanceof AppError) || !['unreachable', 'timeout', 'bad_answer'].includes(thrown.code) || asking.signal.aborted) throw thrown;
        return token;
      }
      return tokenOf(connections.clear(id, asking.caller));
    },
    async renew(id, asking) {
      const connection = connections.find(id, asking.caller);
      if (!isRenewable(connection)) throw connectAgain(connection, 'gives no way to a new token');
      await renewOnce(id, asking);
    },
  };
}

const tokenOf = (connection: ClearConnection): AccessToken => ({
  value: connection.access_token, issue: issueOf(connection.access_token), renewable: isRenewable(connection),
});

const connectAgain = ({ name }: { readonly name: string }, why = 'has expired') => new AppError('unauthorized', `The OAuth connection “${name}” ${why}. Connect it again.`);
