import { Handle, NodeResizer, Position, type Node, type NodeHandle, type NodeProps } from '@xyflow/react';
import type { ReactNode } from 'react';
import type { GraphItem, Ports, Size } from './graph-item.ts';
import type { Box } from './layout.ts';

export type BoxData = {
  readonly content: ReactNode; readonly holds: boolean; readonly state: string | undefined; readonly dim: boolean; readonly cursor: boolean; readonly ports: Ports | undefined;
  /** It can be made as small as this, and larger. */
  readonly least: Size | undefined;
} & Record<string, unknown>;
export type BoxNode = Node<BoxData>;

const GraphBox = ({ data: { content, holds, state, dim, cursor, ports, least }, selected, isConnectable }: NodeProps<BoxNode>) => (
  <>
    <div className="graph-box" data-holds={holds || undefined} data-state={state} data-dim={dim || undefined} data-selected={selected || undefined} data-cursor={cursor || undefined}>{content}</div>
    {least && selected && <NodeResizer minWidth={least.width} minHeight={least.height} lineClassName="graph-side" handleClassName="graph-corner" />}
    {ports?.input && <Handle className="graph-port" type="target" position={Position.Left} style={{ top: ports.inputY }} isConnectable={isConnectable} isConnectableStart={false} />}
    {ports?.outputs.map(({ id, label, y }) => <Handle key={id ?? ''} className="graph-port" type="source" position={Position.Right} style={{ top: y }} title={isConnectable ? `${label}: drag to connect` : label} isConnectable={isConnectable} {...(id === null ? {} : { id })} />)}
  </>
);
export const boxTypes = { box: GraphBox };

const portSize = 12;
const noPorts: NodeHandle[] = [];

/** Where the ports of a box stand, as the canvas reckons. */
function handlesOf(ports: Ports | undefined, width: number): NodeHandle[] {
  if (!ports) return noPorts;
  const half = portSize / 2;
  const size = { width: portSize, height: portSize };
  return [
    ...(ports.input ? [{ type: 'target' as const, position: Position.Left, x: -half, y: ports.inputY - half, ...size }] : []),
    ...ports.outputs.map(({ id, y }) => Object.assign({ id, type: 'source' as const, position: Position.Right, x: width - half, y: y - half }, size)),
  ];
}

interface Made {
  readonly box: Box;
  readonly draw: unknown;
  readonly isEdited: boolean;
  readonly node: BoxNode;
}
const made = new WeakMap<GraphItem, Made>();

/** The element of a box; as long as nothing of it changes it is the same object, so that the canvas leaves it alone. */
export function nodeOf<T extends GraphItem>(item: T, box: Box, draw: (item: T) => ReactNode, isEdited: boolean): BoxNode {
  const known = made.get(item);
  if (known && known.draw === draw && known.isEdited === isEdited && known.box.x === box.x && known.box.y === box.y && known.box.width === box.width && known.box.height === box.height) return known.node;
  const { id, holds, state, dim, ports, least } = item;
  const { x, y, width, height } = box;
  const node: BoxNode = {
    id, type: 'box', position: { x, y }, width, height, measured: { width, height }, selected: false, zIndex: holds ? 0 : 1,
    // Said before they are drawn: else every box would be drawn once, only to be measured.
    handles: handlesOf(ports, width),
    selectable: isEdited || !holds, draggable: isEdited, connectable: isEdited, focusable: false,
    data: { content: draw(item), holds, state, dim, cursor: false, ports, least: isEdited ? least : undefined },
  };
  made.set(item, { box, draw, isEdited, node });
  return node;
}
