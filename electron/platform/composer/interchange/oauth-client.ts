import type { AuthFields } from './collection.ts';

/** OAuth 2 as other programs keep it: a token that was fetched, or the client by which one is. */

interface Said {
  readonly access_token: string;
  /** As the program calls it: `client_credentials`, `authorization_code`, with or without PKCE, `implicit`. */
  readonly grant: string;
  readonly authorization_url: string;
  readonly token_url: string;
  readonly client_id: string;
  readonly client_secret: string;
  readonly scope: string;
  /** The secret goes in the body. */
  readonly in_body: boolean;
}

const grants = ['client_credentials', 'authorization_code', 'implicit'] as const;

/** What is said of OAuth 2, as it is kept here. A grant that is not known leaves the token, or the client, alone. */
export function oauthFrom({ access_token, grant: said, in_body, ...client }: Said): AuthFields {
  const grant = grants.find((one) => said.startsWith(one));
  const given = Object.fromEntries(Object.entries(client).filter(([, value]) => value !== ''));
  const reaches = grant === 'client_credentials' ? client.token_url !== '' : grant !== undefined && client.authorization_url !== '';
  if (reaches) return { type: 'oauth2', credentials: { ...(access_token !== '' && grant !== 'client_credentials' && { access_token }), grant, ...given, ...(in_body && { client_auth: 'post' }) } };
  if (access_token === '' && client.client_id !== '') return { type: 'oauth2', credentials: { client_id: client.client_id, client_secret: client.client_secret } };
  return { type: 'oauth2', credentials: { access_token } };
}

/** Are client ID and secret sent themselves, as basic, since there is no way to a token? */
export const isBasicClient = (credentials: AuthFields['credentials']): boolean =>
  !credentials['access_token'] && !credentials['connection_id'] && !credentials['grant'] && typeof credentials['client_id'] === 'string' && credentials['client_id'] !== '';

/** Is a token fetched when the request is sent, so that there is none to write down? */
export const isFetched = (credentials: AuthFields['credentials']): boolean => !credentials['access_token'] && !isBasicClient(credentials) && Boolean(credentials['connection_id'] ?? credentials['grant']);
