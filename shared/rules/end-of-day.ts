/**
 * The last millisecond, 23:59:59.999, of a day in a time zone, as ISO 8601 in UTC [K-010][Q-006].
 * `day` is a date such as 2026-03-29, or an instant, of which the day in that zone is meant. Where clocks are set back
 * over midnight and the day ends twice, the later end counts. Throws `RangeError` on what is neither.
 */
export function endOfDay(day: string, timeZone: string): string {
  const [year, month, date] = /^\d{4}-\d{2}-\d{2}$/.test(day) ? day.split('-').map(Number) : localDay(new Date(day), timeZone);
  const wall = Date.UTC(year!, month! - 1, date, 23, 59, 59, 999);
  const offsets = [wall - dayLength, wall + dayLength].map((near) => offsetAt(near, timeZone));
  const ends = offsets.map((offset) => wall - offset).filter((instant) => offsetAt(instant, timeZone) + instant === wall);
  // No end: the day's last minutes do not exist there, as at a change of the date line; the clock before it counts.
  return new Date(ends.length === 0 ? wall - offsets[0]! : Math.max(...ends)).toISOString();
}

const dayLength = 86_400_000;

const formats = new Map<string, Intl.DateTimeFormat>();
function partsAt(instant: number, timeZone: string): Map<string, number> {
  let format = formats.get(timeZone);
  if (!format) {
    const digits = '2-digit';
    format = new Intl.DateTimeFormat('en-US', { timeZone, hourCycle: 'h23', calendar: 'gregory', year: 'numeric', month: digits, day: digits, hour: digits, minute: digits, second: digits });
    formats.set(timeZone, format);
  }
  return new Map(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
}

function localDay(instant: Date, timeZone: string): number[] {
  const parts = partsAt(instant.getTime(), timeZone);
  return [parts.get('year')!, parts.get('month')!, parts.get('day')!];
}

/** How far the zone's clocks are ahead of UTC at an instant, in milliseconds. */
function offsetAt(instant: number, timeZone: string): number {
  const part = (type: string) => partsAt(instant, timeZone).get(type)!;
  const second = Math.floor(instant / 1_000) * 1_000;
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second')) - second;
}
