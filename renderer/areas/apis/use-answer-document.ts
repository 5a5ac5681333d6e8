import { useEffect, useState } from 'react';
import { ask, openDocument } from './answer-client.ts';
import type { Kind } from './answer-worker.ts';

export interface AnswerDocument {
  readonly id: number;
  readonly rows: number;
}

/** An answer as a document of the worker, for as long as it is shown; undefined until it is laid out. */
export function useAnswerDocument(value: unknown, kind: Kind): AnswerDocument | undefined {
  const [open, setOpen] = useState<AnswerDocument & { readonly of: unknown; readonly kind: Kind }>();
  useEffect(() => {
    let stale = false;
    let mine: number | undefined;
    const begin = async () => {
      const opened = await openDocument(value, kind, () => stale);
      if (!opened) return;
      if (stale) void ask({ do: 'close', document: opened.document });
      else {
        mine = opened.document;
        setOpen({ id: opened.document, rows: opened.count, of: value, kind });
      }
    };
    void begin();
    return () => {
      stale = true;
      if (mine !== undefined) void ask({ do: 'close', document: mine });
    };
  }, [value, kind]);
  return open && open.of === value && open.kind === kind ? open : undefined;
}
