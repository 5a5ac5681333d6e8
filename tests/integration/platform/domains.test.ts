import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestPlatform, type TestPlatform } from './platform.ts';

type Row = Record<string, unknown> & { id: string };
const db = '/api/saas_db';

describe('what is not usual in a kind', () => {
  let platform: TestPlatform;
  let scope: string;
  beforeAll(async () => {
    platform = await startTestPlatform();
    scope = new URLSearchParams({ ...platform.scope }).toString();
  });
  afterAll(() => platform[Symbol.asyncDispose]());

  const get = async (path: string) => (await platform.call('GET', path)).body;
  const rows = async (path: string) => (await get(path))['data'] as Row[];
  const make = async (table: string, fields: object) => {
    const { status, body } = await platform.call('POST', `${db}/${table}`, { ...platform.scope, ...fields });
    expect(status).toBe(201);
    return body['insertedId'] as string;
  };
  const data = async (method: string, path: string, body?: object) => (await platform.call(method, path, body)).body['data'] as Record<string, unknown>;

  it('knows the tools of an agent by the pair [C-027…C-030][C-032]', async () => {
    const [agent, tool, other] = [await make('gen_agents', { name: 'a' }), await make('agent_tools', { name: 't' }), await make('agent_tools', { name: 'other' })];
    const xref = { gen_agent_id: agent, agent_tool_id: tool };
    await make('agent_tools_xref', { ...xref, additional_config: { a: 1 } });
    expect((await platform.call('POST', `${db}/agent_tools_xref`, { ...platform.scope, ...xref })).status).toBe(409);
    expect(await rows(`${db}/agent_tools_xref?${scope}&gen_agent_id=${agent}`)).toMatchObject([xref]);
    expect(await rows(`${db}/agent_tools_xref?${scope}&gen_agent_id=nobody`)).toEqual([]);
    expect((await platform.call('PUT', `${db}/agent_tools_xref/${agent}/${tool}`, { additional_config: { a: 2 } })).body).toMatchObject({ additional_config: { a: 2 } });
    expect((await rows(`${db}/gen_agents_tools/${agent}`)).map(({ id }) => id)).toEqual([tool]);
    expect((await platform.call('DELETE', `${db}/agent_tools_xref/${agent}/${other}`)).status).toBe(404);
    await platform.call('DELETE', `${db}/agent_tools/${tool}`);
    expect(await rows(`${db}/agent_tools_xref?${scope}`)).toEqual([]);
  });

  it('puts in what a tool refers to, when asked [C-021]', async () => {
    const api = await make('open_apis', { name: 'api', document: petDocument });
    const [endpoint] = await rows(`${db}/open_api_endpoints/open_api/${api}`);
    const tool = await make('agent_tools', { name: 'with endpoint', open_api_endpoint_id: endpoint!.id });
    const found = (await rows(`${db}/agent_tools?${scope}&fetch_open_api=true&fetch_mcp=false`)).find(({ id }) => id === tool);
    expect(found).toMatchObject({ open_api_endpoint: { id: endpoint!.id, path: '/pets' } });
    expect(found).not.toHaveProperty('mcp_tool');
  });

  it('takes an open API’s endpoints from its document, and lets their sign-in be changed, one or many [C-053…C-057][Q-002][Q-004][K-029]', async () => {
    const api = await make('open_apis', { name: 'pets', document: petDocument, authentication: { token: 'never kept' } });
    expect(await get(`${db}/open_apis/${api}`)).not.toHaveProperty('authentication');
    const [list, create] = (await rows(`${db}/open_api_endpoints/open_api/${api}`)).toSorted((a, b) => String(a['method']).localeCompare(String(b['method'])));
    expect([list, create]).toMatchObject([{ method: 'GET', path: '/pets', auth_config: { type: 'none', credentials: {} } }, { method: 'POST', path: '/pets' }]);

    const config = await make('auth_configs', { name: 'c' });
    const one = await platform.call('PATCH', `${db}/open_api_endpoints/${list!.id}/auth`, { auth_config: '{"type":"bearer_token","credentials":{"token":"secret"}}', auth_config_id: config });
    expect(one.body).toMatchObject({ auth_config: { type: 'bearer_token', credentials: { token: { $secret: true } } } });
    expect((await rows(`${db}/open_api_endpoints/by-auth-config/${config}`)).map(({ id }) => id)).toEqual([list!.id]);

    const many = { endpointIds: [list!.id, create!.id], authData: { type: 'basic_auth', credentials: { username: 'u', password: 'p' } }, openAPIId: api };
    expect((await platform.call('PATCH', `${db}/open_api_endpoints/bulk-auth-update`, { ...many, endpointIds: [list!.id, 'nope'] })).status).toBe(404);
    expect((await rows(`${db}/open_api_endpoints/open_api/${api}`)).map((row) => String((row['auth_config'] as Row)['type'])).toSorted()).toEqual(['bearer_token', 'none']);
    expect((await platform.call('PATCH', `${db}/open_api_endpoints/bulk-auth-update`, many)).body).toMatchObject({ success: true, failed: [] });
    expect((await rows(`${db}/open_api_endpoints/open_api/${api}`)).map((row) => (row['auth_config'] as Row)['type'])).toEqual(['basic_auth', 'basic_auth']);

    await platform.call('PUT', `${db}/open_apis/${api}`, { document: petDocument.replace('"post"', '"delete"') });
    const after = await rows(`${db}/open_api_endpoints/open_api/${api}`);
    expect(after.find(({ id }) => id === list!.id)).toMatchObject({ auth_config: { type: 'basic_auth' } });
    expect(after.map((row) => String(row['method'])).toSorted()).toEqual(['DELETE', 'GET']);
    expect((await platform.call('POST', `${db}/open_apis`, { ...platform.scope, name: 'bad', document: '{"openapi": 7' })).status).toBe(400);
  });

  it('edits a connector’s ways to sign in with it, and offers them to choose from [C-038…C-042][A-008]', async () => {
    const id = await make('app_connectors', { name: 'Mail', auth_types: [{ name: 'Token', auth_type: 'bearer_token' }, { name: 'Key', auth_type: 'api_key' }] });
    const types = await rows(`/api/connectivity_db/connector_auth_types?app_connector_id=${id}&details=true`);
    expect(types.map(({ name }) => name)).toEqual(['Token', 'Key']);
    const selection = await rows(`${db}/connectors-with-auth?tenant_id=${platform.scope.tenant_id}`);
    expect(selection).toMatchObject([{ connector_id: id, connector_name: 'Mail', auth_type_id: types[0]!.id, auth_type_name: 'Token' }, { auth_type_name: 'Key' }]);
    const endpoint = await make('app_connector_endpoints', { name: 'send', app_connector_id: id, method: 'POST', path: '/send' });
    expect((await rows(`${db}/app_connector_endpoints/app_connector/${id}`)).map((row) => row.id)).toEqual([endpoint]);
    expect((await rows(`${db}/app_connector_endpoints?app_connector_id=${id}`)).map((row) => row.id)).toEqual([endpoint]);
    expect((await rows(`${db}/app_connectors?${scope}&details=true`))[0]).toMatchObject({ endpoints: [{ id: endpoint }], auth_types: [{ name: 'Token' }, { name: 'Key' }] });
    expect((await platform.call('PUT', `${db}/app_connectors/${id}/config`, { config: { timeout: 5 } })).body).toMatchObject({ name: 'Mail', config: { timeout: 5 } });
    await platform.call('PUT', `${db}/app_connectors/${id}`, { auth_types: [{ id: types[1]!.id, name: 'API key', auth_type: 'api_key' }] });
    expect((await rows(`/api/connectivity_db/connector_auth_types?app_connector_id=${id}`)).map((row) => [row.id, row['name']])).toEqual([[types[1]!.id, 'API key']]);
    await platform.call('DELETE', `${db}/app_connectors/${id}`);
    expect(await rows(`/api/connectivity_db/connector_auth_types?app_connector_id=${id}`)).toEqual([]);
    expect(await rows(`${db}/app_connector_endpoints?app_connector_id=${id}`)).toEqual([]);
  });

  it('reads a connector’s document back from a form, its files by address [C-043…C-045][N-035][Q-015][R-013]', async () => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ ...platform.scope, name: 'Guide', connector_id: 'c1' })) form.append(name, value);
    form.append('connector_image', new Blob([new Uint8Array([137, 80, 78, 71])], { type: 'image/png' }), 'logo ä.png');
    const made = await platform.call('POST', `${db}/connector_docs`, form);
    expect(made.status).toBe(201);
    const id = made.body['insertedId'] as string;
    expect(await get(`${db}/connector_docs/${id}`)).toMatchObject({ id, name: 'Guide', connector_image: 'data:image/png;name=logo%20%C3%A4.png;base64,iVBORw==' });
    expect((await rows(`${db}/connector_docs?${scope}&connector_id=c1`)).map((row) => row.id)).toEqual([id]);

    const change = new FormData();
    change.append('id', id);
    change.append('description', 'new');
    expect((await platform.call('PUT', `${db}/connector_docs`, change)).body).toMatchObject({ id, name: 'Guide', description: 'new', connector_image: expect.stringContaining('data:image/png') as string });
    const lost = new FormData();
    lost.append('description', 'whose?');
    expect(await platform.call('PUT', `${db}/connector_docs`, lost)).toMatchObject({ status: 400, body: { error: 'No document ID provided' } });
    expect((await platform.call('DELETE', `${db}/connector_docs/${id}`)).body).toEqual({ success: true });
    const broken = await fetch(`${platform.url}${db}/connector_docs`, { method: 'POST', body: 'x', headers: { authorization: `Bearer ${platform.token}`, 'content-type': 'multipart/form-data; boundary=b' } });
    expect(broken.status).toBe(400);
  });

  it('requires what section 5 names of a code snippet [R-006…R-008]', async () => {
    const whole = { tenant_id: platform.scope.tenant_id, snippet_name: 's', code: 'x' };
    const error = async (method: string, path: string, body: object) => (await platform.call(method, path, body)).body['error'];
    expect(await error('POST', `${db}/code_snippets`, { ...whole, code: '' })).toBe('Missing required fields: tenant_id, name, or code');
    const id = await make('code_snippets', whole);
    expect(await error('PUT', `${db}/code_snippets/${id}`, { ...whole, snippet_name: '' })).toBe('Missing required fields: tenant_id, name, or code');
  });

  it('dates recipes, numbers their versions, and reads each as it was [C-087…C-093][Q-005][K-018…K-020][N-068]', async () => {
    const nodes = [{ id: 'start' }, { id: 'end' }];
    const id = await make('workflow_recipes', { name: 'w', nodes, edges: [{ id: 'e', source: 'start', target: 'end' }] });
    expect(await get(`${db}/workflow_recipes/${id}?details=true`)).toMatchObject({
      workflow_type: 'langgraph', crt_user: 'system', is_backend_synced: false, tenant_name: 'My tenant', environment_name: 'Default', nodes,
      crt_date: expect.any(String) as string, upd_date: expect.any(String) as string,
    });
    expect((await platform.call('GET', `/api/workflow/version/latest?workflow_id=${id}`)).status).toBe(404);
    const first = await data('POST', '/api/workflow/version/create', { workflow_id: id, nodes, edges: [], version_tag: 'Initial version (cloned)' });
    const second = await data('POST', '/api/workflow/version/create', { workflow_id: id, nodes: [{ id: 'only' }], edges: [], note: 'smaller' });
    expect([first, second]).toMatchObject([{ version: 1, version_tag: 'Initial version (cloned)' }, { version: 2, note: 'smaller' }]);
    expect(await data('GET', `/api/workflow/version/latest?workflow_id=${id}`)).toEqual(second);
    expect(await get(`${db}/workflow_recipes/${id}?details=true&version_id=${String(second['version_id'])}`)).toMatchObject({ nodes: [{ id: 'only' }], version_id: second['version_id'] });
    expect((await platform.call('GET', `${db}/workflow_recipes/${id}?details=true&version_id=nope`)).body).toEqual({ error: 'Not found: workflow version nope' });
    const listed = await rows(`${db}/workflow_recipes?tenant_id=${platform.scope.tenant_id}&fields=${encodeURIComponent('["name","version_id"]')}`);
    expect(listed.find((row) => row.id === id)).toEqual({ id, name: 'w', version_id: second['version_id'] });
    expect((await platform.call('POST', '/api/workflow/version/create', { workflow_id: 'nope', nodes, edges: [] })).status).toBe(404);
    await platform.call('DELETE', `${db}/workflow_recipes/${id}`);
    expect((await platform.call('GET', `/api/workflow/version/latest?workflow_id=${id}`)).status).toBe(404);
  });

  it('keeps edges and node data per workflow and version [C-094…C-098][N-045][N-046]', async () => {
    const id = await make('workflow_recipes', { name: 'n', nodes: [], edges: [{ id: 'own' }] });
    const version = String((await data('POST', '/api/workflow/version/create', { workflow_id: id, nodes: [], edges: [{ id: 'v' }] }))['version_id']);
    const edges = (query: string) => data('GET', `/api/workflow/node/edges?flowId=${id}${query}`);
    expect(await edges('')).toEqual({ edges: [{ id: 'v' }] });
    expect(await edges(`&version_id=${version}`)).toEqual({ edges: [{ id: 'v' }] });
    await data('POST', '/api/workflow/node/edges', { flowId: id, edges: [{ id: 'saved' }] });
    expect(await edges('')).toEqual({ edges: [{ id: 'saved' }] });
    expect(await edges(`&version_id=${version}`)).toEqual({ edges: [{ id: 'v' }] });

    const node = { workflow_id: id, node_id: 'a' };
    await data('POST', '/api/workflow/node/metadata/create-or-update', { ...node, data: { x: 1 } });
    await data('POST', '/api/workflow/node/metadata/create-or-update', { ...node, data: { x: 2 } });
    await data('POST', '/api/workflow/node/metadata/store', { ...node, node_id: 'b', data: 'text' });
    await data('POST', '/api/workflow/node/metadata/store', { ...node, version_id: version, data: 'of version' });
    expect(await data('POST', '/api/workflow/node/metadata/all', { workflow_id: id })).toMatchObject([{ node_id: 'a', data: { x: 2 } }, { node_id: 'b', data: 'text' }]);
    expect(await data('POST', '/api/workflow/node/metadata/all', { workflow_id: id, node_id: 'b' })).toHaveLength(1);
    expect(await data('POST', '/api/workflow/node/metadata/all', { workflow_id: id, version_id: version })).toMatchObject([{ node_id: 'a', data: 'of version' }]);
  });

  it('shows the recipe’s name with a flow instance, and reads configurations that come as text [C-085][Q-003][I-010]', async () => {
    const recipe = await make('flow_recipes', { name: 'Recipe' });
    const id = await make('flow_instances', { name: 'i', flow_recipe_id: recipe, flow_instance_config: '[{"a":1}]', flow_recipe_config: [] });
    expect(await get(`${db}/flow_instances/${id}?details=true`)).toMatchObject({ flow_recipe_name: 'Recipe', flow_instance_config: [{ a: 1 }] });
    await platform.call('PUT', `${db}/flow_recipes/${recipe}`, { name: 'Renamed' });
    expect(await rows(`${db}/flow_instances?${scope}&flow_recipe_id=${recipe}`)).toMatchObject([{ flow_recipe_name: 'Renamed' }]);
  });

  it('keeps workspaces by their name and client [C-167…C-174][K-011][R-011][R-012][I-014]', async () => {
    const workspace = { namespace: 'acme', release_name: 'r', instance_id: 'i', client_id: 'client-1' };
    const error = async (body: object) => (await platform.as({ tenant_id: '' }).call('POST', `${db}/namespaces`, body)).body['error'];
    expect(await error(workspace)).toBe('No tenant selected. Cannot deploy.');
    expect(await error({ ...platform.scope, ...workspace, instance_id: '' })).toBe('Missing required instance details.');
    const free = (name: string) => get(`${db}/namespaces/check-availability?name=${name}&tenant_id=${platform.scope.tenant_id}`);
    expect(await free('acme')).toMatchObject({ available: true });
    const id = await make('namespaces', workspace);
    expect(await free('acme')).toMatchObject({ available: false });
    expect((await platform.call('POST', `${db}/namespaces`, { ...platform.scope, ...workspace })).status).toBe(409);
    expect(await get(`${db}/namespaces/client/client-1`)).toMatchObject({ id, deploymentType: 'Internal', last_updated_at: expect.any(String) as string });
    expect((await platform.call('PUT', `${db}/namespaces/${id}/metadata`, { metadata: { owner: 'me' } })).body).toMatchObject({ metadata: { owner: 'me' }, namespace: 'acme' });
    expect(await get(`${db}/namespaces/${id}/storage`)).toMatchObject({ bucket_name: null });
    expect(await get(`${db}/namespaces/${id}/service_account`)).toMatchObject({ client_id: 'client-1' });
  });

  it('counts the documents of each collection [C-181][N-059]', async () => {
    for (const collection_name of ['b', 'a', 'b']) await make('vector_docs', { name: 'd', collection_name });
    const { tenant_id, environment_id } = platform.scope;
    expect(await rows(`${db}/vector_docs/collections_by_tenant/${tenant_id}/${environment_id}`)).toMatchObject([{ name: 'a', document_count: 1 }, { name: 'b', document_count: 2 }]);
  });

  it('takes a session’s messages along when it goes [N-024]', async () => {
    const session = await make('agent_sessions', { name: 's' });
    await make('agent_session_messages', { agent_session_id: session, role: 'user', content: 'hello' });
    const path = `${db}/agent_session_messages?${scope}&agent_session_id=${session}`;
    expect(await rows(path)).toHaveLength(1);
    await platform.call('DELETE', `${db}/agent_sessions/${session}`);
    expect(await rows(path)).toEqual([]);
  });
});

const petDocument = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  servers: [{ url: 'https://pets.example/v1' }],
  paths: { '/pets': { get: { summary: 'List', responses: {} }, post: { summary: 'Create', responses: {} } } },
});
