import type { Run } from '../airflow.ts';

/** Runs in figures: how long they took, how late they landed, and how the days went. */

export interface RunFigure {
  readonly run: Run;
  /** Milliseconds from being queued to the start; null where that is not known. */
  readonly waited: number | null;
  /** Milliseconds; until now for one under way. */
  readonly ran: number;
  /** Milliseconds from the instant for which it was due to its end; null until it ended. */
  readonly landed: number | null;
}

const parse = (at: string | null) => (at === null ? null : Date.parse(at));

/** One figure a run that has begun, oldest first. */
export function figuresOf(runs: readonly Run[], now: number): RunFigure[] {
  return runs.toReversed().flatMap((run) => {
    const [queued, start, end, due] = [parse(run.queued), parse(run.start), parse(run.end), parse(run.due ?? run.logicalDate)];
    if (start === null) return [];
    return [{
      run, ran: Math.max(0, (end ?? now) - start), waited: queued === null ? null : Math.max(0, start - queued),
      landed: end === null || due === null ? null : Math.max(0, end - due),
    }];
  });
}

export interface DayFigure {
  /** `2026-03-29`, where the user is. */
  readonly day: string;
  readonly counts: Readonly<Record<string, number>>;
  readonly total: number;
  /** Milliseconds on average, of the runs that have ended; null for none. */
  readonly ran: number | null;
}

const two = (value: number) => String(value).padStart(2, '0');
export const dayOf = (date: Date): string => `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;

/** Every day from the first run's to the last run's, by when they began; a day without runs has none. At most `most` days, the latest. */
export function daysOf(runs: readonly Run[], most = 371): DayFigure[] {
  const days = new Map<string, Run[]>();
  for (const run of runs) {
    const at = parse(run.start ?? run.logicalDate);
    if (at === null) continue;
    const day = dayOf(new Date(at));
    const found = days.get(day);
    if (found) found.push(run);
    else days.set(day, [run]);
  }
  const known = [...days.keys()].toSorted();
  if (known.length === 0) return [];
  const all: DayFigure[] = [];
  // Noon, so that a day of 23 or 25 hours counts as one.
  for (let at = new Date(`${known.at(-1)}T12:00:00`); dayOf(at) >= known[0]! && all.length < most; at.setDate(at.getDate() - 1)) {
    const day = dayOf(at);
    const of = days.get(day) ?? [];
    const counts: Record<string, number> = {};
    for (const { state } of of) counts[state] = (counts[state] ?? 0) + 1;
    const ended = of.flatMap(({ start, end }) => (start === null || end === null ? [] : [Date.parse(end) - Date.parse(start)]));
    all.unshift({ day, counts, total: of.length, ran: ended.length === 0 ? null : ended.reduce((sum, one) => sum + one, 0) / ended.length });
  }
  return all;
}

/** Days in weeks that begin on Monday; null where a week reaches beyond them. */
export function weeksOf(days: readonly DayFigure[]): (DayFigure | null)[][] {
  const weeks: (DayFigure | null)[][] = [];
  for (const day of days) {
    const weekday = (new Date(`${day.day}T12:00:00`).getDay() + 6) % 7;
    if (weeks.length === 0 || weekday === 0) weeks.push(Array.from({ length: 7 }, () => null));
    weeks.at(-1)![weekday] = day;
  }
  return weeks;
}
