import { ReactFlow, ReactFlowProvider, useReactFlow, useStore, ViewportPortal, type Node, type NodeChange, type NodeProps } from '@xyflow/react';
import '@xyflow/react/dist/base.css';
import { useCallback, useEffect, useMemo, useRef, type ReactNode } from 'react';
import { GraphMap } from './graph-map.tsx';
import type { Laid } from './use-layout.ts';
import type { GraphItem } from './graph-item.ts';
import { around, blockPaths, boxPath, linePaths } from './paths.ts';
import './graph.css';

/** What the canvas is told to look at; another object is another request. */
export interface Look {
  /** None for the whole graph. */
  readonly ids: readonly string[];
}

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
}

/** Below this zoom nobody can read a label: boxes are drawn as one path for each state. */
const readable = 0.45;

/** A graph that is panned and zoomed. Its lines are one path, and only the boxes in sight are elements. */
export function GraphCanvas<T extends GraphItem>(props: GraphCanvasProps<T>) {
  return <ReactFlowProvider><Canvas {...props} /></ReactFlowProvider>;
}

type Data = { readonly content: ReactNode; readonly holds: boolean; readonly state: string | undefined; readonly dim: boolean; readonly cursor: boolean } & Record<string, unknown>;

const BoxNode = ({ data, selected }: NodeProps<Node<Data>>) => (
  <div className="graph-box" data-holds={data.holds || undefined} data-state={data.state} data-dim={data.dim || undefined} data-selected={selected || undefined} data-cursor={data.cursor || undefined}>{data.content}</div>
);
const nodeTypes = { box: BoxNode };
const nothing: never[] = [];

function Canvas<T extends GraphItem>({ label, laid, items, selected, cursor, marked, look, draw, onSelect, onCursor, onOpen }: GraphCanvasProps<T>) {
  const flow = useReactFlow();
  const isFar = useStore(({ transform: [, , zoom] }) => zoom < readable);
  const { layout, shape } = laid;
  const nodes = useMemo(() => (isFar ? nothing : shape.nodes.flatMap(({ id }): Node<Data>[] => {
    const [box, item] = [layout.boxes.get(id), items.get(id)];
    if (!box || !item) return [];
    const { x, y, width, height } = box;
    return [{
      id, type: 'box', position: { x, y }, width, height, measured: { width, height }, selected: selected.has(id), zIndex: item.holds ? 0 : 1, selectable: !item.holds, draggable: false, connectable: false, focusable: false,
      data: { content: draw(item), holds: item.holds, state: item.state, dim: item.dim, cursor: id === cursor },
    }];
  })), [isFar, shape, layout, items, selected, cursor, draw]);

  const look1 = useRef<Look | null>(null);
  const ready = useStore(({ width, height }) => width > 0 && height > 0);
  useEffect(() => {
    if (!ready || look1.current === look) return;
    const boxes = look.ids.length === 0 ? [{ x: 0, y: 0, width: layout.width, height: layout.height }] : look.ids.flatMap((id) => layout.boxes.get(id) ?? []);
    const bounds = around(boxes);
    if (!bounds) return;
    look1.current = look;
    const room = look.ids.length === 0 ? 16 : 120;
    void flow.fitBounds({ x: bounds.x - room, y: bounds.y - room, width: bounds.width + 2 * room, height: bounds.height + 2 * room }, { padding: 0.02 });
  }, [ready, look, layout, flow]);

  const change = useCallback((changes: NodeChange<Node<Data>>[]) => {
    const next = new Set(selected);
    let changed = false;
    for (const one of changes) {
      if (one.type !== 'select') continue;
      changed = true;
      if (one.selected) next.add(one.id);
      else next.delete(one.id);
    }
    if (changed) onSelect(next);
  }, [selected, onSelect]);

  /** From afar, a press goes to the box under it. */
  const press = (event: React.MouseEvent) => {
    if (!isFar) return;
    const { x, y } = flow.screenToFlowPosition({ x: event.clientX, y: event.clientY });
    const under = shape.nodes.find(({ id }) => {
      const box = layout.boxes.get(id);
      return box && !items.get(id)?.holds && x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height;
    });
    if (under) onCursor(under.id);
  };
  return (
    <ReactFlow<Node<Data>>
      className="graph-canvas" aria-label={label} nodes={nodes} edges={nothing} nodeTypes={nodeTypes} onlyRenderVisibleElements nodesDraggable={false} nodesConnectable={false} nodesFocusable={false} edgesFocusable={false}
      disableKeyboardA11y deleteKeyCode={null} selectionKeyCode="Shift" multiSelectionKeyCode={['Control', 'Meta']} minZoom={0.02} maxZoom={2} zoomOnDoubleClick={false} proOptions={{ hideAttribution: true }}
      onNodesChange={change} onNodeClick={(_event, { id }) => onCursor(id)} onNodeDoubleClick={(_event, { id }) => onOpen(id)} onPaneClick={press}
    >
      <ViewportPortal>
        <Lines laid={laid} marked={marked} />
        {isFar && <Blocks laid={laid} items={items} selected={selected} cursor={cursor} />}
      </ViewportPortal>
      <GraphMap laid={laid} items={items} />
    </ReactFlow>
  );
}

function Lines({ laid: { layout, shape }, marked }: { readonly laid: Laid; readonly marked: ReadonlySet<number> }) {
  const plain = useMemo(() => linePaths(layout, shape.edges.map((_edge, at) => at).filter((at) => !marked.has(at))), [layout, shape, marked]);
  const strong = useMemo(() => linePaths(layout, marked), [layout, marked]);
  return (
    <svg className="graph-lines" width={layout.width} height={layout.height} aria-hidden="true">
      <path className="graph-line" d={plain.lines} /><path className="graph-head" d={plain.heads} />
      <path className="graph-line" data-marked="" d={strong.lines} /><path className="graph-head" data-marked="" d={strong.heads} />
    </svg>
  );
}

interface BlocksProps {
  readonly laid: Laid;
  readonly items: ReadonlyMap<string, GraphItem>;
  readonly selected: ReadonlySet<string>;
  readonly cursor: string | null;
}

function Blocks({ laid: { layout }, items, selected, cursor }: BlocksProps) {
  const paths = useMemo(() => blockPaths(layout, items), [layout, items]);
  const chosen = useMemo(() => boxPath([...selected, ...(cursor === null ? [] : [cursor])].flatMap((id) => layout.boxes.get(id) ?? [])), [selected, cursor, layout]);
  return (
    <svg className="graph-lines" width={layout.width} height={layout.height} aria-hidden="true">
      {paths.map(({ key, state, kind, path }) => <path key={key} className="graph-block" data-kind={kind} data-state={state} d={path} />)}
      <path className="graph-chosen" d={chosen} />
    </svg>
  );
}
