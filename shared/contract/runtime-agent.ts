import { z } from 'zod';
import { anything, group, required, router } from './define.ts';

const run = router({
  path: '/api/router/dp_runtime_agent', selector: 'endpoint', fallback: 'Operation failed', scope: ['tenant_id', 'environment_id'],
  remoteOnly: 'Agents and workflows run on a remote platform; the one on this computer cannot run them yet.',
});
const data = { data: anything };

/** Where agents and workflows run [C-100…C-104]. */
export const runtimeAgent = group({
  generateAgent: run({ select: 'agent_generate', input: data }),
  invokeAgent: run({
    select: 'agent_invoke', input: { agent_id: required('Agent ID is required'), session_id: z.string().optional(), user_id: z.string().optional(), ...data },
  }),
  executeTool: run({ select: 'workflow_execute_tool', input: data }),
  generateWorkflow: run({ select: 'workflow_generate', input: data }),
  invokeWorkflow: run({
    select: 'workflow_invoke',
    input: {
      workflow_id: required('Workflow ID is required'), version_id: z.string().optional(), session_id: z.string().optional(), user_id: z.string().optional(), ...data,
    },
    output: z.looseObject({ output: anything, run_id: z.string().optional(), version_id: z.string().nullish() }),
  }),
});
