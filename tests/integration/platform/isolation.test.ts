import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callOf, idOf, kinds, parentsOf, queryOf, rowOf, rowsOf, sampleOf, send } from './kinds.ts';
import { secondTenant, startTestPlatform, type Client, type TestPlatform } from './platform.ts';

/** Tenants and their admins are places and members, not rows in a tenant; see tenancy.test.ts. */
const ownTests = new Set(['tenants', 'tenantAdmins']);
const table = kinds.filter(([group]) => !ownTests.has(group));

describe('each kind, over HTTP', () => {
  let platform: TestPlatform;
  let stranger: Client;
  let nextDoor: Client;

  beforeAll(async () => {
    platform = await startTestPlatform();
    stranger = platform.as(await secondTenant(platform));
    const made = await platform.call('POST', '/api/saas_db/environments', { tenant_id: platform.scope.tenant_id, name: 'Next door' });
    nextDoor = platform.as({ environment_id: idOf(made) });
  });
  afterAll(() => platform[Symbol.asyncDispose]());

  it('is every one of them', () => {
    expect(table.length).toBeGreaterThanOrEqual(25);
  });

  it.each(table)('%s is made, listed, read, changed and deleted, and keeps fields that nobody knows [Q-001][Q-013]', async (group, entity) => {
    const call = (method: string, input: Record<string, unknown>) => send(platform, callOf(entity, method), input);
    const sample = { ...sampleOf(entity, group), ...(await parentsOf(platform, entity, group)) };
    // A form carries texts alone.
    const extra = callOf(entity, 'create').request.body === 'form' ? 'kept' : { kept: [1] };
    const made = await call('create', { ...sample, extra });
    expect(made.status).toBe(callOf(entity, 'create').answer === 'inserted' ? 201 : 200);
    const id = idOf(made);

    const listed = await call('list', queryOf(entity, sample));
    expect(listed.status).toBe(200);
    expect(rowsOf(listed).map((row) => row['id'])).toContain(id);
    expect(listed.body['totalCount']).toBe(rowsOf(listed).length);

    const read = rowOf(callOf(entity, 'get'), await call('get', { id }));
    expect(read).toMatchObject({ ...sample, id, tenant_id: platform.scope.tenant_id, extra });

    const changed = await call('update', { ...sample, id, extra: 'changed' });
    expect(changed.status).toBe(200);
    expect(rowOf(callOf(entity, 'get'), await call('get', { id }))).toMatchObject({ ...sample, extra: 'changed' });

    expect((await call('remove', { id })).body).toMatchObject({ success: true });
    expect(await call('get', { id })).toEqual({ status: 404, body: { error: `Not found: ${entity.one} ${id}` } });
  });

  it.each(table)('%s of one tenant is not there for another [Q-013][F-24]', async (group, entity) => {
    const sample = sampleOf(entity, `${group}-mine`);
    const row = { ...sample, ...(await parentsOf(platform, entity, `${group}-mine`)) };
    const id = idOf(await send(platform, callOf(entity, 'create'), row));
    const gone = { status: 404, body: { error: `Not found: ${entity.one} ${id}` } };

    expect(await send(stranger, callOf(entity, 'get'), { id })).toEqual(gone);
    expect(await send(stranger, callOf(entity, 'update'), { ...sample, id })).toEqual(gone);
    expect(await send(stranger, callOf(entity, 'remove'), { id })).toEqual(gone);
    expect(rowsOf(await send(stranger, callOf(entity, 'list'), queryOf(entity, row))).map((row) => row['id'])).not.toContain(id);
    expect((await send(platform, callOf(entity, 'get'), { id })).status).toBe(200);
  });

  const ofEnvironments = table.filter(([, { scope }]) => scope.includes('environment_id'));
  it.each(ofEnvironments)('%s of one environment is not there in another [Q-013]', async (group, entity) => {
    const sample = { ...sampleOf(entity, `${group}-here`), ...(await parentsOf(platform, entity, `${group}-here`)) };
    const id = idOf(await send(platform, callOf(entity, 'create'), sample));
    expect((await send(nextDoor, callOf(entity, 'get'), { id })).status).toBe(404);
    expect((await send(nextDoor, callOf(entity, 'remove'), { id })).status).toBe(404);
    const wholeTenant = !callOf(entity, 'list').request.path.includes('{environment_id}') && !callOf(entity, 'list').request.scope.includes('environment_id');
    const elsewhere = rowsOf(await send(nextDoor, callOf(entity, 'list'), queryOf(entity, sample))).map((row) => row['id']);
    expect(elsewhere.includes(id)).toBe(wholeTenant);
  });

  it('answers 404 where header and query, or header and body, name two tenants or environments', async () => {
    const { tenant_id, environment_id } = stranger.scope;
    const mine = platform.scope;
    const query = await platform.call('GET', `/api/saas_db/agent_memories?tenant_id=${tenant_id}&environment_id=${mine.environment_id}`);
    expect(query).toEqual({ status: 404, body: { error: `Not found: tenant ${tenant_id}` } });
    const body = await platform.call('POST', '/api/saas_db/agent_memories', { ...mine, environment_id, name: 'x' });
    expect(body).toEqual({ status: 404, body: { error: `Not found: environment ${environment_id}` } });
    const mixed = await platform.as({ environment_id }).call('GET', `/api/saas_db/agent_memories?tenant_id=${mine.tenant_id}&environment_id=${environment_id}`);
    expect(mixed).toEqual({ status: 404, body: { error: `Not found: environment ${environment_id}` } });
  });

  it('finds the tenant of a row by itself where a call by id names none', async () => {
    const { body } = await platform.call('POST', '/api/saas_db/agent_prompts', { ...platform.scope, name: 'p' });
    const nowhere = platform.as({ tenant_id: '', environment_id: '' });
    expect((await nowhere.call('GET', `/api/saas_db/agent_prompts/${String(body['insertedId'])}`)).status).toBe(200);
  });
});
