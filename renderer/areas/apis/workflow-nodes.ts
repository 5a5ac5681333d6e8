import { nodeResult, type NodeResult } from '../../../shared/contract/composer-graph.ts';
import type { Row } from '../../../shared/contract/entity.ts';
import { textOf } from '../../state/list-order.ts';

export interface RunNode {
  readonly id: string;
  readonly endpoint_id: string;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The nodes of a workflow's saved definition. */
export function nodesOf(definition: unknown): readonly RunNode[] {
  const nodes = isObject(definition) ? definition['nodes'] : undefined;
  return Array.isArray(nodes) ? nodes.filter(isObject).map(({ id, endpoint_id }) => ({ id: textOf(id), endpoint_id: textOf(endpoint_id) })) : [];
}

/** How a run of a workflow stands; one that says nothing of it is judged by its status. */
export function runState(run: Row): 'running' | 'success' | 'failed' | 'cancelled' {
  const { state, status } = run;
  if (state === 'running' || status === 0) return 'running';
  if (state === 'cancelled') return 'cancelled';
  return state === 'failed' || (typeof status === 'number' && status >= 400) ? 'failed' : 'success';
}

/** The results of a run's nodes, by node; what cannot be read is left out. */
export function resultsOf(run: Row): ReadonlyMap<string, NodeResult> {
  const nodes = isObject(run['nodes']) ? run['nodes'] : {};
  return new Map(Object.entries(nodes).flatMap(([id, result]) => {
    const read = nodeResult.safeParse(result);
    return read.success ? [[id, read.data] as const] : [];
  }));
}
