/** Calls that the platform's description implies without showing a path. */
export const impliedCalls: Readonly<Record<string, string | readonly string[]>> = {
  // section 3: "created with a payload, then re-read by the id returned as insertedId"
  'I-001': [
    'GET /api/saas_db/gen_agents/{id}',
    'POST /api/saas_db/gen_agents',
    'PUT /api/saas_db/gen_agents/{id}',
    'DELETE /api/saas_db/gen_agents/{id}',
  ],
  // section 1: "manage auth configurations"
  'I-002': [
    'GET /api/saas_db/auth_configs/{id}',
    'POST /api/saas_db/auth_configs',
    'PUT /api/saas_db/auth_configs/{id}',
    'DELETE /api/saas_db/auth_configs/{id}',
  ],
  // section 3: field removed "on create and update"
  'I-003': [
    'GET /api/saas_db/open_apis/{id}',
    'POST /api/saas_db/open_apis',
    'PUT /api/saas_db/open_apis/{id}',
    'DELETE /api/saas_db/open_apis/{id}',
  ],
  // section 1: "define app connectors with endpoints"
  'I-004': [
    'POST /api/saas_db/app_connector_endpoints',
    'PUT /api/saas_db/app_connector_endpoints/{id}',
    'DELETE /api/saas_db/app_connector_endpoints/{id}',
  ],
  // documents of a connector
  'I-005': 'DELETE /api/saas_db/connector_docs/{id}',
  // section 3: app connection id, analytics
  'I-006': [
    'GET /api/saas_db/app_connections',
    'GET /api/saas_db/app_connections/{id}/analytics',
  ],
  // section 3 and 6
  'I-007': [
    'POST /api/saas_db/roles',
    'PUT /api/saas_db/roles/{id}',
    'DELETE /api/saas_db/roles/{id}',
  ],
  // not stated; list only is stated
  'I-008': [
    'POST /api/saas_db/projects',
    'PUT /api/saas_db/projects/{id}',
    'DELETE /api/saas_db/projects/{id}',
  ],
  // section 8: 'Failed to create flow recipe', 'Failed to update flow recipe', 'Failed to delete flow recipe'
  'I-009': [
    'POST /api/saas_db/flow_recipes',
    'PUT /api/saas_db/flow_recipes/{id}',
    'DELETE /api/saas_db/flow_recipes/{id}',
  ],
  // section 1: "manage flow recipes and instances"
  'I-010': [
    'GET /api/saas_db/flow_instances',
    'POST /api/saas_db/flow_instances',
    'PUT /api/saas_db/flow_instances/{id}',
    'DELETE /api/saas_db/flow_instances/{id}',
  ],
  // section 7: "calls not shown"
  'I-011': [
    'GET /api/saas_db/agents',
    'GET /api/saas_db/agents/{id}',
    'POST /api/saas_db/agents',
    'PUT /api/saas_db/agents/{id}',
    'DELETE /api/saas_db/agents/{id}',
    'GET /api/saas_db/agent_blocks',
    'GET /api/saas_db/agent_blocks/{id}',
    'POST /api/saas_db/agent_blocks',
    'PUT /api/saas_db/agent_blocks/{id}',
    'DELETE /api/saas_db/agent_blocks/{id}',
    'GET /api/saas_db/micro_blocks',
    'GET /api/saas_db/micro_blocks/{id}',
    'POST /api/saas_db/micro_blocks',
    'PUT /api/saas_db/micro_blocks/{id}',
    'DELETE /api/saas_db/micro_blocks/{id}',
    'GET /api/saas_db/agent_block_xref',
    'GET /api/saas_db/agent_block_xref/{id}',
    'POST /api/saas_db/agent_block_xref',
    'PUT /api/saas_db/agent_block_xref/{id}',
    'DELETE /api/saas_db/agent_block_xref/{id}',
    'GET /api/saas_db/micro_block_xref',
    'GET /api/saas_db/micro_block_xref/{id}',
    'POST /api/saas_db/micro_block_xref',
    'PUT /api/saas_db/micro_block_xref/{id}',
    'DELETE /api/saas_db/micro_block_xref/{id}',
    'GET /api/saas_db/agent_sessions',
    'GET /api/saas_db/agent_sessions/{id}',
    'POST /api/saas_db/agent_sessions',
    'PUT /api/saas_db/agent_sessions/{id}',
    'DELETE /api/saas_db/agent_sessions/{id}',
    'GET /api/saas_db/agent_session_messages',
    'GET /api/saas_db/agent_session_messages/{id}',
    'POST /api/saas_db/agent_session_messages',
    'PUT /api/saas_db/agent_session_messages/{id}',
    'DELETE /api/saas_db/agent_session_messages/{id}',
    'GET /api/saas_db/mcp_servers',
    'GET /api/saas_db/mcp_servers/{id}',
    'POST /api/saas_db/mcp_servers',
    'PUT /api/saas_db/mcp_servers/{id}',
    'DELETE /api/saas_db/mcp_servers/{id}',
  ],
  // section 4, 5, 8: GET original details + POST workflow_recipes + version create
  'I-012': 'local workflowRecipes.clone',
  // section 3: feedback and comment; no call shown
  'I-013': 'POST /api/router/vectorVerse/apiRouterV2 action=search.feedback',
  // section 3; no call shown (GET /client/{client_id} is nearest)
  'I-014': [
    'GET /api/saas_db/namespaces/{id}/storage',
    'GET /api/saas_db/namespaces/{id}/service_account',
  ],
};
