import { useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react';
import type { GraphEditing, GraphView, Spot } from '../../../components/graph/graph-editing.ts';
import type { Box } from '../../../components/graph/layout.ts';
import { around } from '../../../components/graph/paths.ts';
import { notify, notifyError } from '../../../state/toasts.ts';
import { toErrorValue } from '../../../../shared/errors.ts';
import { nodesOfText, pasted, textOfNodes } from './clipboard.ts';
import { aligned, connected, connectObstacle, distributed, grouped, intoGroups, moved, resized, ungrouped, withNode, without, type Alignment, type Outlet } from './commands.ts';
import { withMembers, type Graph, type Point } from './graph.ts';
import { kindTitle } from './kind-looks.tsx';
import { draggedKind } from './palette-list.tsx';
import { boxesOf, freePlace, leastOf, takesInput } from './places.ts';
import { tidy } from './tidy.ts';
import type { Canvas } from './use-canvas.ts';
import type { Editor } from './use-editor.ts';

/** What is asked for over the canvas. */
export type OpenMenu =
  | { readonly kind: 'add'; readonly at: Spot | null; readonly from: Outlet | null }
  | { readonly kind: 'connect'; readonly source: string }
  | { readonly kind: 'find' };

const nobody: ReadonlySet<string> = new Set();
const countOf = (ids: ReadonlySet<string>, what = 'node') => (ids.size === 1 ? `a ${what}` : `${ids.size} ${what}s`);
/** CSS pixels by which a key moves nodes. */
const step = 16;
const gap = 72;

/** All that can be done to a graph on its canvas and in its list: each is one step that can be undone. */
export function useDeeds(editor: Editor, canvas: Canvas, view: RefObject<GraphView | null>) {
  const { graph, act } = editor;
  const { boxes, chosen, selection, select, outputs } = canvas;
  const [menu, setMenu] = useState<OpenMenu | null>(null);

  const take = (ids: ReadonlySet<string>) => select({ nodes: ids, edges: nobody, cursor: [...ids][0] ?? null });
  const centre = (): Point => view.current?.pointer() ?? view.current?.centre() ?? { x: 0, y: 0 };

  /** A node of a kind: where it is wanted, else behind the node under the cursor, to which it is connected. */
  const add = (type: string, at: Spot | null = null, from: Outlet | null = null) => {
    const cursor = selection.cursor === null ? undefined : graph.nodes.find(({ id }) => id === selection.cursor);
    const box = cursor && boxes.get(cursor.id);
    const ways = cursor ? (outputs.get(cursor.id) ?? []) : [];
    const free = ways.find(({ id }) => !graph.edges.some(({ source, sourceHandle }) => source === cursor?.id && (sourceHandle ?? null) === id)) ?? ways[0];
    const outlet = from ?? (at === null && cursor && free && takesInput(type) ? { source: cursor.id, handle: free.id } : null);
    const wanted = at ?? (box ? { x: box.x + box.width + gap, y: box.y } : (view.current?.centre() ?? { x: 0, y: 0 }));
    const place = freePlace(boxes.values(), at === null ? wanted : { x: wanted.x, y: wanted.y - 20 });
    const made = withNode(graph, type, place);
    act(`Add ${kindTitle(type)}`, (now) => {
      const next = withNode(now, type, place);
      const joined = outlet && connectObstacle(next.graph, outlet, next.id) === undefined ? connected(next.graph, outlet, next.id) : next.graph;
      return intoGroups(joined, boxesOf(joined), new Set([next.id]));
    });
    take(new Set([made.id]));
    view.current?.show({ ...place, width: 208, height: 44 });
    setMenu(null);
  };

  const connect = (outlet: Outlet, target: string) => {
    const obstacle = connectObstacle(graph, outlet, target);
    if (obstacle !== undefined) return void notify(obstacle, { intent: 'warning' });
    act('Connect', (now) => connected(now, outlet, target));
  };
  const pasteGraph = (from: Graph, at: Point, label: string) => {
    const next = pasted(graph, from, at);
    act(label, (now) => pasted(now, from, at).graph);
    take(next.ids);
  };
  const paste = (text: string) => {
    try {
      const found = nodesOfText(text);
      const { x, y } = centre();
      const { width, height } = around(boxesOf(found).values())!;
      // Under the pointer, where there is one, else where they cover nothing.
      const corner = view.current?.pointer() ? { x: x - width / 2, y: y - height / 2 } : freePlace(boxes.values(), { x: x - width / 2, y: y - height / 2 }, { width, height });
      pasteGraph(found, { x: corner.x + width / 2, y: corner.y + height / 2 }, `Paste ${countOf(new Set(found.nodes.map(({ id }) => id)))}`);
    } catch (error) {
      notify(error instanceof Error ? error.message : String(error), { intent: 'warning' });
    }
  };
  const text = () => textOfNodes(graph, boxes, chosen);
  const move = (moves: ReadonlyMap<string, Point>, place?: string) => act(`Move ${countOf(new Set(moves.keys()))}`, (now) => {
    const put = moved(now, boxes, moves);
    return intoGroups(put, boxesOf(put), new Set(moves.keys()));
  }, place);

  const stretchable = graph.nodes.filter(({ id, type }) => chosen.has(id) && leastOf(type) !== undefined);

  const deeds = {
    add, connect, paste,
    openAdd: () => setMenu({ kind: 'add', at: null, from: null }),
    openFind: () => setMenu({ kind: 'find' }),
    openConnect: selection.cursor !== null && (outputs.get(selection.cursor)?.length ?? 0) > 0 ? () => setMenu({ kind: 'connect', source: selection.cursor! }) : null,
    remove: chosen.size > 0 || selection.edges.size > 0 ? () => {
      act(chosen.size > 0 ? `Delete ${countOf(chosen)}` : `Delete ${countOf(selection.edges, 'connection')}`, (now) => without(now, chosen, selection.edges));
      const after = [...chosen].flatMap((id) => graph.edges.filter(({ target }) => target === id).map(({ source }) => source)).find((id) => !chosen.has(id));
      select({ nodes: nobody, edges: nobody, cursor: after ?? null });
    } : null,
    duplicate: chosen.size > 0 ? () => {
      const bounds = around([...chosen].flatMap((id) => boxes.get(id) ?? []))!;
      pasteGraph(nodesOfText(text()), { x: bounds.x + bounds.width / 2 + 32, y: bounds.y + bounds.height / 2 + 32 }, `Duplicate ${countOf(chosen)}`);
    } : null,
    /** The chosen nodes as text for the clipboard. */
    copied: chosen.size > 0 ? text : null,
    copy: chosen.size > 0 ? async () => {
      await navigator.clipboard.writeText(text());
      notify(`${countOf(chosen).replace(/^a /, '1 ')} copied as JSON`, { intent: 'success', timeout: 2000 });
    } : null,
    async pasteFromClipboard() {
      try {
        paste(await navigator.clipboard.readText());
      } catch (error) {
        notifyError(toErrorValue(error, 'The clipboard cannot be read here. Press Ctrl+V on the canvas instead'));
      }
    },
    note: () => {
      const at = freePlace(boxes.values(), centre(), { width: 220, height: 96 });
      const { id } = withNode(graph, 'note', at);
      act('Add a note', (now) => withNode(now, 'note', at).graph);
      take(new Set([id]));
    },
    group: chosen.size > 0 ? () => {
      const made = grouped(graph, boxes, chosen);
      if (!made) return;
      act(`Group ${countOf(chosen)}`, (now) => grouped(now, boxes, chosen)?.graph ?? now);
      take(new Set([made.id]));
    } : null,
    ungroup: graph.nodes.some(({ id, type }) => type === 'group' && chosen.has(id)) ? () => act('Ungroup', (now) => ungrouped(now, boxes, chosen)) : null,
    tidy: graph.nodes.length > 1 ? async () => {
      try {
        const change = await tidy(graph, boxes, chosen.size > 1 ? chosen : new Set(graph.nodes.map(({ id }) => id)));
        act('Tidy up', change);
        canvas.lookAt([]);
      } catch (error) {
        notifyError(toErrorValue(error, 'The nodes cannot be laid out'));
      }
    } : null,
    align: chosen.size > 1 ? (by: Alignment) => act(`Align ${countOf(chosen)}`, (now) => aligned(now, boxes, chosen, by)) : null,
    distribute: chosen.size > 2 ? (way: 'across' | 'down') => act(`Distribute ${countOf(chosen)}`, (now) => distributed(now, boxes, chosen, way)) : null,
    nudge: chosen.size > 0 ? (x: number, y: number) => {
      const moves = new Map([...chosen].flatMap((id) => (boxes.has(id) ? [[id, { x: boxes.get(id)!.x + x * step, y: boxes.get(id)!.y + y * step }] as const] : [])));
      act(`Move ${countOf(chosen)}`, (now) => moved(now, boxes, moves), `nudge ${[...chosen].join(' ')}`);
    } : null,
    stretch: stretchable.length > 0 ? (x: number, y: number) => act(`Resize ${countOf(new Set(stretchable.map(({ id }) => id)))}`, (now) => stretchable.reduce((next, { id, type }) => {
      const [box, least] = [boxes.get(id)!, leastOf(type)!];
      return resized(next, boxes, id, { ...box, width: Math.max(least.width, box.width + x * step), height: Math.max(least.height, box.height + y * step) });
    }, now), `stretch ${stretchable.map(({ id }) => id).join(' ')}`) : null,
    selectAll: () => select({ nodes: new Set(graph.nodes.map(({ id }) => id)), edges: nobody }),
    drop: chosen.size > 0 || selection.edges.size > 0 ? () => select({ nodes: nobody, edges: nobody, cursor: null }) : null,
  };

  /** What the canvas calls while it is drawn from an earlier graph: it means the one that is there by then. */
  const now = {
    graph, move, add, connect, resize: (id: string, box: Box) => act('Resize a node', (was) => resized(was, boxes, id, box)),
    leave: () => select({ nodes: nobody, edges: nobody, cursor: null }),
    selectEdge(at: number, isMore: boolean) {
      const id = graph.edges[at]?.id;
      if (id !== undefined) select({ edges: new Set(isMore ? [...selection.edges, id] : [id]), ...(isMore ? {} : { nodes: nobody, cursor: null }) });
    },
  };
  const latest = useRef(now);
  useLayoutEffect(() => {
    latest.current = now;
  });
  /** The same object for as long as the canvas is there: it is drawn anew only when the graph is. */
  const editing = useMemo((): GraphEditing => ({
    along: (id) => [...withMembers(latest.current.graph, [id])].filter((other) => other !== id),
    onMove: (moves) => latest.current.move(moves),
    onResize: (id, box) => latest.current.resize(id, box),
    onConnect: (outlet, target) => latest.current.connect(outlet, target),
    onConnectToNothing: (from, at) => setMenu({ kind: 'add', at, from }),
    onLine: (at, isMore) => latest.current.selectEdge(at, isMore),
    onPane: () => latest.current.leave(),
    onDropped(data, at) {
      const type = data.getData(draggedKind);
      if (type !== '') latest.current.add(type, at);
    },
  }), []);
  return { ...deeds, menu, setMenu, editing };
}

export type Deeds = ReturnType<typeof useDeeds>;
