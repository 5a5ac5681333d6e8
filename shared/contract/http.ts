import { z } from 'zod';
import { defaultExecutionMode } from '../rules/constants.ts';
import { oauthClient, oauthGrants } from './oauth-client.ts';

/** The shapes of one HTTP exchange as users compose it: how it signs in, what it sends, what came of it. */

export const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const;

const text = z.string();
const texts = z.record(z.string(), z.string());

/** What a JSON Web Token can be signed with (RFC 7518, RFC 8037): a shared secret (HS), or the private key of a pair. */
export const jwtAlgorithms = ['HS256', 'HS384', 'HS512', 'RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'] as const;
export const hawkAlgorithms = ['sha256', 'sha1'] as const;

/** Where a JSON Web Token stands: `Authorization: Bearer`, unless said otherwise; an empty prefix is none. */
const carried = { header: text.optional(), prefix: text.optional() };

/** How an execution signs in [X-001…X-012], with secrets in clear: this never leaves the backend or the platform. */
export const auth = z.discriminatedUnion('type', [
  z.object({ type: z.literal('none'), credentials: z.looseObject({}).optional() }),
  z.object({
    type: z.literal('api_key'),
    credentials: z.object({ name: text.min(1, 'The API key needs a name'), value: text, in: z.enum(['header', 'query']).default('header'), prefix: text.optional() }),
  }),
  z.object({ type: z.literal('bearer_token'), credentials: z.object({ token: text.min(1, 'The bearer token is missing') }) }),
  z.object({
    type: z.literal('jwt'),
    credentials: z.union([
      z.object({ token: text.min(1), ...carried }),
      z.object({
        claims: z.record(z.string(), z.unknown()),
        /** A secret text, a PEM private key or a JWK as JSON text. */
        key: text.min(1),
        algorithm: z.enum(jwtAlgorithms).default('HS256'),
        key_id: text.optional(),
        /** In seconds; sets `iat` and `exp`, unless the claims say them. */
        expires_in: z.union([z.number().positive(), text]).optional(),
        ...carried,
      }),
    ], { error: 'A JWT needs a token, or claims and a key' }),
  }),
  z.object({ type: z.literal('basic_auth'), credentials: z.object({ username: text, password: text }) }),
  z.object({ type: z.literal('digest'), credentials: z.object({ username: text, password: text }) }),
  z.object({ type: z.literal('hawk'), credentials: z.object({ id: text.min(1), key: text.min(1), algorithm: z.enum(hawkAlgorithms).default('sha256'), ext: text.optional(), app: text.optional(), dlg: text.optional() }) }),
  z.object({
    type: z.literal('oauth2'),
    credentials: z.union([
      z.object({ connection_id: text.min(1) }),
      oauthClient.safeExtend({ grant: z.literal('client_credentials') }),
      z.object({ access_token: text.min(1) }),
      oauthClient.safeExtend({ grant: z.enum(oauthGrants) }),
      z.object({ client_id: text.min(1), client_secret: text }),
    ], { error: 'OAuth 2 needs a connection, a client, or an access token' }),
  }),
  z.object({ type: z.literal('custom'), credentials: z.object({ headers: texts }) }),
]);
export type Auth = z.infer<typeof auth>;
export const authTypes = ['none', 'api_key', 'bearer_token', 'jwt', 'basic_auth', 'digest', 'hawk', 'oauth2', 'custom'] as const satisfies readonly Auth['type'][];

const part = z.union([
  z.object({ name: text.min(1), value: text, content_type: text.optional() }),
  /** A file: base64. */
  z.object({ name: text.min(1), filename: text.min(1), content_type: text.optional(), content: z.base64() }),
  /** A file of the sending computer, by its absolute path. */
  z.object({ name: text.min(1), file: text.min(1), filename: text.optional(), content_type: text.optional() }),
  /** A file that was uploaded for this request. */
  z.object({ name: text.min(1), upload: text.min(1), filename: text.optional(), size: z.number().optional(), content_type: text.optional() }),
]);
/** A GraphQL request; its variables are an object, or the JSON of one. */
const graphQl = z.looseObject({ query: text, variables: z.union([text, z.record(z.string(), z.unknown())]).nullish(), operationName: text.nullish() });

/** What an execution sends [X-013…X-016]. */
export const body = z.discriminatedUnion('type', [
  z.object({ type: z.literal('none') }),
  z.object({ type: z.literal('raw'), format: z.enum(['json', 'xml', 'html', 'text', 'graphql']).optional(), content_type: text.optional(), content: z.union([text, graphQl]) }),
  z.object({ type: z.literal('form-data'), content: z.union([z.array(part), texts]) }),
  z.object({ type: z.literal('x-www-form-urlencoded'), content: texts }),
  /** Base64, a file of the sending computer by its absolute path, or one that was uploaded for this request. */
  z.object({ type: z.literal('binary'), content_type: text.optional(), content: z.base64().optional(), file: text.optional(), upload: text.optional(), filename: text.optional(), size: z.number().optional() }),
]);
export type Body = z.infer<typeof body>;
export const bodyTypes = ['none', 'raw', 'form-data', 'x-www-form-urlencoded', 'binary'] as const satisfies readonly Body['type'][];

/** What came of an execution [N-030]. `duration` is in milliseconds; `timestamp` is ISO 8601. Status 0 is still under way. */
export const executionResult = z.looseObject({
  id: text,
  correlationId: text,
  status: z.number(),
  statusText: text,
  data: z.unknown().optional(),
  /** JSON as it came, where `data` written out would not be the same text. */
  text: text.optional(),
  headers: texts,
  duration: z.number(),
  timestamp: text,
  executedURL: text,
  basePath: text,
  endpointPath: text,
  requestId: text,
  error: text.nullable(),
  execution_mode: text.default(defaultExecutionMode),
  tenant_id: text,
  environment_id: text,
  api_id: text,
  endpoint_id: text,
  user_id: text,
  client_ip: text.nullable(),
  user_agent: text.nullable(),
  /** The body is in a file, with so many bytes, and `data` is the text of its beginning; or it was, and is gone. */
  spooled: z.looseObject({ bytes: z.number(), gone: z.boolean().optional() }).optional(),
});
export type ExecutionResult = z.infer<typeof executionResult>;
