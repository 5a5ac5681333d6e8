import * as oidc from 'openid-client';
import type { OAuthClient } from '../../../shared/contract/oauth-client.ts';
import { AppError, toErrorValue } from '../../../shared/errors.ts';
import { implicitExpirySeconds, implicitTokenType } from '../../../shared/rules/constants.ts';
import { listenForRedirect, type Redirect } from '../../execution/auth/oauth2-redirect.ts';
import { fetchClientToken, issuedTokens, oauthError, serverOf, wanted, type IssuedTokens } from '../../execution/auth/oauth2-server.ts';
import { refuse, type FetchPolicy } from '../../execution/request.ts';
import { patiently } from '../../storage/patience.ts';
import type { Core } from '../core.ts';
import type { Caller } from '../domain.ts';
import { clientOf } from './client.ts';
import type { Connection, Connections, Origin } from './connections.ts';

/** Sign-ins in the browser that are going on: each ends with its answer, or when its time is over, and never serves twice [S-033][S-034]. */

/** How long the user may take, in seconds. */
export const flowLifetime = 600;
/** A user who begins more than this gives the oldest up: each holds a port. */
const mostFlows = 10;

export interface FlowInput {
  readonly provider: string;
  readonly app_connector_id?: string | undefined;
  readonly auth_config_id?: string | undefined;
  /** The connection that is to be signed in to anew. */
  readonly connection_id?: string | undefined;
  readonly name?: string | undefined;
  readonly scope?: string | undefined;
}

export interface ImplicitTokens {
  readonly state: string;
  readonly access_token: string;
  readonly token_type: string;
  /** In seconds. */
  readonly expires_in: number;
  readonly scope?: string | undefined;
}

interface Flow {
  readonly state: string;
  readonly provider: string;
  readonly caller: Caller;
  readonly origin: Origin;
  readonly connection_id: string | undefined;
  readonly began: number;
  readonly ended: AbortController;
  readonly redirect: Redirect | undefined;
  outcome: { readonly connection: Connection } | { readonly error: string } | undefined;
}

export interface Started {
  readonly auth_url: string;
  readonly state: string;
  readonly grant_type: string;
  readonly response_type: string | null;
  readonly redirect_uri: string | null;
  readonly expires_in: number;
}

export interface Flows {
  start(input: FlowInput, caller: Caller, policy: FetchPolicy): Promise<Started>;
  /** How far one has come. Throws `not_found` for one that is not going on, or is another user's. */
  poll(state: string, provider: string, caller: Caller): Pick<Flow, 'outcome'>;
  /** Tokens that came by another way than the redirect [S-035]. Throws as `poll` does, and `rejected` where it has ended. */
  take(tokens: ImplicitTokens, caller: Caller): Connection;
  cancel(state: string, caller: Caller): void;
  stop(): void;
}

export function createFlows(core: Core, connections: Connections): Flows {
  const { now } = core;
  const flows = new Map<string, Flow>();

  const end = (flow: Flow) => {
    flow.ended.abort(new AppError('cancelled', 'The sign-in was given up'));
    flow.redirect?.close();
  };
  /** What has ended is told for as long as it could have gone on. */
  const sweep = () => {
    for (const flow of flows.values()) {
      if (now() - flow.began < flowLifetime * 1000) continue;
      end(flow);
      flows.delete(flow.state);
    }
  };

  const complete = (flow: Flow, tokens: IssuedTokens): Connection => {
    const { connection_id, origin, caller } = flow;
    const connection = connection_id === undefined ? connections.make(origin, tokens, caller) : connections.renewed(connection_id, tokens, caller, origin);
    flow.outcome = { connection };
    return connection;
  };
  const fail = (flow: Flow, thrown: unknown) => {
    const { code, message } = toErrorValue(thrown);
    if (code === 'internal') core.log(thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown));
    flow.outcome ??= { error: message };
  };

  /** Waits in the background for the browser, and does what its answer asks for. */
  async function awaitAnswer(flow: Flow, tokensOf: (answer: URL) => Promise<IssuedTokens>): Promise<void> {
    const late = setTimeout(() => flow.ended.abort(new AppError('timeout', `The sign-in was not finished within ${flowLifetime / 60} minutes. Connect again.`)), flowLifetime * 1000);
    late.unref();
    try {
      const tokens = await tokensOf(await flow.redirect!.answered(flow.ended.signal));
      flow.ended.signal.throwIfAborted();
      await patiently(() => complete(flow, tokens));
    } catch (thrown) {
      fail(flow, oauthError(thrown));
    } finally {
      clearTimeout(late);
      flow.redirect!.close();
    }
  }

  const find = (state: string, caller: Caller): Flow => {
    sweep();
    const flow = flows.get(state);
    if (flow?.caller.user_id !== caller.user_id || flow.caller.tenant_id !== caller.tenant_id) throw new AppError('not_found', 'This sign-in is not going on any more. Connect again.');
    return flow;
  };

  return {
    async start(input, caller, policy) {
      sweep();
      const known = input.connection_id === undefined ? undefined : connections.find(input.connection_id, caller);
      const source = input.auth_config_id !== undefined || input.app_connector_id !== undefined || !known ? input : known;
      const { name, client } = clientOf(core, source, caller);
      const asked: OAuthClient = { ...client, scope: input.scope ?? client.scope };
      const state = oidc.randomState();
      const origin: Origin = {
        name: input.name || known?.name || name, provider: input.provider, grant: client.grant,
        auth_config_id: source.auth_config_id, app_connector_id: source.app_connector_id,
      };
      const begin = (redirect?: Redirect): Flow => {
        const flow: Flow = { state, provider: input.provider, caller, origin, connection_id: input.connection_id, began: now(), ended: new AbortController(), redirect, outcome: undefined };
        const mine = [...flows.values()].filter((one) => one.caller.user_id === caller.user_id && !one.outcome);
        for (const oldest of mine.slice(0, Math.max(0, mine.length - mostFlows + 1))) end(oldest);
        flows.set(state, flow);
        return flow;
      };
      const started = { state, grant_type: client.grant, expires_in: flowLifetime };

      if (client.grant === 'client_credentials') {
        const tokens = await fetchClientToken(asked, policy, now);
        const flow = begin();
        await patiently(() => complete(flow, tokens));
        return { ...started, auth_url: '', response_type: null, redirect_uri: null };
      }
      if (client.authorization_url === undefined && client.issuer === undefined) throw refuse('authorization_url', 'The OAuth settings name no authorization URL. Enter it, or the issuer.');
      const isImplicit = client.grant === 'implicit';
      const server = await serverOf(asked, policy).catch((thrown: unknown) => Promise.reject(oauthError(thrown)));
      const redirect = await listenForRedirect({ state, preferred: client.redirect_uri, inFragment: isImplicit });
      const verifier = oidc.randomPKCECodeVerifier();
      const proof: Record<string, string> = isImplicit
        ? { response_type: 'token' }
        : { code_challenge: await oidc.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256', ...consent(asked) };
      const auth_url = oidc.buildAuthorizationUrl(server, { redirect_uri: redirect.uri, state, ...wanted(asked), ...proof }).href;
      const tokensOf = isImplicit
        ? (answer: URL) => Promise.resolve(ofImplicit(fieldsOf(answer), now()))
        : async (answer: URL) => {
            // Nobody said who the server is, so that the name that it gives itself proves nothing.
            if (asked.issuer === undefined) answer.searchParams.delete('iss');
            const resource: Record<string, string> = asked.resource === undefined ? {} : { resource: asked.resource };
            return issuedTokens(await oidc.authorizationCodeGrant(server, answer, { pkceCodeVerifier: verifier, expectedState: state }, resource), now());
          };
      void awaitAnswer(begin(redirect), tokensOf);
      return { ...started, auth_url, response_type: isImplicit ? 'token' : 'code', redirect_uri: redirect.uri };
    },

    poll(state, provider, caller) {
      const flow = find(state, caller);
      if (flow.provider !== provider) throw new AppError('rejected', 'This sign-in is with another provider. Connect again.');
      return flow;
    },

    take(tokens, caller) {
      const flow = find(tokens.state, caller);
      if (flow.origin.grant !== 'implicit' || flow.outcome || flow.ended.signal.aborted) throw new AppError('rejected', 'This sign-in takes no tokens any more. Connect again.');
      const connection = complete(flow, ofImplicit(tokens, now()));
      end(flow);
      return connection;
    },

    cancel(state, caller) {
      end(find(state, caller));
    },

    stop() {
      for (const flow of flows.values()) end(flow);
      flows.clear();
    },
  };
}

/** Without it many servers give no refresh token for offline_access (OpenID Connect Core, section 11). */
const consent = ({ scope }: OAuthClient): Record<string, string> => (scope?.split(' ').includes('offline_access') ? { prompt: 'consent' } : {});

/** What stood behind `#` (RFC 6749, section 4.2.2). */
function fieldsOf({ searchParams }: URL): Omit<ImplicitTokens, 'state'> {
  const [error, words, access_token, expires_in] = ['error', 'error_description', 'access_token', 'expires_in'].map((name) => searchParams.get(name) ?? '');
  if (error) throw new AppError('rejected', `The authorization server refused: ${error}${words ? ` (${words})` : ''}. Check the client and its scopes.`);
  if (!access_token) throw new AppError('bad_answer', 'The authorization server sent no access token. Check whether it offers the implicit grant.');
  return { access_token, token_type: searchParams.get('token_type') ?? implicitTokenType, expires_in: Number(expires_in) || implicitExpirySeconds, scope: searchParams.get('scope') ?? undefined };
}

function ofImplicit({ access_token, token_type, expires_in, scope }: Omit<ImplicitTokens, 'state'>, now: number): IssuedTokens {
  if (token_type.toLowerCase() !== 'bearer') throw refuse('token_type', `Tokens of the type “${token_type.slice(0, 40)}” cannot be sent. Only bearer tokens can.`);
  return { access_token, scope, expires_at: now + expires_in * 1000 };
}
