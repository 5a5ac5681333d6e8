import { z } from 'zod';
import { call, required } from './define.ts';
import { created, crud, entity, listedEntity, pageOf, resource, tenantEntity } from './entity.ts';
import { choice, flag, long, name, network, reach, reference, requiredReference, secret, tags, text, time, variables } from './fields.ts';

/** Tenants, who works in them, and where: everything else is scoped by these. */

const ofTenant = ['tenant_id'] as const;
const described = { name: name(), description: long('Description') };

const accountSpec = {
  one: 'service account', many: 'service accounts', path: '/api/saas_db/service_accounts', scope: ofTenant,
  fields: {
    ...described,
    environment_id: reference('Environment', 'environments'),
    scopes: tags('Permissions', { help: 'As in roles: area:read, area:write, area:run or area:admin.' }),
    is_active: flag('Active', { initial: true }),
  },
};
const accountCalls = crud(accountSpec);

/** [C-058…C-062]; an update sends its fields under `data`. */
export const serviceAccounts = resource(accountSpec, {
  ...accountCalls,
  update: { ...accountCalls.update, request: { ...accountCalls.update.request, body: 'data' } },
});

/** Made by deploying [C-063]. */
export const runInstanceAccounts = listedEntity({
  one: 'run instance service account', many: 'run instance service accounts', path: '/api/saas_db/run_instance_sas', scope: ofTenant,
  fields: { name: name(), namespace: text('Namespace'), instance_id: text('Instance'), status: text('State'), created_at: time('Created') },
});

/** [C-064…C-068] */
export const tenants = entity({
  one: 'tenant', many: 'tenants', path: '/api/saas_db/tenants', scope: [],
  columns: ['name', 'description', 'domain', 'is_active'],
  fields: {
    ...described,
    domain: text('Domain'),
    is_active: flag('Active', { initial: true }),
    reach: reach('Networks', { help: 'Which networks requests may reach, wherever they are sent from.' }),
  },
});

const adminSpec = {
  one: 'tenant admin', many: 'tenant admins', path: '/api/saas_db/tenant_admin', scope: ofTenant,
  fields: { user_id: requiredReference('User', 'tenantUsers'), email: text('E-mail', { readOnly: true }), created_at: time('Since', { readOnly: true }) },
};

/** A tenant paired with a user; removed by the pair [C-069…C-072]. */
export const tenantAdmins = tenantEntity(adminSpec, {
  remove: call({
    method: 'DELETE', path: '/api/saas_db/tenant_admin/{tenant_id}/{user_id}', answer: 'done', fallback: 'Failed to delete tenant admin',
    input: { tenant_id: required('Tenant must be selected'), user_id: required('User is required') },
  }),
});

/** [C-073…C-076][R-009] */
export const environments = tenantEntity({
  one: 'environment', many: 'environments', path: '/api/saas_db/environments', scope: ofTenant,
  columns: ['name', 'description', 'environment_type', 'color'],
  fields: {
    ...described,
    environment_type: choice('Type', ['development', 'test', 'staging', 'production'], { initial: 'development', help: 'In production, what cannot be undone asks for the typed name.' }),
    color: text('Colour', { help: 'Frames the window while you work here, such as #2d72d2.' }),
    variables: variables('Variables', { help: 'For {{name}} in requests. They stand before those of an API.' }),
    network: network('Network', { help: 'How requests of this environment get there.' }),
    airflow_url: text('Airflow', { help: 'The address of an Airflow 3, such as https://airflow.example.com. The DAGs of this environment are then its DAGs.' }),
    airflow_user: text('Airflow user', { help: 'Who signs in with the password below; empty if it is a token.' }),
    airflow_secret: secret('Airflow token or password'),
  },
});

/** [C-077][I-008] */
export const projects = entity({
  one: 'project', many: 'projects', path: '/api/saas_db/projects', scope: ofTenant,
  fields: { ...described, status: choice('State', ['active', 'archived'], { initial: 'active' }) },
});

const roleFields = {
  ...described,
  permissions: tags('Permissions', { help: 'Such as agents:read or dags:run; admin in an area includes the rest of it.' }),
};

/** [C-078][I-007][R-010] */
export const roles = tenantEntity({
  one: 'role', many: 'roles', path: '/api/saas_db/roles', scope: ofTenant, fields: roleFields,
  filters: { tenant_id: required('Tenant is not supplied') },
});

/** The same roles, and the built-in ones, as the members' page asks for them [C-079]. */
export const tenantRoles = listedEntity({
  one: 'tenant role', many: 'tenant roles', path: '/api/auth/tenantmgmt/roles/{tenant_id}', scope: ofTenant, fields: roleFields,
  filters: { tenant_id: required('Tenant is not supplied') },
  texts: { list: 'Failed to fetch roles' },
});

const userFields = { name: text('Name'), email: text('E-mail'), role: text('Role'), is_active: flag('Active') };

/** Made by adding a member [C-080]. */
export const tenantUsers = resource(
  { one: 'user', many: 'users', path: '/api/auth/tenantmgmt/get-all-user', scope: ofTenant, fields: userFields },
  {
    list: call({
      method: 'GET', path: '/api/auth/tenantmgmt/get-all-user', scope: ofTenant, names: { tenant_id: 'tenantId' },
      output: pageOf(userFields), answer: 'list', plural: 'users', fallback: 'Failed to fetch users',
    }),
    /** A new access token, by which this user signs in; it is shown this once. */
    issueToken: call({
      method: 'POST', path: '/api/auth/tenantmgmt/tokens', scope: ofTenant, input: { user_id: required('User is required') },
      output: z.object({ token: z.string() }), fallback: 'Failed to issue a token',
    }),
  },
);

const memberFields = {
  email: text('E-mail', { help: 'Whom to add; they need not have signed in yet.' }),
  name: text('Name'),
  user_id: reference('User', 'tenantUsers'),
  role: text('Role', { initial: 'member', help: 'platform_admin, tenant_admin, member, viewer, or the name of a role of this tenant.' }),
  environment_ids: tags('Environments', { help: 'Empty means all of them.' }),
};
const memberPath = '/api/auth/tenantmgmt/user-environments';

/** Who works in which environments of a tenant. Its four calls have four paths, kept as they are [C-081…C-084][A-005]. */
export const userEnvironments = resource(
  { one: 'user environment', many: 'user environments', path: memberPath, scope: ofTenant, fields: memberFields },
  {
    list: call({
      method: 'POST', path: `${memberPath}/by_tenant_id`, scope: ofTenant, output: pageOf(memberFields), answer: 'list', offline: 'cached',
      plural: 'user_environments', fallback: 'Failed to fetch user environments',
    }),
    create: call({ method: 'POST', path: memberPath, scope: ofTenant, input: memberFields, output: created, answer: 'inserted', fallback: 'Failed to create user environment' }),
    update: call({
      method: 'PUT', path: '/api/auth/usermgmt/user_environments/', scope: ofTenant,
      input: { ...memberFields, user_id: required('User is required') }, output: z.unknown(), answer: 'done', fallback: 'Failed to update user environment',
    }),
    remove: call({ method: 'DELETE', path: '/api/usermgmt/user_environments', scope: ofTenant, input: { user_id: required('User is required') }, answer: 'done', fallback: 'Failed to delete user environment' }),
  },
);
