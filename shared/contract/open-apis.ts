import { z } from 'zod';
import { call, required, type Prepare } from './define.ts';
import { crud, pageOf, resource, rowOf } from './entity.ts';
import { authConfig, authConfigValue, choice, code, flag, json, long, name, number, only, reference, requiredReference, tags, text } from './fields.ts';
import { methods } from './http.ts';

/** OpenAPI documents that were taken over, and their endpoints. */

const both = ['tenant_id', 'environment_id'] as const;

/** An open API's own `authentication` is never sent. */
const withoutAuthentication: Prepare = (input) => Object.fromEntries(Object.entries(input).filter(([name]) => name !== 'authentication'));

const apiSpec = {
  one: 'open API', many: 'open APIs', path: '/api/saas_db/open_apis', scope: both,
  filters: { details: only('With details') },
  fields: {
    name: name(),
    description: long('Description'),
    version: text('Version'),
    req_path: text('Request path', { help: 'Where the API is, such as https://api.example.com/v1.' }),
    auth_data: authConfig('Authentication'),
    auth_config_id: reference('Auth config', 'authConfigs', { help: 'Kept credentials with which endpoints sign in that a document brings.' }),
    document: code('OpenAPI document', { help: 'JSON or YAML.' }),
    endpoint_count: number('Endpoints', { readOnly: true }),
  },
  columns: ['name', 'version', 'req_path', 'endpoint_count', 'auth_data', 'updated_at'],
} as const;
const apiCalls = crud(apiSpec);

/** [C-053][I-003] */
export const openApis = resource(apiSpec, {
  ...apiCalls,
  create: { ...apiCalls.create, prepare: withoutAuthentication },
  update: { ...apiCalls.update, prepare: withoutAuthentication },
});

const endpointFields = {
  name: text('Name'),
  method: choice('Method', methods),
  path: text('Path'),
  api_id: reference('Open API', 'openApis'),
  auth_config: authConfig('Authentication'),
  auth_config_id: reference('Auth config', 'authConfigs'),
  enabled: flag('Enabled', { initial: true }),
  description: long('Description'),
  tags: tags('Tags'),
  parameters: json('Parameters'),
};
const root = '/api/saas_db/open_api_endpoints';
const listed = { output: pageOf(endpointFields), answer: 'list', plural: 'open_api_endpoints', fallback: 'Failed to fetch open API endpoints' } as const;

const bulk = { endpointIds: z.array(z.string()).min(1, 'Choose at least one endpoint'), openAPIId: required('Open API is required') };

/** `update_id` undoes it; a platform that cannot undo names none. */
export const bulkUpdated = z.looseObject({
  update_id: z.string().optional(),
  /** What was left as it is, where the call said `partial`. */
  failed: z.array(z.looseObject({ id: z.string(), message: z.string() })).optional(),
});

/** They come with their document; how they sign in and whether they are used is edited [C-054…C-057]. */
export const openApiEndpoints = resource(
  {
    one: 'open API endpoint', many: 'open API endpoints', path: root, scope: [], fields: endpointFields,
    columns: ['path', 'method', 'name', 'auth_config', 'enabled', 'description'],
  },
  {
    list: call({ method: 'GET', path: `${root}/open_api/{open_api_id}`, input: { open_api_id: requiredReference('Open API', 'openApis') }, ...listed }),
    ofAuthConfig: call({ method: 'GET', path: `${root}/by-auth-config/{auth_config_id}`, input: { auth_config_id: requiredReference('Auth config', 'authConfigs') }, ...listed }),
    /** With what the document says of its body and answers, which lists leave out. */
    get: call({
      method: 'GET', path: `${root}/{id}`, output: rowOf(endpointFields), answer: 'row', plural: 'open_api_endpoints',
      input: { id: required('ID is required') }, fallback: 'Failed to fetch open API endpoint details',
    }),
    updateAuth: call({
      method: 'PATCH', path: `${root}/{id}/auth`, output: rowOf(endpointFields), answer: 'row', plural: 'open_api_endpoints',
      input: { id: required('ID is required'), auth_config: authConfigValue, auth_config_id: z.string().nullish() },
      fallback: 'Failed to update open API endpoint',
    }),
    /** `authData` may name kept credentials, as `auth_config_id`. All of them or none, unless `partial`. */
    bulkUpdateAuth: call({
      method: 'PATCH', path: `${root}/bulk-auth-update`, output: bulkUpdated,
      input: { ...bulk, authData: authConfigValue, partial: z.boolean().optional() },
      fallback: 'Failed to update open API endpoints',
    }),
    /** Says of each whether it is used: a disabled one is not tried. */
    bulkEnable: call({
      method: 'PATCH', path: `${root}/bulk-enable`, output: bulkUpdated, input: { ...bulk, enabled: z.boolean(), partial: z.boolean().optional() },
      fallback: 'Failed to update open API endpoints',
    }),
    /** Puts back what one of the two has changed; what was edited since stays, and is named. */
    undoBulkUpdate: call({
      method: 'POST', path: `${root}/bulk-updates/{update_id}/undo`, input: { update_id: required('Update ID is required') },
      output: z.looseObject({ restored: z.number().optional(), kept: z.array(z.looseObject({ id: z.string(), name: z.string(), why: z.string() })).optional() }),
      fallback: 'Failed to undo the update of open API endpoints',
    }),
    /** Makes a composer endpoint of it, or finds the one that was made before, so that it can be sent. */
    compose: call({
      method: 'POST', path: `${root}/{id}/compose`, input: { id: required('ID is required') },
      output: z.looseObject({ api_id: z.string(), endpoint_id: z.string(), made: z.boolean().optional() }),
      fallback: 'Failed to make a request of the open API endpoint',
    }),
  },
);
