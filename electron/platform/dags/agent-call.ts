import { AppError } from '../../../shared/errors.ts';
import { asText, chat, chatUrl, fillPrompt, filledText, llmOf, unlessMissing, type Message } from '../agents/chat.ts';
import type { Core } from '../core.ts';
import type { Caller } from '../domain.ts';
import type { Row } from '../rows.ts';
import type { AgentTask } from './operators/operator.ts';
import type { TaskLog } from './task-log.ts';

/** One turn of an agent: its prompt and what it is asked, sent to its LLM. */
export async function askAgent(core: Core, { agent_id, input, variables }: AgentTask, caller: Caller, signal: AbortSignal, log: TaskLog): Promise<unknown> {
  const agent = findAgent(core, agent_id, caller);
  const name = filledText(agent['name']) ?? agent_id;
  const who = `The agent “${name}”`;
  const llm = llmOf(core, filledText(agent['agent_llm_id']), who, caller);
  log.write('info', `Asks the agent “${name}” with the model ${String(llm['model'])} at ${new URL(chatUrl(llm, who)).origin}`);
  const begun = performance.now();
  const answer = await chat(core, { llm, messages: messages(core, agent, input, variables, caller), who }, caller, signal);
  log.write('info', `Answered in ${Math.round(performance.now() - begun)} ms`);
  return answer;
}

function findAgent({ kinds }: Pick<Core, 'kinds'>, id: string, caller: Caller): Row {
  const gen = kinds.of('genAgents');
  const agent = unlessMissing(() => gen.find(id, caller)) ?? unlessMissing(() => gen.find(String(kinds.of('agents').find(id, caller)['gen_agent_id']), caller));
  if (!agent) throw new AppError('not_found', `There is no agent ${id} here, or it has no gen agent that could run. Choose another, or configure it under Agents.`);
  if (agent['is_active'] === false) throw new AppError('rejected', `The agent “${String(agent['name'])}” is not active. Activate it under Agents.`);
  return agent;
}

function messages({ kinds }: Pick<Core, 'kinds'>, agent: Row, input: unknown, variables: Readonly<Record<string, unknown>>, caller: Caller): Message[] {
  const promptId = filledText(agent['agent_prompt_id']);
  const prompt = promptId === undefined ? undefined : kinds.of('agentPrompts').find(promptId, caller);
  const parts: [unknown, unknown][] = [['system', agent['instructions']], [prompt?.['prompt_type'] ?? 'system', prompt?.['content']]];
  const said = parts.flatMap(([role, content]) => (filledText(content) ? [{ role: String(role), content: fillPrompt(content as string, variables) }] : []));
  return [...said, { role: 'user', content: asText(input) }];
}
