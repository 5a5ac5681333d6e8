import { AppError } from '../../../shared/errors.ts';
import type { Core } from '../core.ts';
import type { Caller } from '../domain.ts';
import type { Row } from '../rows.ts';
import type { AgentTask, HttpAnswer, HttpTask } from './operators/operator.ts';
import type { TaskLog } from './task-log.ts';

/** One turn of an agent: its prompt and what it is asked, sent to its LLM where that speaks OpenAI's chat completions. */

/** Where a provider is reached that has this interface; undefined where its base URL must be said. */
const providers: ReadonlyMap<string, string | undefined> = new Map([
  ['openai', 'https://api.openai.com/v1'], ['mistral', 'https://api.mistral.ai/v1'], ['ollama', 'http://127.0.0.1:11434/v1'], ['openai_compatible', undefined],
]);

type Send = (request: HttpTask, caller: Caller, signal: AbortSignal) => Promise<HttpAnswer>;

const text = (value: unknown): string | undefined => (typeof value === 'string' && value.trim() !== '' ? value : undefined);

export async function askAgent(core: Pick<Core, 'kinds' | 'secrets'>, send: Send, { agent_id, input, variables }: AgentTask, caller: Caller, signal: AbortSignal, log: TaskLog): Promise<unknown> {
  const agent = findAgent(core, agent_id, caller);
  const name = text(agent['name']) ?? agent_id;
  const llm = findLlm(core, agent, name, caller);
  const { model, temperature, top_p, max_tokens, api_key } = llm;
  const url = chatUrl(llm, name);
  if (!text(model)) throw new AppError('invalid_input', `The agent “${name}” cannot run: its LLM “${String(llm['name'])}” names no model. Configure it under Agents, LLMs.`);
  log.write('info', `Asks the agent “${name}” with the model ${String(model)} at ${new URL(url).origin}`);
  const begun = performance.now();
  const answer = await send(
    {
      method: 'POST', url,
      body: { type: 'raw', content_type: 'application/json', content: JSON.stringify(withoutEmpty({ model, messages: messages(core, agent, input, variables, caller), temperature, top_p, max_tokens })) },
      ...(text(api_key) ? { auth: { type: 'bearer_token', credentials: { token: api_key } } } : {}),
    },
    caller, signal,
  );
  if (answer.failure !== undefined) throw new AppError('unreachable', `The LLM of the agent “${name}” did not answer: ${answer.failure}`);
  log.write('info', `${answer.status} in ${Math.round(performance.now() - begun)} ms`);
  return readAnswer(answer, name);
}

function findAgent({ kinds }: Pick<Core, 'kinds'>, id: string, caller: Caller): Row {
  const gen = kinds.of('genAgents');
  const agent = unlessMissing(() => gen.find(id, caller)) ?? unlessMissing(() => gen.find(String(kinds.of('agents').find(id, caller)['gen_agent_id']), caller));
  if (!agent) throw new AppError('not_found', `There is no agent ${id} here, or it has no gen agent that could run. Choose another, or configure it under Agents.`);
  if (agent['is_active'] === false) throw new AppError('rejected', `The agent “${String(agent['name'])}” is not active. Activate it under Agents.`);
  return agent;
}

function findLlm({ kinds, secrets }: Pick<Core, 'kinds' | 'secrets'>, agent: Row, name: string, caller: Caller): Row {
  const llms = kinds.of('agentLlms');
  const id = text(agent['agent_llm_id']);
  const llm = id === undefined ? llms.all({ is_default: true }, caller)[0] : unlessMissing(() => llms.find(id, caller));
  if (!llm) throw new AppError('invalid_input', `The agent “${name}” cannot run: ${id === undefined ? 'it has no LLM, and none is the default' : `its LLM ${id} is not there`}. Configure one under Agents, LLMs.`);
  return secrets.reveal('agentLlms', llm.id, llm) as Row;
}

function chatUrl(llm: Row, name: string): string {
  const provider = text(llm['provider']) ?? 'openai_compatible';
  const base = text(llm['base_url']) ?? providers.get(provider);
  if (!providers.has(provider)) throw new AppError('not_available', `The agent “${name}” cannot run here: its LLM is one of “${provider}”, and this platform speaks only with those that have OpenAI's interface (${[...providers.keys()].join(', ')}).`);
  if (base === undefined || !URL.canParse(base)) throw new AppError('invalid_input', `The agent “${name}” cannot run: its LLM “${String(llm['name'])}” has no base URL that can be read. Configure it under Agents, LLMs.`);
  return `${base.replace(/\/+$/, '')}/chat/completions`;
}

function messages({ kinds }: Pick<Core, 'kinds'>, agent: Row, input: unknown, variables: Readonly<Record<string, unknown>>, caller: Caller): { role: string; content: string }[] {
  const promptId = text(agent['agent_prompt_id']);
  const prompt = promptId === undefined ? undefined : kinds.of('agentPrompts').find(promptId, caller);
  const filled = (content: string) => content.replaceAll(/\{\{\s*([\w.-]+)\s*\}\}/g, (whole, name: string) => (Object.hasOwn(variables, name) ? asText(variables[name]) : whole));
  const parts: [unknown, unknown][] = [['system', agent['instructions']], [prompt?.['prompt_type'] ?? 'system', prompt?.['content']]];
  const said = parts.flatMap(([role, content]) => (text(content) ? [{ role: String(role), content: filled(content as string) }] : []));
  return [...said, { role: 'user', content: asText(input) }];
}

function readAnswer({ status, data }: HttpAnswer, name: string): unknown {
  const { choices, model, usage, error } = (typeof data === 'object' && data !== null ? data : {}) as {
    choices?: { message?: { content?: unknown }; finish_reason?: unknown }[]; model?: unknown; usage?: unknown; error?: { message?: unknown };
  };
  if (status < 200 || status > 299) throw new AppError('rejected', `The LLM of the agent “${name}” answered ${status}: ${asText(error?.message ?? data).slice(0, 500)}`);
  const content = choices?.[0]?.message?.content;
  if (typeof content !== 'string') throw new AppError('rejected', `The LLM of the agent “${name}” answered without a message. Check that its base URL is that of an interface like OpenAI's.`);
  return { content, model: model ?? null, finish_reason: choices![0]!.finish_reason ?? null, usage: usage ?? null };
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
const withoutEmpty = (fields: Readonly<Record<string, unknown>>) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null && value !== ''));

function unlessMissing<T>(find: () => T): T | undefined {
  try {
    return find();
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.code === 'not_found') return undefined;
    throw thrown;
  }
}
