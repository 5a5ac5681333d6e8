import { hawkAlgorithms, jwtAlgorithms, type authTypes } from '../../../shared/contract/http.ts';
import { keptAuthType } from '../../../shared/rules/constants.ts';
import { clientAuthMethods, oauthGrants } from '../../../shared/contract/oauth-client.ts';

export interface Part {
  readonly name: string;
  readonly label: string;
  readonly widget?: 'secret' | 'headers' | 'json' | 'connection';
  readonly options?: readonly string[];
  /** What the options are called, where their values do not say it; one of `''` stands for leaving it to itself. */
  readonly words?: Readonly<Record<string, string>>;
  /** With what a new one begins. */
  readonly initial?: string;
  /** Most do without it. */
  readonly optional?: true;
  readonly help?: string;
}

export type AuthType = (typeof authTypes)[number];

/** All that OAuth 2 may hold; which of it is asked for follows from where its token comes from. */
const oauthParts: readonly Part[] = [
  { name: 'connection_id', label: 'Connection', widget: 'connection', optional: true },
  { name: 'grant', label: 'Grant', options: oauthGrants, optional: true },
  { name: 'access_token', label: 'Access token', widget: 'secret', optional: true },
  { name: 'issuer', label: 'Issuer', optional: true, help: 'Where it is given, the addresses below come from its metadata, and may stay empty.' },
  { name: 'authorization_url', label: 'Authorization URL', optional: true, help: 'Where the user signs in.' },
  { name: 'token_url', label: 'Token URL', optional: true },
  { name: 'client_id', label: 'Client ID', optional: true },
  { name: 'client_secret', label: 'Client secret', widget: 'secret', optional: true },
  {
    name: 'client_auth', label: 'Client sends its secret', options: ['', ...clientAuthMethods], optional: true,
    words: { '': 'As usual: as basic, where there is one', basic: 'As basic authentication', post: 'In the body', none: 'Not at all: a public client' },
  },
  { name: 'scope', label: 'Scope', optional: true, help: 'Names apart by spaces. Many providers give a refresh token only with offline_access.' },
  { name: 'audience', label: 'Audience', optional: true, help: 'For providers that ask for it.' },
  { name: 'resource', label: 'Resource', optional: true, help: 'The address of the API that the token is for (RFC 8707).' },
  { name: 'redirect_uri', label: 'Redirect URI', optional: true, help: 'Only where the provider knows a fixed one, such as http://127.0.0.1:8765/callback. Empty, any free port serves.' },
  { name: 'introspection_url', label: 'Introspection URL', optional: true, help: 'Tells whether a token still counts.' },
  { name: 'revocation_url', label: 'Revocation URL', optional: true, help: 'Is told when a connection is ended.' },
];

/** What each kind of authentication is called, and asks for [X-001…X-012]. */
export const authKinds: Readonly<Record<AuthType, { readonly label: string; readonly parts: readonly Part[] }>> = {
  none: { label: 'None', parts: [] },
  api_key: {
    label: 'API key',
    parts: [
      { name: 'name', label: 'Name', help: 'Such as X-API-Key.' },
      { name: 'value', label: 'API key', widget: 'secret' },
      { name: 'in', label: 'Sent in', options: ['header', 'query'] },
      { name: 'prefix', label: 'Prefix', help: 'Stands before the key; most need none.' },
    ],
  },
  bearer_token: { label: 'Bearer token', parts: [{ name: 'token', label: 'Token', widget: 'secret' }] },
  jwt: {
    label: 'JSON Web Token',
    parts: [
      { name: 'token', label: 'Token', widget: 'secret', help: 'Leave it empty to have one signed from claims and key.' },
      { name: 'claims', label: 'Claims', widget: 'json' },
      { name: 'key', label: 'Key', widget: 'secret', help: 'A secret text for the HS algorithms; for the others a private key, as PEM or JWK.' },
      { name: 'algorithm', label: 'Algorithm', options: jwtAlgorithms },
      { name: 'expires_in', label: 'Expires after (seconds)', optional: true, help: 'Sets iat and exp when the request is sent, unless the claims say them.' },
      { name: 'key_id', label: 'Key ID', optional: true, help: 'Sent as kid; that of a JWK is sent by itself.' },
      { name: 'header', label: 'Sent in header', initial: 'Authorization', optional: true },
      { name: 'prefix', label: 'Prefix', initial: 'Bearer', optional: true, help: 'Stands before the token; empty for none.' },
    ],
  },
  basic_auth: { label: 'User name and password', parts: [{ name: 'username', label: 'User name' }, { name: 'password', label: 'Password', widget: 'secret' }] },
  digest: {
    label: 'Digest',
    parts: [{ name: 'username', label: 'User name' }, { name: 'password', label: 'Password', widget: 'secret', help: 'It is never sent: it answers the challenge of the server.' }],
  },
  hawk: {
    label: 'Hawk',
    parts: [
      { name: 'id', label: 'ID' },
      { name: 'key', label: 'Key', widget: 'secret', help: 'It is never sent: it signs the request and its body.' },
      { name: 'algorithm', label: 'Algorithm', options: hawkAlgorithms },
      { name: 'ext', label: 'Extra data', optional: true, help: 'Sent as ext, and signed.' },
      { name: 'app', label: 'Application', optional: true, help: 'Sent as app, for servers that ask for it.' },
      { name: 'dlg', label: 'Delegated by', optional: true, help: 'Sent as dlg, beside an application.' },
    ],
  },
  oauth2: { label: 'OAuth 2', parts: oauthParts },
  custom: { label: 'Custom headers', parts: [{ name: 'headers', label: 'Headers', widget: 'headers' }] },
};

export const isKnown = (type: string): type is AuthType => Object.hasOwn(authKinds, type);
/** How a kind of authentication is called. */
export const authLabel = (type: string): string => (isKnown(type) ? authKinds[type].label : type === keptAuthType ? 'Auth config' : type);
