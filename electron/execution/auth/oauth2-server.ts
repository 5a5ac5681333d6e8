import * as oidc from 'openid-client';
import { oauthClient, type OAuthClient } from '../../../shared/contract/oauth-client.ts';
import { AppError } from '../../../shared/errors.ts';
import { wireFailure } from '../failures.ts';
import { payloadOfBytes } from '../payload.ts';
import { refuse, type FetchPolicy } from '../request.ts';
import { acceptEncoding } from '../response-body.ts';
import { one, send } from '../send.ts';

/** What is asked of an authorization server, by openid-client, over the same networks as the requests that need the tokens. */

export interface IssuedTokens {
  readonly access_token: string;
  readonly refresh_token?: string | undefined;
  /** Milliseconds since the epoch; absent where the server does not say. */
  readonly expires_at?: number | undefined;
  readonly scope?: string | undefined;
}

/** Milliseconds for one request to the server; and the most bytes of its answer. */
const patience = 30_000;
const maxAnswer = 1024 * 1024;

/** What is said of a client, checked. Throws `invalid_input` that names the field. */
export function readClient(said: unknown): OAuthClient {
  const read = oauthClient.safeParse(said);
  if (read.success) return read.data;
  const [problem] = read.error.issues;
  throw refuse(String(problem?.path[0] ?? 'auth'), `The OAuth settings cannot be used: ${problem?.message ?? 'they are incomplete'}.`);
}

/** The server of a client, and how to speak to it. Throws `invalid_input` for settings that cannot be used, `unreachable` or `bad_answer`. */
export async function serverOf(client: OAuthClient, policy: FetchPolicy): Promise<oidc.Configuration> {
  const local = [client.issuer, client.token_url, client.authorization_url].every((address) => address === undefined || checkAddress(address));
  const fetch = fetchUnder(policy, client.issuer !== undefined);
  if (client.issuer !== undefined) {
    return oidc.discovery(new URL(client.issuer), client.client_id, undefined, clientAuth(client), {
      execute: local ? [oidc.allowInsecureRequests] : [], timeout: patience / 1000, [oidc.customFetch]: fetch,
    });
  }
  const { token_url, authorization_url, introspection_url, revocation_url } = client;
  const server = {
    // Nobody said who the server is, so that its name is taken from its address and compared with nothing.
    issuer: new URL(token_url ?? authorization_url ?? refuseAddress()).origin,
    ...(token_url && { token_endpoint: token_url }),
    ...(authorization_url && { authorization_endpoint: authorization_url }),
    ...(introspection_url && { introspection_endpoint: introspection_url }),
    ...(revocation_url && { revocation_endpoint: revocation_url }),
  };
  const configuration = new oidc.Configuration(server, client.client_id, undefined, clientAuth(client));
  configuration[oidc.customFetch] = fetch;
  configuration.timeout = patience / 1000;
  if (local) oidc.allowInsecureRequests(configuration);
  return configuration;
}

/** `scope`, `audience` and `resource`, as far as they are said. */
export const wanted = ({ scope, audience, resource }: OAuthClient): Record<string, string> =>
  Object.fromEntries(Object.entries({ scope, audience, resource }).filter((entry): entry is [string, string] => entry[1] !== undefined));

/** A token for the client itself (RFC 6749, section 4.4). Throws as {@link oauthError} says. */
export async function fetchClientToken(client: OAuthClient, policy: FetchPolicy, now: () => number): Promise<IssuedTokens> {
  if (client.token_url === undefined && client.issuer === undefined) throw refuse('token_url', 'Client credentials need a token URL. Enter it in the authentication.');
  try {
    return issuedTokens(await oidc.clientCredentialsGrant(await serverOf(client, policy), wanted(client)), now());
  } catch (thrown) {
    throw oauthError(thrown);
  }
}

export const issuedTokens = ({ access_token, refresh_token, expires_in, scope }: oidc.TokenEndpointResponse, now: number): IssuedTokens => ({
  access_token, refresh_token, scope, expires_at: expires_in === undefined ? undefined : now + expires_in * 1000,
});

/** Did the server say that the grant behind a token is gone (RFC 6749, section 5.2)? */
export const isInvalidGrant = (thrown: unknown): boolean => thrown instanceof oidc.ResponseBodyError && thrown.error === 'invalid_grant';

/** What the server or the way to it said, as an error to act on: `rejected` where the server refused, else as the wire failed. */
export function oauthError(thrown: unknown): AppError {
  for (let error: unknown = thrown; error instanceof Error; error = error.cause) if (error instanceof AppError) return error;
  if (thrown instanceof oidc.ResponseBodyError || thrown instanceof oidc.AuthorizationResponseError) {
    const words = thrown.error_description ?? explained[thrown.error] ?? '';
    return new AppError('rejected', `The authorization server refused: ${thrown.error}${words === '' ? '' : ` (${words})`}. Check the client and its scopes.`);
  }
  const { message, code } = thrown as Error & { code?: string };
  if (code === 'OAUTH_TIMEOUT') return new AppError('timeout', `The authorization server did not answer within ${patience / 1000} s. Try again, or check its address.`);
  return new AppError('bad_answer', `What the authorization server answered cannot be used: ${message}. Check its addresses.`, { cause: thrown });
}

const explained: Readonly<Record<string, string>> = {
  invalid_client: 'it does not know this client, or not with this secret', access_denied: 'the sign-in was declined', invalid_scope: 'it does not know one of the scopes',
  unauthorized_client: 'the client may not use this grant', unsupported_grant_type: 'it does not offer this grant', invalid_grant: 'the sign-in is over',
};

function clientAuth({ client_secret, client_auth = client_secret === undefined ? 'none' : 'basic' }: OAuthClient): oidc.ClientAuth {
  if (client_auth === 'none') return oidc.None();
  if (client_secret === undefined) throw refuse('client_secret', 'The client has no secret. Enter it, or choose “none” for its authentication.');
  return client_auth === 'post' ? oidc.ClientSecretPost(client_secret) : oidc.ClientSecretBasic(client_secret);
}

const loopback: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost']);

/** Is the address on this computer? Throws for one to which secrets would go in clear. */
function checkAddress(address: string): boolean {
  if (!URL.canParse(address)) throw refuse('token_url', `“${address.slice(0, 100)}” is not an address. Enter one that starts with https://`);
  const { protocol, hostname } = new URL(address);
  const local = loopback.has(hostname);
  if (protocol !== 'https:' && !(protocol === 'http:' && local)) throw refuse('token_url', `The address ${address.slice(0, 100)} of the authorization server must start with https://, since secrets go there.`);
  return local;
}

function refuseAddress(): never {
  throw refuse('token_url', 'The OAuth settings name no authorization server. Enter its issuer, or its authorization and token URLs.');
}

type Fetch = (url: string, options: { readonly method: string; readonly headers: Record<string, string>; readonly body: unknown; readonly signal?: AbortSignal | undefined }) => Promise<Response>;

/** The engine's own way to a server, since only it keeps to the networks, proxies and authorities of the environment. */
function fetchUnder({ tls, ...policy }: FetchPolicy, isIssuerKnown: boolean): Fetch {
  return async (address, { method, headers, body, signal = AbortSignal.timeout(patience) }) => {
    const url = new URL(address);
    const bytes = body === undefined || body === null ? null : Buffer.from(body instanceof URLSearchParams ? body.toString() : (body as string));
    const payload = bytes && payloadOfBytes(bytes, 'application/x-www-form-urlencoded');
    try {
      // The client certificate is for the target of the request, not for whoever hands out its tokens [F-4].
      const hop = { method, url, headers: new Map(Object.entries({ 'accept-encoding': acceptEncoding, ...headers })), body: payload };
      const answer = await send(hop, { ...policy, tls: tls && { ...tls, client: undefined } }, [], signal);
      const read = await answer.read({ max_bytes: maxAnswer });
      const text = isIssuerKnown ? read.bytes.toString() : withoutIdToken(read.bytes.toString());
      // Without its challenge, which says less than the body does why the client was refused (RFC 6749, section 5.2).
      const type = one(answer.headers, 'content-type');
      return new Response(noBody.has(answer.status) ? null : text, { status: answer.status, headers: type === '' ? {} : { 'content-type': type } });
    } catch (thrown) {
      throw wireFailure(thrown, url.origin);
    }
  };
}

const noBody: ReadonlySet<number> = new Set([204, 205, 304]);

/** Who is signed in is of no matter here, and without an issuer nobody could check what is said of it. */
function withoutIdToken(text: string): string {
  if (!text.includes('"id_token"')) return text;
  try {
    const { id_token: _, ...rest } = JSON.parse(text) as Record<string, unknown>;
    return JSON.stringify(rest);
  } catch {
    return text;
  }
}
