import { refuse, type Fields } from '../request.ts';
import { basic } from './basic.ts';
import { authorization, optional, required, type Credentials, type Signer } from './credentials.ts';

/** A token for one resource, with what is needed to tell it from the next. */
export interface AccessToken {
  readonly value: string;
  /** Which one it is: a token can be refused by it without being told. */
  readonly issue: string;
  /** There is a way to another one, should it be refused. */
  readonly renewable: boolean;
}

/** Where tokens come from that do not stand among the credentials: a stored connection, or the token endpoint. */
export interface TokenSource {
  /** One that may be sent now, and is not the one that was `refused`. Throws what the user can do about it. */
  token(credentials: Fields, refused: AccessToken | undefined, signal: AbortSignal): Promise<AccessToken>;
}

/** A token that is got anew when it must be; a given one; or the client's own name and secret. */
export function oauth2(credentials: Fields, tokens: TokenSource | undefined): Credentials {
  if (optional(credentials, 'connection_id') !== '' || optional(credentials, 'grant') === 'client_credentials') {
    if (!tokens) throw refuse('auth', 'Access tokens cannot be fetched here. Give one in its authentication.');
    const secret = optional(credentials, 'client_secret');
    return { secrets: secret === '' ? [] : [secret], signer: tokenSigner(credentials, tokens) };
  }
  if (optional(credentials, 'access_token') !== '') return authorization('Bearer', required(credentials, 'access_token', 'access token'));
  if (optional(credentials, 'grant') !== '') throw refuse('auth', 'The authentication has no OAuth connection yet. Connect, and choose the connection.');
  return basic(required(credentials, 'client_id', 'OAuth connection, access token or client id'), optional(credentials, 'client_secret'));
}

/** A 401 spends one new token and no more: a target that refuses that one, too, means something else by it. */
function tokenSigner(credentials: Fields, tokens: TokenSource): Signer {
  let sent: AccessToken | undefined;
  let refused: AccessToken | undefined;
  return {
    async sign(_hop, signal) {
      sent = await tokens.token(credentials, refused, signal);
      return authorization('Bearer', sent.value);
    },
    challenged() {
      if (!sent?.renewable || refused) return false;
      refused = sent;
      return true;
    },
    verify(_hop, { status }) {
      if (status !== 401) return undefined;
      return refused
        ? 'The target refused the access token, and the new one that was fetched then. Check that its scope and audience are what the target asks for.'
        : 'The target refused the access token, and there is no way to a new one. Connect again.';
    },
  };
}
