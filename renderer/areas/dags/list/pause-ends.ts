/** Until when a DAG may be paused: presets, and what a date field says. All in the user's own time. */

export interface PauseEnd {
  readonly label: string;
  readonly at: Date;
}

const hour = 9;
const daysOn = (from: Date, days: number) => new Date(from.getFullYear(), from.getMonth(), from.getDate() + days, hour);

/** The next Monday is never today. */
export const presetEnds = (now: Date): readonly PauseEnd[] => [
  { label: 'For 1 hour', at: new Date(now.getTime() + 3_600_000) },
  { label: 'Until tomorrow 9:00', at: daysOn(now, 1) },
  { label: 'Until Monday', at: daysOn(now, (8 - now.getDay()) % 7 || 7) },
];

const two = (value: number) => String(value).padStart(2, '0');

/** As a `datetime-local` field takes it. */
export const fieldText = (at: Date): string => `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`;

/** What is wrong with an end, or undefined; none is fine. */
export function endProblem(text: string, now: number): string | undefined {
  if (text === '') return undefined;
  const at = Date.parse(text);
  if (Number.isNaN(at)) return 'Enter a date and a time, or leave it empty.';
  return at <= now ? 'It must be in the future, for it resumes by itself then.' : undefined;
}
