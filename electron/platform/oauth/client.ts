import type { OAuthClient } from '../../../shared/contract/oauth-client.ts';
import { AppError } from '../../../shared/errors.ts';
import { readClient } from '../../execution/auth/oauth2-server.ts';
import type { Core } from '../core.ts';
import type { Caller } from '../domain.ts';
import type { Fields, Row } from '../rows.ts';

/** Whose client a connection uses: an auth config's, or a connector's. */
export interface ClientOf {
  readonly auth_config_id?: unknown;
  readonly app_connector_id?: unknown;
}

interface FoundClient {
  /** Of the auth config, or of the connector. */
  readonly name: string;
  readonly client: OAuthClient & { readonly grant: NonNullable<OAuthClient['grant']> };
}

/** The client with its secret in clear, as it is set now. Throws `rejected` where it is gone, and `invalid_input` where it cannot be used. */
export function clientOf(core: Core, { auth_config_id, app_connector_id }: ClientOf, caller: Caller): FoundClient {
  if (isId(auth_config_id)) {
    const row = found(core, 'authConfigs', auth_config_id, caller, 'auth config');
    if (row['is_active'] === false) throw new AppError('rejected', `The auth config “${nameOf(row)}” is not active. Activate it, or choose another.`);
    return { name: nameOf(row), client: read(core, 'authConfigs', row) };
  }
  if (isId(app_connector_id)) {
    const connector = found(core, 'appConnectors', app_connector_id, caller, 'connector');
    const [way] = core.kinds.of('connectorAuthTypes').all({ app_connector_id, auth_type: 'oauth2' }, caller);
    if (!way) throw new AppError('rejected', `The connector “${nameOf(connector)}” has no way to sign in by OAuth 2. Add one to its auth types.`);
    return { name: nameOf(connector), client: read(core, 'connectorAuthTypes', way) };
  }
  throw new AppError('invalid_input', 'An OAuth connection needs an auth config or a connector. Choose one.', { problems: [{ path: ['auth_config_id'], message: 'Choose an auth config or a connector.' }] });
}

function found({ kinds }: Core, group: string, id: string, caller: Caller, what: string): Row {
  try {
    return kinds.of(group).find(id, caller);
  } catch (thrown) {
    if (!(thrown instanceof AppError) || thrown.code !== 'not_found') throw thrown;
    throw new AppError('rejected', `The ${what} of this connection is not there any more. Connect again with another.`);
  }
}

function read({ secrets }: Core, group: string, row: Row): FoundClient['client'] {
  const { auth_type, config } = secrets.reveal(group, row.id, row);
  if (auth_type !== 'oauth2') throw new AppError('rejected', `“${nameOf(row)}” does not sign in by OAuth 2. Choose another.`);
  const client = readClient(config ?? {});
  return { ...client, grant: client.grant ?? 'authorization_code' };
}

const isId = (value: unknown): value is string => typeof value === 'string' && value !== '';
const nameOf = ({ id, name }: Row | (Fields & { id: string })): string => (typeof name === 'string' && name !== '' ? name : id);
