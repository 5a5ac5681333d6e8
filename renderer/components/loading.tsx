import { useEffect, useState } from 'react';

/** A quiet line while something loads; nothing for the first 150 ms, in which most things are done. */
export function Loading({ label = 'Loading' }: { readonly label?: string }) {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 150);
    return () => clearTimeout(timer);
  }, []);
  return late ? <div className="tr-line" role="progressbar" aria-label={label} /> : null;
}
