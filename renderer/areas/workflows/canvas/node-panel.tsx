import { Button } from '@blueprintjs/core';
import { ArrowRight, Cross, Trash } from '@blueprintjs/icons';
import type { GraphProblem } from '../../../../shared/rules/workflow-graph.ts';
import { without } from './commands.ts';
import { titleOfNode, type Graph, type GraphNode } from './graph.ts';
import { iconOf, kindTitle } from './kind-looks.tsx';
import { NodeForm, type Act } from './node-form.tsx';
import type { Output } from './places.ts';

interface NodePanelProps {
  readonly graph: Graph;
  readonly node: GraphNode;
  readonly outputs: readonly Output[];
  readonly problems: readonly GraphProblem[];
  readonly act: Act | null;
  readonly onGo: (id: string) => void;
  readonly onConnect: (() => void) | null;
}

/** One node: its form, and what comes before and after it. */
export function NodePanel({ graph, node, outputs, problems, act, onGo, onConnect }: NodePanelProps) {
  const own = problems.filter(({ node_id, field }) => node_id === node.id && field === undefined);
  return (
    <>
      <div className="canvas-node-head">
        {iconOf(node.type)}<strong>{titleOfNode(node)}</strong><span className="tr-muted">{kindTitle(node.type)}</span><code>{node.id}</code>
        {act && <Button size="small" variant="minimal" icon={<Trash size={14} />} aria-label={`Delete ${titleOfNode(node)}`} title="Delete the node (Delete)" onClick={() => act(`Delete ${titleOfNode(node)}`, (now) => without(now, new Set([node.id])))} />}
      </div>
      {own.map(({ message, severity }) => <p key={message} className={severity === 'error' ? 'form-problem' : 'node-warning'} role="status">{message}</p>)}
      <NodeForm node={node} problems={problems.filter(({ node_id }) => node_id === node.id)} act={act} onRenamed={onGo} />
      <Ways graph={graph} node={node} outputs={outputs} act={act} onGo={onGo} />
      {onConnect && outputs.length > 0 && <Button size="small" icon={<ArrowRight size={14} />} text="Connect to…" onClick={onConnect} />}
    </>
  );
}

/** Edges in words, each of which can be followed and taken out. */
function Ways({ graph, node, outputs, act, onGo }: Pick<NodePanelProps, 'graph' | 'node' | 'outputs' | 'act' | 'onGo'>) {
  const title = (id: string) => {
    const found = graph.nodes.find((other) => other.id === id);
    return found ? titleOfNode(found) : `${id}, which is not there`;
  };
  const edges = graph.edges.filter(({ source, target }) => source === node.id || target === node.id);
  if (edges.length === 0) return null;
  const handle = (id: string | undefined) => (id === undefined ? '' : `${outputs.find((output) => output.id === id)?.label ?? id}: `);
  return (
    <>
      <h2>Connections</h2>
      <ul className="node-ways" aria-label="Connections">
        {edges.map((edge) => {
          const isOut = edge.source === node.id;
          const other = isOut ? edge.target : edge.source;
          const words = isOut ? `${handle(edge.sourceHandle)}to ${title(other)}` : `from ${title(other)}${edge.sourceHandle === undefined ? '' : ` (${edge.sourceHandle})`}`;
          return (
            <li key={edge.id}>
              <span>{words}</span>
              {graph.nodes.some(({ id }) => id === other) && <Button size="small" variant="minimal" icon={<ArrowRight size={12} />} aria-label={`Go to ${title(other)}`} title="Go there" onClick={() => onGo(other)} />}
              {act && <Button size="small" variant="minimal" icon={<Cross size={12} />} aria-label={`Remove the connection ${words}`} title="Remove the connection" onClick={() => act('Delete a connection', (now) => without(now, new Set(), new Set([edge.id])))} />}
            </li>
          );
        })}
      </ul>
    </>
  );
}
