import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { select, type Source } from '../../state/lists.ts';
import { selectionOf, withSelection } from '../../state/list-view.ts';

/** Keeps the selection in the address: what the address says at first is selected, then the address follows. */
export function useSelectionAddress(source: Source, selection: ReadonlySet<string>): void {
  const [search, setSearch] = useSearchParams();
  const first = useRef(true);
  useEffect(() => {
    if (first.current) {
      first.current = false;
      const wished = selectionOf(search);
      if (wished.size > 0 || selection.size > 0) select(source, wished);
      return;
    }
    if (withSelection(search, selection).toString() !== search.toString()) setSearch((now) => withSelection(now, selection), { replace: true });
    // Only a change of the selection is written; the address changes for other reasons, too.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [selection]);
}
