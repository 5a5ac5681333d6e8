import { z } from 'zod';
import { implicitExpirySeconds, implicitTokenType } from '../rules/constants.ts';
import { anything, required, router } from './define.ts';
import { pageOf, resource, rowOf } from './entity.ts';
import { choice, flag, json, number, secret, text, time } from './fields.ts';

const oauth = router({
  path: '/api/router/oauth_callback_server/apiRouterV2', selector: 'method_name', body: 'data', fallback: 'Failed to fetch connection info',
  remoteOnly: 'OAuth connections need a remote platform; the one on this computer cannot keep them yet.',
});

const fields = {
  name: text('Name'),
  provider: text('Provider'),
  status: choice('State', ['checking', 'connected', 'expiring', 'invalid', 'expired', 'error', 'not_found'], { readOnly: true }),
  is_active: flag('Active'),
  expires_at: time('Expires', { readOnly: true }),
  health_status: choice('Health', ['expired', 'error'], { readOnly: true }),
  access_token: secret('Access token', { readOnly: true }),
  tokenInfo: json('Token', { readOnly: true }),
  healthInfo: json('Health details', { readOnly: true }),
  errorCount: number('Errors', { readOnly: true }),
};
const connection = { connection_id: required('Connection ID is required') };
const info = z.looseObject({
  success: z.boolean().optional(), access_token: anything, expires_at: z.union([z.string(), z.number()]).nullish(), status: z.string().nullish(),
});

/** Connections to other products, in the user's name; the user, tenant and environment go as headers [C-137…C-145][Q-012]. */
export const oauthConnections = resource(
  { one: 'OAuth connection', many: 'OAuth connections', path: '/oauth_connections', scope: [], fields },
  {
    list: oauth({ select: 'get-connections', output: pageOf(fields), answer: 'routerList', offline: 'cached', fallback: 'Failed to fetch OAuth connections' }),
    /** Served from memory for 30 s, unless `skipCache` [K-003]. */
    tokenInfo: oauth({ select: 'get-connection-token-info', input: { ...connection, skipCache: z.boolean().default(false) }, output: info }),
    refresh: oauth({ select: 'refresh-connection-token', input: connection, output: info, fallback: 'Failed to refresh token' }),
    remove: oauth({ select: 'disconnect-oauth-connection', input: connection, fallback: 'Failed to disconnect' }),
    check: oauth({
      select: 'check-oauth-connections', input: { connection_ids: z.array(z.string()).optional(), provider: z.string().optional() },
      output: z.unknown(), fallback: 'Failed to validate token',
    }),
    health: oauth({ select: 'get-connection-health', input: connection, output: z.looseObject({ health_status: z.string().nullish() }) }),
    /** Returns where the user signs in; then `poll` until it is completed [S-033][S-034]. */
    initiate: oauth({
      select: 'initiate-oauth-flow', fallback: 'Operation failed',
      input: { provider: required('Provider is required'), app_connector_id: z.string().optional(), auth_config_id: z.string().optional(), scope: z.string().optional() },
      output: z.looseObject({
        auth_url: z.string(), state: z.string(), grant_type: z.string().nullish(), response_type: z.string().nullish(), redirect_uri: z.string().nullish(),
        expires_in: z.number().nullish(),
      }),
    }),
    poll: oauth({
      select: 'poll-oauth-completion', fallback: 'Operation failed',
      input: { provider: required('Provider is required'), state: required('State is required'), expected_target_user: z.string().optional() },
      output: z.looseObject({ completed: z.boolean().optional(), connection: rowOf(fields).optional() }),
    }),
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
