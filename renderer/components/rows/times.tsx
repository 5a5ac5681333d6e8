import { Time } from '../resource/cell.tsx';
import { durationText, elapsed } from './duration.ts';
import { nothing } from './row-table.tsx';

interface WhenProps {
  readonly at: string | null;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** A time as every list shows it, or that there is none. */
export const When = ({ at, now }: WhenProps) => (at === null ? nothing : <Time value={at} now={now} />);

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
