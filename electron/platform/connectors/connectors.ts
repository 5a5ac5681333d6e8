import type { Core } from '../core.ts';
import type { Caller, Handlers } from '../domain.ts';
import { pageOf } from '../kinds.ts';
import { without, type Fields, type Row } from '../rows.ts';

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

const ofConnector = (id: string) => ({ app_connector_id: id });

/** Connectors, their endpoints and ways to sign in, and the connections made with them. */
export function connectorHandlers({ kinds, transaction }: Core): Handlers {
  const connectors = kinds.of('appConnectors');
  const endpoints = kinds.of('appConnectorEndpoints');
  const authTypes = kinds.of('connectorAuthTypes');
  const connections = kinds.of('appConnections');

  const detailed = (connector: Row, caller: Caller): Row => ({
    ...connector,
    endpoints: endpoints.all(ofConnector(connector.id), caller),
    auth_types: authTypes.all(ofConnector(connector.id), caller),
  });

  /** A connector's ways to sign in are edited with it, as `auth_types`; they are rows of their own. */
  const withAuthTypes = (given: Fields, caller: Caller, write: (fields: Fields) => Row): Row =>
    transaction(() => {
      const { auth_types } = given;
      const row = write(without(given, ['auth_types', 'endpoints']));
      if (Array.isArray(auth_types)) syncAuthTypes(row.id, auth_types.filter(isObject), caller);
      return row;
    });

  function syncAuthTypes(connectorId: string, wanted: readonly Fields[], caller: Caller): void {
    const known = new Map(authTypes.all(ofConnector(connectorId), caller).map((row) => [row.id, row]));
    for (const { id, ...fields } of wanted) {
      const filled = { name: fields['auth_type'] ?? 'none', ...fields, app_connector_id: connectorId };
      if (typeof id === 'string' && known.delete(id)) authTypes.update(id, filled, caller);
      else authTypes.create(filled, caller);
    }
    for (const id of known.keys()) authTypes.remove(id, caller);
  }

  return {
    'appConnectors.list': ({ details, ...query }, { caller }) =>
      details === true ? pageOf(connectors.all(query, caller).map((row) => detailed(row, caller))) : connectors.list(query, caller),
    'appConnectors.get': ({ id }, { caller }) => detailed(connectors.find(id as string, caller), caller),
    'appConnectors.create': (fields, { caller }) => withAuthTypes(fields, caller, (own) => connectors.create(own, caller)),
    'appConnectors.update': ({ id, ...fields }, { caller }) => withAuthTypes(fields, caller, (own) => connectors.update(id as string, own, caller)),
    'appConnectors.updateConfig': ({ id, config }, { caller }) => connectors.update(id as string, { config }, caller),
    'appConnectors.remove': ({ id }, { caller }) =>
      transaction(() => {
        connectors.find(id as string, caller);
        syncAuthTypes(id as string, [], caller);
        connectors.remove(id as string, caller);
      }),
    'appConnectorEndpoints.ofConnector': ({ id }, { caller }) => {
      connectors.find(id as string, caller);
      return endpoints.list(ofConnector(id as string), caller);
    },
    'connectorAuthTypes.list': (query, { caller }) => authTypes.list(without(query, ['details']), caller),
    'connectorsWithAuth.list': ({ details }, { caller }) => {
      const names = new Map(connectors.all({}, { ...caller, environment_id: '' }).map((row) => [row.id, row['name']]));
      const rows = authTypes.all({}, caller).filter((row) => names.has(String(row['app_connector_id'])));
      return pageOf(rows.map((row) => ({
        id: row.id, connector_id: row['app_connector_id'], connector_name: names.get(String(row['app_connector_id'])),
        auth_type_id: row.id, auth_type_name: row['name'], auth_type: details === true ? row : undefined,
      })));
    },
    'appConnections.analytics': ({ id }, { caller }) => {
      const { id: connection_id, analytics, last_used_at } = connections.find(id as string, caller);
      return { connection_id, last_used_at: last_used_at ?? null, ...(isObject(analytics) ? analytics : {}) };
    },
  };
}
