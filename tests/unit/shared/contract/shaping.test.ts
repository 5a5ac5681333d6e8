import { describe, expect, it } from 'vitest';
import * as contract from '../../../../shared/contract/all.ts';
import type { Call } from '../../../../shared/contract/define.ts';
import { keyOf, keyedRowOf, rowOf, tableOf } from '../../../../shared/contract/entity.ts';
import { authConfig, isSecretMark, name, readerOf, text } from '../../../../shared/contract/fields.ts';
import { toWire } from '../../../../shared/contract/request.ts';
import { parseInput } from '../../../../shared/rpc.ts';

const at = { now: Date.parse('2026-05-01T12:00:00.000Z'), timeZone: 'Europe/Berlin' };
const read = (call: Call, answer: unknown) => call.output.parse(answer);

describe('what is read', () => {
  const none = { type: 'none', credentials: {} };
  const bearer = { type: 'bearer_token', credentials: { token: 'x' } };
  it.each([
    ['an object as it is', bearer, bearer],
    ['JSON text', JSON.stringify(bearer), bearer],
    ['nothing as none', undefined, none],
    ['null as none', null, none],
    ['the text null as none', 'null', none],
    ['empty text as none', '', none],
    ['unreadable text as it is, so that nothing is saved over it', '{cut', '{cut'],
  ])('of an auth_config: %s [Q-002][K-029]', (_title, auth_config, expected) => {
    const page = read(contract.openApiEndpoints.calls.list, { rows: [{ id: 1, auth_config }] }) as { rows: { auth_config: unknown }[] };
    expect(page.rows[0]!.auth_config).toEqual(expected);
    const absent = readerOf(authConfig('Authentication')).parse(undefined);
    expect(absent).toEqual(none);
  });

  it.each([
    ['arrays', [{ a: 1 }], [{ a: 1 }]],
    ['JSON text', '[{"a":1}]', [{ a: 1 }]],
    ['unreadable text', '[cut', '[cut'],
    ['nothing', null, null],
  ])('of the two configurations of a flow instance: %s [Q-003]', (_title, config, expected) => {
    const row = read(contract.flowInstances.calls.get, { id: '1', flow_instance_config: config, flow_recipe_config: config });
    expect(row).toMatchObject({ flow_instance_config: expected, flow_recipe_config: expected });
  });

  it('keeps odd and unknown fields, and reads ids as text', () => {
    expect(rowOf({ name: name() }).parse({ id: 7, name: 9, extra: [1] })).toEqual({ id: '7', name: 9, extra: [1] });
    expect(rowOf({ name: name() }).safeParse({ name: 'no id' }).success).toBe(false);
  });

  it('knows a row without an id by its key', () => {
    const row = keyedRowOf({ a: text('A'), b: text('B') }, ['a', 'b']);
    expect(row.parse({ a: 'x', b: 'y' }).id).toBe('x:y');
    expect(row.parse({ id: 5, a: 'x', b: 'y' }).id).toBe('5');
    expect(row.safeParse('odd').success).toBe(false);
  });

  const dagCalls = contract.securedDags.calls;
  it.each([
    ['DAG lists need dags [R-014]', dagCalls.list, { dags: [] }, [{}, { dags: null }, [], null]],
    ['runs need a dag_runs array [R-015]', dagCalls.runs, { dag_runs: [] }, [{}, { dag_runs: {} }, { runs: [] }]],
    ['event logs need an event_logs array [R-016]', dagCalls.events, { event_logs: [] }, [{}, { event_logs: 'x' }]],
    ['details need an object [R-017]', dagCalls.details, {}, ['text', null, undefined, 7]],
    ['task instances need their array', dagCalls.taskInstances, { task_instances: [] }, [{}]],
    ['a session needs tenants [R-022]', contract.platformSession.calls.get, { user: { id: 'u' }, detail: { tenants: [] } }, [{ user: { id: 'u' } }, { user: { id: 'u' }, detail: {} }]],
    ['a preview needs a result [E-070][Q-011]', contract.workflowNodes.calls.preview, [], [undefined, null]],
  ] as const)('%s', (_title, call, good, bad) => {
    expect(call.output.safeParse(good).success).toBe(true);
    expect(bad.map((answer) => call.output.safeParse(answer).success)).toEqual(bad.map(() => false));
  });

  it('says so where a session has no tenants [R-022]', () => {
    expect(contract.platformSession.calls.get.output.safeParse({ user: { id: 'u' }, detail: {} }).error!.issues[0]!.message).toBe('No tenant data available in session');
  });
});

describe('what is sent', () => {
  const prepared = (call: Call, input: Record<string, unknown>) => call.prepare!(input, at);

  it('is an open API without its authentication, on create and on update [Q-004]', () => {
    const { create, update } = contract.openApis.calls;
    for (const call of [create, update]) expect(prepared(call, { name: 'n', authentication: { token: 'x' }, auth_data: null })).toEqual({ name: 'n', auth_data: null });
  });

  it('is a workflow recipe with its dates, type and creator [Q-005][K-019][K-020]', () => {
    const date = '2026-05-01T12:00:00.000Z';
    const { create } = contract.workflowRecipes.calls;
    expect(prepared(create, { name: 'n' })).toEqual({ name: 'n', workflow_type: 'langgraph', crt_user: 'system', crt_date: date, upd_date: date });
    expect(prepared(create, { workflow_type: 'dag', crt_user: 'u' })).toMatchObject({ workflow_type: 'dag', crt_user: 'u' });
  });

  it.each([contract.dags.calls.runs, contract.securedDags.calls.runs])('is the end of the day up to which runs are asked for [Q-006][K-010]', (runs) => {
    expect(prepared(runs, { dag_id: 'd', end_date_lte: '2026-05-01' })).toEqual({ dag_id: 'd', end_date_lte: '2026-05-01T21:59:59.999Z' });
    expect(prepared(runs, { dag_id: 'd' })).toEqual({ dag_id: 'd' });
  });

  it('is a workspace with its deployment type [K-011]', () => {
    expect(prepared(contract.namespaces.calls.create, {})).toEqual({ deploymentType: 'Internal' });
    expect(prepared(contract.kubernetesNamespaces.calls.deploy, { deploymentType: 'External' })).toEqual({ deploymentType: 'External' });
  });

  const wire = (call: Call, input: object) => toWire(call.request, parseInput(call, input));
  it('is a service account’s change under data [Q-014]', () => {
    expect(wire(contract.serviceAccounts.calls.update, { id: '1', name: 'n' })).toMatchObject({ method: 'PUT', path: '/api/saas_db/service_accounts/1', body: { data: { name: 'n' } } });
  });

  it('is a connector doc as a form, with the id in it [Q-015][C-045]', () => {
    expect(wire(contract.connectorDocs.calls.update, { id: '1', name: 'n' })).toMatchObject({ path: '/api/saas_db/connector_docs', form: true, body: { id: '1', name: 'n' } });
  });

  it('is the tenant under the name that each list has for it [C-069][C-076][C-080]', () => {
    const lists = [contract.tenantAdmins, contract.environments, contract.roles].map(({ calls }) => wire(calls.list, { tenant_id: 't' }));
    expect(lists.map(({ method, body }) => [method, body])).toEqual([1, 2, 3].map(() => ['POST', { selected_tenant_id: 't' }]));
    expect(wire(contract.tenantUsers.calls.list, { tenant_id: 't' }).query).toEqual({ tenantId: 't' });
    expect(wire(contract.userEnvironments.calls.list, { tenant_id: 't' }).body).toEqual({ tenant_id: 't' });
  });

  it('keeps the trailing slashes and odd paths of the spec [A-005][A-006][A-008]', () => {
    const { mcpTools, dags, userEnvironments, vectorDocs, connectorAuthTypes } = contract;
    const paths = [mcpTools.calls.list, dags.calls.add, userEnvironments.calls.update, userEnvironments.calls.remove, vectorDocs.calls.list, connectorAuthTypes.calls.list];
    expect(paths.map(({ request }) => request.path)).toEqual([
      '/api/saas_db/mcp_server/mcp_tool/', '/api/router/dp_fastapi/proxy/', '/api/auth/usermgmt/user_environments/', '/api/usermgmt/user_environments',
      '/api/saas_db/vector_docs/docs_by_tenant/{tenant_id}/', '/api/connectivity_db/connector_auth_types',
    ]);
  });

  it('is an upload in base64 [Q-016][K-023]', () => {
    const { addDocument } = contract.vectorverse.calls;
    const upload = (content: string) => addDocument.input.safeParse({ tenant_id: 't', environment_id: 'e', collectionName: 'c', file: { name: 'a.txt', content } });
    expect(upload('aGVsbG8=').data).toMatchObject({ file: { encoding: 'base64', type: 'application/octet-stream' } });
    expect(upload('not base64!').success).toBe(false);
  });
});

describe('what means a row', () => {
  it.each([
    ['its id', contract.agents.calls.remove, { id: '1', name: 'n' }, { id: '1' }],
    ['a pair of ids', contract.agentToolsXref.calls.remove, { id: 'a:b', gen_agent_id: 'a', agent_tool_id: 'b' }, { gen_agent_id: 'a', agent_tool_id: 'b' }],
    ['tenant and user', contract.tenantAdmins.calls.remove, { id: '1', tenant_id: 't', user_id: 'u', email: 'e' }, { tenant_id: 't', user_id: 'u' }],
    ['the user', contract.userEnvironments.calls.remove, { id: '1', tenant_id: 't', user_id: 'u' }, { tenant_id: 't', user_id: 'u' }],
  ])('to a call is %s', (_title, call, row, key) => {
    expect(keyOf(call as Call, row)).toEqual(key);
  });

  it.each([
    ['/api/saas_db/agents', 'agents'], ['/api/saas_db/mcp_server/mcp_tool/', 'mcp_tool'], ['/api/auth/tenantmgmt/roles/{tenant_id}', 'roles'], ['', ''],
  ])('of the table %s is %s', (path, table) => {
    expect(tableOf(path)).toBe(table);
  });

  it('is never a secret: a mark stands for it', () => {
    expect([{ $secret: true }, { $secret: false }, null, 'x'].map(isSecretMark)).toEqual([true, false, false, false]);
  });
});
