import { metaOf } from '../../../../shared/contract/fields.ts';
import { nodeKinds, runFields, type NodeKind } from '../../../../shared/contract/workflow-kinds.ts';
import { AppError } from '../../../../shared/errors.ts';
import { problemsOf, readGraph, type GraphProblem } from '../../../../shared/rules/workflow-graph.ts';
import { chat, llmOf, type Message } from '../../agents/chat.ts';
import type { Core } from '../../core.ts';
import type { Caller } from '../../domain.ts';

/** A graph that a model makes of a description. It is judged like any other, and sent back once where it has errors. */

export interface Wanted {
  readonly wanted: string;
  readonly agent_llm_id: string | undefined;
}

export interface Generated {
  readonly [field: string]: unknown;
  readonly name: string | null;
  readonly nodes: unknown[];
  readonly edges: unknown[];
  readonly problems: (GraphProblem & { readonly [field: string]: unknown })[];
  readonly model: unknown;
}

const who = 'The generation of workflows';

/** Throws `invalid_input`, which says what to configure, where there is no LLM, and `bad_answer` where the model made no graph. */
export async function generateGraph(core: Core, { wanted, agent_llm_id }: Wanted, caller: Caller, signal: AbortSignal): Promise<Generated> {
  const llm = llmOf(core, agent_llm_id, who, caller);
  const messages: Message[] = [{ role: 'system', content: instructions() }, { role: 'user', content: wanted }];
  const ask = async () => {
    const { content, model } = await chat(core, { llm, messages, settings: { response_format: { type: 'json_object' } }, who }, caller, signal);
    return { content, model, ...read(content) };
  };
  const first = await ask();
  const errors = errorsOf(first);
  if (errors.length === 0) return shown(first);
  messages.push({ role: 'assistant', content: first.content }, { role: 'user', content: `Mend these problems and answer with the whole workflow again:\n${errors.map((one) => `- ${one}`).join('\n')}` });
  const second = await ask();
  const made = second.nodes === undefined ? first : second;
  if (made.nodes === undefined) throw new AppError('bad_answer', 'The model made no workflow of the description. Describe it in other words, or choose another model.');
  return shown(made);
}

interface Read {
  readonly name?: unknown;
  readonly nodes?: unknown[];
  readonly edges?: unknown[];
}

/** Models like to put JSON into a block of Markdown, and words around it. */
function read(content: string): Read {
  const text = /```(?:json)?\s*([\s\S]*?)```/.exec(content)?.[1] ?? content.slice(content.indexOf('{'), content.lastIndexOf('}') + 1);
  try {
    const { name, nodes, edges } = JSON.parse(text) as Record<string, unknown>;
    return Array.isArray(nodes) ? { name, nodes, edges: Array.isArray(edges) ? edges : [] } : {};
  } catch {
    return {};
  }
}

function errorsOf({ nodes, edges }: Read): string[] {
  if (nodes === undefined) return ['The answer is not an object with “nodes” and “edges”.'];
  return problemsOf(readGraph(nodes, edges)).filter(({ severity }) => severity === 'error').map(({ node_id, field, message }) => (field === undefined ? message : `Node “${node_id}”, ${field}: ${message}`));
}

const shown = ({ name, nodes = [], edges = [], model }: Read & { readonly model: unknown }): Generated =>
  ({ name: typeof name === 'string' ? name : null, nodes, edges, problems: problemsOf(readGraph(nodes, edges)) as Generated['problems'], model });

const fieldsOf = ({ fields, data }: NodeKind): string => {
  const required = new Set(data.safeParse({}).error?.issues.map(({ path }) => path[0]));
  return Object.entries(fields).map(([name, schema]) => `${name}${required.has(name) ? ' (required)' : ''}: ${metaOf(schema)?.help ?? metaOf(schema)?.label ?? ''}`).join('; ');
};

const instructions = (): string => `You design workflows. Answer with one JSON object {"name": text, "nodes": [{"id", "type", "data": {"label", …}}], "edges": [{"id", "source", "target", "sourceHandle"?}]} and nothing else.
There is exactly one start, and at least one end that is reached. No cycles. An edge from a node with named outputs says one of them in sourceHandle.
Kinds of nodes:
${Object.entries(nodeKinds).map(([type, kind]) => {
    const handles = kind.handles({}).flatMap(({ id }) => id ?? []);
    return `- ${type}: ${kind.description}${handles.length > 0 ? ` Outputs: ${handles.join(', ')}.` : ''}${Object.keys(kind.fields).length > 0 ? ` data: ${fieldsOf(kind)}` : ''}`;
  }).join('\n')}
Every node that can fail may also have: ${Object.keys(runFields).join(', ')}.`;
