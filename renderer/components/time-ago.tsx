import { useEffect, useState } from 'react';

const words = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto', style: 'short' });
const units = [['day', 86_400_000], ['hour', 3_600_000], ['minute', 60_000]] as const;

/** "5 min. ago"; `at` and `now` in milliseconds since the epoch. */
export function ago(at: number, now: number): string {
  const distance = at - now;
  for (const [unit, size] of units) if (Math.abs(distance) >= size) return words.format(Math.round(distance / size), unit);
  return words.format(0, 'second');
}

/** A time as people say it, with the exact one on hover. */
export function TimeAgo({ at }: { readonly at: string }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, []);
  const time = Date.parse(at);
  if (Number.isNaN(time)) return <span>{at}</span>;
  return (
    <time dateTime={at} title={`${new Date(time).toLocaleString()} (${at})`}>
      {ago(time, now)}
    </time>
  );
}
