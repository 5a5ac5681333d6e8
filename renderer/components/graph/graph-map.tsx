import { useReactFlow, useStore } from '@xyflow/react';
import { useMemo } from 'react';
import type { GraphItem } from './graph-item.ts';
import { blockPaths } from './paths.ts';
import type { Laid } from './use-layout.ts';

const size = { width: 180, height: 110 };

/** The whole graph in small, with what is seen of it; a press goes there. */
export function GraphMap({ laid, items }: { readonly laid: Laid; readonly items: ReadonlyMap<string, GraphItem> }) {
  const flow = useReactFlow();
  const { layout } = laid;
  const paths = useMemo(() => blockPaths(layout, items), [layout, items]);
  const [x, y, zoom] = useStore(({ transform }) => transform);
  const [width, height] = [useStore((state) => state.width), useStore((state) => state.height)];
  const scale = Math.min(size.width / Math.max(1, layout.width), size.height / Math.max(1, layout.height));
  const press = (event: React.PointerEvent<SVGSVGElement>) => {
    if (event.type === 'pointermove' && event.buttons !== 1) return;
    const box = event.currentTarget.getBoundingClientRect();
    void flow.setCenter(layout.x + (event.clientX - box.left) / scale, layout.y + (event.clientY - box.top) / scale, { zoom });
  };
  const isWhole = -x / zoom <= layout.x && -y / zoom <= layout.y && (width - x) / zoom >= layout.x + layout.width && (height - y) / zoom >= layout.y + layout.height;
  if (isWhole) return null;
  return (
    <svg className="graph-map" width={layout.width * scale} height={layout.height * scale} viewBox={`${layout.x} ${layout.y} ${layout.width} ${layout.height}`} aria-hidden="true" onPointerDown={press} onPointerMove={press}>
      {paths.map(({ key, state, kind, path }) => <path key={key} className="graph-block" data-kind={kind} data-state={state} d={path} />)}
      <rect className="graph-seen" x={-x / zoom} y={-y / zoom} width={width / zoom} height={height / zoom} strokeWidth={2 / scale} />
    </svg>
  );
}
