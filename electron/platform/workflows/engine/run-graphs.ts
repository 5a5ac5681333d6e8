import { AppError } from '../../../../shared/errors.ts';
import { problemsOf, readGraph, type WorkflowGraph } from '../../../../shared/rules/workflow-graph.ts';
import type { Core } from '../../core.ts';
import type { Caller } from '../../domain.ts';
import { recipeOf } from '../flows.ts';
import type { Versions } from '../versions.ts';
import type { StoredRun } from './run-store.ts';

/** Which graph a run has: a version's, or one of its own where it ran none. */

/** LangGraph looks at every node with each step, so that far more of them would take minutes. */
const mostNodes = 5000;

export interface ChosenGraph {
  readonly name: string;
  readonly version_id: string | null;
  readonly version: number | null;
  /** A copy, where it is no version's. */
  readonly copy: StoredRun['graph'];
  readonly graph: WorkflowGraph;
}

type Given = { readonly nodes: unknown[]; readonly edges: unknown[] };
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Throws `not_found` where there is no such workflow or version. */
export function chooseGraph({ kinds }: Core, versions: Versions, { workflow_id, version_id, graph }: { workflow_id: string; version_id?: string | null | undefined; graph?: Given | null | undefined }, caller: Caller): ChosenGraph {
  const recipe = recipeOf(kinds, workflow_id, caller);
  const name = String(recipe['name']);
  if (graph) return { name, version_id: null, version: null, copy: graph, graph: readGraph(graph.nodes, graph.edges) };
  const version = version_id ? versions.find(workflow_id, version_id) : versions.latest(workflow_id);
  if (version) return { name, version_id: version.version_id, version: version.version, copy: undefined, graph: readGraph(version.nodes, version.edges) };
  const copy = { nodes: list(recipe['nodes']), edges: list(recipe['edges']) };
  return { name, version_id: null, version: null, copy, graph: readGraph(copy.nodes, copy.edges) };
}

/** The graph of a run that began. Throws `not_found` where its version is gone. */
export function graphOfRun(versions: Versions, { run, graph }: StoredRun): WorkflowGraph {
  if (graph) return readGraph(graph.nodes, graph.edges);
  const version = versions.find(run.workflow_id, run.version_id!);
  return readGraph(version.nodes, version.edges);
}

/** Throws `invalid_input` with every problem for a graph that cannot run. */
export function mustRun(graph: WorkflowGraph, name: string): void {
  if (graph.nodes.length > mostNodes) throw new AppError('too_large', `“${name}” has ${graph.nodes.length} nodes. A workflow runs with at most ${mostNodes}; move parts of it to workflows of their own.`);
  const errors = problemsOf(graph).filter(({ severity }) => severity === 'error');
  if (errors.length === 0) return;
  const said = errors.slice(0, 5).map(({ node_id, field, message }) => (field === undefined ? message : `“${node_id}”: ${message.replace(/\.?$/, '.')}`)).join(' ');
  throw new AppError('invalid_input', `“${name}” cannot run. ${said}${errors.length > 5 ? ` And ${errors.length - 5} more.` : ''}`, {
    problems: errors.map(({ node_id, edge_id, field, message }) => ({ path: ['graph', ...(node_id === undefined ? [] : ['nodes', node_id]), ...(edge_id === undefined ? [] : ['edges', edge_id]), ...(field === undefined ? [] : [field])], message })),
  });
}
