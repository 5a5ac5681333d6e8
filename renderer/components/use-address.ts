import { useCallback, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';

type Change = Readonly<Record<string, string | null>> | ((search: URLSearchParams) => void);

/** What the address was changed to while the screen still shows what it was; whatever part of the screen changes it next goes on from there. */
let ahead: { readonly shown: string; readonly next: URLSearchParams; readonly at: number } | null = null;
/** Milliseconds after which a change that is not shown has been refused. */
const patience = 2000;

/**
 * The part of the address after the path, and how to change some of it: null takes a name away. A part of the screen that is
 * gone changes nothing: whoever saved and went on to another tab meanwhile is not fetched back.
 */
export function useAddress() {
  const [search, setSearch] = useSearchParams();
  // Whoever changes it later, by a timer, changes what it is by then.
  const latest = useRef<typeof setSearch | null>(setSearch);
  useEffect(() => {
    latest.current = setSearch;
  });
  useEffect(() => () => void (latest.current = null), []);
  useEffect(() => {
    if (ahead?.shown !== search.toString()) ahead = null;
  });
  const put = useCallback((change: Change, { replace = true } = {}) => latest.current?.((now) => {
    const shown = now.toString();
    const next = new URLSearchParams(ahead?.shown === shown && performance.now() - ahead.at < patience ? ahead.next : now);
    if (typeof change === 'function') change(next);
    else {
      for (const [name, value] of Object.entries(change)) {
        if (value === null || value === '') next.delete(name);
        else next.set(name, value);
      }
    }
    ahead = { shown, next, at: performance.now() };
    return next;
  }, { replace }), []);
  return { search, put };
}
