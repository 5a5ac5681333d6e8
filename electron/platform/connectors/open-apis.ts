import type { Imported, ImportedEndpoint } from '../composer/openapi/imported.ts';
import { importInThread } from '../composer/openapi/import-in-thread.ts';
import type { Core } from '../core.ts';
import { noAuth } from '../../../shared/rules/constants.ts';
import type { Caller, Handlers } from '../domain.ts';
import { asJson, textOf } from '../http/answers.ts';
import { notFound, pageOf } from '../kinds.ts';
import { without, type Fields, type Row } from '../rows.ts';
import { createBulkUpdates } from './bulk-updates.ts';
import { composeEndpoint } from './compose-endpoint.ts';

const operationOf = (method: unknown, path: unknown) => `${String(method)} ${String(path)}`;

/** What the document says, if there is one. */
const read = async ({ document }: Fields, signal: AbortSignal): Promise<Imported | undefined> =>
  typeof document === 'string' && document.trim() !== '' ? importInThread(document, signal) : undefined;

/** Not kept of an API that is written: its own `authentication`, and what is counted anew for each read. */
const unkept = ['authentication', 'endpoint_count'];
/** What lists leave out: a list of a thousand endpoints would carry the documentation of all. */
const longFields = ['body', 'docs'];

/** OpenAPI documents that were taken over, and the endpoints that came with them. */
export function openApiHandlers(core: Core): Handlers {
  const { kinds, transaction } = core;
  const updates = createBulkUpdates(core);
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
      else endpoints.create({ ...fields, enabled: true, api_id: api.id, auth_config: endpoint.auth ?? inherited ?? noAuth, auth_config_id: (endpoint.auth ? null : api['auth_config_id']) ?? null }, caller);
    }
    for (const { id } of known.values()) endpoints.remove(id, caller);
  }

  /** The id of an endpoint, if it belongs to this API; throws `not_found` where it does not. */
  function ownedBy(openAPIId: unknown, caller: Caller): (id: string) => string {
    const api = apis.find(openAPIId as string, caller);
    return (id) => {
      if (endpoints.find(id, caller)['api_id'] !== api.id) throw notFound(endpoints.entity.one, id);
      return id;
    };
  }

  return {
    'openApis.list': (query, { caller }) => {
      const { data, totalCount } = JSON.parse(textOf(apis.list(without(query, ['details']), caller))!) as { data: Row[]; totalCount: number };
      const counts = endpoints.tally('api_id', caller);
      return asJson(JSON.stringify({ data: data.map((row) => Object.assign(row, { endpoint_count: counts.get(row.id) ?? 0 })), totalCount }));
    },
    'openApis.get': ({ id }, { caller }) => {
      const row = apis.find(id as string, caller);
      return { ...row, endpoint_count: endpoints.tally('api_id', caller).get(row.id) ?? 0 };
    },
    /** What is not said of the API is as its document has it. */
    async 'openApis.create'(given, { caller, signal }) {
      const fields = without(given, unkept);
      const imported = await read(fields, signal);
      return transaction(() => {
        const row = apis.create({ ...fields, ...(imported ? saidBy(imported, fields) : {}) }, caller);
        if (imported) syncEndpoints(row, imported, caller);
        return row;
      });
    },
    async 'openApis.update'({ id, ...given }, { caller, signal }) {
      const fields = without(given, unkept);
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
      return pageOf(ofApi(open_api_id as string, caller).map((row) => without(row, longFields)));
    },
    'openApiEndpoints.ofAuthConfig': ({ auth_config_id }, { caller }) => pageOf(endpoints.all({ auth_config_id }, caller).map((row) => without(row, longFields))),
    'openApiEndpoints.updateAuth': ({ id, auth_config, auth_config_id }, { caller }) => endpoints.update(id as string, { auth_config, auth_config_id: auth_config_id ?? null }, caller),
    /** Kept credentials take the place of own ones, and own ones that of kept [C-057]. */
    'openApiEndpoints.bulkUpdateAuth': ({ endpointIds, authData, openAPIId, partial }, { caller }) => {
      const { auth_config_id = null, ...auth_config } = authData as Fields;
      const owned = ownedBy(openAPIId, caller);
      if (typeof auth_config_id === 'string') kinds.of('authConfigs').find(auth_config_id, caller);
      return { success: true, ...updates.run(endpointIds as string[], (id) => void endpoints.update(owned(id), { auth_config, auth_config_id }, caller), caller, partial === true) };
    },
    'openApiEndpoints.bulkEnable': ({ endpointIds, enabled, openAPIId, partial }, { caller }) => {
      const owned = ownedBy(openAPIId, caller);
      return { success: true, ...updates.run(endpointIds as string[], (id) => void endpoints.update(owned(id), { enabled }, caller), caller, partial === true) };
    },
    'openApiEndpoints.undoBulkUpdate': ({ update_id }, { caller }) => updates.undo(update_id as string, caller),
    'openApiEndpoints.compose': ({ id }, { caller }) => composeEndpoint(core, id as string, caller),
  };
}

const fieldsOf = ({ name, description, method, path, parameters, body, docs, operation_id, tags }: ImportedEndpoint): Fields =>
  ({ name, description, method, path, parameters, body, docs, operation_id, tags });

const isBlank = (value: unknown) => value === undefined || value === null || value === '';

function saidBy({ api }: Imported, given: Fields): Fields {
  const { version, description, server_url, base_path, variables } = api;
  const said = { version, description, req_path: `${server_url}${base_path}`, variables };
  return Object.fromEntries(Object.entries(said).filter(([name, value]) => !isBlank(value) && isBlank(given[name])));
}
