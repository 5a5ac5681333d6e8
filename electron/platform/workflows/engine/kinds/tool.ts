import { AppError } from '../../../../../shared/errors.ts';
import type { Core } from '../../../core.ts';
import { composeEndpoint } from '../../../connectors/compose-endpoint.ts';
import { bodyOf } from '../../../dags/operators/http.ts';
import type { Caller } from '../../../domain.ts';
import { callMcpTool, mcpToolsSeen } from '../../../mcp/tools.ts';
import type { Row } from '../../../rows.ts';
import { callEndpoint } from './calls.ts';
import { given, type Kind } from './occasion.ts';

/** Tools by name or id: those of agents, which are endpoints, workflows, tools of MCP servers and snippets of code; and those of MCP servers themselves. */

export const tool: Kind = async (occasion) => {
  const { core, caller, data, input, fill, runWorkflow, runSnippet } = occasion;
  const handed = data['arguments'] === undefined || data['arguments'] === null || data['arguments'] === '' ? input : fill(data['arguments']);
  const row = toolOf(core, String(data['tool_name']), caller);
  if ('server_id' in row) return { output: await callMcpTool(core, row, handed, occasion) };
  const config = (typeof row['config'] === 'object' && row['config'] !== null ? row['config'] : {}) as Readonly<Record<string, unknown>>;
  const name = String(row['name']);
  const needs = (what: string, value: unknown): string => {
    const id = given(value);
    if (id === undefined) throw new AppError('invalid_input', `The tool “${name}” names no ${what}. Configure it under Agents, Tools.`);
    return id;
  };
  switch (row['tool_type']) {
    case 'endpoint':
      return callEndpoint(occasion, { endpoint_id: needs('endpoint (“endpoint_id” in its configuration)', config['endpoint_id']), ...partsOf(handed) });
    case 'open_api':
      return callEndpoint(occasion, { endpoint_id: composeEndpoint(core, needs('endpoint of an open API', row['open_api_endpoint_id']), caller).endpoint_id, ...partsOf(handed) });
    case 'mcp':
      return { output: await callMcpTool(core, core.kinds.of('mcpTools').find(needs('MCP tool', row['mcp_tool_id']), caller), handed, occasion) };
    case 'code':
      return { output: await runSnippet(snippetOf(core, needs('code snippet', row['code_snippet_id']), caller), handed) };
    case 'workflow':
      return { output: await runWorkflow(needs('workflow (“workflow_id” in its configuration)', config['workflow_id']), undefined, handed) };
    default:
      throw new AppError('not_available', `The tool “${name}” is of the type “${given(row['tool_type']) ?? 'none'}”, which the platform on this computer does not know: it runs endpoint, open_api, workflow, mcp and code.`);
  }
};

function toolOf(core: Core, name: string, caller: Caller): Row {
  const tools = core.kinds.of('agentTools').all({}, caller);
  const found = named(tools, name) ?? named(mcpToolsSeen(core, {}, caller), name);
  if (!found) throw new AppError('not_found', `There is no tool “${name.slice(0, 250)}”. Choose one of those under Agents, Tools or MCP tools.`);
  if (found['is_active'] === false) throw new AppError('rejected', `The tool “${name}” is not active. Activate it under Agents, Tools.`);
  return found;
}

const named = (rows: readonly Row[], name: string): Row | undefined => rows.find(({ id }) => id === name) ?? rows.find((row) => row['name'] === name);

/** The source of a snippet that can be run here. */
function snippetOf({ kinds }: Core, id: string, caller: Caller): string {
  const { snippet_name, language, code } = kinds.of('codeSnippets').find(id, caller);
  if (language !== 'javascript') throw new AppError('not_available', `The code snippet “${String(snippet_name)}” is ${given(language) ? `in ${String(language)}` : 'in no language that it names'}. The platform runs only javascript, in a sandbox; say so where it is that.`);
  return typeof code === 'string' ? code : '';
}

const parts = ['path_variables', 'query', 'headers', 'body'] as const;

/** Arguments name the parts of a request; where they name none of them, all of it is the body. */
function partsOf(handed: unknown) {
  if (typeof handed !== 'object' || handed === null) return handed === null || handed === undefined ? {} : { body: bodyOf(handed) };
  const given = handed as Readonly<Record<string, unknown>>;
  if (!parts.some((name) => Object.hasOwn(given, name))) return Object.keys(given).length === 0 ? {} : { body: bodyOf(given) };
  const { path_variables, query, headers, body } = given as Partial<Record<(typeof parts)[number], Readonly<Record<string, unknown>>>>;
  return { path_variables, query, headers, body: bodyOf(body) };
}
