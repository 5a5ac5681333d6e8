import { call, required } from './define.ts';
import { created, entity, keyedRowOf, pageOf, resource } from './entity.ts';
import { choice, code, flag, json, long, name, number, only, paging, reference, requiredReference, search, secret, tags, text, time } from './fields.ts';

/** Agents and what they are made of. Paths that the spec does not show follow the pattern [I-001][I-011]. */

const both = ['tenant_id', 'environment_id'] as const;
const at = (table: string) => `/api/saas_db/${table}`;

/** [C-001…C-005] */
export const agentMemories = entity({
  one: 'agent memory', many: 'agent memories', path: at('agent_memories'), scope: both,
  fields: {
    name: name(),
    memory_type: choice('Type', ['episodic', 'semantic', 'procedural'], { help: 'What happened, what is known, or how something is done.' }),
    content: long('Content'),
    description: text('Description'),
    metadata: json('Metadata'),
  },
});

/** [C-006…C-010] */
export const agentPrompts = entity({
  one: 'agent prompt', many: 'agent prompts', path: at('agent_prompts'), scope: both,
  fields: {
    name: name(),
    prompt_type: choice('Role', ['system', 'user', 'assistant']),
    content: long('Prompt', { help: 'Variables are written {{ name }}.' }),
    description: text('Description'),
    variables: tags('Variables'),
  },
});

/** [C-011…C-015] */
export const agentLlms = entity({
  one: 'agent LLM', many: 'agent LLMs', path: at('agent_llms'), scope: both,
  fields: {
    name: name(),
    provider: choice('Provider', ['openai', 'anthropic', 'azure_openai', 'google', 'mistral', 'ollama', 'openai_compatible']),
    model: text('Model', { help: 'As the provider names it.' }),
    base_url: text('Base URL', { help: 'Only where it is not the provider’s own.' }),
    api_key: secret('API key'),
    temperature: number('Temperature', { help: '0 answers the same each time; higher values vary more.' }),
    max_tokens: number('Most tokens in an answer'),
    top_p: number('Top p'),
    is_default: flag('Use unless another is chosen'),
  },
});

/** [C-016…C-020] */
export const agentIo = entity({
  one: 'agent IO', many: 'agent IO definitions', path: at('agent_io'), scope: both,
  filters: { search: search(), node_id: search('Node'), ...paging },
  fields: {
    name: name(),
    node_id: text('Node', { help: 'The node of a workflow that this belongs to.' }),
    direction: choice('Direction', ['input', 'output']),
    data_type: choice('Type', ['string', 'number', 'boolean', 'object', 'array', 'file']),
    schema: json('JSON schema'),
    description: text('Description'),
    is_required: flag('Required'),
  },
});

/** [C-021…C-025] */
export const agentTools = entity({
  one: 'agent tool', many: 'agent tools', path: at('agent_tools'), scope: both,
  filters: { fetch_open_api: only('With open API endpoints'), fetch_mcp: only('With MCP tools') },
  fields: {
    name: name(),
    description: long('Description', { help: 'The model reads this to decide when to use the tool.' }),
    tool_type: choice('Type', ['open_api', 'mcp', 'endpoint', 'workflow', 'code']),
    open_api_endpoint_id: reference('Open API endpoint', 'openApiEndpoints'),
    mcp_tool_id: reference('MCP tool', 'mcpTools'),
    code_snippet_id: reference('Code snippet', 'codeSnippets'),
    input_schema: json('Input schema'),
    config: json('Configuration'),
    is_active: flag('Active', { initial: true }),
  },
});

const genAgentFields = {
  name: name(),
  description: long('Description'),
  agent_llm_id: reference('LLM', 'agentLlms'),
  agent_prompt_id: reference('Prompt', 'agentPrompts'),
  agent_memory_id: reference('Memory', 'agentMemories'),
  instructions: long('Instructions'),
  max_iterations: number('Most steps', { help: 'The agent stops after this many rounds of tools.' }),
  config: json('Configuration'),
  is_active: flag('Active', { initial: true }),
};

/** [C-031][C-032][I-001]; `otherParam` is passed on as it is. */
export const genAgents = entity(
  {
    one: 'gen agent', many: 'gen agents', path: at('gen_agents'), scope: ['tenant_id'], fields: genAgentFields,
    filters: { otherParam: search('Other parameter') },
  },
  {
    tools: call({
      method: 'GET', path: '/api/saas_db/gen_agents_tools/{id}', input: { id: required('ID is required') },
      output: pageOf(agentTools.fields), answer: 'list', plural: 'agent_tools', fallback: 'Failed to fetch gen agent tools',
    }),
  },
);

const xrefFields = {
  gen_agent_id: requiredReference('Agent', 'genAgents'),
  agent_tool_id: requiredReference('Tool', 'agentTools'),
  additional_config: json('Additional configuration'),
};
const xrefRow = keyedRowOf(xrefFields, ['gen_agent_id', 'agent_tool_id']);
const { gen_agent_id, agent_tool_id, additional_config } = xrefFields;
const xrefPath = at('agent_tools_xref');
const xrefItem = `${xrefPath}/{gen_agent_id}/{agent_tool_id}`;

/** Which agent may use which tool; known by the pair, not by an id [C-027…C-030]. */
export const agentToolsXref = resource(
  { one: 'tool of an agent', many: 'tools of agents', path: xrefPath, scope: both, fields: xrefFields },
  {
    list: call({
      method: 'GET', path: xrefPath, scope: both, input: { gen_agent_id: reference('Agent', 'genAgents') },
      output: pageOf(xrefFields, xrefRow), answer: 'list', plural: 'agent_tools_xref', fallback: 'Failed to fetch agent tools xref',
    }),
    create: call({ method: 'POST', path: xrefPath, scope: both, input: xrefFields, output: created, answer: 'inserted', fallback: 'Failed to create agent tools xref' }),
    update: call({
      method: 'PUT', path: xrefItem, input: { gen_agent_id, agent_tool_id, additional_config: additional_config.optional() }, output: xrefRow,
      answer: 'row', plural: 'agent_tools_xref', fallback: 'Failed to update agent tools xref',
    }),
    remove: call({ method: 'DELETE', path: xrefItem, input: { gen_agent_id, agent_tool_id }, answer: 'done', fallback: 'Failed to delete agent tools xref' }),
  },
);

const described = { name: name(), description: long('Description') };
const placed = { sort_order: number('Position'), config: json('Configuration') };

/** What follows has no calls in the spec; it is reached by the pattern of all kinds [I-011]. */
export const agents = entity({
  one: 'agent', many: 'agents', path: at('agents'), scope: both,
  fields: {
    ...described,
    agent_type: choice('Type', ['conversational', 'task', 'supervisor']),
    gen_agent_id: reference('Gen agent', 'genAgents'),
    config: json('Configuration'),
    is_active: flag('Active', { initial: true }),
  },
});

export const agentBlocks = entity({
  one: 'agent block', many: 'agent blocks', path: at('agent_blocks'), scope: both,
  fields: { ...described, block_type: text('Type'), config: json('Configuration') },
});

export const microBlocks = entity({
  one: 'micro block', many: 'micro blocks', path: at('micro_blocks'), scope: both,
  fields: { ...described, block_type: text('Type'), code: code('Code'), input_schema: json('Input schema'), output_schema: json('Output schema') },
});

export const agentBlockXref = entity({
  one: 'block of an agent', many: 'blocks of agents', path: at('agent_block_xref'), scope: both,
  filters: { agent_id: reference('Agent', 'agents') },
  fields: { agent_id: requiredReference('Agent', 'agents'), agent_block_id: requiredReference('Block', 'agentBlocks'), ...placed },
});

export const microBlockXref = entity({
  one: 'micro block of a block', many: 'micro blocks of blocks', path: at('micro_block_xref'), scope: both,
  filters: { agent_block_id: reference('Block', 'agentBlocks') },
  fields: { agent_block_id: requiredReference('Block', 'agentBlocks'), micro_block_id: requiredReference('Micro block', 'microBlocks'), ...placed },
});

export const agentSessions = entity({
  one: 'agent session', many: 'agent sessions', path: at('agent_sessions'), scope: both,
  filters: { gen_agent_id: reference('Agent', 'genAgents'), search: search(), ...paging },
  fields: {
    name: name(),
    gen_agent_id: reference('Agent', 'genAgents'),
    user_id: reference('User', 'tenantUsers'),
    status: choice('State', ['active', 'ended', 'failed']),
    metadata: json('Metadata'),
    created_at: time('Started', { readOnly: true }),
  },
});

export const agentSessionMessages = entity({
  one: 'agent session message', many: 'agent session messages', path: at('agent_session_messages'), scope: both,
  filters: { agent_session_id: requiredReference('Session', 'agentSessions'), ...paging },
  fields: {
    agent_session_id: requiredReference('Session', 'agentSessions'),
    role: choice('Role', ['user', 'assistant', 'tool', 'system']),
    content: long('Content'),
    metadata: json('Metadata'),
    created_at: time('Sent', { readOnly: true }),
  },
});

