import { useEffect, useState } from 'react';

/** The time in milliseconds, anew each second while something runs and the window is visible. */
export function useClock(runs: boolean): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!runs) return undefined;
    const timer = setInterval(() => {
      if (!document.hidden) setNow(Date.now());
    }, 1000);
    return () => clearInterval(timer);
  }, [runs]);
  return now;
}
