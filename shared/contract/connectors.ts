import { z } from 'zod';
import { call, required } from './define.ts';
import { entity, formEntity, listedEntity, pageOf, readOnlyEntity, rowOf } from './entity.ts';
import { choice, credentials, file, flag, json, long, name, only, reference, requiredReference, text, time } from './fields.ts';
import { methods } from './http.ts';

/** Connectors to other products: their endpoints, ways to sign in, documents, and the connections made with them. */

const both = ['tenant_id', 'environment_id'] as const;

const connectorFields = {
  name: name(),
  description: long('Description'),
  category: text('Category'),
  base_url: text('Base URL'),
  version: text('Version'),
  config: json('Configuration'),
  is_active: flag('Active', { initial: true }),
};

/** [C-033…C-038] */
export const appConnectors = entity(
  {
    one: 'app connector', many: 'app connectors', path: '/api/saas_db/app_connectors', scope: both, fields: connectorFields,
    filters: { details: only('With details') },
  },
  {
    updateConfig: call({
      method: 'PUT', path: '/api/saas_db/app_connectors/{id}/config', input: { id: required('ID is required'), config: z.unknown() },
      output: rowOf(connectorFields), answer: 'row', plural: 'app_connectors', fallback: 'Failed to update app connector config',
    }),
  },
);

const endpointFields = {
  name: name(),
  app_connector_id: requiredReference('Connector', 'appConnectors'),
  method: choice('Method', methods, { initial: 'GET' }),
  path: text('Path'),
  description: long('Description'),
  parameters: json('Parameters'),
  body: json('Body'),
};

/** [C-039][C-040][I-004] */
export const appConnectorEndpoints = entity(
  {
    one: 'app connector endpoint', many: 'app connector endpoints', path: '/api/saas_db/app_connector_endpoints', scope: [], fields: endpointFields,
    filters: { app_connector_id: reference('Connector', 'appConnectors') },
  },
  {
    ofConnector: call({
      method: 'GET', path: '/api/saas_db/app_connector_endpoints/app_connector/{id}', input: { id: required('ID is required') },
      output: pageOf(endpointFields), answer: 'list', plural: 'app_connector_endpoints', fallback: 'Failed to fetch app connector endpoints',
    }),
  },
);

/** They live under another prefix than the rest [C-041][A-008]. */
export const connectorAuthTypes = listedEntity({
  one: 'connector auth type', many: 'connector auth types', path: '/api/connectivity_db/connector_auth_types', scope: [],
  filters: { app_connector_id: reference('Connector', 'appConnectors'), details: only('With details') },
  fields: { name: name(), app_connector_id: reference('Connector', 'appConnectors'), auth_type: text('Type'), config: json('Configuration') },
});

/** What can be chosen from: connectors with their ways to sign in [C-042]. */
export const connectorsWithAuth = listedEntity({
  one: 'connector with auth types', many: 'connectors with auth types', path: '/api/saas_db/connectors-with-auth', scope: ['tenant_id'],
  key: ['connector_id', 'auth_type_id'],
  filters: { details: only('With details') },
  fields: {
    connector_name: text('Connector'),
    auth_type_name: text('Auth type'),
    connector_id: reference('Connector id', 'appConnectors'),
    auth_type_id: reference('Auth type id', 'connectorAuthTypes'),
  },
});

/** [C-043…C-045][I-005] */
export const connectorDocs = formEntity({
  one: 'connector doc', many: 'connector docs', path: '/api/saas_db/connector_docs', scope: both,
  texts: { id: 'No document ID provided' },
  filters: { connector_id: reference('Connector', 'appConnectors') },
  fields: {
    name: name(),
    connector_id: reference('Connector', 'appConnectors'),
    description: long('Description'),
    content: long('Text', { help: 'Markdown.' }),
    connector_image: file('Image'),
    document: file('File'),
  },
});

/** Made by connecting [I-006]. */
export const appConnections = readOnlyEntity(
  {
    one: 'app connection', many: 'app connections', path: '/api/saas_db/app_connections', scope: both,
    filters: { app_connector_id: reference('Connector', 'appConnectors') },
    fields: {
      name: name(),
      app_connector_id: reference('Connector', 'appConnectors'),
      auth_type_id: reference('Auth type', 'connectorAuthTypes'),
      status: text('State'),
      user_id: reference('User', 'tenantUsers'),
      last_used_at: time('Last used'),
      analytics: json('Analytics'),
      credentials: credentials('Credentials'),
    },
  },
  {
    analytics: call({
      method: 'GET', path: '/api/saas_db/app_connections/{id}/analytics', input: { id: required('ID is required') },
      output: z.looseObject({}), fallback: 'Failed to fetch app connection analytics',
    }),
  },
);
