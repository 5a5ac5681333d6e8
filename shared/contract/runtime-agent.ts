import { z } from 'zod';
import { anything, group, required, router } from './define.ts';

const route = { path: '/api/router/dp_runtime_agent', selector: 'endpoint', fallback: 'Operation failed', scope: ['tenant_id', 'environment_id'] } as const;
const run = router(route);
const agent = router({ ...route, remoteOnly: 'Agents run on a remote platform; the one on this computer cannot run them yet.' });
const data = { data: anything };

/** Where agents and workflows run [C-100…C-104]. */
export const runtimeAgent = group({
  generateAgent: agent({ select: 'agent_generate', input: data }),
  invokeAgent: agent({
    select: 'agent_invoke', input: { agent_id: required('Agent ID is required'), session_id: z.string().optional(), user_id: z.string().optional(), ...data },
  }),
  /** Runs one tool of agents: `data` is `{tool_name, arguments?}`. */
  executeTool: run({ select: 'workflow_execute_tool', input: data, output: z.looseObject({ output: anything }) }),
  /** Asks a model for a graph: `data` is `{prompt, agent_llm_id?}`. Nothing is saved; `problems` says what is wrong with what came. */
  generateWorkflow: run({
    select: 'workflow_generate', input: data,
    output: z.looseObject({ name: z.string().nullish(), nodes: z.array(z.unknown()), edges: z.array(z.unknown()), problems: z.array(z.looseObject({ message: z.string() })).nullish() }),
  }),
  /** Runs a workflow and waits for its answer; `state` is `waiting` where it has to be approved first. */
  invokeWorkflow: run({
    select: 'workflow_invoke',
    input: {
      workflow_id: required('Workflow ID is required'), version_id: z.string().optional(), session_id: z.string().optional(), user_id: z.string().optional(), ...data,
    },
    output: z.looseObject({ output: anything, run_id: z.string().optional(), version_id: z.string().nullish(), state: z.string().optional() }),
  }),
});
