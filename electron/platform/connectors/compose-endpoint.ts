import { AppError } from '../../../shared/errors.ts';
import { noAuth } from '../../../shared/rules/constants.ts';
import type { Core } from '../core.ts';
import type { Caller } from '../domain.ts';
import { keptAuth } from '../kept-auth.ts';
import { without, type Fields, type Row } from '../rows.ts';
import { requirePermission } from '../tenancy/access.ts';

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/**
 * Makes a composer endpoint of an endpoint of an open API, or takes the one that was made before, which keeps what was
 * edited there. How it signs in follows the open API each time, with the secrets in clear on the platform alone.
 * Throws `rejected` where the endpoint is disabled or its credentials are gone.
 */
export function composeEndpoint(core: Core, id: string, caller: Caller): { api_id: string; endpoint_id: string; made: boolean } {
  const { kinds, secrets, transaction } = core;
  const composed = kinds.of('composerApis');
  const requests = kinds.of('composerEndpoints');
  const endpoint = kinds.of('openApiEndpoints').find(id, caller);
  if (endpoint['enabled'] === false) throw new AppError('rejected', 'This endpoint is disabled. Enable it, then try it again.');
  const api = kinds.of('openApis').find(text(endpoint['api_id']), caller);
  const auth = signInOf(core, endpoint, caller);

  const fieldsOfApi = (): Fields => ({
    name: api['name'], description: api['description'], server_url: api['req_path'], base_path: '', enabled: true, auth: noAuth,
    ...(api['variables'] === undefined ? {} : { variables: api['variables'] }), open_api_id: api.id,
  });
  const fieldsOfEndpoint = (api_id: string): Fields => ({
    ...without(secrets.reveal('openApiEndpoints', endpoint.id, endpoint), ['id', 'auth_config', 'auth_config_id', 'created_at', 'updated_at']),
    api_id, headers: {}, enabled: true, auth, open_api_endpoint_id: id,
  });

  return transaction(() => {
    const known = composed.all({}, caller).find((row) => row['open_api_id'] === api.id);
    if (!known) requirePermission('composerApis.create', caller);
    const api_id = (known ?? composed.create(fieldsOfApi(), caller)).id;
    const request = known && requests.all({ api_id }, caller).find((row) => row['open_api_endpoint_id'] === id);
    requirePermission(`composerEndpoints.${request ? 'update' : 'create'}`, caller);
    if (request) requests.update(request.id, { auth }, caller);
    return { api_id, endpoint_id: request?.id ?? requests.create(fieldsOfEndpoint(api_id), caller).id, made: request === undefined };
  });
}

/** Kept credentials where it names some, else its own. */
function signInOf(core: Core, endpoint: Row, caller: Caller): unknown {
  const config_id = text(endpoint['auth_config_id']);
  if (config_id === '') return core.secrets.reveal('openApiEndpoints', endpoint.id, endpoint)['auth_config'] ?? noAuth;
  return keptAuth(core, config_id, caller);
}
