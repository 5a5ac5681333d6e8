import { AppError } from '../../../../../shared/errors.ts';
import type { Core } from '../../../core.ts';
import { composeEndpoint } from '../../../connectors/compose-endpoint.ts';
import { bodyOf } from '../../../dags/operators/http.ts';
import type { Caller } from '../../../domain.ts';
import type { Row } from '../../../rows.ts';
import { callEndpoint } from './calls.ts';
import { given, type Kind } from './occasion.ts';

/** Tools of agents, by name or id: endpoints and workflows. */

export const tool: Kind = async (occasion) => {
  const { core, caller, data, input, fill, runWorkflow } = occasion;
  const row = toolOf(core, String(data['tool_name']), caller);
  const handed = data['arguments'] === undefined || data['arguments'] === null || data['arguments'] === '' ? input : fill(data['arguments']);
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
    case 'workflow':
      return { output: await runWorkflow(needs('workflow (“workflow_id” in its configuration)', config['workflow_id']), undefined, handed) };
    default:
      throw new AppError('not_available', `The tool “${name}” is of the type “${given(row['tool_type']) ?? 'none'}”, which the platform on this computer does not run: it runs endpoint, open_api and workflow.`);
  }
};

function toolOf({ kinds }: Core, name: string, caller: Caller): Row {
  const tools = kinds.of('agentTools').all({}, caller);
  const found = tools.find(({ id }) => id === name) ?? tools.find((row) => row['name'] === name);
  if (!found) throw new AppError('not_found', `There is no agent tool “${name.slice(0, 250)}”. Choose one of those under Agents, Tools.`);
  if (found['is_active'] === false) throw new AppError('rejected', `The tool “${name}” is not active. Activate it under Agents, Tools.`);
  return found;
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
