import { runtimeAgent } from '../../../shared/contract/runtime-agent.ts';
import { workflowNodes } from '../../../shared/contract/workflows.ts';
import { AppError } from '../../../shared/errors.ts';
import { readGraph } from '../../../shared/rules/workflow-graph.ts';
import type { Core } from '../core.ts';
import { implement, type Handlers } from '../domain.ts';
import { notFound } from '../kinds.ts';
import { generateGraph } from './engine/generate.ts';
import { chooseGraph } from './engine/run-graphs.ts';
import { endOf, runAlone } from './engine/run-alone.ts';
import { workflowRunnerOf } from './engine/workflow-runner.ts';
import type { Versions } from './versions.ts';

const record = (value: unknown): Readonly<Record<string, unknown>> => (typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Readonly<Record<string, unknown>>) : {});
const firstText = (...values: unknown[]): string | undefined => values.find((value): value is string => typeof value === 'string' && value.trim() !== '');

/** Workflows, tools and single nodes as others ask for them [C-099][C-102…C-104]. */
export function runtimeAgentHandlers(core: Core, versions: Versions): Handlers {
  const runner = workflowRunnerOf(core);
  const parts = { core, runner };
  return {
    ...implement('runtimeAgent', runtimeAgent, {
      async invokeWorkflow({ workflow_id, version_id, session_id, user_id, data }, context) {
        const { run_id } = runner.start({ workflow_id, version_id, session_id, user_id, data }, context.caller);
        const { state, output, error, version_id: ran } = await endOf(runner, run_id, context);
        if (state === 'failed' || state === 'cancelled') throw new AppError('rejected', error ?? 'The run was cancelled.', { details: { run_id, version_id: ran } });
        return { output: output ?? null, run_id, version_id: ran, state };
      },
      async executeTool({ data }, context) {
        const { tool_name, tool_id, name, arguments: handed, args, input } = record(data);
        const tool = firstText(tool_name, tool_id, name);
        if (tool === undefined) throw new AppError('invalid_input', 'Say which tool: {"tool_name": "…", "arguments": {…}}.');
        return { output: await runAlone(parts, { id: tool, type: 'tool', data: { tool_name: tool } }, handed ?? args ?? input ?? {}, context) };
      },
      async generateWorkflow({ data }, { caller, signal }) {
        const { prompt, description, agent_llm_id } = record(data);
        const wanted = typeof data === 'string' ? data : firstText(prompt, description);
        if (wanted === undefined) throw new AppError('invalid_input', 'Say what the workflow is to do: {"prompt": "…"}.');
        return generateGraph(core, { wanted, agent_llm_id: firstText(agent_llm_id) }, caller, signal);
      },
    }),
    ...implement('workflowNodes', workflowNodes, {
      /** `task_config` stands above what the node itself says; `component_id` is the kind of a node that the workflow does not have. */
      async preview({ workflow_id, node_id, component_id, data_json, task_config, is_columnar }, context) {
        const { graph } = chooseGraph(core, versions, { workflow_id }, context.caller);
        const known = graph.nodes.find(({ id }) => id === node_id);
        if (!known && component_id === undefined) throw notFound('workflow node', node_id);
        const [node] = readGraph([{ id: node_id, type: known?.type ?? component_id, data: { ...known?.data, ...task_config } }], []).nodes;
        const output = await runAlone(parts, node!, parsed(data_json), context);
        if (output === null || output === undefined) throw new AppError('rejected', workflowNodes.calls.preview.fallback);
        return is_columnar ? columnsOf(output) : output;
      },
    }),
  };
}

/** Data may come as JSON text. */
function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return value ?? null;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

/** Rows as columns: `[{a: 1}, {a: 2}]` is `{a: [1, 2]}`. What is no list of objects stays as it is. */
function columnsOf(value: unknown): unknown {
  if (!Array.isArray(value) || !value.every((row) => typeof row === 'object' && row !== null && !Array.isArray(row))) return value;
  const rows = value as Readonly<Record<string, unknown>>[];
  const names = new Set(rows.flatMap((row) => Object.keys(row)));
  return Object.fromEntries([...names].map((name) => [name, rows.map((row) => (Object.hasOwn(row, name) ? row[name] : null))]));
}
