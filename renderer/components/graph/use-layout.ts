import { useEffect, useState } from 'react';
import { layoutGraph, type GraphLayout, type GraphShape } from './layout.ts';

export interface Laid {
  readonly shape: GraphShape;
  readonly layout: GraphLayout;
}

/** The last layout that is done: of this shape, or of the one before while this one is laid out. `problem` is why it cannot be. */
export function useLayout(shape: GraphShape): { readonly laid: Laid | null; readonly problem: string | null } {
  const [laid, setLaid] = useState<Laid | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    let here = true;
    const lay = async () => {
      try {
        const layout = await layoutGraph(shape);
        if (!here) return;
        setLaid({ shape, layout });
        setProblem(null);
      } catch (error) {
        if (here) setProblem(error instanceof Error ? error.message : String(error));
      }
    };
    void lay();
    return () => {
      here = false;
    };
  }, [shape]);
  return { laid, problem };
}
