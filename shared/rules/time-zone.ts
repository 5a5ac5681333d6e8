/**
 * Clocks of a time zone. A wall-clock time is milliseconds, as if what the clock shows were UTC; so is all arithmetic on it.
 * Zones are IANA names; what the JavaScript engine knows of their rules is what counts.
 */

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (!format) {
    const fields = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric', era: 'short' } as const;
    format = new Intl.DateTimeFormat('en-US', { timeZone: zone, calendar: 'iso8601', numberingSystem: 'latn', hourCycle: 'h23', ...fields });
    formats.set(zone, format);
  }
  return format;
}

export function isZone(name: string): boolean {
  // Offsets such as +02:00 are accepted by Intl, but are no zone whose rules could change.
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    formatOf(name);
    return true;
  } catch {
    return false;
  }
}

export const isUtc = (zone: string): boolean => /^(?:utc|etc\/utc|gmt|etc\/gmt|zulu|etc\/zulu)$/i.test(zone);

const aDay = 24 * 60 * 60 * 1000;

/** By how much the clocks of a zone are ahead of UTC; asked of the engine. */
function askOffset(zone: string, at: number): number {
  const shown: Record<string, number> = {};
  for (const { type, value } of formatOf(zone).formatToParts(at)) shown[type] = Number(value);
  const whole = Date.UTC(shown['year']!, shown['month']! - 1, shown['day'], shown['hour'], shown['minute'], shown['second']);
  return whole - Math.floor(at / 1000) * 1000;
}

/** Asking takes microseconds, and a schedule asks often: the offset of a whole day is kept where it does not change in it. */
const keptDays = 10_000;
const days = new Map<string, number | undefined>();

function offset(zone: string, at: number): number {
  const day = Math.floor(at / aDay);
  const key = `${zone} ${day}`;
  let whole = days.get(key);
  if (whole === undefined && !days.has(key)) {
    const start = askOffset(zone, day * aDay);
    whole = start === askOffset(zone, (day + 1) * aDay) ? start : undefined;
    if (days.size >= keptDays) days.clear();
    days.set(key, whole);
  }
  return whole ?? askOffset(zone, at);
}

/** What clocks show at an instant. */
export const wallClock = (zone: string, at: number): number => (isUtc(zone) ? at : at + offset(zone, at));

/** The instants at which clocks show a time: one as a rule, two where they were set back, none where they were set forward over it. */
export function instantsShowing(zone: string, wall: number): number[] {
  if (isUtc(zone)) return [wall];
  const guesses = new Set([wall - offset(zone, wall - aDay), wall - offset(zone, wall + aDay)]);
  return [...guesses].filter((at) => wallClock(zone, at) === wall).toSorted((a, b) => a - b);
}

/**
 * The one instant that a wall-clock time stands for, as Airflow takes it (`make_aware` with fold=1): the second one where
 * clocks were set back, and as much later where they were set forward over it.
 */
export function instantOf(zone: string, wall: number): number {
  return instantsShowing(zone, wall).at(-1) ?? wall - offset(zone, wall - aDay);
}

/** By how much clocks are set forward or back within a day of an instant; 0 almost always. */
export const shiftAround = (zone: string, at: number): number => (isUtc(zone) ? 0 : Math.abs(offset(zone, at + aDay) - offset(zone, at - aDay)));

/** An ISO 8601 date or date and time; without an offset of its own it is in the zone. NaN if it is neither. */
export function parseInstant(text: string, zone: string): number {
  if (/(?:Z|[+-]\d{2}:?\d{2})$/i.test(text) && text.includes(':')) return Date.parse(text);
  const wall = Date.parse(text.includes(':') ? `${text}Z` : text);
  return Number.isNaN(wall) ? wall : instantOf(zone, wall);
}
