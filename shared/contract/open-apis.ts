import { z } from 'zod';
import { call, required, type Prepare } from './define.ts';
import { crud, pageOf, resource, rowOf } from './entity.ts';
import { authConfig, authConfigValue, choice, code, json, long, name, only, reference, requiredReference, text } from './fields.ts';
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
    document: code('OpenAPI document', { help: 'JSON or YAML.' }),
  },
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
  description: long('Description'),
  parameters: json('Parameters'),
};
const root = '/api/saas_db/open_api_endpoints';
const listed = { output: pageOf(endpointFields), answer: 'list', plural: 'open_api_endpoints', fallback: 'Failed to fetch open API endpoints' } as const;

/** They come with their document; only how they sign in is edited [C-054…C-057]. */
export const openApiEndpoints = resource(
  {
    one: 'open API endpoint', many: 'open API endpoints', path: root, scope: [], fields: endpointFields,
    columns: ['method', 'path', 'name', 'auth_config_id', 'description'],
  },
  {
    list: call({ method: 'GET', path: `${root}/open_api/{open_api_id}`, input: { open_api_id: requiredReference('Open API', 'openApis') }, ...listed }),
    ofAuthConfig: call({ method: 'GET', path: `${root}/by-auth-config/{auth_config_id}`, input: { auth_config_id: requiredReference('Auth config', 'authConfigs') }, ...listed }),
    updateAuth: call({
      method: 'PATCH', path: `${root}/{id}/auth`, output: rowOf(endpointFields), answer: 'row', plural: 'open_api_endpoints',
      input: { id: required('ID is required'), auth_config: authConfigValue, auth_config_id: z.string().nullish() },
      fallback: 'Failed to update open API endpoint',
    }),
    bulkUpdateAuth: call({
      method: 'PATCH', path: `${root}/bulk-auth-update`, answer: 'done',
      input: { endpointIds: z.array(z.string()).min(1, 'Choose at least one endpoint'), authData: authConfigValue, openAPIId: required('Open API is required') },
      fallback: 'Failed to update open API endpoints',
    }),
  },
);
