import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newMember, startTestPlatform, type TestPlatform } from './platform.ts';

const mark = { $secret: true };
const canary = (name: string) => `canary-${name}-7d1f`;

describe('stored secrets', () => {
  let platform: TestPlatform;
  beforeAll(async () => {
    platform = await startTestPlatform();
  });
  afterAll(() => platform[Symbol.asyncDispose]());

  const create = async (path: string, fields: object) => String((await platform.call('POST', path, { ...platform.scope, name: 'x', ...fields })).body['insertedId']);
  const reveal = (group: string, id: string, path: string) => platform.call('POST', '/api/secrets/reveal', { group, id, path });
  const inFiles = () => readdirSync(platform.folder).map((file) => readFileSync(join(platform.folder, file), 'latin1')).join('');

  const shapes: [string, object, object][] = [
    ['none', { type: 'none', credentials: {} }, { type: 'none', credentials: {} }],
    ['api_key', { type: 'api_key', credentials: { name: 'X-Key', value: canary('key'), in: 'header', prefix: 'Key' } }, { credentials: { name: 'X-Key', value: mark, in: 'header', prefix: 'Key' } }],
    ['bearer_token', { type: 'bearer_token', credentials: { token: canary('bearer') } }, { credentials: { token: mark } }],
    ['jwt', { type: 'jwt', credentials: { claims: { sub: 'me' }, key: canary('jwt'), algorithm: 'HS256' } }, { credentials: { claims: { sub: 'me' }, key: mark, algorithm: 'HS256' } }],
    ['basic_auth', { type: 'basic_auth', credentials: { username: 'me', password: canary('basic') } }, { credentials: { username: 'me', password: mark } }],
    ['digest', { type: 'digest', credentials: { username: 'me', password: canary('digest') } }, { credentials: { username: 'me', password: mark } }],
    ['hawk', { type: 'hawk', credentials: { id: 'i', key: canary('hawk'), algorithm: 'sha256' } }, { credentials: { id: 'i', key: mark, algorithm: 'sha256' } }],
    ['oauth2', { type: 'oauth2', credentials: { client_id: 'c', client_secret: canary('oauth') } }, { credentials: { client_id: 'c', client_secret: mark } }],
    ['custom', { type: 'custom', credentials: { headers: { 'X-Any': canary('custom') } } }, { credentials: { headers: { 'X-Any': mark } } }],
    ['one that nobody knows', { type: 'new', credentials: { deep: [{ thing: canary('new') }] } }, { credentials: { deep: [{ thing: mark }] } }],
  ];

  it.each(shapes)('of the kind %s are never answered, listed or written in clear [F-20]', async (_kind, auth_data, shown) => {
    const id = await create('/api/saas_db/open_apis', { auth_data });
    const { body } = await platform.call('GET', `/api/saas_db/open_apis/${id}`);
    expect(body['auth_data']).toMatchObject(shown);
    const list = await platform.call('GET', `/api/saas_db/open_apis?tenant_id=${platform.scope.tenant_id}&environment_id=${platform.scope.environment_id}`);
    expect(JSON.stringify(list)).not.toContain('canary-');
    expect(inFiles()).not.toContain('canary-');
    expect(platform.lines.join('')).not.toContain('canary-');
  });

  it('are found in fields, in configurations, and in JSON that comes as text [Q-002]', async () => {
    await create('/api/saas_db/agent_llms', { api_key: canary('field') });
    await create('/api/saas_db/auth_configs', { auth_type: 'bearer_token', config: { token: canary('config') } });
    await create('/api/saas_db/app_connectors', { config: { client_secret: canary('setting'), base: 'https://example.com' }, auth_types: [{ name: 'key', auth_type: 'api_key', config: { value: canary('type') } }] });
    await create('/api/saas_db/open_apis', { auth_data: JSON.stringify({ type: 'bearer_token', credentials: { token: canary('text') } }) });
    await create('/api/saas_db/workflow_recipes', { pass_phrase: canary('phrase') });
    expect(inFiles()).not.toContain('canary-');
  });

  it('stay when the mark is written back, change with a new value, and go when they are emptied', async () => {
    const id = await create('/api/saas_db/agent_llms', { api_key: canary('one'), model: 'm' });
    const path = `/api/saas_db/agent_llms/${id}`;
    expect((await platform.call('PUT', path, { api_key: mark, model: 'n' })).body).toMatchObject({ api_key: mark, model: 'n' });
    expect((await reveal('agentLlms', id, '/api_key')).body).toEqual({ secret: canary('one') });
    await platform.call('PUT', path, { api_key: canary('two') });
    expect((await reveal('agentLlms', id, '/api_key')).body).toEqual({ secret: canary('two') });
    await platform.call('PUT', path, { model: 'o' });
    expect((await reveal('agentLlms', id, '/api_key')).body).toEqual({ secret: canary('two') });
    expect((await platform.call('PUT', path, { api_key: null })).body['api_key']).toBeNull();
    expect((await reveal('agentLlms', id, '/api_key')).status).toBe(404);
  });

  it('are not taken along by a mark that was copied from another row', async () => {
    const id = await create('/api/saas_db/agent_llms', { api_key: mark });
    expect((await platform.call('GET', `/api/saas_db/agent_llms/${id}`)).body['api_key']).toBeNull();
  });

  it('are shown one at a time to who may change the row, and that is logged without the value', async () => {
    const id = await create('/api/saas_db/agent_llms', { api_key: canary('shown') });
    const viewer = await newMember(platform, 'viewer@example.com', 'viewer');
    const asViewer = await viewer.call('POST', '/api/secrets/reveal', { group: 'agentLlms', id, path: '/api_key' });
    expect(asViewer.status).toBe(403);
    expect((await reveal('agentLlms', id, '/api_key')).body).toEqual({ secret: canary('shown') });
    expect(platform.lines.filter((line) => line.includes(id) && line.includes('was shown'))).toHaveLength(1);
    expect(platform.lines.join('')).not.toContain('canary-');
    expect((await reveal('agentLlms', 'nope', '/api_key')).status).toBe(404);
    expect((await reveal('constructor', id, '/api_key')).status).toBe(400);
  });

  it('go with their row, and survive a restart with their key', async () => {
    const id = await create('/api/saas_db/agent_llms', { api_key: canary('kept') });
    await platform.restart();
    expect((await reveal('agentLlms', id, '/api_key')).body).toEqual({ secret: canary('kept') });
    await platform.call('DELETE', `/api/saas_db/agent_llms/${id}`);
    expect((await reveal('agentLlms', id, '/api_key')).status).toBe(404);
  });
});
