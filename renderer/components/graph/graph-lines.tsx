import { useMemo } from 'react';
import type { Spot } from './graph-editing.ts';
import type { GraphItem } from './graph-item.ts';
import type { GraphLayout } from './layout.ts';
import { blockPaths, boxPath, linePaths } from './paths.ts';
import type { Laid } from './use-layout.ts';

interface LinesProps {
  readonly laid: Laid;
  readonly marked: ReadonlySet<number>;
  /** By how much boxes are away from where the layout has them, while they are dragged. */
  readonly away: ReadonlyMap<string, Spot>;
}

/** All lines in a few paths; those of boxes that are dragged are apart, so that the others are left alone meanwhile. */
export function GraphLines({ laid: { layout, shape }, marked, away }: LinesProps) {
  const ids = [...away.keys()].join('\n');
  const moving = useMemo(() => {
    const dragged = new Set(ids === '' ? [] : ids.split('\n'));
    return new Set(shape.edges.flatMap(({ source, target }, at) => (dragged.has(source) || dragged.has(target) ? [at] : [])));
  }, [shape, ids]);
  const plain = useMemo(() => linePaths(layout, shape.edges.map((_edge, at) => at).filter((at) => !marked.has(at) && !moving.has(at))), [layout, shape, marked, moving]);
  const strong = useMemo(() => linePaths(layout, marked), [layout, marked]);
  const dragged = moving.size === 0 ? null : linePaths(draggedLayout(layout, shape.edges, moving, away), moving);
  return (
    <svg className="graph-lines" width={layout.width} height={layout.height} aria-hidden="true">
      <path className="graph-line" d={plain.lines} /><path className="graph-head" d={plain.heads} />
      <path className="graph-line" data-marked="" d={strong.lines} /><path className="graph-head" data-marked="" d={strong.heads} />
      {dragged && <><path className="graph-line" d={dragged.lines} /><path className="graph-head" d={dragged.heads} /></>}
    </svg>
  );
}

/** The lines at these places as they are while their ends are dragged. */
function draggedLayout({ lines, curved = false }: GraphLayout, edges: readonly { readonly source: string; readonly target: string }[], places: ReadonlySet<number>, away: ReadonlyMap<string, Spot>) {
  const by = (point: Spot, id: string) => {
    const off = away.get(id);
    return off ? { x: point.x + off.x, y: point.y + off.y } : point;
  };
  const moved: Spot[][] = [];
  for (const at of places) {
    const [first, last] = [lines[at]?.[0], lines[at]?.at(-1)];
    if (first && last) moved[at] = [by(first, edges[at]!.source), by(last, edges[at]!.target)];
  }
  return { lines: moved, curved };
}

interface BlocksProps {
  readonly laid: Laid;
  readonly items: ReadonlyMap<string, GraphItem>;
  readonly selected: ReadonlySet<string>;
  readonly cursor: string | null;
}

/** Boxes from afar: one path for each state. */
export function GraphBlocks({ laid: { layout }, items, selected, cursor }: BlocksProps) {
  const paths = useMemo(() => blockPaths(layout, items), [layout, items]);
  const chosen = useMemo(() => boxPath([...selected, ...(cursor === null ? [] : [cursor])].flatMap((id) => layout.boxes.get(id) ?? [])), [selected, cursor, layout]);
  return (
    <svg className="graph-lines" width={layout.width} height={layout.height} aria-hidden="true">
      {paths.map(({ key, state, kind, path }) => <path key={key} className="graph-block" data-kind={kind} data-state={state} d={path} />)}
      <path className="graph-chosen" d={chosen} />
    </svg>
  );
}
