import * as oidc from 'openid-client';
import { oauthConnections } from '../../../shared/contract/oauth.ts';
import { AppError } from '../../../shared/errors.ts';
import { tokenInfoLifetime } from '../../../shared/rules/constants.ts';
import { validateConnection } from '../../../shared/rules/oauth-status.ts';
import { issueOf } from '../../execution/auth/oauth2-tokens.ts';
import { oauthError, serverOf } from '../../execution/auth/oauth2-server.ts';
import type { Core, CoreModule } from '../core.ts';
import { implement, type Caller, type HandlerContext } from '../domain.ts';
import { fetchOptions } from '../fetch-options.ts';
import { requireOne } from '../tenancy/access.ts';
import { clientOf } from './client.ts';
import { reportOf, shown, type Connection } from './connections.ts';
import { createFlows } from './flows.ts';
import { tokensOf, type Asking } from './tokens.ts';

/** Connections to other products in a user's name: how they are made, kept fresh and ended [C-137…C-145]. */
export const oauthDomain: CoreModule = {
  migrations: [],
  create(core) {
    const { now, log } = core;
    const tokens = tokensOf(core);
    const { connections } = tokens;
    const flows = createFlows(core, connections);
    /** What was told of a token, by its connection [K-003]. */
    const told = new Map<string, { readonly at: number; readonly info: ReturnType<typeof infoOf> }>();

    const policyFor = (caller: Caller) => fetchOptions(core, caller, caller.environment_id).policy ?? {};
    const asking = ({ caller, signal }: HandlerContext): Asking => ({ caller, signal, policy: policyFor(caller) });

    /** Looks at the token, and asks the server of it where that can be asked. */
    async function examined(id: string, context: HandlerContext): Promise<Connection> {
      const connection = connections.clear(id, context.caller);
      if (!connection.access_token || (await counts(core, connection.access_token, connection, asking(context)))) return connections.find(id, context.caller);
      return connections.ended(id, context.caller);
    }

    const info = async (id: string, skipCache: boolean, context: HandlerContext) => {
      connections.find(id, context.caller);
      const known = told.get(id);
      if (known && !skipCache && now() - known.at < tokenInfoLifetime) return known.info;
      await examined(id, context);
      const fresh = infoOf(connections.clear(id, context.caller), now());
      told.set(id, { at: now(), info: fresh });
      return fresh;
    };

    return {
      handlers: implement('oauthConnections', oauthConnections, {
        list(_input, { caller }) {
          const rows = connections.all(caller).map((connection) => shown(connection, now()));
          return { rows, total: rows.length };
        },
        async tokenInfo({ connection_id, skipCache, with_token, refused }, context) {
          if (!with_token) return info(connection_id, skipCache, context);
          requireOne(context.caller, 'connectors:run');
          const { value, issue, renewable } = await tokens.good(connection_id, refused, asking(context));
          log(`the token of oauthConnections/${connection_id} was handed to user ${context.caller.user_id}`);
          return { success: true, access_token: value, issue, renewable };
        },
        async refresh({ connection_id }, context) {
          told.delete(connection_id);
          await tokens.renew(connection_id, asking(context));
          return info(connection_id, true, context);
        },
        async remove({ connection_id }, context) {
          const connection = connections.clear(connection_id, context.caller);
          const notice = await takenBack(core, connection, asking(context));
          connections.remove(connection_id, context.caller);
          told.delete(connection_id);
          return { success: true, ...(notice !== undefined && { notice }) };
        },
        check({ connection_ids, provider }, { caller }) {
          const all = new Map(connections.all(caller).map((connection) => [connection.id, connection]));
          const ids = connection_ids ?? [...all.values()].filter((connection) => provider === undefined || connection.provider === provider).map(({ id }) => id);
          return { connections: ids.map((id) => reportOf(id, all.get(id), now())) };
        },
        async health({ connection_id }, context) {
          const { health_status = null, errorCount, healthInfo, status } = shown(await examined(connection_id, context), now()) as Connection;
          return { health_status, errorCount, healthInfo, status };
        },
        initiate: async (input, { caller }) => ({ ...(await flows.start(input, caller, policyFor(caller))) }),
        poll({ provider, state, expected_target_user }, { caller }) {
          if (expected_target_user !== undefined && expected_target_user !== '' && expected_target_user !== caller.user_id) throw new AppError('rejected', 'This sign-in is of another user. Connect again as the user whose connection it is to be.');
          const { outcome } = flows.poll(state, provider, caller);
          if (!outcome) return { completed: false, status: 'pending' };
          if ('error' in outcome) return { completed: false, status: 'failed', error: outcome.error };
          return { completed: true, status: 'completed', connection: shown(connections.find(outcome.connection.id, caller), now())  };
        },
        cancel({ state }, { caller }) {
          flows.cancel(state, caller);
          return { success: true };
        },
        validateImplicit: (input, { caller }) => infoOf(connections.clear(flows.take(input, caller).id, caller), now()),
      }),
      stop() {
        flows.stop();
        return Promise.resolve();
      },
    };
  },
};

const mark = { $secret: true } as const;

function infoOf(connection: ReturnType<ReturnType<typeof tokensOf>['connections']['clear']>, now: number) {
  const { id, access_token, expires_at = null, health_status = null, scope = null } = connection;
  const { renewable, tokenInfo, healthInfo } = shown(connection, now);
  const found = validateConnection(connection, now);
  return {
    ...found, success: found.status !== 'expired' && found.status !== 'invalid', connection_id: id, access_token: access_token ? mark : null, issue: access_token ? issueOf(access_token) : null,
    renewable: renewable === true, expires_at, health_status, scope, tokenInfo, healthInfo,
  };
}

/** Does the server say that the token still counts (RFC 7662)? Where it cannot be asked, its own time is all there is. */
async function counts(core: Core, token: string, connection: Connection, { caller, policy }: Asking): Promise<boolean> {
  const { client } = clientOf(core, connection, caller);
  if (client.introspection_url === undefined) return true;
  try {
    return (await oidc.tokenIntrospection(await serverOf(client, policy), token)).active;
  } catch (thrown) {
    throw oauthError(thrown);
  }
}

/** Tells the server that the grant is over (RFC 7009). The connection goes all the same; what the server did not hear is said. */
async function takenBack(core: Core, connection: ReturnType<ReturnType<typeof tokensOf>['connections']['clear']>, { caller, policy }: Asking): Promise<string | undefined> {
  try {
    const { client } = clientOf(core, connection, caller);
    if (client.revocation_url === undefined) return undefined;
    await oidc.tokenRevocation(await serverOf(client, policy), connection.credentials.refresh_token ?? connection.access_token);
    return undefined;
  } catch (thrown) {
    return `The connection is gone from here, but its provider could not be told. ${oauthError(thrown).message}`;
  }
}
