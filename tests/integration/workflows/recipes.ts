import type { Answer, Client } from '../platform/platform.ts';

/** What tests of recipes ask the platform, by its paths. */

export type Fields = Record<string, unknown>;
export type Version = Fields & { version_id: string; version: number };

export const odd = {
  nodes: [
    { id: 'start', type: 'start', position: { x: 0, y: 0 }, data: { label: 'Start' } },
    { id: 'odd', type: 'from_the_future', data: { deep: [{ unheard: { of: null } }] }, extra: 'kept' },
    { id: 'note', type: 'note', data: { text: '<img src=x onerror=alert(1)> {{ data.x }} ${1+1}' } },
  ],
  edges: [
    { id: 'e1', source: 'start', target: 'odd', sourceHandle: 'out', style: { stroke: 'red' } },
    { id: 'e2', source: 'odd', target: 'nobody' },
  ],
};

export const dataOf = ({ status, body }: Answer): unknown => {
  if (body['success'] !== true) throw new Error(`${status}: ${String(body['error'])}`);
  return body['data'];
};

export function recipesOf(client: Client) {
  const { tenant_id, environment_id } = client.scope;
  const version = (name: string, body: Fields) => client.call('POST', `/api/workflow/version/${name}`, body);
  return {
    make: async (fields: Fields = {}): Promise<string> =>
      String((await client.call('POST', '/api/saas_db/workflow_recipes', { tenant_id, environment_id, name: 'Recipe', ...odd, ...fields })).body['insertedId']),
    read: async (id: string, query = '') => (await client.call('GET', `/api/saas_db/workflow_recipes/${id}?details=true${query}`)).body,
    put: (id: string, fields: Fields) => client.call('PUT', `/api/saas_db/workflow_recipes/${id}`, fields),
    version,
    save: async (workflow_id: string, fields: Fields = {}) => dataOf(await version('create', { workflow_id, ...odd, ...fields })) as Version,
    versions: async (workflow_id: string) => dataOf(await client.call('GET', `/api/workflow/version/list?workflow_id=${workflow_id}`)) as Version[],
    one: (workflow_id: string, version_id: string) => client.call('GET', `/api/workflow/version/get?workflow_id=${workflow_id}&version_id=${version_id}`),
    latest: async (workflow_id: string) => dataOf(await client.call('GET', `/api/workflow/version/latest?workflow_id=${workflow_id}`)) as Version,
    exported: (id: string, fields: Fields = {}) => client.call('POST', '/api/workflow/recipe/export', { id, ...fields }),
    imported: (text: string, fields: Fields = {}) => client.call('POST', '/api/workflow/recipe/import', { tenant_id, environment_id, text, ...fields }),
  };
}
