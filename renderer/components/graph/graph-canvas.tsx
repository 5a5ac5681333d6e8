import { ReactFlow, ReactFlowProvider, useReactFlow, useStore, ViewportPortal, type NodeChange } from '@xyflow/react';
import '@xyflow/react/dist/base.css';
import { useCallback, useImperativeHandle, useMemo, useRef, useState, type ReactNode, type Ref } from 'react';
import { boxTypes, nodeOf, type BoxNode } from './graph-box.tsx';
import type { GraphEditing, GraphView, Spot } from './graph-editing.ts';
import type { GraphItem } from './graph-item.ts';
import { GraphBlocks, GraphLines } from './graph-lines.tsx';
import { GraphMap } from './graph-map.tsx';
import type { Box } from './layout.ts';
import { lineAt } from './paths.ts';
import type { Laid } from './use-layout.ts';
import { useLook, zooms, type Look } from './use-look.ts';
import { useStretch } from './use-stretch.ts';
import './graph.css';

interface GraphCanvasProps<T extends GraphItem> {
  readonly label: string;
  readonly laid: Laid;
  readonly items: ReadonlyMap<string, T>;
  readonly selected: ReadonlySet<string>;
  readonly cursor: string | null;
  /** Edges that stand out: places in the shape's list. */
  readonly marked: ReadonlySet<number>;
  readonly look: Look;
  readonly draw: (item: T) => ReactNode;
  readonly onSelect: (ids: ReadonlySet<string>) => void;
  readonly onCursor: (id: string) => void;
  readonly onOpen: (id: string) => void;
  /** Without it, the graph is only looked at. */
  readonly edit?: GraphEditing | undefined;
  readonly view?: Ref<GraphView>;
}

/** Below this zoom nobody can read a label: boxes are drawn as one path for each state. A small graph that is edited keeps its boxes longer, to be taken hold of. */
const readable = 0.45;
const graspable = 0.2;
const small = 60;

/** A graph that is panned and zoomed, and edited where that is asked for. Its lines are one path, and only the boxes in sight are elements. */
export function GraphCanvas<T extends GraphItem>(props: GraphCanvasProps<T>) {
  return <ReactFlowProvider><Canvas {...props} /></ReactFlowProvider>;
}

const nothing: never[] = [];
const still: ReadonlyMap<string, Spot> = new Map();
const isIn = ({ x, y }: Spot, box: Box) => x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height;

function Canvas<T extends GraphItem>({ label, laid, items, selected, cursor, marked, look, draw, onSelect, onCursor, onOpen, edit, view }: GraphCanvasProps<T>) {
  const flow = useReactFlow();
  const limit = edit && items.size <= small ? graspable : readable;
  const { layout, shape } = laid;
  const isEdited = edit !== undefined;
  const { isFar, isPlaced } = useLook(look, layout, isEdited, limit);
  const { stretched, take } = useStretch(layout, edit?.onResize);
  /** By how much boxes are away from their places while they are dragged. */
  const [away, setAway] = useState(still);
  const bare = useMemo(() => (isFar || !isPlaced ? nothing : shape.nodes.flatMap(({ id }): BoxNode[] => {
    const [box, item] = [layout.boxes.get(id), items.get(id)];
    return box && item ? [nodeOf(item, box, draw, isEdited)] : [];
  })), [isFar, isPlaced, shape, layout, items, draw, isEdited]);
  const nodes = useMemo(() => bare.map((node) => {
    const off = away.get(node.id);
    const size = stretched?.id === node.id ? stretched.box : null;
    if (!off && !size && !selected.has(node.id) && node.id !== cursor) return node;
    const { x, y } = size ?? { x: node.position.x + (off?.x ?? 0), y: node.position.y + (off?.y ?? 0) };
    const { width, height } = size ?? node.measured!;
    return { ...node, position: { x, y }, width, height, measured: { width, height }, selected: selected.has(node.id), data: node.id === cursor ? { ...node.data, cursor: true } : node.data };
  }), [bare, selected, cursor, away, stretched]);
  const [width, height] = [useStore((state) => state.width), useStore((state) => state.height)];

  const pointer = useRef<Spot | null>(null);
  const spotOf = useCallback((event: { readonly clientX: number; readonly clientY: number }) => flow.screenToFlowPosition({ x: event.clientX, y: event.clientY }), [flow]);
  useImperativeHandle(view, (): GraphView => ({
    centre() {
      const { x, y, zoom } = flow.getViewport();
      return { x: (width / 2 - x) / zoom, y: (height / 2 - y) / zoom };
    },
    pointer: () => pointer.current,
    show(box) {
      const { x, y, zoom } = flow.getViewport();
      const isSeen = box.x * zoom + x >= 0 && box.y * zoom + y >= 0 && (box.x + box.width) * zoom + x <= width && (box.y + box.height) * zoom + y <= height;
      if (!isSeen) void flow.setCenter(box.x + box.width / 2, box.y + box.height / 2, { zoom });
    },
    zoomBy: (factor) => void flow.zoomTo(flow.getZoom() * factor),
  }), [flow, width, height]);

  const change = (changes: NodeChange<BoxNode>[]) => {
    if (take(changes)) return;
    const next = new Set(selected);
    let changed = false;
    const moves = new Map<string, Spot>();
    let ended = false;
    for (const one of changes) {
      if (one.type === 'select') {
        changed = true;
        if (one.selected) next.add(one.id);
        else next.delete(one.id);
      } else if (one.type === 'position' && one.position) {
        moves.set(one.id, one.position);
        ended ||= one.dragging === false;
      }
    }
    if (changed) onSelect(next);
    if (!edit || moves.size === 0) return;
    const off = new Map<string, Spot>();
    for (const [id, { x, y }] of moves) {
      const box = layout.boxes.get(id);
      if (!box) continue;
      for (const one of [id, ...edit.along(id)]) off.set(one, { x: x - box.x, y: y - box.y });
    }
    setAway(ended ? still : off);
    if (ended && [...off.values()].some(({ x, y }) => x !== 0 || y !== 0)) edit.onMove(moves);
  };

  /** A press on one of several that are selected means this one alone. */
  const click = (event: React.MouseEvent, { id }: BoxNode) => {
    onCursor(id);
    if (isEdited && !event.ctrlKey && !event.metaKey && !event.shiftKey) onSelect(new Set([id]));
  };
  const under = (spot: Spot) => shape.nodes.findLast(({ id }) => {
    const box = layout.boxes.get(id);
    return box && !items.get(id)?.holds && isIn(spot, box);
  });
  /** From afar, a press goes to the box under it; where boxes are edited, to a line. */
  const press = (event: React.MouseEvent) => {
    const spot = spotOf(event);
    const found = isFar ? under(spot) : undefined;
    if (found) return onCursor(found.id);
    if (!edit) return;
    const line = lineAt(layout.lines, spot, 8 / flow.getZoom());
    if (line >= 0) edit.onLine(line, event.ctrlKey || event.metaKey || event.shiftKey);
    else edit.onPane();
  };
  return (
    <ReactFlow<BoxNode>
      className="graph-canvas" aria-label={label} nodes={nodes} edges={nothing} nodeTypes={boxTypes} onlyRenderVisibleElements nodesDraggable={isEdited} nodesConnectable={isEdited} nodesFocusable={false} edgesFocusable={false} elevateNodesOnSelect={false}
      disableKeyboardA11y deleteKeyCode={null} selectionKeyCode="Shift" multiSelectionKeyCode={['Control', 'Meta']} minZoom={zooms.least} maxZoom={zooms.most} zoomOnDoubleClick={false} proOptions={{ hideAttribution: true }}
      onNodesChange={change} onNodeClick={click} onNodeDoubleClick={(_event, { id }) => onOpen(id)} onPaneClick={press}
      onMouseMove={(event) => void (pointer.current = spotOf(event))} onMouseLeave={() => void (pointer.current = null)}
      {...(edit ? {
        onConnect: ({ source, sourceHandle, target }) => edit.onConnect({ source, handle: sourceHandle }, target),
        onConnectEnd(event, { fromHandle, isValid }) {
          const at = 'clientX' in event ? event : event.changedTouches[0];
          if (!fromHandle || isValid === true || !at) return;
          const [spot, outlet] = [spotOf(at), { source: fromHandle.nodeId, handle: fromHandle.id ?? null }];
          const target = under(spot);
          if (target) edit.onConnect(outlet, target.id);
          else edit.onConnectToNothing(outlet, spot);
        },
        onDragOver: (event) => event.preventDefault(),
        onDrop(event) {
          event.preventDefault();
          edit.onDropped(event.dataTransfer, spotOf(event));
        },
      } : {})}
    >
      <ViewportPortal>
        <GraphLines laid={laid} marked={marked} away={away} />
        {isFar && <GraphBlocks laid={laid} items={items} selected={selected} cursor={cursor} />}
      </ViewportPortal>
      <GraphMap laid={laid} items={items} />
    </ReactFlow>
  );
}
