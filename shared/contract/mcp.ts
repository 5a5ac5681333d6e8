import { entity, listedEntity } from './entity.ts';
import { choice, flag, json, long, name, paging, reference, requiredReference, search, secret, tags, text } from './fields.ts';

/** Model Context Protocol servers, and the tools that they offer. */

/** [I-011] */
export const mcpServers = entity({
  one: 'MCP server', many: 'MCP servers', path: '/api/saas_db/mcp_servers', scope: ['tenant_id', 'environment_id'],
  fields: {
    name: name(),
    description: long('Description'),
    transport: choice('Transport', ['streamable_http', 'sse', 'stdio'], { initial: 'streamable_http', help: 'stdio starts a program, which the platform on this computer does not do; the others reach a server by its address.' }),
    url: text('URL'),
    command: text('Command', { help: 'For stdio: the program to start.' }),
    args: tags('Arguments'),
    auth_token: secret('Token', { help: 'Sent as Authorization: Bearer.' }),
    is_active: flag('Active', { initial: true }),
    trouble: text('Trouble', { readOnly: true, help: 'Why the server could not say which tools it has, when it was last asked.' }),
  },
});

/** Found by asking the servers [C-026]; the trailing slash is the spec's. */
export const mcpTools = listedEntity({
  one: 'MCP tool', many: 'MCP tools', path: '/api/saas_db/mcp_server/mcp_tool/', scope: [],
  filters: { ...paging, search: search(), server_id: reference('Server', 'mcpServers') },
  fields: { name: name(), description: long('Description'), server_id: requiredReference('Server', 'mcpServers'), input_schema: json('Input schema') },
});
