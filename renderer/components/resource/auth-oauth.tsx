import { FormGroup, HTMLSelect } from '@blueprintjs/core';
import { authKinds, type Part } from './auth-kinds.ts';

type Credentials = Readonly<Record<string, unknown>>;

/** Where the token of OAuth 2 comes from. */
type Source = 'connection' | 'client_credentials' | 'authorization_code' | 'implicit' | 'token' | 'basic';

const labels: Readonly<Record<Source, string>> = {
  connection: 'A stored connection', client_credentials: 'Client credentials', authorization_code: 'Sign-in in the browser', implicit: 'Sign-in in the browser, implicit grant',
  token: 'A given access token', basic: 'None: client ID and secret are sent as basic',
};
const notes: Readonly<Partial<Record<Source, string>>> = {
  connection: 'Its token is renewed when it must be, and never shown.',
  client_credentials: 'A token is fetched when a request is sent, and kept in memory until it ends.',
  authorization_code: 'With PKCE. Save it, then connect by it under OAuth connections.',
  implicit: 'Only for providers that offer nothing better: its tokens cannot be renewed.',
  token: 'It is sent as it is, and replaced by hand when it has ended.',
};

/** What each asks for, in its order; the rest of what is kept is left as it is. */
const asked: Readonly<Record<Source, readonly string[]>> = {
  connection: ['connection_id'],
  client_credentials: ['token_url', 'issuer', 'client_id', 'client_secret', 'client_auth', 'scope', 'audience', 'resource'],
  authorization_code: ['issuer', 'authorization_url', 'token_url', 'client_id', 'client_secret', 'client_auth', 'scope', 'audience', 'resource', 'redirect_uri', 'introspection_url', 'revocation_url'],
  implicit: ['authorization_url', 'client_id', 'scope', 'audience', 'redirect_uri'],
  token: ['access_token'],
  basic: ['client_id', 'client_secret'],
};
/** What tells the sources apart, and so goes when another is chosen. */
const telling = ['connection_id', 'grant', 'access_token'] as const;

const sourceOf = (credentials: Credentials): Source => {
  const { grant } = credentials;
  if ('connection_id' in credentials) return 'connection';
  if (grant === 'client_credentials') return grant;
  if (credentials['access_token']) return 'token';
  if (grant === 'authorization_code' || grant === 'implicit') return grant;
  return credentials['client_id'] !== undefined && !('access_token' in credentials) ? 'basic' : 'token';
};

const begin: Readonly<Record<Source, Credentials>> = {
  connection: { connection_id: '' }, client_credentials: { grant: 'client_credentials' }, authorization_code: { grant: 'authorization_code' }, implicit: { grant: 'implicit' },
  token: { access_token: '' }, basic: { client_id: '' },
};

/** With what a new one begins. */
export const oauthBegin = (isConfig: boolean): Credentials => begin[isConfig ? 'authorization_code' : 'connection'];

/** The parts that are asked for by what is said so far. */
export function oauthPartsOf(credentials: Credentials): readonly Part[] {
  const source = sourceOf(credentials);
  return asked[source].map((name) => authKinds.oauth2.parts.find((part) => part.name === name)!);
}

interface OAuthSourceProps {
  readonly id: string;
  readonly credentials: Credentials;
  /** Of an auth config, by which connections are made: it has none itself. */
  readonly isConfig: boolean;
  readonly onChange: (credentials: Credentials) => void;
}

/** Chooses where the token comes from. */
export function OAuthSource({ id, credentials, isConfig, onChange }: OAuthSourceProps) {
  const source = sourceOf(credentials);
  const offered: readonly Source[] = isConfig ? ['authorization_code', 'client_credentials', 'implicit', 'token', 'basic'] : ['connection', 'client_credentials', 'token', 'basic'];
  const choose = (next: Source) => {
    const rest = Object.entries(credentials).filter(([name]) => !(telling as readonly string[]).includes(name));
    onChange({ ...begin[next], ...Object.fromEntries(rest) });
  };
  return (
    <FormGroup label="Token from" labelFor={`${id}-source`} helperText={notes[source] && <span id={`${id}-source-help`}>{notes[source]}</span>}>
      <HTMLSelect id={`${id}-source`} aria-describedby={notes[source] && `${id}-source-help`} value={source} onChange={(event) => choose(event.currentTarget.value as Source)}>
        {[...new Set([...offered, source])].map((one) => <option key={one} value={one}>{labels[one]}</option>)}
      </HTMLSelect>
    </FormGroup>
  );
}
