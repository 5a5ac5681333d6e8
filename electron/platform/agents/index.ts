import { AppError } from '../../../shared/errors.ts';
import type { CoreModule } from '../core.ts';
import type { Caller } from '../domain.ts';
import { notFound, pageOf } from '../kinds.ts';
import type { Fields, Row } from '../rows.ts';

const byId = (rows: Row[]) => new Map(rows.map((row) => [row.id, row]));

/** What is not usual among agents: tools, and which agent may use which. */
export const agentsDomain: CoreModule = {
  migrations: [],
  create({ kinds }) {
    const agents = kinds.of('genAgents');
    const tools = kinds.of('agentTools');
    const xref = kinds.of('agentToolsXref');
    const endpoints = kinds.of('openApiEndpoints');
    const mcpTools = kinds.of('mcpTools');

    const pair = ({ gen_agent_id, agent_tool_id }: Fields, caller: Caller): Row | undefined => xref.all({ gen_agent_id, agent_tool_id }, caller)[0];
    const known = (input: Fields, caller: Caller): Row => {
      const row = pair(input, caller);
      if (!row) throw notFound(xref.entity.one, `${input['gen_agent_id'] as string}/${input['agent_tool_id'] as string}`);
      return row;
    };

    return {
      handlers: {
        /** `fetch_open_api` and `fetch_mcp` put in the endpoint and the MCP tool that a tool refers to [C-021]. */
        'agentTools.list': (input, { caller }) => {
          const { fetch_open_api, fetch_mcp, ...query } = input;
          if (fetch_open_api !== true && fetch_mcp !== true) return tools.list(query, caller);
          const rows = tools.all(query, caller);
          if (fetch_open_api === true) {
            const found = byId(endpoints.all({}, caller));
            for (const tool of rows) tool['open_api_endpoint'] = found.get(String(tool['open_api_endpoint_id'])) ?? null;
          }
          if (fetch_mcp === true) {
            const found = byId(mcpTools.all({}, caller));
            for (const tool of rows) tool['mcp_tool'] = found.get(String(tool['mcp_tool_id'])) ?? null;
          }
          return pageOf(rows);
        },
        'genAgents.tools': ({ id }, { caller }) => {
          agents.find(id as string, caller);
          const mine = new Set(xref.all({ gen_agent_id: id }, caller).map((row) => row['agent_tool_id']));
          return pageOf(tools.all({}, caller).filter((tool) => mine.has(tool.id)));
        },
        'agentToolsXref.create': (input, { caller }) => {
          if (pair(input, caller)) throw new AppError('conflict', 'This agent has this tool already.');
          return xref.create(input, caller);
        },
        'agentToolsXref.update': (input, { caller }) => xref.update(known(input, caller).id, { additional_config: input['additional_config'] }, caller),
        'agentToolsXref.remove': (input, { caller }) => xref.remove(known(input, caller).id, caller),
      },
    };
  },
};
