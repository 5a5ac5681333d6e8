import { ReactFlow } from '@xyflow/react';
import '@xyflow/react/dist/base.css';
import { useCallback, useMemo, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { GraphCanvas } from '../../../renderer/components/graph/graph-canvas.tsx';
import type { Look } from '../../../renderer/components/graph/use-look.ts';
import { layoutGraph } from '../../../renderer/components/graph/layout.ts';
import type { Laid } from '../../../renderer/components/graph/use-layout.ts';
import { itemsOf, shapeOf, type DagItem } from '../../../renderer/areas/dags/graph/graph-model.ts';
import '../../../renderer/areas/dags/states.css';
import { gridSample } from './grid-sample.ts';

const none = new Set<never>();
const whole: Look = { ids: [] };

/** Lays a graph of so many tasks out; resolves with how to draw it, and the milliseconds that the layout took. */
export async function layGraph(tasks: number) {
  const answer = gridSample(1, tasks);
  const shape = shapeOf(answer, none);
  const start = performance.now();
  const layout = await layoutGraph(shape);
  const took = performance.now() - start;
  const laid: Laid = { shape, layout };
  const items = itemsOf(answer, shape, none, answer.columns[0], () => true);
  return {
    took,
    ours: (root: HTMLElement) => show(root, <Ours laid={laid} items={items} />),
    plain: (root: HTMLElement) => show(root, <Plain laid={laid} />),
  };
}

function show(root: HTMLElement, content: React.ReactNode): void {
  root.style.cssText = 'height: 800px; display: flex';
  createRoot(root).render(content);
}

function Ours({ laid, items }: { readonly laid: Laid; readonly items: ReadonlyMap<string, DagItem> }) {
  const [cursor, setCursor] = useState<string | null>(null);
  const draw = useCallback((item: DagItem) => <span className="graph-label">{item.label}</span>, []);
  return <GraphCanvas label="Graph" laid={laid} items={items} selected={none} cursor={cursor} marked={none} look={whole} draw={draw} onSelect={() => undefined} onCursor={setCursor} onOpen={() => undefined} />;
}

/** The canvas as it comes: a node and an edge for each. */
function Plain({ laid: { shape, layout } }: { readonly laid: Laid }) {
  const nodes = useMemo(() => shape.nodes.map(({ id }) => ({ id, position: layout.boxes.get(id)!, data: { label: id }, style: { width: 190, height: 36 } })), [shape, layout]);
  const edges = useMemo(() => shape.edges.map(({ source, target }) => ({ id: `${source} ${target}`, source, target })), [shape]);
  return <ReactFlow nodes={nodes} edges={edges} fitView minZoom={0.02} />;
}
