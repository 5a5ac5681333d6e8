import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newMember, secondTenant, startTestPlatform, type Client, type TestPlatform } from './platform.ts';

type Rows = Record<string, unknown>[];
const rows = ({ body }: { body: Record<string, unknown> }) => body['data'] as Rows;
const memories = '/api/saas_db/agent_memories';
const members = '/api/auth/tenantmgmt/user-environments';

describe('tenants and who works in them', () => {
  let platform: TestPlatform;
  let tenant_id: string;
  let environment_id: string;
  const list = (client: Client) => client.call('GET', `${memories}?tenant_id=${client.scope.tenant_id}&environment_id=${client.scope.environment_id}`);
  const create = (client: Client) => client.call('POST', memories, { ...client.scope, name: 'm' });

  beforeAll(async () => {
    platform = await startTestPlatform();
    ({ tenant_id, environment_id } = platform.scope);
  });
  afterAll(() => platform[Symbol.asyncDispose]());

  it('begins with one user, one tenant, one environment, and nothing else', async () => {
    await using fresh = await startTestPlatform();
    const { body } = await fresh.call('GET', '/api/auth/session');
    expect(body).toMatchObject({ user: { name: 'Owner' }, detail: { tenants: [{ id: fresh.scope.tenant_id, role: 'platform_admin', environments: [{ id: fresh.scope.environment_id }] }] } });
    expect(rows(await list(fresh))).toEqual([]);
    expect((await fresh.call('GET', '/api/jobs')).body).toEqual({ data: [], totalCount: 0 });
  });

  it('makes, reads, changes and deletes a tenant with all that is in it [C-064…C-068][S-043][R-021]', async () => {
    const made = await platform.call('POST', '/api/saas_db/tenants', { name: 'Acme' });
    expect(made.status).toBe(201);
    const id = made.body['insertedId'] as string;
    expect((await platform.call('GET', `/api/saas_db/tenants/${id}`)).body).toMatchObject({ id, name: 'Acme' });
    expect((await platform.call('PUT', `/api/saas_db/tenants/${id}`, { name: 'Acme 2', domain: 'acme.example' })).body).toMatchObject({ name: 'Acme 2' });
    expect(rows(await platform.call('GET', '/api/saas_db/tenants')).map((row) => row['id'])).toEqual([tenant_id, id]);

    const inside = platform.as({ tenant_id: id, environment_id: '' });
    const environment = (await inside.call('POST', '/api/saas_db/environments', { tenant_id: id, name: 'E' })).body['insertedId'] as string;
    const memory = (await create(platform.as({ tenant_id: id, environment_id: environment }))).body['insertedId'];
    expect((await platform.call('DELETE', `/api/saas_db/tenants/${id}`)).body).toEqual({ success: true });
    expect((await platform.call('GET', `/api/saas_db/tenants/${id}`)).status).toBe(404);
    expect((await platform.as({ tenant_id: '', environment_id: '' }).call('GET', `${memories}/${String(memory)}`)).status).toBe(404);
    expect((await platform.call('DELETE', `/api/saas_db/tenants/${tenant_id}`)).status).toBe(409);
  });

  it('has the same tenants and environments behind the composer’s router [C-116][C-117]', async () => {
    const api = async (method_name: string, data: object) => (await platform.call('POST', '/api/router/control_api_server/apiRouterV2', { method_name, data })).body['data'] as never;
    const made = (await api('create-environment', { tenant_id, name: 'By router' })) as { id: string };
    expect(rows(await platform.call('POST', '/api/saas_db/environments/by_tenant_id', { selected_tenant_id: tenant_id })).map((row) => row['name'])).toEqual(['Default', 'By router']);
    expect(await api('update-environment', { id: made.id, name: 'Renamed' })).toMatchObject({ id: made.id, name: 'Renamed' });
    await api('delete-environment', { id: made.id });
    expect(await api('list-environments', { tenant_id })).toHaveLength(1);
    const tenant = (await api('create-tenant', { name: 'T' })) as { id: string };
    expect(((await api('list-tenants', {})) as Rows).map((row) => row['id'])).toContain(tenant.id);
    await api('delete-tenant', { id: tenant.id });
  });

  it('deletes an environment with what is in it [C-075]', async () => {
    const id = (await platform.call('POST', '/api/saas_db/environments', { tenant_id, name: 'Gone' })).body['insertedId'] as string;
    const there = platform.as({ environment_id: id });
    const memory = (await create(there)).body['insertedId'] as string;
    await platform.call('DELETE', `/api/saas_db/environments/${id}`);
    expect((await list(there)).status).toBe(404);
    expect((await platform.as({ environment_id: '' }).call('GET', `${memories}/${memory}`)).status).toBe(404);
  });

  it('says section 5’s words for a missing tenant [R-009][R-010]', async () => {
    const nowhere = platform.as({ tenant_id: '', environment_id: '' });
    expect((await nowhere.call('POST', '/api/saas_db/environments/by_tenant_id', {})).body['error']).toBe('Tenant must be selected');
    expect((await nowhere.call('POST', '/api/saas_db/roles/by_tenant_id', {})).body['error']).toBe('Tenant is not supplied');
    expect((await nowhere.call('GET', '/api/saas_db/code_snippets')).body['error']).toBe('Tenant ID is required');
  });

  it.each([
    ['platform_admin', { read: 200, write: 201, members: 200, invite: 201, tenants: 201 }],
    ['tenant_admin', { read: 200, write: 201, members: 200, invite: 201, tenants: 403 }],
    ['member', { read: 200, write: 201, members: 200, invite: 403, tenants: 403 }],
    ['viewer', { read: 200, write: 403, members: 200, invite: 403, tenants: 403 }],
  ])('lets a %s do what the role may [P-002][P-004]', async (role, expected) => {
    const user = await newMember(platform, `${role}@example.com`, role);
    expect({
      read: (await list(user)).status,
      write: (await create(user)).status,
      members: (await user.call('GET', `/api/auth/tenantmgmt/get-all-user?tenantId=${tenant_id}`)).status,
      invite: (await user.call('POST', members, { tenant_id, email: `by-${role}@example.com` })).status,
      tenants: (await user.call('POST', '/api/saas_db/tenants', { name: role })).status,
    }).toEqual(expected);
  });

  it('says which permission is missing [P-004]', async () => {
    const viewer = await newMember(platform, 'v@example.com', 'viewer');
    const { status, body } = await create(viewer);
    expect({ status, body }).toMatchObject({ status: 403, body: { error: expect.stringContaining('agents:write') as string, details: { permission: 'agents:write' } } });
  });

  it('obeys roles of the tenant’s own, at once when they change [P-001][C-078][I-007]', async () => {
    const made = await platform.call('POST', '/api/saas_db/roles', { tenant_id, name: 'Prompt writer', permissions: ['agents:write'] });
    const id = made.body['insertedId'] as string;
    const user = await newMember(platform, 'writer@example.com', 'Prompt writer');
    expect((await create(user)).status).toBe(201);
    expect((await user.call('GET', `/api/saas_db/projects?tenant_id=${tenant_id}`)).status).toBe(403);
    await platform.call('PUT', `/api/saas_db/roles/${id}`, { name: 'Reader', permissions: ['agents:read', 'projects:read'] });
    expect((await create(user)).status).toBe(403);
    expect((await user.call('GET', `/api/saas_db/projects?tenant_id=${tenant_id}`)).status).toBe(200);
    expect((await platform.call('DELETE', `/api/saas_db/roles/${id}`)).status).toBe(409);
    expect((await platform.call('POST', '/api/saas_db/roles', { tenant_id, name: 'viewer', permissions: [] })).status).toBe(409);
    expect((await platform.call('POST', '/api/saas_db/roles', { tenant_id, name: 'Odd', permissions: ['everything'] })).status).toBe(400);
    const names = rows(await platform.call('GET', `/api/auth/tenantmgmt/roles/${tenant_id}`)).map((row) => row['name']);
    expect(names).toEqual(['platform_admin', 'tenant_admin', 'member', 'viewer', 'Reader']);
  });

  it('confines members to the environments that they were given [C-081…C-084]', async () => {
    const other = (await platform.call('POST', '/api/saas_db/environments', { tenant_id, name: 'Restricted' })).body['insertedId'] as string;
    const user = await newMember(platform, 'one@example.com', 'member', [environment_id]);
    await platform.as({ environment_id: other }).call('POST', '/api/saas_db/vector_docs', { tenant_id, environment_id: other, name: 'hidden' });
    expect((await list(user)).status).toBe(200);
    expect((await list(user.as({ environment_id: other }))).body).toEqual({ error: `Not found: environment ${other}` });
    expect(rows(await user.as({ environment_id: '' }).call('GET', `/api/saas_db/vector_docs/docs_by_tenant/${tenant_id}/`))).toEqual([]);
    expect(rows(await platform.call('GET', `/api/saas_db/vector_docs/docs_by_tenant/${tenant_id}/`))).toHaveLength(1);
    const session = (await user.call('GET', '/api/auth/session')).body as { detail: { tenants: { environments: { id: string }[] }[] } };
    expect(session.detail.tenants[0]!.environments.map(({ id }) => id)).toEqual([environment_id]);

    await platform.call('PUT', '/api/auth/usermgmt/user_environments/', { tenant_id, user_id: user.user_id, environment_ids: [environment_id, other] });
    expect((await list(user.as({ environment_id: other }))).status).toBe(200);
    expect((await platform.call('DELETE', `/api/usermgmt/user_environments?tenant_id=${tenant_id}&user_id=${user.user_id}`)).body).toEqual({ success: true });
    expect((await list(user)).status).toBe(401);
  });

  it('pairs admins with tenants, and keeps one [N-002][C-069…C-072]', async () => {
    const admins = async () => rows(await platform.call('POST', '/api/saas_db/tenant_admin/by_tenant_id', { selected_tenant_id: tenant_id }));
    const user = await newMember(platform, 'admin@example.com', 'member');
    const made = await platform.call('POST', '/api/saas_db/tenant_admin', { tenant_id, user_id: user.user_id });
    expect(made.status).toBe(201);
    expect((await admins()).find((row) => row['id'] === made.body['insertedId'])).toMatchObject({ tenant_id, user_id: user.user_id });
    expect((await user.call('POST', '/api/saas_db/environments', { tenant_id, name: 'by admin' })).status).toBe(201);
    expect((await platform.call('DELETE', `/api/saas_db/tenant_admin/${tenant_id}/${user.user_id}`)).body).toEqual({ success: true });
    expect((await user.call('POST', '/api/saas_db/environments', { tenant_id, name: 'no more' })).status).toBe(403);

    await using alone = await startTestPlatform();
    const owner = ((await alone.call('GET', '/api/auth/session')).body['user'] as { id: string }).id;
    expect((await alone.call('DELETE', `/api/saas_db/tenant_admin/${alone.scope.tenant_id}/${owner}`)).status).toBe(409);
  });

  it('lets no tenant admin speak for somebody who works elsewhere, too', async () => {
    const second = await secondTenant(platform);
    const shared = await newMember(platform, 'shared@example.com', 'member');
    await platform.as(second).call('POST', members, { tenant_id: second.tenant_id, email: 'shared@example.com', role: 'member' });
    const admin = await newMember(platform, 'local-admin@example.com', 'tenant_admin');
    expect((await admin.call('POST', '/api/auth/tenantmgmt/tokens', { tenant_id, user_id: shared.user_id })).status).toBe(403);
    expect((await admin.call('POST', members, { tenant_id, email: 'x@example.com', role: 'platform_admin' })).status).toBe(403);
    const owner = ((await platform.call('GET', '/api/auth/session')).body['user'] as { id: string }).id;
    expect((await admin.call('POST', '/api/auth/tenantmgmt/tokens', { tenant_id, user_id: owner })).status).toBe(403);
    expect((await admin.call('DELETE', `/api/usermgmt/user_environments?tenant_id=${tenant_id}&user_id=${owner}`)).status).toBe(403);
    expect((await admin.as(second).call('GET', `/api/auth/tenantmgmt/get-all-user?tenantId=${second.tenant_id}`)).status).toBe(404);
  });

  it('keeps members and their tokens over a restart', async () => {
    await using own = await startTestPlatform();
    const user = await newMember(own, 'stays@example.com', 'viewer');
    await own.restart();
    expect((await user.call('GET', '/api/auth/session')).body).toMatchObject({ user: { email: 'stays@example.com' }, detail: { tenants: [{ role: 'viewer' }] } });
  });

  it('updates a service account whose fields come under data [C-061][Q-014]', async () => {
    const { body } = await platform.call('POST', '/api/saas_db/service_accounts', { tenant_id, name: 'robot' });
    const path = `/api/saas_db/service_accounts/${String(body['insertedId'])}`;
    expect((await platform.call('PUT', path, { data: { name: 'robot 2', is_active: false } })).body).toMatchObject({ name: 'robot 2', is_active: false });
    expect((await platform.call('GET', path)).body).toMatchObject({ name: 'robot 2' });
  });
});
