import { workflowDefinition, type WorkflowNode } from '../../../shared/contract/composer-graph.ts';
import type { FieldProblem } from '../../../shared/errors.ts';

/** The definition of a composer workflow as text, which the form and the JSON editor both write. */

type Fields = Readonly<Record<string, unknown>>;

/** A node as it is typed: any part of it may be missing or odd. */
export type NodeDraft = Partial<WorkflowNode> & Fields;
export interface EdgeDraft {
  readonly source?: unknown;
  readonly target?: unknown;
}
export interface WorkflowDraft {
  readonly nodes: readonly NodeDraft[];
  readonly edges: readonly EdgeDraft[];
  /** Whatever else it says, such as its time limit. */
  readonly rest: Fields;
}

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

/** What a text says, as far as the form can show it; undefined where it cannot. */
export function draftOfText(text: string): WorkflowDraft | undefined {
  if (text.trim() === '') return { nodes: [], edges: [], rest: {} };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isObject(value)) return undefined;
  const { nodes = [], edges = [], ...rest } = value;
  if (!Array.isArray(nodes) || !nodes.every(isObject) || !(edges === null || (Array.isArray(edges) && edges.every(isObject)))) return undefined;
  return { nodes: nodes as NodeDraft[], edges: (edges ?? []) as EdgeDraft[], rest };
}

export const textOfDraft = ({ nodes, edges, rest }: WorkflowDraft): string => JSON.stringify({ nodes, edges, ...rest }, null, 2);

/** What of the shape is wrong, with the place of each. Whether endpoints exist and nodes wait for each other is the platform's to say. */
export function shapeProblems(text: string): readonly FieldProblem[] {
  const draft = draftOfText(text);
  if (!draft) return [];
  const read = workflowDefinition.safeParse({ nodes: draft.nodes, edges: draft.edges, ...draft.rest });
  return read.success ? [] : read.error.issues.map(({ path, message }) => ({ path: path as (string | number)[], message }));
}

/** The problems at a place: `nodes`, 0, `id`. */
export const problemAt = (problems: readonly FieldProblem[], ...path: readonly (string | number)[]): string | undefined =>
  problems.find((problem) => problem.path.length >= path.length && path.every((step, at) => problem.path[at] === step))?.message;

/** A new node with an id that is free. */
export function withNode(draft: WorkflowDraft): WorkflowDraft {
  const ids = new Set(draft.nodes.map(({ id }) => id));
  let number = draft.nodes.length + 1;
  while (ids.has(`node${number}`)) number += 1;
  return { ...draft, nodes: [...draft.nodes, { id: `node${number}`, endpoint_id: '' }] };
}

/** Without a node, and without the edges that it had. */
export function withoutNode(draft: WorkflowDraft, at: number): WorkflowDraft {
  const { id } = draft.nodes[at] ?? {};
  return { ...draft, nodes: draft.nodes.toSpliced(at, 1), edges: draft.edges.filter(({ source, target }) => source !== id && target !== id) };
}

/** A node with fields changed: what is undefined or empty goes, and its edges follow its id. */
export function withFields(draft: WorkflowDraft, at: number, changed: Fields): WorkflowDraft {
  const before = draft.nodes[at] ?? {};
  const fields = Object.entries({ ...before, ...changed }).filter(([name, value]) => name === 'id' || name === 'endpoint_id' || !(value === undefined || value === ''));
  const node = Object.fromEntries(fields) as NodeDraft;
  const others = new Set(draft.nodes.filter((_node, place) => place !== at).map(({ id }) => id));
  // While another node has the same id, nobody can tell whose edges they are.
  const renamed = node.id !== before.id && !others.has(before.id) && !others.has(node.id);
  const follow = (end: unknown) => (renamed && end === before.id ? node.id : end);
  return { ...draft, nodes: draft.nodes.with(at, node), edges: draft.edges.map((edge) => ({ ...edge, source: follow(edge.source), target: follow(edge.target) })) };
}

/** The ids of the nodes for which a node waits. */
export const waitsFor = ({ edges }: WorkflowDraft, id: unknown): ReadonlySet<unknown> => new Set(edges.filter(({ target }) => target === id).map(({ source }) => source));

export function withWait(draft: WorkflowDraft, id: unknown, on: unknown, waits: boolean): WorkflowDraft {
  const others = draft.edges.filter(({ source, target }) => !(source === on && target === id));
  return { ...draft, edges: waits ? [...others, { source: on, target: id }] : others };
}

/** Expressions are written as `=…` in a line, and texts that begin so, as `'=…`. */
const isExpression = (value: unknown): value is { readonly $jsonata: string } => isObject(value) && typeof value['$jsonata'] === 'string' && Object.keys(value).length === 1;

/** Values as lines of text; undefined where one of them is neither a text nor an expression. */
export function linesOf(values: unknown): Readonly<Record<string, string>> | undefined {
  if (values === undefined || values === null) return {};
  if (!isObject(values)) return undefined;
  const lines = Object.entries(values).map(([name, value]) => [name, isExpression(value) ? `=${value.$jsonata}` : typeof value === 'string' ? value.replace(/^(?='*=)/, "'") : undefined] as const);
  return lines.some(([, line]) => line === undefined) ? undefined : (Object.fromEntries(lines) as Record<string, string>);
}

export function valuesOf(lines: Fields): Record<string, unknown> | undefined {
  const entries = Object.entries(lines).map(([name, line]) => {
    const text = typeof line === 'string' ? line : '';
    return [name, text.startsWith('=') ? { $jsonata: text.slice(1) } : text.replace(/^'(?='*=)/, '')] as const;
  });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}
