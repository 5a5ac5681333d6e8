import { kindOf } from '../../../../shared/contract/workflow-kinds.ts';
import type { ExecutionState } from '../run/run-state.ts';
import type { GraphItem } from '../../../components/graph/graph-item.ts';
import { cut, titleOfNode, type Graph, type GraphNode } from './graph.ts';
import { headHeight, leastOf, outputY, takesInput, type Output } from './places.ts';

export type Mark = 'added' | 'removed' | 'changed' | 'moved';

/** What is said of a node beside what it is. */
export interface Remarks {
  readonly problem?: 'error' | 'warning' | undefined;
  /** How it went in the run that is shown. */
  readonly run?: ExecutionState | undefined;
  /** What is said of how it went, such as "3 items" or "0.8 s". */
  readonly ran?: string | undefined;
  readonly mark?: Mark | undefined;
  readonly isPinned?: boolean | undefined;
  readonly isBreakpoint?: boolean | undefined;
}

export interface CanvasItem extends GraphItem, Remarks {
  readonly node: GraphNode;
  readonly title: string;
  readonly outputs: readonly Output[];
}

const none: Remarks = {};
const made = new WeakMap<GraphNode, { readonly key: string; readonly item: CanvasItem }>();

/** What of a node says in one line what it does. */
export function summaryOf({ type, data }: GraphNode): string {
  const text = (name: string) => (typeof data[name] === 'string' ? cut(data[name] as string) : '');
  if (type === 'http') return [text('method'), text('url')].filter(Boolean).join(' ');
  return text('expression') || text('items') || text('tool_name') || text('collection') || text('prompt') || text('template') || text('message') || text('query');
}

/** The boxes of a graph; one of which nothing has changed is the same object as before. */
export function itemsOf(graph: Graph, outputs: ReadonlyMap<string, readonly Output[]>, remarks: ReadonlyMap<string, Remarks>, keeps: ((node: GraphNode) => boolean) | null): ReadonlyMap<string, CanvasItem> {
  return new Map(graph.nodes.map((node) => {
    const said = remarks.get(node.id) ?? none;
    const ways = outputs.get(node.id) ?? [];
    const dim = keeps !== null && !keeps(node);
    const key = JSON.stringify([said, ways, dim]);
    const known = made.get(node);
    if (known?.key === key) return [node.id, known.item];
    const kind = kindOf(node.type);
    const item: CanvasItem = {
      ...said, id: node.id, node, title: titleOfNode(node), outputs: ways, dim, holds: node.type === 'group', least: leastOf(node.type),
      state: said.mark ?? said.run ?? (node.type === 'note' ? 'note' : (kind?.group ?? 'unknown')),
      ports: { input: takesInput(node.type), inputY: headHeight / 2, outputs: ways.map(({ id, label }, at) => ({ id, label, y: outputY(at, ways.length) })) },
    };
    made.set(node, { key, item });
    return [node.id, item];
  }));
}
