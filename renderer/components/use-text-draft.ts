import { useEffect, useRef, useState } from 'react';
import { dropDraft, recallDraft, wasLeftOpen, type KeptDraft } from '../state/drafts.ts';

export interface TextDraft {
  /** A draft of an earlier time that waits to be taken up or dropped. */
  readonly draft: KeptDraft | null;
  readonly restore: () => void;
  readonly discard: () => void;
}

/** The draft of a definition as text: what was left open is taken up by itself, anything else is offered. */
export function useTextDraft(key: string, take: (text: string) => void): TextDraft {
  const [draft, setDraft] = useState<KeptDraft | null>(null);
  const latest = useRef(take);
  useEffect(() => {
    latest.current = take;
  });
  useEffect(() => {
    let here = true;
    const recall = async () => {
      const kept = await recallDraft(key);
      const typed = kept?.texts['definition'];
      if (!here || !kept || typed === undefined) return;
      if (wasLeftOpen(key)) latest.current(typed);
      else setDraft(kept);
    };
    void recall();
    return () => {
      here = false;
    };
  }, [key]);
  return {
    draft,
    restore() {
      const typed = draft?.texts['definition'];
      setDraft(null);
      if (typed !== undefined) take(typed);
    },
    discard() {
      setDraft(null);
      void dropDraft(key);
    },
  };
}
