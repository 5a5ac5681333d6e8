import type { NodeChange } from '@xyflow/react';
import { useRef, useState } from 'react';
import type { BoxNode } from './graph-box.tsx';
import type { Box, GraphLayout } from './layout.ts';

export interface Stretched {
  readonly id: string;
  readonly box: Box;
}

/** A box whose side or corner is dragged: how large it is meanwhile. `take` answers whether the changes were about that. */
export function useStretch(layout: GraphLayout, onResize: ((id: string, box: Box) => void) | undefined) {
  const [stretched, setStretched] = useState<Stretched | null>(null);
  // What comes next may come before this one is drawn.
  const latest = useRef<Stretched | null>(null);
  const put = (next: Stretched | null) => {
    latest.current = next;
    setStretched(next);
  };
  const take = (changes: readonly NodeChange<BoxNode>[]): boolean => {
    const sized = changes.find((change) => change.type === 'dimensions' && change.resizing !== undefined);
    if (!onResize || sized?.type !== 'dimensions') return false;
    const { id, resizing, dimensions } = sized;
    const before = latest.current?.id === id ? latest.current.box : layout.boxes.get(id);
    if (!before) return true;
    const moved = changes.find((change) => change.type === 'position' && change.id === id);
    const box = { ...before, ...dimensions, ...(moved?.type === 'position' ? moved.position : {}) };
    put(resizing ? { id, box } : null);
    if (!resizing) onResize(id, box);
    return true;
  };
  return { stretched, take };
}
