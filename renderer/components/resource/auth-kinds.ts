import { hawkAlgorithms, jwtAlgorithms, type authTypes } from '../../../shared/contract/http.ts';

export interface Part {
  readonly name: string;
  readonly label: string;
  readonly widget?: 'secret' | 'headers' | 'json';
  readonly options?: readonly string[];
  /** With what a new one begins. */
  readonly initial?: string;
  /** Most do without it. */
  readonly optional?: true;
  readonly help?: string;
}

export type AuthType = (typeof authTypes)[number];

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
  oauth2: {
    label: 'OAuth 2',
    parts: [
      { name: 'access_token', label: 'Access token', widget: 'secret' },
      { name: 'client_id', label: 'Client ID', help: 'Used where there is no access token.' },
      { name: 'client_secret', label: 'Client secret', widget: 'secret' },
    ],
  },
  custom: { label: 'Custom headers', parts: [{ name: 'headers', label: 'Headers', widget: 'headers' }] },
};

export const isKnown = (type: string): type is AuthType => Object.hasOwn(authKinds, type);
/** How a kind of authentication is called. */
export const authLabel = (type: string): string => (isKnown(type) ? authKinds[type].label : type);
