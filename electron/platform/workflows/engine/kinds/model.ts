import { asText, chat, fillPrompt, llmOf, type Message } from '../../../agents/chat.ts';
import { AppError } from '../../../../../shared/errors.ts';
import type { Tokens } from '../../../../../shared/contract/workflow-runs.ts';
import { given, type Kind } from './occasion.ts';

/** Texts for models, and what models say. */

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** `{{ name }}` of a kept prompt is a field of the input, whatever it is called. */
export const prompt: Kind = async ({ core, caller, data, input, fill }) => {
  const id = given(data['agent_prompt_id']);
  if (id === undefined) return { output: asText(fill(data['template'] ?? '')) };
  const kept = core.kinds.of('agentPrompts').find(id, caller);
  return { output: fillPrompt(asText(kept['content'] ?? ''), isObject(input) ? input : { input }) };
};

export const llm: Kind = async ({ core, caller, title, data, input, timeout_ms, signal, fill, say }) => {
  const who = `The node “${title}”`;
  const chosen = llmOf(core, given(data['agent_llm_id']), who, caller);
  const asJson = data['response_format'] === 'json_object';
  const settings = { temperature: data['temperature'], max_tokens: data['max_tokens'], ...(asJson ? { response_format: { type: 'json_object' } } : {}) };
  const system = given(data['system']);
  const asked = given(data['prompt']);
  const messages: Message[] = [
    ...(system === undefined ? [] : [{ role: 'system', content: asText(fill(system)) }]),
    ...(asked === undefined ? messagesOf(input) : [{ role: 'user', content: asText(fill(asked)) }]),
  ];
  const { content, model, finish_reason, usage } = await chat(core, { llm: chosen, messages, settings, who, timeout_ms, onText: say }, caller, signal);
  return { output: { content, ...(asJson ? { json: readJson(content, who) } : {}), model, finish_reason, usage }, tokens: tokensOf(usage) };
};

/** A conversation stays one; anything else is what the user says. */
function messagesOf(input: unknown): Message[] {
  const list = isObject(input) ? input['messages'] : input;
  if (Array.isArray(list) && list.length > 0 && list.every((one) => isObject(one) && typeof one['role'] === 'string')) return list as Message[];
  return [{ role: 'user', content: asText(input) }];
}

function readJson(content: string, who: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    throw new AppError('bad_answer', `${who} asked for JSON, but the model answered something else: ${content.slice(0, 200)}`);
  }
}

function tokensOf(usage: unknown): Tokens | undefined {
  if (!isObject(usage)) return undefined;
  const count = (name: string) => (Number.isInteger(usage[name]) && (usage[name] as number) >= 0 ? (usage[name] as number) : 0);
  const [prompt, completion] = [count('prompt_tokens'), count('completion_tokens')];
  return { prompt, completion, total: count('total_tokens') || prompt + completion };
}
