import type { CoreModule } from '../core.ts';
import { createMcpTools, mcpToolsSeen } from './tools.ts';

/** Servers that speak the Model Context Protocol, and the tools that they are found to have [C-026][Q-007]. */
export const mcpDomain: CoreModule = {
  migrations: [],
  create(core) {
    const servers = core.kinds.of('mcpServers');
    const found = createMcpTools(core);
    return {
      handlers: {
        'mcpServers.update': ({ id, ...fields }, { caller }) => {
          const row = servers.update(id as string, fields, caller);
          found.forget(row.id);
          return row;
        },
        'mcpTools.list': async ({ page, limit, search, server_id }, { caller, signal }) => {
          await found.refresh(server_id as string | undefined, caller, signal);
          const rows = mcpToolsSeen(core, { search, server_id }, caller);
          const [size, from] = [Number(limit ?? 10), (Number(page ?? 1) - 1) * Number(limit ?? 10)];
          return { rows: rows.slice(from, from + size), total: rows.length };
        },
      },
    };
  },
};
