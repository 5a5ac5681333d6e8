import type { RefObject } from 'react';
import { useState } from 'react';
import { connectObstacle, type Outlet } from './commands.ts';
import { titleOfNode, type Graph } from './graph.ts';
import { iconOf, kindChoices, kindTitle } from './kind-looks.tsx';
import { SearchMenu, type MenuOption } from './search-menu.tsx';
import type { Canvas } from './use-canvas.ts';
import type { Deeds, OpenMenu } from './use-deeds.ts';

const kindOptions = kindChoices.map(({ type, title, description }): MenuOption => ({ id: type, title, note: description, icon: iconOf(type) }));
const nodeOptions = (graph: Graph): MenuOption[] => graph.nodes.map((node) => ({ id: node.id, title: titleOfNode(node), note: `${kindTitle(node.type)} · ${node.id}`, icon: iconOf(node.type) }));

interface CanvasMenusProps {
  readonly graph: Graph;
  readonly canvas: Canvas;
  readonly menu: OpenMenu | null;
  readonly onMenu: (menu: OpenMenu | null) => void;
  /** Where the graph is edited. */
  readonly deeds?: Pick<Deeds, 'add' | 'connect'>;
  /** The canvas, to which the keys go back. */
  readonly stage: RefObject<HTMLDivElement | null>;
  readonly onGo: (id: string) => void;
}

/** What is asked for over the canvas: a node to add, one to connect to, one to find. */
export function CanvasMenus({ graph, canvas, menu, onMenu, deeds, stage, onGo }: CanvasMenusProps) {
  if (!menu) return null;
  const close = () => {
    onMenu(null);
    stage.current?.focus({ preventScroll: true });
  };
  const at = { left: Math.max(8, (stage.current?.clientWidth ?? 600) / 2 - 150), top: 16 };
  if (menu.kind === 'connect') return <ConnectMenu key={menu.source} graph={graph} canvas={canvas} source={menu.source} at={at} onClose={close} onConnect={(outlet, target) => {
    deeds?.connect(outlet, target);
    close();
  }} />;
  const isAdding = menu.kind === 'add';
  return (
    <SearchMenu
      label={isAdding ? 'Add a node' : 'Find a node'} placeholder={isAdding ? 'Add: model, branch, HTTP…' : 'Title, id or kind'} options={isAdding ? kindOptions : nodeOptions(graph)} at={at} onClose={close}
      onChoose={(id) => {
        if (menu.kind === 'add') deeds?.add(id, menu.at, menu.from);
        else onGo(id);
        close();
      }}
    />
  );
}

interface ConnectMenuProps {
  readonly graph: Graph;
  readonly canvas: Canvas;
  readonly source: string;
  readonly at: { readonly left: number; readonly top: number };
  readonly onConnect: (outlet: Outlet, target: string) => void;
  readonly onClose: () => void;
}

/** First the way out, where there are several, then the node to which it leads. */
function ConnectMenu({ graph, canvas, source, at, onConnect, onClose }: ConnectMenuProps) {
  const ways = canvas.outputs.get(source) ?? [];
  const [way, choose] = useState<number | null>(ways.length === 1 ? 0 : null);
  if (way === null) {
    return <SearchMenu key="way" label="Connect from" placeholder="Which way out" at={at} onClose={onClose} options={ways.map(({ label }, place) => ({ id: String(place), title: label }))} onChoose={(place) => choose(Number(place))} />;
  }
  const outlet: Outlet = { source, handle: ways[way]?.id ?? null };
  const options = nodeOptions(graph).map((option): MenuOption => Object.assign(option, { obstacle: connectObstacle(graph, outlet, option.id) })).toSorted((one, other) => Number(one.obstacle !== undefined) - Number(other.obstacle !== undefined));
  return <SearchMenu key="target" label="Connect to" placeholder="Connect to…" at={at} onClose={onClose} options={options} onChoose={(target) => onConnect(outlet, target)} />;
}
