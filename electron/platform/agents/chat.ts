import { AppError } from '../../../shared/errors.ts';
import { maskOf } from '../../execution/mask.ts';
import { execute } from '../../execution/execute.ts';
import type { Core } from '../core.ts';
import type { Caller } from '../domain.ts';
import { fetchOptions } from '../fetch-options.ts';
import type { Row } from '../rows.ts';

/** One question to a language model that speaks OpenAI's chat completions, by the settings of an agent's LLM. */

/** Where a provider is reached that has this interface; undefined where its base URL must be said. */
const providers: ReadonlyMap<string, string | undefined> = new Map([
  ['openai', 'https://api.openai.com/v1'], ['mistral', 'https://api.mistral.ai/v1'], ['ollama', 'http://127.0.0.1:11434/v1'], ['openai_compatible', undefined],
]);

export interface Message {
  readonly role: string;
  readonly content: unknown;
}

export interface Question {
  /** In clear, from `llmOf`. */
  readonly llm: Row;
  readonly messages: readonly Message[];
  /** Instead of those of the LLM. */
  readonly settings?: Readonly<Record<string, unknown>> | undefined;
  /** Who asks, as the beginning of a sentence: `The agent “Clerk”`. */
  readonly who: string;
  readonly timeout_ms?: number | undefined;
  /** Told each piece of the answer as it is made; with it, the answer is streamed. */
  readonly onText?: ((text: string) => void) | undefined;
}

export interface ChatAnswer {
  readonly content: string;
  readonly model: unknown;
  readonly finish_reason: unknown;
  /** As the model counted it. */
  readonly usage: unknown;
}

const defaultLimitMs = 300_000;

export const asText = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
export const filledText = (value: unknown): string | undefined => (typeof value === 'string' && value.trim() !== '' ? value : undefined);
/** The text of a kept prompt with the values of its `{{ name }}`; a name without a value stays as it is. */
export const fillPrompt = (content: string, variables: Readonly<Record<string, unknown>>): string =>
  content.replaceAll(/\{\{\s*([\w.-]+)\s*\}\}/g, (whole, name: string) => (Object.hasOwn(variables, name) ? asText(variables[name]) : whole));
const withoutEmpty = (fields: Readonly<Record<string, unknown>>) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null && value !== ''));
const possessive = (who: string) => `${who[0]!.toLowerCase()}${who.slice(1)}`;

/** The LLM of this id, or the default one, with its key in clear. Throws `invalid_input`, which says what to configure. */
export function llmOf({ kinds, secrets }: Pick<Core, 'kinds' | 'secrets'>, id: string | undefined, who: string, caller: Caller): Row {
  const llms = kinds.of('agentLlms');
  const llm = id === undefined ? llms.all({ is_default: true }, caller)[0] : unlessMissing(() => llms.find(id, caller));
  if (!llm) throw new AppError('invalid_input', `${who} cannot run: ${id === undefined ? 'it has no LLM, and none is the default' : `its LLM ${id} is not there`}. Configure one under Agents, LLMs.`);
  return secrets.reveal('agentLlms', llm.id, llm) as Row;
}

/** Where the LLM is asked. Throws what is to be configured. */
export function chatUrl(llm: Row, who: string): string {
  const provider = filledText(llm['provider']) ?? 'openai_compatible';
  const base = filledText(llm['base_url']) ?? providers.get(provider);
  if (!providers.has(provider)) throw new AppError('not_available', `${who} cannot run here: its LLM is one of “${provider}”, and this platform speaks only with those that have OpenAI's interface (${[...providers.keys()].join(', ')}).`);
  if (base === undefined || !URL.canParse(base)) throw new AppError('invalid_input', `${who} cannot run: its LLM “${String(llm['name'])}” has no base URL that can be read. Configure it under Agents, LLMs.`);
  if (!filledText(llm['model'])) throw new AppError('invalid_input', `${who} cannot run: its LLM “${String(llm['name'])}” names no model. Configure it under Agents, LLMs.`);
  return `${base.replace(/\/+$/, '')}/chat/completions`;
}

/** Throws `invalid_input`, `not_available`, `unreachable`, `rejected`, `timeout` or `cancelled`, in words that tell what to do. */
export async function chat(core: Core, { llm, messages, settings = {}, who, timeout_ms = defaultLimitMs, onText }: Question, caller: Caller, signal: AbortSignal): Promise<ChatAnswer> {
  const { model, temperature, top_p, max_tokens, api_key } = llm;
  const url = chatUrl(llm, who);
  const mask = maskOf(filledText(api_key) ? [api_key as string] : []);
  const streamed = onText && readStream((text) => onText(mask(text)));
  const content = JSON.stringify(withoutEmpty({ model, messages, temperature, top_p, max_tokens, ...withoutEmpty(settings), ...(streamed ? { stream: true, stream_options: { include_usage: true } } : {}) }));
  const { status, data, truncated } = await execute(
    {
      method: 'POST', url, timeout_ms,
      body: { type: 'raw', content_type: 'application/json', content },
      ...(filledText(api_key) ? { auth: { type: 'bearer_token', credentials: { token: api_key } } } : {}),
    },
    { signal, ...fetchOptions(core, caller, caller.environment_id), onPiece: streamed?.take },
  );
  if (truncated) throw new AppError('unreachable', `The LLM of ${possessive(who)} did not answer: The answer is larger than can be held. Ask for less of it.`);
  const answer = streamed?.end();
  return answer ? { ...answer, content: mask(answer.content) } : readAnswer(status, data, who);
}

interface Completion {
  readonly choices?: { readonly message?: { readonly content?: unknown }; readonly delta?: { readonly content?: unknown }; readonly finish_reason?: unknown }[];
  readonly model?: unknown;
  readonly usage?: unknown;
  readonly error?: { readonly message?: unknown };
}
const asCompletion = (data: unknown): Completion => (typeof data === 'object' && data !== null ? data : {});

function readAnswer(status: number, data: unknown, who: string): ChatAnswer {
  const { choices, model, usage, error } = asCompletion(data);
  if (status < 200 || status > 299) throw new AppError('rejected', `The LLM of ${possessive(who)} answered ${status}: ${asText(error?.message ?? data).slice(0, 500)}`);
  const content = choices?.[0]?.message?.content;
  if (typeof content !== 'string') throw new AppError('rejected', `The LLM of ${possessive(who)} answered without a message. Check that its base URL is that of an interface like OpenAI's.`);
  return { content, model: model ?? null, finish_reason: choices![0]!.finish_reason ?? null, usage: usage ?? null };
}

/** Reads server-sent events (HTML standard, section 9.2) of an answer in pieces. `end` is undefined where none came, as from a server that does not stream. */
function readStream(onText: (text: string) => void) {
  const decoder = new TextDecoder();
  let rest = '';
  let seen = false;
  const answer = { content: '', model: null as unknown, finish_reason: null as unknown, usage: null as unknown };
  const line = (text: string) => {
    const data = /^data: ?(.*)$/.exec(text)?.[1];
    if (data === undefined || data === '[DONE]') return;
    const { choices, model, usage, error } = asCompletion(parsed(data));
    if (error) throw new AppError('rejected', `The LLM broke off: ${asText(error.message ?? error).slice(0, 500)}`);
    const [choice] = choices ?? [];
    seen ||= choices !== undefined;
    answer.model ??= model ?? null;
    answer.usage = usage ?? answer.usage;
    answer.finish_reason = choice?.finish_reason ?? answer.finish_reason;
    const said = choice?.delta?.content;
    if (typeof said !== 'string' || said === '') return;
    answer.content += said;
    onText(said);
  };
  const lines = (text: string) => {
    const all = (rest + text).split(/\r\n|\n|\r(?=.)/);
    rest = all.pop()!;
    for (const one of all) line(one);
  };
  return {
    take: (piece: Buffer) => lines(decoder.decode(piece, { stream: true })),
    end(): ChatAnswer | undefined {
      lines(`${decoder.decode()}\n`);
      return seen ? answer : undefined;
    },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError('rejected', 'The LLM streamed something that cannot be read. Check that its base URL is that of an interface like OpenAI\'s.');
  }
}

export function unlessMissing<T>(find: () => T): T | undefined {
  try {
    return find();
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.code === 'not_found') return undefined;
    throw thrown;
  }
}
