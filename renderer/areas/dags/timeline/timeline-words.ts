import { durationText } from '../../../components/rows/duration.ts';
import { stateWord } from '../state-badge.tsx';
import { expected, type Bar, type Run } from './timeline-bars.ts';

/** What a bar says of its runs. */

const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', second: '2-digit' });
const date = new Intl.DateTimeFormat(undefined, { weekday: 'short', day: 'numeric', month: 'short' });
const both = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', second: '2-digit' });
const short = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });

export const markLabel = (at: number, isDay: boolean): string => (isDay ? date.format(at) : short.format(at));
export const momentText = (at: number): string => both.format(at);

function runWords({ state, type, start, end }: Run, now: number): string {
  if (state === expected) return `expected ${both.format(start)}, ${end === null ? 'for how long is not known yet' : `for about ${durationText(end - start)}`}`;
  const took = durationText((end ?? now) - start);
  return [stateWord(state), type, `${both.format(start)} – ${end === null ? 'now' : clock.format(end)}`, end === null && state === 'queued' ? `waits for ${took}` : took].filter(Boolean).join(', ');
}

/** One run in full, several by how many are in which state. */
export function barWords({ runs }: Pick<Bar, 'runs'>, now: number): string {
  if (runs.length === 1) return runWords(runs[0]!, now);
  const counts = new Map<string, number>();
  for (const { state } of runs) counts.set(state, (counts.get(state) ?? 0) + 1);
  const states = [...counts].map(([state, count]) => `${count} ${stateWord(state)}`).join(', ');
  return `${runs.length} runs: ${states}, ${both.format(runs[0]!.start)} – ${both.format(runs.at(-1)!.start)}`;
}
