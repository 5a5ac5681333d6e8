import { refuse, type AuthSpec } from '../request.ts';
import { apiKey } from './api-key.ts';
import { basic } from './basic.ts';
import { authorization, optional, required, type AuthKind, type Credentials } from './credentials.ts';
import { custom } from './custom.ts';
import { digest } from './digest.ts';
import { hawk } from './hawk.ts';
import { jwt } from './jwt.ts';
import { oauth2, type TokenSource } from './oauth2.ts';

/** The kinds of authentication, one function each: credentials in, what goes on the wire out. */
export const authKinds: Readonly<Record<string, AuthKind>> = {
  none: () => ({ secrets: [] }),
  api_key: apiKey, // [X-002][X-003]
  bearer_token: (credentials) => authorization('Bearer', required(credentials, 'token', 'token')),
  jwt,
  basic_auth: (credentials) => basic(required(credentials, 'username', 'user name'), optional(credentials, 'password')),
  digest,
  hawk,
  oauth2, // [X-010][X-011]
  custom,
};

/** What a request's `auth` puts on the wire; `tokens` are for OAuth. Throws `invalid_input` for a kind that is not in the table. */
export function credentialsOf(auth: AuthSpec | null | undefined, tokens?: TokenSource): Credentials {
  const type = auth?.type ?? 'none';
  const kind = Object.hasOwn(authKinds, type) ? authKinds[type] : undefined;
  if (!kind) throw refuse('auth', `The authentication type “${type}” cannot be sent. Choose one of: ${Object.keys(authKinds).join(', ')}.`);
  return kind(auth?.credentials ?? {}, tokens);
}
