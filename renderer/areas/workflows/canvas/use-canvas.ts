import { useEffect, useMemo, useState } from 'react';
import type { Look } from '../../../components/graph/use-look.ts';
import type { Laid } from '../../../components/graph/use-layout.ts';
import { around } from '../../../components/graph/paths.ts';
import type { Graph, Point } from './graph.ts';
import { boxesOf, linesOf, outputsOf, type Boxes, type Output } from './places.ts';
import { placesFor } from './tidy.ts';

export interface Selection {
  readonly nodes: ReadonlySet<string>;
  /** By their ids. */
  readonly edges: ReadonlySet<string>;
  /** The node that is looked at, and that keys start from. */
  readonly cursor: string | null;
}

export interface Canvas {
  readonly outputs: ReadonlyMap<string, readonly Output[]>;
  readonly boxes: Boxes;
  /** Null until nodes without a place have got one. */
  readonly laid: Laid | null;
  readonly selection: Selection;
  readonly select: (next: Partial<Selection>) => void;
  /** What commands work on: the selected nodes, else the one under the cursor. */
  readonly chosen: ReadonlySet<string>;
  readonly look: Look;
  readonly lookAt: (ids: readonly string[]) => void;
  /** Puts the cursor on a node and shows it. */
  readonly go: (id: string) => void;
}

const nobody: ReadonlySet<string> = new Set();
const nothing: Selection = { nodes: nobody, edges: nobody, cursor: null };
const nowhere: ReadonlyMap<string, Point> = new Map();

/** A graph as it stands on a canvas, with what of it is chosen. */
export function useCanvas(graph: Graph): Canvas {
  const [placed, setPlaced] = useState(nowhere);
  const [kept, setSelection] = useState(nothing);
  const [look, setLook] = useState<Look>({ ids: [] });
  const outputs = useMemo(() => outputsOf(graph), [graph]);
  const boxes = useMemo(() => boxesOf(graph, placed, outputs), [graph, placed, outputs]);
  const isMissing = graph.nodes.some(({ id, position }) => !position && !placed.has(id));
  useEffect(() => {
    if (!isMissing) return;
    let here = true;
    const place = async () => {
      const places = await placesFor(graph, boxes).catch(() => new Map(graph.nodes.map(({ id }) => [id, boxes.get(id)!])));
      // What stands already stays; a node that the layout left aside stands where it is.
      if (here) setPlaced((now) => new Map([...graph.nodes.map(({ id }) => [id, boxes.get(id)!] as const), ...places, ...now]));
    };
    void place();
    return () => {
      here = false;
    };
  }, [isMissing, graph, boxes]);
  const laid = useMemo((): Laid | null => {
    if (isMissing) return null;
    const bounds = around(boxes.values()) ?? { x: 0, y: 0, width: 0, height: 0 };
    return {
      shape: { nodes: graph.nodes.map(({ id }) => ({ id, ...boxes.get(id)!, parent: null })), edges: graph.edges },
      layout: { boxes, lines: linesOf(graph, boxes, outputs), curved: true, ...bounds },
    };
  }, [isMissing, graph, boxes, outputs]);
  // What is gone is not chosen any more; it is again once it is back.
  const selection = useMemo((): Selection => {
    const edges = kept.edges.size === 0 ? kept.edges : new Set(graph.edges.filter(({ id }) => kept.edges.has(id)).map(({ id }) => id));
    return { nodes: new Set([...kept.nodes].filter((id) => boxes.has(id))), edges, cursor: kept.cursor !== null && boxes.has(kept.cursor) ? kept.cursor : null };
  }, [kept, boxes, graph]);
  const chosen = useMemo(() => (selection.nodes.size > 0 || selection.cursor === null ? selection.nodes : new Set([selection.cursor])), [selection]);
  const select: Canvas['select'] = (next) => setSelection((now) => ({ ...now, ...next }));
  return {
    outputs, boxes, laid, selection, chosen, look, select,
    lookAt: (ids) => setLook({ ids }),
    go(id) {
      select({ cursor: id, nodes: new Set([id]), edges: nobody });
      setLook({ ids: [id] });
    },
  };
}
