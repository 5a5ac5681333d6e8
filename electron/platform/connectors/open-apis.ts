import type { Imported, ImportedEndpoint } from '../composer/openapi/imported.ts';
import { importInThread } from '../composer/openapi/import-in-thread.ts';
import type { Core } from '../core.ts';
import { noAuth } from '../../../shared/rules/constants.ts';
import type { Caller, Handlers } from '../domain.ts';
import { notFound } from '../kinds.ts';
import { without, type Fields, type Row } from '../rows.ts';

const operationOf = (method: unknown, path: unknown) => `${String(method)} ${String(path)}`;

/** What the document says, if there is one. */
const read = async ({ document }: Fields, signal: AbortSignal): Promise<Imported | undefined> =>
  typeof document === 'string' && document.trim() !== '' ? importInThread(document, signal) : undefined;

/** OpenAPI documents that were taken over, and the endpoints that came with them. */
export function openApiHandlers({ kinds, transaction }: Core): Handlers {
  const apis = kinds.of('openApis');
  const endpoints = kinds.of('openApiEndpoints');
  const ofApi = (id: string, caller: Caller) => endpoints.all({ api_id: id }, caller);

  /** The document says which endpoints there are; how each signs in, and its id, stay as they were. */
  function syncEndpoints(api: Row, imported: Imported, caller: Caller): void {
    const known = new Map(ofApi(api.id, caller).map((row) => [operationOf(row['method'], row['path']), row]));
    const inherited = api['auth_data'] ?? imported.api.auth;
    for (const endpoint of imported.endpoints) {
      const fields = fieldsOf(endpoint);
      const before = known.get(operationOf(endpoint.method, endpoint.path));
      known.delete(operationOf(endpoint.method, endpoint.path));
      if (before) endpoints.update(before.id, fields, caller);
      else endpoints.create({ ...fields, api_id: api.id, auth_config: endpoint.auth ?? inherited ?? noAuth }, caller);
    }
    for (const { id } of known.values()) endpoints.remove(id, caller);
  }

  return {
    'openApis.list': (query, { caller }) => apis.list(without(query, ['details']), caller),
    /** An API's own `authentication` is not kept. */
    async 'openApis.create'(given, { caller, signal }) {
      const fields = without(given, ['authentication']);
      const imported = await read(fields, signal);
      return transaction(() => {
        const row = apis.create(fields, caller);
        if (imported) syncEndpoints(row, imported, caller);
        return row;
      });
    },
    async 'openApis.update'({ id, ...given }, { caller, signal }) {
      const fields = without(given, ['authentication']);
      apis.find(id as string, caller);
      const imported = await read(fields, signal);
      return transaction(() => {
        const row = apis.update(id as string, fields, caller);
        if (imported) syncEndpoints(row, imported, caller);
        return row;
      });
    },
    'openApis.remove': ({ id }, { caller }) =>
      transaction(() => {
        apis.find(id as string, caller);
        for (const endpoint of ofApi(id as string, caller)) endpoints.remove(endpoint.id, caller);
        apis.remove(id as string, caller);
      }),

    'openApiEndpoints.list': ({ open_api_id }, { caller }) => {
      apis.find(open_api_id as string, caller);
      return endpoints.list({ api_id: open_api_id }, caller);
    },
    'openApiEndpoints.ofAuthConfig': ({ auth_config_id }, { caller }) => endpoints.list({ auth_config_id }, caller),
    'openApiEndpoints.updateAuth': ({ id, auth_config, auth_config_id }, { caller }) => endpoints.update(id as string, { auth_config, auth_config_id }, caller),
    /** All of them or none [C-057]. */
    'openApiEndpoints.bulkUpdateAuth': ({ endpointIds, authData, openAPIId }, { caller }) =>
      transaction(() => {
        const mine = new Set(ofApi(apis.find(openAPIId as string, caller).id, caller).map(({ id }) => id));
        for (const id of endpointIds as string[]) {
          if (!mine.has(id)) throw notFound(endpoints.entity.one, id);
          endpoints.update(id, { auth_config: authData }, caller);
        }
      }),
  };
}

const fieldsOf = ({ name, description, method, path, parameters }: ImportedEndpoint): Fields => ({ name, description, method, path, parameters });
