import { oauthConnections } from '../../shared/contract/oauth.ts';
import { AppError } from '../../shared/errors.ts';
import { issueOf } from '../execution/auth/oauth2-tokens.ts';
import type { TokenSource } from '../execution/auth/oauth2.ts';
import { newTrace, type Connection, type Fields, type Send } from './send.ts';

const call = oauthConnections.calls.tokenInfo;

/**
 * Tokens of stored connections for what is sent from this computer. The platform is asked beneath where secrets are hidden
 * and calls are logged: a token goes from it to the engine, and nowhere else.
 */
export const connectionTokens = (send: Send, connection: Connection, scope: Fields): TokenSource => ({
  async token({ connection_id }, refused, signal) {
    const input = { ...scope, connection_id, skipCache: true, with_token: true, ...(refused && { refused: refused.issue }) };
    const { data } = await send(call, input, { name: 'oauthConnections.tokenInfo', signal, connection, trace: newTrace(call) });
    const { access_token, issue, renewable } = data as { access_token?: unknown; issue?: string | null; renewable?: boolean | null };
    if (typeof access_token !== 'string' || access_token === '') throw new AppError('not_available', 'The platform does not hand out the token of this OAuth connection. Send the request through the platform.');
    return { value: access_token, issue: issue ?? issueOf(access_token), renewable: renewable === true };
  },
});
