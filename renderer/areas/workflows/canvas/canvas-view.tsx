import { useCallback, useMemo, type Ref } from 'react';
import { GraphCanvas } from '../../../components/graph/graph-canvas.tsx';
import type { GraphEditing, GraphView } from '../../../components/graph/graph-editing.ts';
import { Skeleton } from '../../../components/resource/list-states.tsx';
import { itemsOf, type CanvasItem, type Remarks } from './canvas-items.ts';
import { titleOfNode, type Graph } from './graph.ts';
import { NodeBox } from './node-box.tsx';
import type { Canvas } from './use-canvas.ts';
import './canvas.css';

interface CanvasViewProps {
  readonly graph: Graph;
  readonly canvas: Canvas;
  readonly remarks: ReadonlyMap<string, Remarks>;
  /** Nodes of which nothing of this is said are dimmed. */
  readonly text?: string;
  /** Edges that stand out beside the selected ones, by their ids. */
  readonly marked?: ReadonlySet<string>;
  readonly onOpen: (id: string) => void;
  readonly edit?: GraphEditing | undefined;
  readonly view?: Ref<GraphView>;
}

const none: ReadonlySet<string> = new Set();

/** A workflow's graph on the canvas. */
export function CanvasView({ graph, canvas, remarks, text = '', marked = none, onOpen, edit, view }: CanvasViewProps) {
  const { laid, outputs, selection, look, select } = canvas;
  const items = useMemo(() => {
    const words = text.trim().toLowerCase();
    return itemsOf(graph, outputs, remarks, words === '' ? null : (node) => `${titleOfNode(node)} ${node.id} ${node.type}`.toLowerCase().includes(words));
  }, [graph, outputs, remarks, text]);
  const strong = useMemo(() => new Set(graph.edges.flatMap(({ id }, at) => (selection.edges.has(id) || marked.has(id) ? [at] : []))), [graph, selection.edges, marked]);
  const draw = useCallback((item: CanvasItem) => <NodeBox item={item} />, []);
  if (!laid) return <Skeleton label="Laying the graph out" />;
  return (
    <GraphCanvas
      label={`Graph of ${graph.nodes.length} nodes`} laid={laid} items={items} selected={selection.nodes} cursor={selection.cursor} marked={strong} look={look} draw={draw}
      onSelect={(nodes) => select({ nodes, ...(nodes.size > 0 ? { edges: none } : {}) })} onCursor={(cursor) => select({ cursor })} onOpen={onOpen} edit={edit} {...(view ? { view } : {})}
    />
  );
}
