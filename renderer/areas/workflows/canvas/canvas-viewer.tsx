import { useRef, useState, type ReactNode } from 'react';
import { EmptyState } from '../../../components/empty-state.tsx';
import type { GraphView } from '../../../components/graph/graph-editing.ts';
import { useCommand } from '../../../state/commands.ts';
import { CanvasBar, type As } from './canvas-bar.tsx';
import type { Remarks } from './canvas-items.ts';
import { CanvasMenus } from './canvas-menus.tsx';
import { CanvasView } from './canvas-view.tsx';
import { GraphJson } from './graph-json.tsx';
import type { Graph, GraphNode } from './graph.ts';
import { NodePanel } from './node-panel.tsx';
import { NodeTable } from './node-table.tsx';
import { useCanvas } from './use-canvas.ts';
import { useCanvasWalk } from './use-canvas-keys.ts';
import type { OpenMenu } from './use-deeds.ts';
import './canvas.css';

interface CanvasViewerProps {
  readonly graph: Graph;
  readonly remarks?: ReadonlyMap<string, Remarks>;
  readonly marked?: ReadonlySet<string>;
  /** What stands beside the graph; without it, what the node says. */
  readonly renderSide?: (node: GraphNode | null, go: (id: string) => void) => ReactNode;
  readonly children?: ReactNode;
}

const nothing: ReadonlyMap<string, Remarks> = new Map();

/** A graph that is only looked at: a version, a run, what differs between two. */
export function CanvasViewer({ graph, remarks = nothing, marked, renderSide, children }: CanvasViewerProps) {
  const canvas = useCanvas(graph);
  const view = useRef<GraphView>(null);
  const stage = useRef<HTMLDivElement>(null);
  const [as, showAs] = useState<As>('canvas');
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const { selection, select, go } = canvas;
  const node = graph.nodes.find(({ id }) => id === selection.cursor) ?? null;
  useCanvasWalk(canvas, view, as === 'canvas', go);
  // Nothing of what is looked at is deleted, and least of all the workflow itself.
  useCommand('canvas.remove', () => undefined);
  useCommand('canvas.find', () => setMenu({ kind: 'find' }));
  useCommand('canvas.list', () => showAs(as === 'canvas' ? 'list' : 'canvas'));
  return (
    <div className="workflow-canvas">
      <CanvasBar edit={null} as={as} onShowAs={showAs} onFit={() => canvas.lookAt([])} onFind={() => setMenu({ kind: 'find' })}>{children}</CanvasBar>
      <div className="canvas-main">
        {/* Keys go to the canvas while it has the focus. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <div className="canvas-stage" ref={stage} tabIndex={0} role="group" aria-label="Graph, read only">
          {as === 'canvas' && (graph.nodes.length === 0 ? <EmptyState title="No nodes" text="This version has no nodes." /> : <CanvasView graph={graph} canvas={canvas} remarks={remarks} {...(marked ? { marked } : {})} view={view} onOpen={(id) => select({ cursor: id })} />)}
          {as === 'list' && <NodeTable graph={graph} remarks={remarks} cursor={selection.cursor} selected={selection.nodes} onSelect={null} onOpen={(id) => select({ cursor: id })} />}
          {as === 'json' && <GraphJson graph={graph} onChange={null} />}
          <CanvasMenus graph={graph} canvas={canvas} menu={menu} onMenu={setMenu} stage={stage} onGo={go} />
        </div>
        {(renderSide || node) && (
          <div className="canvas-side" role="region" aria-label="Node">
            <div className="canvas-side-body">
              {renderSide ? renderSide(node, go) : node && <NodePanel graph={graph} node={node} outputs={canvas.outputs.get(node.id) ?? []} problems={[]} act={null} onGo={go} onConnect={null} />}
            </div>
          </div>
        )}
      </div>
    </div>
  );
}
