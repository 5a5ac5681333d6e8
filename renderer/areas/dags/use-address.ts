import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';

/** The part of the address after the path, and how to change some of it: null takes a name away. */
export function useAddress() {
  const [search, setSearch] = useSearchParams();
  const put = useCallback((values: Readonly<Record<string, string | null>>, { replace = true } = {}) => setSearch((now) => {
    const next = new URLSearchParams(now);
    for (const [name, value] of Object.entries(values)) {
      if (value === null || value === '') next.delete(name);
      else next.set(name, value);
    }
    return next;
  }, { replace }), [setSearch]);
  return { search, put };
}
