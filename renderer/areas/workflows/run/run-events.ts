import type { NodeExecution, RunEvent, WorkflowRun } from '../../../../shared/contract/workflow-runs.ts';

/** What is heard of a run while it goes on. */

export const executionKey = ({ node_id, iteration }: Pick<NodeExecution, 'node_id' | 'iteration'>): string => JSON.stringify([node_id, iteration]);

export interface Heard {
  readonly of: string | null;
  readonly run: WorkflowRun | null;
  readonly nodes: ReadonlyMap<string, NodeExecution>;
  /** What models have said so far, by execution. */
  readonly texts: ReadonlyMap<string, string>;
}
export const nothing: Heard = { of: null, run: null, nodes: new Map(), texts: new Map() };

/** What is known after events that came together. */
export function heard(before: Heard, { of, events }: { readonly of: string; readonly events: readonly RunEvent[] }): Heard {
  const now = before.of === of ? before : { ...nothing, of };
  let run = now.run;
  const [nodes, texts] = [new Map(now.nodes), new Map(now.texts)];
  for (const event of events) {
    if (event.type === 'run') run = event.run;
    else if (event.type === 'node') nodes.set(executionKey(event.node), event.node);
    else texts.set(executionKey(event), (texts.get(executionKey(event)) ?? '') + event.text);
  }
  return { of, run, nodes, texts };
}
