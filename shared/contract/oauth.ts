import { z } from 'zod';
import { implicitExpirySeconds, implicitTokenType } from '../rules/constants.ts';
import { anything, required, router } from './define.ts';
import { pageOf, resource, rowOf, type RowSchema } from './entity.ts';
import { choice, flag, json, number, reference, secret, text, time } from './fields.ts';
import { oauthGrants } from './oauth-client.ts';

const oauth = router({
  path: '/api/router/oauth_callback_server/apiRouterV2', selector: 'method_name', body: 'data', fallback: 'Failed to fetch connection info',
});

/** The states of a connection as the app tells them [S-020]. */
export const connectionStates = ['checking', 'connected', 'expiring', 'invalid', 'expired', 'error', 'not_found'] as const;

const fields = {
  name: text('Name'),
  provider: text('Provider'),
  status: choice('State', connectionStates, { readOnly: true }),
  expires_at: time('Expires', { readOnly: true }),
  scope: text('Scope', { readOnly: true }),
  is_active: flag('Active', { readOnly: true }),
  renewable: flag('Renewed by itself', { readOnly: true }),
  grant: choice('Grant', oauthGrants, { readOnly: true }),
  auth_config_id: reference('Auth config', 'authConfigs', { readOnly: true }),
  app_connector_id: reference('Connector', 'appConnectors', { readOnly: true }),
  user_id: reference('User', 'tenantUsers', { readOnly: true }),
  refreshed_at: time('Token got', { readOnly: true }),
  health_status: choice('Health', ['expired', 'error'], { readOnly: true }),
  access_token: secret('Access token', { readOnly: true }),
  tokenInfo: json('Token', { readOnly: true }),
  healthInfo: json('Health details', { readOnly: true }),
  errorCount: number('Errors', { readOnly: true }),
};
const connection = { connection_id: required('Connection ID is required') };
const info = z.looseObject({
  success: z.boolean().optional(), access_token: anything, expires_at: z.union([z.string(), z.number()]).nullish(), status: z.string().nullish(),
  /** Which token it is, without telling it. */
  issue: z.string().nullish(),
  renewable: z.boolean().nullish(),
});
/** What a check found of one connection. */
const report = z.looseObject({
  connection_id: z.string(), status: z.string().optional(), needs_reauth: z.boolean().optional(), should_refresh: z.boolean().optional(), permanent: z.boolean().optional(),
});

/** The calls about one connection know it by `connection_id`, which is its row's id. */
const row = z.preprocess(
  (given) => (typeof given === 'object' && given !== null && 'id' in given ? { connection_id: String((given as { id: unknown }).id), ...given } : given),
  rowOf(fields),
) as unknown as RowSchema<typeof fields>;

/** Connections to other products, in the user's name; the user, tenant and environment go as headers [C-137…C-145][Q-012]. */
export const oauthConnections = resource(
  {
    one: 'OAuth connection', many: 'OAuth connections', path: '/oauth_connections', scope: ['tenant_id', 'environment_id'], fields,
    columns: ['name', 'provider', 'status', 'expires_at', 'scope'], removal: { verb: 'Disconnect', done: 'disconnected' },
  },
  {
    list: oauth({ select: 'get-connections', output: pageOf(fields, row), answer: 'routerList', offline: 'cached', fallback: 'Failed to fetch OAuth connections' }),
    /** Served from memory for 30 s, unless `skipCache` [K-003]. With the token itself, in place of its mark, only where that is asked for by who sends it. */
    tokenInfo: oauth({
      select: 'get-connection-token-info', output: info,
      input: {
        ...connection, skipCache: z.boolean().default(false), with_token: z.boolean().optional(),
        /** The issue of a token that its target did not take: another is wanted. */
        refused: z.string().optional(),
      },
    }),
    refresh: oauth({ select: 'refresh-connection-token', input: connection, output: info, fallback: 'Failed to refresh token' }),
    remove: oauth({ select: 'disconnect-oauth-connection', input: connection, output: z.looseObject({ notice: z.string().nullish() }), fallback: 'Failed to disconnect', absentIsDone: true }),
    check: oauth({
      select: 'check-oauth-connections', input: { connection_ids: z.array(z.string()).optional(), provider: z.string().optional() },
      output: z.looseObject({ connections: z.array(report).optional() }), fallback: 'Failed to validate token',
    }),
    health: oauth({ select: 'get-connection-health', input: connection, output: z.looseObject({ health_status: z.string().nullish() }) }),
    /** Returns where the user signs in; then `poll` until it is completed [S-033][S-034]. `connection_id` signs in to a known one anew. */
    initiate: oauth({
      select: 'initiate-oauth-flow', fallback: 'Operation failed',
      input: {
        provider: required('Provider is required'), app_connector_id: z.string().optional(), auth_config_id: z.string().optional(), connection_id: z.string().optional(),
        name: z.string().optional(), scope: z.string().optional(),
      },
      output: z.looseObject({
        /** Empty where nobody has to sign in. */
        auth_url: z.string(),
        state: z.string(), grant_type: z.string().nullish(), response_type: z.string().nullish(), redirect_uri: z.string().nullish(),
        /** In seconds. */
        expires_in: z.number().nullish(),
      }),
    }),
    poll: oauth({
      select: 'poll-oauth-completion', fallback: 'Operation failed',
      input: { provider: required('Provider is required'), state: required('State is required'), expected_target_user: z.string().optional() },
      output: z.looseObject({ completed: z.boolean().optional(), status: z.string().optional(), error: z.string().nullish(), connection: row.optional() }),
    }),
    /** Gives a sign-in up: what the browser brings then is refused. */
    cancel: oauth({ select: 'cancel-oauth-flow', fallback: 'Operation failed', input: { provider: required('Provider is required'), state: required('State is required') } }),
    /** Of the implicit grant [S-035]; `expires_in` is in seconds. */
    validateImplicit: oauth({
      select: 'validate-implicit-tokens', fallback: 'Failed to validate token', output: info,
      input: {
        state: required('State is required'), access_token: required('Access token is required'), token_type: z.string().default(implicitTokenType),
        expires_in: z.number().default(implicitExpirySeconds), scope: z.string().optional(),
      },
    }),
  },
);
