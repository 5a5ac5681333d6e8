import { useEffect, useState } from 'react';
import { openAnswer, type AnswerPort, type AnswerSource } from './answer-port.ts';
import type { Kind } from './answer-worker.ts';

/** How far the laying out of an answer is. */
export interface Laying {
  readonly port?: AnswerPort;
  /** From 0 to 1, where that is known. */
  readonly progress?: number;
  readonly problem?: string;
}

const begun: Laying = {};

/** An answer laid out in rows, for as long as it is shown. `source` is compared by what it is, so it is to be kept. */
export function useAnswer(source: AnswerSource, kind: Kind): Laying {
  const [laying, setLaying] = useState<Laying & { readonly of?: AnswerSource; readonly as?: Kind }>(begun);
  useEffect(() => {
    let stale = false;
    let mine: AnswerPort | undefined;
    const put = (next: Laying) => {
      if (!stale) setLaying({ ...next, of: source, as: kind });
    };
    const open = async () => {
      try {
        mine = await openAnswer(source, kind, () => stale, (progress) => put({ progress }));
        if (stale) mine?.close();
        else if (mine) put({ port: mine });
      } catch (thrown) {
        put({ problem: thrown instanceof Error ? thrown.message : String(thrown) });
      }
    };
    void open();
    return () => {
      stale = true;
      mine?.close();
    };
  }, [source, kind]);
  return laying.of === source && laying.as === kind ? laying : begun;
}
