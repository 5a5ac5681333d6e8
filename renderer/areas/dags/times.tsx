import { exactTime, relativeTime } from '../../components/resource/cell.tsx';
import { durationText, elapsed } from './duration.ts';
import { nothing } from './row-table.tsx';

interface WhenProps {
  readonly at: string | null;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** A time as people say it, with the exact one on hover. */
export function When({ at, now }: WhenProps) {
  const time = at === null ? Number.NaN : Date.parse(at);
  if (Number.isNaN(time)) return at ?? nothing;
  return <time dateTime={at!} title={exactTime(time)}>{relativeTime(time, now)}</time>;
}

interface TookProps {
  readonly start: string | null;
  readonly end: string | null;
  readonly now: number;
}

/** How long something took; for what is under way, until now. */
export function Took({ start, end, now }: TookProps) {
  const ms = elapsed(start, end, now);
  return ms === null ? nothing : durationText(ms);
}
