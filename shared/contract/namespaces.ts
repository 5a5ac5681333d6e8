import { z } from 'zod';
import { defaultDeploymentType } from '../rules/constants.ts';
import { anything, call, required, router, type Prepare } from './define.ts';
import { crud, pageOf, resource, rowOf } from './entity.ts';
import { choice, json, name, text, time } from './fields.ts';

/** Runtime workspaces: namespaces in Kubernetes into which the platform deploys itself for a client. */

const id = required('ID is required');
const incomplete = 'Missing required instance details.';
const deployed = { tenant_id: required('No tenant selected. Cannot deploy.') };

/** Told when a deployment has begun [S-036]. */
export const deployStarted = 'Deployment has started. It may take a few minutes to become active.';

const spec = {
  one: 'runtime workspace', many: 'runtime workspaces', path: '/api/saas_db/namespaces', scope: ['tenant_id', 'environment_id'],
  texts: { list: 'Failed to fetch runtime workspaces', create: 'Deployment initiation failed', update: 'Update failed', remove: 'Failed to delete workspace' },
  fields: {
    namespace: name('Namespace', { help: 'Lower-case letters, digits and hyphens.' }),
    release_name: name('Release name', { message: incomplete }),
    instance_id: name('Instance', { message: incomplete }),
    environment: text('Environment name'),
    deploymentType: choice('Deployment type', ['Internal', 'External'], { initial: defaultDeploymentType }),
    client_id: text('Client', { help: 'By which DAG calls mean this workspace.' }),
    cluster_id: text('Cluster'),
    custom_values: json('Custom values', { help: 'Values for the release, as in Helm.' }),
    status: text('State', { readOnly: true }),
    created_at: time('Created', { readOnly: true }),
    last_updated_at: time('Changed', { readOnly: true }),
  },
} as const;
const calls = crud(spec);
const row = rowOf(spec.fields);
const typed: Prepare = (input) => ({ deploymentType: defaultDeploymentType, ...input });

/** [C-167…C-174][I-014] */
export const namespaces = resource(spec, {
  ...calls,
  /** [R-011][R-012] */
  create: call({
    method: 'POST', path: spec.path, scope: spec.scope, input: { ...deployed, ...spec.fields }, output: row, answer: 'inserted', prepare: typed,
    fallback: calls.create.fallback, reread: calls.create.reread,
  }),
  sync: call({
    method: 'POST', path: `${spec.path}/{id}/sync`, input: { id }, output: z.looseObject({ id: z.string() }), answer: 'router', fallback: 'Failed to sync workspace',
  }),
  updateMetadata: call({
    method: 'PUT', path: `${spec.path}/{id}/metadata`, input: { id, metadata: z.record(z.string(), z.unknown()) }, output: row, answer: 'row', plural: 'namespaces',
    fallback: 'Update failed',
  }),
  ofClient: call({
    method: 'GET', path: `${spec.path}/client/{client_id}`, input: { client_id: required('Client ID is required') }, output: row, answer: 'row', plural: 'namespaces',
    fallback: 'Failed to fetch runtime workspaces',
  }),
  checkAvailability: call({
    method: 'GET', path: `${spec.path}/check-availability`, scope: ['tenant_id'], offline: 'never',
    input: { name: required('Name is required'), cluster_id: z.string().optional() },
    output: z.looseObject({ available: z.boolean().optional() }), fallback: 'Failed to check whether the name is free',
  }),
  storage: call({
    method: 'GET', path: `${spec.path}/{id}/storage`, input: { id }, fallback: 'Failed to fetch workspace storage',
    output: z.looseObject({ bucket_name: z.string().nullish(), credentials: anything }),
  }),
  serviceAccount: call({
    method: 'GET', path: `${spec.path}/{id}/service_account`, input: { id }, fallback: 'Failed to fetch workspace service account', output: z.looseObject({}),
  }),
});

const proxy = router({
  path: '/api/router/namespace_proxy', selector: 'operation_type', fallback: 'Operation failed', scope: ['tenant_id', 'environment_id'],
  remoteOnly: 'Deploying needs a Kubernetes cluster, which the platform on this computer does not have.',
});
const values = { custom_values: anything, environment: z.string().optional(), client_id: z.string().optional() };
const kubernetesFields = { namespace: name('Namespace'), status: text('State'), created_at: time('Created') };

/** The same namespaces as the cluster knows them [C-175…C-178]. */
export const kubernetesNamespaces = resource(
  { one: 'Kubernetes namespace', many: 'Kubernetes namespaces', path: '/kubernetes_namespaces', scope: spec.scope, fields: kubernetesFields },
  {
    list: proxy({
      select: 'list_namespaces', answer: 'routerList', offline: 'cached', fallback: 'Failed to fetch runtime workspaces',
      output: pageOf(kubernetesFields),
    }),
    deploy: proxy({
      select: 'deploy_namespace', fallback: 'Deployment initiation failed', prepare: typed,
      input: { ...deployed, instance_id: required(incomplete), release_name: required(incomplete), namespace: required('Namespace is required'), deploymentType: z.string().optional(), ...values },
      output: z.looseObject({ message: z.string().optional() }),
    }),
    update: proxy({ select: 'update_namespace', fallback: 'Update failed', input: { namespace: required('Namespace is required'), release_name: z.string().optional(), ...values } }),
    remove: proxy({ select: 'delete_namespace', fallback: 'Failed to delete workspace', input: { namespace: required('Namespace is required') } }),
  },
);
