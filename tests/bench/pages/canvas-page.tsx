import { ReactFlow } from '@xyflow/react';
import '@xyflow/react/dist/base.css';
import { useEffect, useMemo, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import type { GraphView } from '../../../renderer/components/graph/graph-editing.ts';
import { CanvasView } from '../../../renderer/areas/workflows/canvas/canvas-view.tsx';
import { tidy } from '../../../renderer/areas/workflows/canvas/tidy.ts';
import { moved } from '../../../renderer/areas/workflows/canvas/commands.ts';
import type { Graph } from '../../../renderer/areas/workflows/canvas/graph.ts';
import { edited, historyOf } from '../../../renderer/areas/workflows/canvas/history.ts';
import { useCanvas } from '../../../renderer/areas/workflows/canvas/use-canvas.ts';
import { useProblems } from '../../../renderer/areas/workflows/canvas/use-problems.ts';

const kinds = ['transform', 'http', 'branch', 'llm', 'approval'] as const;

/** So many nodes in columns, about as wide as a screen, each with about two edges to the next column. */
export function sample(count: number): Graph {
  const rows = Math.round(Math.sqrt(1.7 * count));
  const nodes = Array.from({ length: count }, (_, at) => ({
    id: `n${at}`, type: at === 0 ? 'start' : kinds[at % kinds.length]!, position: { x: Math.floor(at / rows) * 300, y: (at % rows) * 110 }, data: { label: `Node ${at}`, expression: 'a + b', url: 'https://example.com', message: 'Go on?' },
  }));
  const edges = nodes.flatMap(({ id, type }, at) => [rows, rows + 1].flatMap((step) => {
    const target = nodes[at + step];
    return target ? [{ id: `${id} ${step}`, source: id, target: target.id, ...(type === 'branch' ? { sourceHandle: step === rows ? 'true' : 'false' } : type === 'approval' ? { sourceHandle: 'approved' } : {}) }] : [];
  }));
  return { nodes, edges };
}

export function makeGraph(count: number) {
  const graph = sample(count);
  return { nodes: count, tidy: () => tidyUp(), ours: (root: HTMLElement) => show(root, <Ours start={graph} />), plain: (root: HTMLElement) => show(root, <Plain graph={graph} />) };
}

function show(root: HTMLElement, content: React.ReactNode): void {
  root.style.cssText = 'height: 800px; display: flex';
  createRoot(root).render(content);
}

const none = new Map<never, never>();
/** Tidies up what is drawn: milliseconds until its places are known, as a press on the button takes. */
let tidyUp: () => Promise<number> = () => Promise.reject(new Error('Nothing is drawn yet'));

/** The canvas as it is edited: every move is an edit, and the graph is judged anew. */
function Ours({ start }: { readonly start: Graph }) {
  const [history, setHistory] = useState(() => historyOf(start));
  const canvas = useCanvas(history.graph);
  const problems = useProblems(history.graph);
  const view = useRef<GraphView>(null);
  const { boxes } = canvas;
  const edit = useMemo(() => ({
    along: () => [], onMove: (moves: ReadonlyMap<string, { x: number; y: number }>) => setHistory((now) => edited(now, moved(now.graph, boxes, moves), 'Move', null, Date.now())),
    onResize: () => undefined, onConnect: () => undefined, onConnectToNothing: () => undefined, onLine: () => undefined, onPane: () => undefined, onDropped: () => undefined,
  }), [boxes]);
  useEffect(() => {
    tidyUp = async () => {
      const start = performance.now();
      const change = await tidy(history.graph, boxes, new Set(history.graph.nodes.map(({ id }) => id)));
      const took = performance.now() - start;
      setHistory((now) => edited(now, change(now.graph), 'Tidy up', null, Date.now()));
      canvas.lookAt([]);
      return took;
    };
  });
  return <div className="workflow-canvas" data-problems={problems.length}><CanvasView graph={history.graph} canvas={canvas} remarks={none} onOpen={() => undefined} edit={edit} view={view} /></div>;
}

/** The canvas as it comes: a node and an edge for each. */
function Plain({ graph }: { readonly graph: Graph }) {
  const nodes = useMemo(() => graph.nodes.map(({ id, position = { x: 0, y: 0 } }) => ({ id, position, data: { label: id }, style: { width: 208, height: 44 } })), [graph]);
  const edges = useMemo(() => graph.edges.map(({ id, source, target }) => ({ id, source, target })), [graph]);
  return <ReactFlow defaultNodes={nodes} defaultEdges={edges} fitView minZoom={0.02} />;
}
