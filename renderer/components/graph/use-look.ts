import { getViewportForBounds, useReactFlow, useStore, useStoreApi, type Viewport } from '@xyflow/react';
import { useEffect, useMemo, useState } from 'react';
import type { GraphLayout } from './layout.ts';
import { around } from './paths.ts';

/** What the canvas is told to look at; another object is another request. */
export interface Look {
  /** None for the whole graph. */
  readonly ids: readonly string[];
}

export const zooms = { least: 0.02, most: 2 };

/** From where all of it is seen, in a window of this size; null where there is nothing to see. What is edited is never drawn larger than it is. */
function viewportOf({ ids }: Look, layout: GraphLayout, width: number, height: number, isEdited: boolean): Viewport | null {
  const isWhole = ids.length === 0;
  const bounds = around(isWhole ? [layout] : ids.flatMap((id) => layout.boxes.get(id) ?? []));
  if (!bounds) return null;
  const room = isWhole ? 16 : 120;
  const [ownWide, ownHigh] = [bounds.width + 2 * room, bounds.height + 2 * room];
  const [wide, high] = isEdited ? [Math.max(ownWide, width), Math.max(ownHigh, height)] : [ownWide, ownHigh];
  return getViewportForBounds({ x: bounds.x - (wide - bounds.width) / 2, y: bounds.y - (high - bounds.height) / 2, width: wide, height: high }, width, height, zooms.least, zooms.most, isEdited ? 0 : 0.02);
}

/** A look that was taken, from where, in a window of this size. */
interface Taken {
  readonly look: Look;
  readonly from: Viewport;
  readonly width: number;
  readonly height: number;
}

/**
 * Goes to what is to be looked at, and again to the whole of the graph when the window becomes wider or narrower before anybody
 * has moved. `isFar`: labels cannot be read from there, or from where it goes to next, which is said before it goes: else each box
 * of a large graph would be drawn once on the way. `isPlaced`: it has looked at something.
 */
export function useLook(look: Look, layout: GraphLayout, isEdited: boolean, limit: number): { readonly isFar: boolean; readonly isPlaced: boolean } {
  const flow = useReactFlow();
  const store = useStoreApi();
  const isFarNow = useStore(({ transform: [, , zoom] }) => zoom < limit);
  const [width, height] = [useStore((state) => state.width), useStore((state) => state.height)];
  const isReady = width > 0 && height > 0;
  const [taken, setTaken] = useState<Taken | null>(null);
  const isSeen = taken?.look === look;
  const next = useMemo(() => (isReady && !isSeen ? viewportOf(look, layout, width, height, isEdited) : null), [isReady, isSeen, look, layout, width, height, isEdited]);
  useEffect(() => {
    const go = async (from: Viewport) => {
      await flow.setViewport(from);
      setTaken({ look, from, width, height });
    };
    if (next) return void go(next);
    const hasGrown = isSeen && isReady && look.ids.length === 0 && (taken.width !== width || taken.height !== height);
    const again = hasGrown && isAt(store.getState().transform, taken.from) ? viewportOf(look, layout, width, height, isEdited) : null;
    if (again) void go(again);
  }, [next, isSeen, isReady, taken, flow, store, look, layout, width, height, isEdited]);
  return { isFar: isFarNow || (next !== null && next.zoom < limit), isPlaced: taken !== null || (isReady && next === null) };
}

const isAt = ([x, y, zoom]: readonly [number, number, number], to: Viewport): boolean => x === to.x && y === to.y && zoom === to.zoom;
