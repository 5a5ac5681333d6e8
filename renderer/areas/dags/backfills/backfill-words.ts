import type { Backfill, BackfillPreview, BackfillRange } from '../../../state/backfills.ts';

/** Backfills in plain words. */

export const behaviors: readonly { readonly value: BackfillRange['reprocess_behavior']; readonly label: string; readonly words: string }[] = [
  { value: 'none', label: 'Only what is missing', words: 'Dates that have had a run are left alone, however it ended.' },
  { value: 'failed', label: 'Also what failed', words: 'Dates whose last run failed get another one. Those that succeeded are left alone.' },
  { value: 'completed', label: 'Everything that has ended', words: 'Dates get another run also where one has succeeded. Only those under way are left alone.' },
];

export type Standing = 'waiting' | 'running' | 'paused' | 'done' | 'cancelled';

/** How a backfill stands; one that ended with dates left was cancelled. */
export function standingOf({ completed_at, is_paused, counts }: Pick<Backfill, 'completed_at' | 'is_paused' | 'counts'>): Standing {
  if (completed_at !== null) return (counts['waiting'] ?? 0) > 0 ? 'cancelled' : 'done';
  if (is_paused) return 'paused';
  return (counts['running'] ?? 0) + (counts['queued'] ?? 0) > 0 ? 'running' : 'waiting';
}

const order = ['success', 'failed', 'running', 'queued', 'waiting'];
const rank = (state: string) => (order.includes(state) ? order.indexOf(state) : order.length);

/** How many runs are in which state, in the order in which a bar shows them; states without any are left out. */
export function shares({ counts }: Pick<Backfill, 'counts'>): (readonly [state: string, count: number])[] {
  return Object.entries(counts).filter(([, count]) => count > 0).toSorted(([a], [b]) => rank(a) - rank(b));
}

export function progressWords(backfill: Pick<Backfill, 'counts'>): string {
  const all = shares(backfill);
  const total = all.reduce((sum, [, count]) => sum + count, 0);
  return `${total.toLocaleString()} ${total === 1 ? 'date' : 'dates'}: ${all.map(([state, count]) => `${count.toLocaleString()} ${state}`).join(', ')}`;
}

/** "5 of 7 dates would run; 2 have had a run." */
export function previewWords({ backfills }: BackfillPreview): string {
  const running = backfills.filter(({ runs }) => runs).length;
  const had = backfills.filter(({ state }) => state !== null).length;
  if (backfills.length === 0) return 'The schedule has no date in this range that lies before now.';
  return `${running.toLocaleString()} of ${backfills.length.toLocaleString()} ${backfills.length === 1 ? 'date' : 'dates'} would run${had > 0 ? `; ${had.toLocaleString()} ${had === 1 ? 'has' : 'have'} had a run` : ''}.`;
}
