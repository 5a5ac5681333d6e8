/** A span of time on the screen: how wide it is, where it stands, and which times are written beside it. Milliseconds. */

export interface TimeWindow {
  readonly from: number;
  readonly to: number;
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
export const narrowest = 5 * minute;
export const widest = 31 * day;

/** Spans by the names that they have in the address. */
export const presets = [['1h', hour], ['6h', 6 * hour], ['24h', day], ['7d', 7 * day]] as const;
export const usual = day;

const units: Readonly<Record<string, number>> = { m: minute, h: hour, d: day };

/** `90m`, `24h`, `7d`; anything else is the usual span. */
export function spanOf(text: string | null): number {
  const [, amount, unit] = /^(\d{1,6})([mhd])$/.exec(text ?? '') ?? [];
  return amount === undefined ? usual : clampSpan(Number(amount) * units[unit!]!);
}

export const clampSpan = (span: number): number => Math.min(widest, Math.max(narrowest, span));

/** A span as the address says it, to the minute. */
export function spanText(span: number): string {
  const known = presets.find(([, length]) => length === span);
  return known ? known[0] : `${Math.max(1, Math.round(span / minute))}m`;
}

/** How much of what is shown lies behind now, while the window goes along with it. */
const past = 0.75;

/** What is shown: around an instant, or along with now where there is none. */
export function windowOf(span: number, centre: number | null, now: number): TimeWindow {
  const from = centre === null ? now - span * past : centre - span / 2;
  return { from, to: from + span };
}

/** The window with `factor` times its span, in which what stood at this part of its width still stands there. */
export function zoomed({ from, to }: TimeWindow, factor: number, part = 0.5): TimeWindow {
  const span = clampSpan((to - from) * factor);
  const fixed = from + (to - from) * part;
  return { from: fixed - span * part, to: fixed + span * (1 - part) };
}

const questions = [5 * minute, 15 * minute, hour, 3 * hour, 12 * hour, day, 7 * day];

/** The span that is asked for: round ends around the window, so that the same question serves while time goes on. */
export function questionOf({ from, to }: TimeWindow): TimeWindow {
  const step = questions.findLast((one) => one <= (to - from) / 2) ?? questions[0]!;
  return { from: Math.floor(from / step) * step, to: Math.ceil(to / step) * step };
}

const steps = [minute, 5 * minute, 10 * minute, 15 * minute, 30 * minute, hour, 2 * hour, 3 * hour, 6 * hour, 12 * hour, day, 2 * day, 7 * day];

export interface Mark {
  readonly at: number;
  /** A new day begins there. */
  readonly isDay: boolean;
}

/** Round times by this computer's clock in a window, at most `most` of them. */
export function marksOf({ from, to }: TimeWindow, most: number): Mark[] {
  const step = steps.find((one) => (to - from) / one <= Math.max(1, most)) ?? steps.at(-1)!;
  const midnight = new Date(from).setHours(0, 0, 0, 0);
  const marks: Mark[] = [];
  for (let count = 0; ; count += 1) {
    // By the calendar, because a day may have 23 hours or 25.
    const at = step >= day ? new Date(midnight).setDate(new Date(midnight).getDate() + count * (step / day)) : midnight + count * step;
    if (at > to) return marks;
    if (at >= from) marks.push({ at, isDay: new Date(at).setHours(0, 0, 0, 0) === at });
  }
}
