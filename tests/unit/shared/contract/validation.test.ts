import { describe, expect, it } from 'vitest';
import * as contract from '../../../../shared/contract/all.ts';
import type { AppError } from '../../../../shared/errors.ts';
import { callsOf, parseInput } from '../../../../shared/rpc.ts';

const calls = callsOf(contract);

/** What is said to an input; undefined where it is accepted. */
function complaint(name: string, input: object): string | undefined {
  try {
    parseInput(calls.get(name)!, input);
    return undefined;
  } catch (thrown) {
    return (thrown as AppError).message;
  }
}

const snippet = { tenant_id: 't', snippet_name: 'n', code: 'c' };
const missing = 'Missing required fields: tenant_id, name, or code';
const deployment = { tenant_id: 't', environment_id: 'e', namespace: 'n', instance_id: 'i', release_name: 'r' };
const noInstance = 'Missing required instance details.';

describe('validation says, in the words of the spec', () => {
  it.each([
    ['R-001', 'securedDags.list', {}, 'Client ID is required'],
    ['R-001', 'securedDags.details', { dag_id: 'd' }, 'Client ID is required'],
    ['R-002', 'securedDags.details', { client_id: 'c' }, 'DAG ID is required'],
    ['R-002', 'securedDags.runs', { client_id: 'c', dag_id: ' ' }, 'DAG ID is required'],
    ['R-002', 'dags.trigger', {}, 'DAG ID is required'],
    ['R-003', 'securedDags.add', { client_id: 'c' }, 'DAGs array is required and must not be empty'],
    ['R-003', 'securedDags.add', { client_id: 'c', dags: [] }, 'DAGs array is required and must not be empty'],
    ['R-003', 'dags.add', { tenant_id: 't', environment_id: 'e', dags: {} }, 'DAGs array is required and must not be empty'],
    ['R-004', 'securedDags.taskInstances', { client_id: 'c', dag_id: 'd' }, 'Client ID, DAG ID, and DAG Run ID are required'],
    ['R-005', 'securedDags.basic', { client_id: 'c' }, 'Client ID and DAG ID are required'],
    ['R-005', 'securedDags.tasks', { dag_id: 'd' }, 'Client ID and DAG ID are required'],
    ['R-006', 'codeSnippets.list', {}, 'Tenant ID is required'],
    ['R-007', 'codeSnippets.get', {}, 'Snippet ID is required'],
    ['R-007', 'codeSnippets.update', snippet, 'Snippet ID is required'],
    ['R-007', 'codeSnippets.remove', { id: '' }, 'Snippet ID is required'],
    ['R-008', 'codeSnippets.create', { ...snippet, tenant_id: undefined }, missing],
    ['R-008', 'codeSnippets.create', { ...snippet, snippet_name: ' ' }, missing],
    ['R-008', 'codeSnippets.create', { ...snippet, code: '' }, missing],
    ['R-008', 'codeSnippets.update', { id: '1', tenant_id: 't', code: 'c' }, missing],
    ['R-009', 'environments.list', {}, 'Tenant must be selected'],
    ['R-010', 'roles.list', {}, 'Tenant is not supplied'],
    ['R-010', 'tenantRoles.list', {}, 'Tenant is not supplied'],
    ['R-011', 'namespaces.create', { ...deployment, tenant_id: '' }, 'No tenant selected. Cannot deploy.'],
    ['R-011', 'kubernetesNamespaces.deploy', { ...deployment, tenant_id: undefined }, 'No tenant selected. Cannot deploy.'],
    ['R-012', 'namespaces.create', { ...deployment, instance_id: '' }, noInstance],
    ['R-012', 'kubernetesNamespaces.deploy', { ...deployment, release_name: undefined }, noInstance],
    ['R-013', 'connectorDocs.update', { name: 'n' }, 'No document ID provided'],
    ['', 'agentPrompts.create', { tenant_id: 't', environment_id: 'e' }, 'Name is required'],
    ['', 'agentPrompts.list', { tenant_id: 't' }, 'Environment must be selected'],
    ['', 'dags.runs', { dag_id: 'd', end_date_lte: 'soon' }, 'Enter a date such as 2026-03-29'],
  ])('[%s] %s %j', (_row, name, input, message) => {
    expect(complaint(name, input)).toBe(message);
  });

  it.each([
    ['codeSnippets.create', snippet],
    ['namespaces.create', deployment],
    ['securedDags.taskInstances', { client_id: 'c', dag_id: 'd', dag_run_id: 'r' }],
    ['connectorDocs.update', { id: '1', name: 'n' }],
    ['agentPrompts.update', { id: '1', description: null }],
    ['agentPrompts.create', { tenant_id: 't', environment_id: 'e', name: 'n', of_a_newer_server: 1 }],
  ])('and nothing of what is complete: %s', (name, input) => {
    expect(complaint(name, input)).toBeUndefined();
  });
});

describe('defaults', () => {
  const both = { tenant_id: 't', environment_id: 'e' };
  it.each([
    ['[K-001]', 'agentIo.list', both, { page: 1, limit: 10 }],
    ['[K-001]', 'mcpTools.list', {}, { page: 1, limit: 10 }],
    ['[K-003]', 'oauthConnections.tokenInfo', { connection_id: 'c' }, { skipCache: false }],
    ['[K-008][K-009][S-035]', 'oauthConnections.validateImplicit', { state: 's', access_token: 'a' }, { token_type: 'Bearer', expires_in: 3600 }],
    ['[K-012]', 'composerExecutions.cancel', { execution_id: 'x' }, { reason: 'User requested cancellation' }],
    ['[K-013]', 'vectorverse.search', { ...both, searchText: 'x' }, { maxResults: 5 }],
    ['[K-025][Q-018]', 'composer.hotReload', {}, { scope: 'all', force: false }],
    ['[K-026][Q-019]', 'vectorverse.schemaContext', { ...both, searchText: 'x' }, { includeRelationships: true }],
    ['[K-027][Q-019]', 'vectorverse.workflowPatterns', { ...both, searchText: 'x' }, { complexity: 'medium' }],
    ['[Q-009]', 'authConfigs.dropdown', both, { active_only: true, fields: ['id', 'name', 'auth_type'] }],
    ['[Q-017]', 'composerWorkflows.remove', { id: '1' }, { force: true }],
    ['[C-085]', 'flowInstances.get', { id: '1' }, { details: true }],
  ])('%s %s', (_row, name, input, expected) => {
    expect(parseInput(calls.get(name)!, input)).toMatchObject(expected);
  });
});
