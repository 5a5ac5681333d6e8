import { useEffect, useState } from 'react';

/** True from 150 ms on: what is quick shows no sign of loading, and never flickers. */
export function useLate(): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 150);
    return () => clearTimeout(timer);
  }, []);
  return late;
}
