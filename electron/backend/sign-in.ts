import * as oidc from 'openid-client';
import { Agent, ProxyAgent, fetch as fetchThrough } from 'undici';
import type { Profile } from '../../shared/contract/app.ts';
import { AppError } from '../../shared/errors.ts';
import { listenForRedirect } from '../execution/auth/oauth2-redirect.ts';
import { authorities } from './network.ts';

/** Sign-in by OpenID Connect: authorization code with PKCE, the system browser, and a loopback redirect (RFC 8252, RFC 7636). */

export interface Tokens {
  readonly access_token: string;
  readonly refresh_token?: string | undefined;
  /** Milliseconds since the epoch. */
  readonly expires_at?: number | undefined;
}

/** How long the user may take in the browser, in milliseconds. */
const patience = 5 * 60_000;

/** Signs in through the browser. Throws `unauthorized` where it is refused, `timeout` after five minutes, `unreachable`, `cancelled`. */
export async function signInWithBrowser(options: {
  readonly profile: Profile;
  readonly openExternal: (url: string) => Promise<void>;
  readonly signal: AbortSignal;
  readonly now: () => number;
}): Promise<Tokens> {
  const { profile, openExternal, signal, now } = options;
  const config = await configurationOf(profile);
  const verifier = oidc.randomPKCECodeVerifier();
  const state = oidc.randomState();
  const redirect = await listenForRedirect({ state });
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new AppError('timeout', 'Sign-in was not finished within 5 minutes. Try again.')), patience);
  try {
    const url = oidc.buildAuthorizationUrl(config, {
      redirect_uri: redirect.uri,
      scope: profile.oidc!.scope,
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      // Without it many servers give no refresh token for offline_access.
      prompt: 'consent',
    });
    await openExternal(url.href);
    const answered = await redirect.answered(AbortSignal.any([signal, late.signal]));
    const tokens = await oidc.authorizationCodeGrant(config, answered, { pkceCodeVerifier: verifier, expectedState: state });
    return readTokens(tokens, now());
  } catch (error) {
    throw signInError(error);
  } finally {
    clearTimeout(timer);
    redirect.close();
  }
}

/** New tokens for a refresh token. Throws `unauthorized` where it is not taken any more. */
export async function refreshTokens(profile: Profile, refreshToken: string, now: () => number): Promise<Tokens> {
  try {
    const config = await configurationOf(profile);
    const tokens = readTokens(await oidc.refreshTokenGrant(config, refreshToken), now());
    return { ...tokens, refresh_token: tokens.refresh_token ?? refreshToken };
  } catch (error) {
    throw signInError(error);
  }
}

const configurations = new WeakMap<Profile, Promise<oidc.Configuration>>();

function configurationOf(profile: Profile): Promise<oidc.Configuration> {
  const known = configurations.get(profile);
  if (known) return known;
  const made = discover(profile);
  configurations.set(profile, made);
  // What failed is asked for again the next time.
  made.catch(() => configurations.delete(profile));
  return made;
}

async function discover(profile: Profile): Promise<oidc.Configuration> {
  if (!profile.oidc) throw new AppError('invalid_input', 'This connection names no sign-in server. Paste an access token.');
  const issuer = new URL(profile.oidc.issuer);
  const loopback = ['127.0.0.1', '[::1]', 'localhost'].includes(issuer.hostname);
  if (issuer.protocol !== 'https:' && !loopback) throw new AppError('invalid_input', 'The sign-in server’s address must start with https://');
  const connect = profile.ca ? { ca: authorities(profile.ca) } : {};
  const dispatcher = profile.proxy ? new ProxyAgent({ uri: profile.proxy, requestTls: connect }) : new Agent({ connect });
  try {
    return await oidc.discovery(issuer, profile.oidc.client_id, undefined, oidc.None(), {
      execute: loopback ? [oidc.allowInsecureRequests] : [],
      timeout: 15,
      [oidc.customFetch]: async (url, options) =>
        (await fetchThrough(url, { ...(options as object), dispatcher })) as unknown as Response,
    });
  } catch (error) {
    throw signInError(error);
  }
}

const readTokens = (tokens: oidc.TokenEndpointResponse, now: number): Tokens => ({
  access_token: tokens.access_token,
  refresh_token: tokens.refresh_token,
  expires_at: tokens.expires_in === undefined ? undefined : now + tokens.expires_in * 1000,
});

function signInError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof oidc.ResponseBodyError || error instanceof oidc.AuthorizationResponseError) {
    return new AppError('unauthorized', 'Sign-in was refused', { details: error.error_description ?? error.error, cause: error });
  }
  const { message, code, cause } = error as Error & { code?: string };
  const network = code === undefined || code === 'OAUTH_TIMEOUT';
  const words = cause instanceof Error ? `${message}: ${cause.message}` : message;
  return new AppError(network ? 'unreachable' : 'unauthorized', 'Failed to sign in', { details: `The sign-in server: ${words}`, cause: error });
}
