import { Time } from './resource/cell.tsx';
import { useNow } from './resource/use-now.ts';

/** A time as people say it, with the exact one on hover; it goes on by itself. */
export function TimeAgo({ at }: { readonly at: string }) {
  return <Time value={at} now={useNow()} />;
}
