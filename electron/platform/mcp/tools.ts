import type { CallToolResult } from '@modelcontextprotocol/client';
import { AppError, toErrorValue } from '../../../shared/errors.ts';
import type { Core } from '../core.ts';
import type { Caller } from '../domain.ts';
import type { Fields, Row } from '../rows.ts';
import { withServer } from './session.ts';

/** Tools of MCP servers: found by asking the servers, kept as rows so that others can refer to them, and called. */

/** A list that was asked for this short a while ago is taken as it is. */
const freshMs = 30_000;
/** A list of tools waits no longer for a server that does not answer, and for one whose tools are known hardly at all; what it says later is kept all the same. */
const [patienceMs, knownPatienceMs] = [8000, 500];
const mostTools = 2000;
const longestSaid = 1000;

export interface McpTools {
  /** Asks those servers whose tools are not fresh; each says on its row what was wrong. Of one server, or of all that the caller may see. */
  refresh(server_id: string | undefined, caller: Caller, signal: AbortSignal): Promise<void>;
  /** Whoever changed a server is shown what it offers now. */
  forget(server_id: string): void;
}

export function createMcpTools(core: Core): McpTools {
  const servers = core.kinds.of('mcpServers');
  const tools = core.kinds.of('mcpTools');
  const asked = new Map<string, { readonly at: number; readonly answered: Promise<void> }>();

  function ask(server: Row, caller: Caller): Promise<void> {
    const known = asked.get(server.id);
    if (known && core.now() - known.at < freshMs) return known.answered;
    const answered = find(server, caller);
    asked.set(server.id, { at: core.now(), answered });
    return answered;
  }

  async function find(server: Row, caller: Caller): Promise<void> {
    let trouble: string | null = null;
    try {
      const signal = AbortSignal.timeout(60_000);
      const found = await withServer(core, server.id, caller, signal, async ({ client, mask }) => mask((await client.listTools(undefined, { signal })).tools));
      keep(server.id, found.slice(0, mostTools).map(({ name, description, inputSchema }) => ({ name, description: description ?? null, input_schema: inputSchema })), caller);
    } catch (thrown) {
      trouble = toErrorValue(thrown).message;
    }
    const now = servers.all({}, caller).find(({ id }) => id === server.id);
    if (now && (now['trouble'] ?? null) !== trouble) servers.update(server.id, { trouble }, caller);
  }

  /** A tool keeps its id as long as its name, so that what refers to it still does. */
  function keep(server_id: string, found: readonly { readonly name: string; readonly description: string | null; readonly input_schema: unknown }[], caller: Caller): void {
    core.transaction(() => {
      const before = new Map(tools.all({ server_id }, caller).map((row) => [String(row['name']), row]));
      for (const tool of found) {
        const row = before.get(tool.name);
        before.delete(tool.name);
        if (!row) tools.create({ ...tool, server_id }, caller);
        else if (JSON.stringify([row['description'] ?? null, row['input_schema']]) !== JSON.stringify([tool.description, tool.input_schema])) tools.update(row.id, tool, caller);
      }
      for (const { id } of before.values()) tools.remove(id, caller);
    });
  }

  return {
    async refresh(server_id, caller, signal) {
      const wanted = servers.all({}, caller).filter(({ id, is_active }) => is_active !== false && (server_id === undefined || id === server_id));
      await Promise.all(wanted.map((server) => {
        const patience = asked.has(server.id) ? knownPatienceMs : patienceMs;
        return Promise.race([ask(server, caller), ended(AbortSignal.any([signal, AbortSignal.timeout(patience)]))]);
      }));
    },
    forget: (server_id) => void asked.delete(server_id),
  };
}

const ended = (signal: AbortSignal) => new Promise<void>((resolve) => {
  if (signal.aborted) resolve();
  else signal.addEventListener('abort', () => resolve(), { once: true });
});

/** Those of the servers that the caller may see: tools belong to the tenant, and their servers to environments. */
export function mcpToolsSeen({ kinds }: Core, query: Fields, caller: Caller): Row[] {
  const servers = new Set<unknown>(kinds.of('mcpServers').all({}, caller).map(({ id }) => id));
  return kinds.of('mcpTools').all(query, caller).filter((row) => servers.has(row['server_id']));
}

/** What a tool comes to, as the protocol has it: `{content, structuredContent?}`. Throws `rejected` with its own words where it says that it failed. */
export async function callMcpTool(core: Core, tool: Row, given: unknown, { caller, signal, timeout_ms }: { readonly caller: Caller; readonly signal: AbortSignal; readonly timeout_ms: number }): Promise<object> {
  const name = String(tool['name']);
  if (given !== null && given !== undefined && (typeof given !== 'object' || Array.isArray(given))) throw new AppError('invalid_input', `The MCP tool “${name}” takes an object of named arguments.`);
  const { content, structuredContent, isError } = await withServer(core, String(tool['server_id']), caller, signal, async ({ client, mask }) =>
    mask<CallToolResult>(await client.callTool({ name, arguments: (given ?? {}) as Record<string, unknown> }, { signal, timeout: timeout_ms })));
  if (isError === true) throw new AppError('rejected', `The MCP tool “${name}” failed: ${saidIn(content).slice(0, longestSaid)}`);
  return { content, ...(structuredContent === undefined ? {} : { structuredContent }) };
}

const saidIn = (content: CallToolResult['content']): string => content.map((part) => (part.type === 'text' ? part.text : `(${part.type})`)).join(' ');
