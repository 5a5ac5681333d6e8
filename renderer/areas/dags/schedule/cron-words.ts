import { presets } from '../../../../shared/rules/dag-schedule.ts';

/** A cron expression of five fields in words; undefined for one that has no short ones. */

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const months = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'];
const shortDays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const shortMonths = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** The expression that a preset such as `@daily` stands for. */
export const expressionOf = (schedule: string): string => presets[schedule.trim()] ?? schedule.trim();

const two = (value: number) => String(value).padStart(2, '0');
const listed = (items: readonly string[]) => (items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)!}`);
const ordinal = (day: number) => `${day}${day % 10 === 1 && day !== 11 ? 'st' : day % 10 === 2 && day !== 12 ? 'nd' : day % 10 === 3 && day !== 13 ? 'rd' : 'th'}`;

/** Every value that a field names; null for any, undefined for one that is not understood. */
function valuesOf(field: string, least: number, most: number, names: readonly string[] = []): readonly number[] | null | undefined {
  if (field === '*') return null;
  const found = new Set<number>();
  for (const part of field.toLowerCase().split(',')) {
    const [range = '', every, ...more] = part.split('/');
    const number = (text: string) => (names.includes(text) ? names.indexOf(text) + least : /^\d+$/.test(text) ? Number(text) : Number.NaN);
    const [from, to = every === undefined ? from : most] = range === '*' ? [least, most] : range.split('-').map(number);
    const step = every === undefined ? 1 : Number(every);
    if (more.length > 0 || from === undefined || to === undefined || Number.isNaN(from) || Number.isNaN(to) || !(step >= 1) || from < least || to > most || from > to) return undefined;
    for (let value = from; value <= to; value += step) found.add(value);
  }
  return [...found].toSorted((a, b) => a - b);
}

const stepOf = (field: string) => /^\*\/(\d+)$/.exec(field)?.[1];

function timeWords(minute: string, hour: string): string | undefined {
  const [minutes, hours] = [valuesOf(minute, 0, 59), valuesOf(hour, 0, 23)];
  if (minutes === undefined || hours === undefined) return undefined;
  const [eachMinute, eachHour] = [stepOf(minute), stepOf(hour)];
  const during = hours === null ? '' : eachHour === undefined ? ` in the ${hours.length === 1 ? 'hour' : 'hours'} ${listed(hours.map(two))}` : undefined;
  if (minutes === null) return during === undefined ? undefined : `every minute${during}`;
  if (eachMinute !== undefined && Number(eachMinute) > 1) return during === undefined ? undefined : `every ${eachMinute} minutes${during}`;
  if (hours === null) return minutes.length === 1 && minutes[0] === 0 ? 'every hour' : `at minute ${listed(minutes.map(String))} of every hour`;
  if (eachHour !== undefined && minutes.length === 1) return `every ${eachHour} hours${minutes[0] === 0 ? '' : ` at minute ${minutes[0]!}`}`;
  if (minutes.length * hours.length > 6) return undefined;
  return `at ${listed(hours.flatMap((one) => minutes.map((other) => `${two(one)}:${two(other)}`)))}`;
}

function dayWords(day: string, month: string, weekday: string): string | undefined {
  // 7 is Sunday, too.
  const days = valuesOf(weekday.replaceAll('7', '0'), 0, 6, shortDays);
  const [dates, inMonths] = [valuesOf(day, 1, 31), valuesOf(month, 1, 12, shortMonths)];
  if (days === undefined || dates === undefined || inMonths === undefined) return undefined;
  const when = inMonths === null ? '' : ` in ${listed(inMonths.map((one) => months[one - 1]!))}`;
  const isWorkdays = days !== null && days.join() === '1,2,3,4,5';
  const onDays = days === null ? undefined : isWorkdays ? 'on workdays' : days.join() === '0,6' ? 'on weekends' : `on ${listed(days.map((one) => `${weekdays[one]!}s`))}`;
  const onDates = dates === null ? undefined : `on the ${listed(dates.map(ordinal))}${inMonths === null ? ' of each month' : ''}`;
  if (onDays !== undefined && onDates !== undefined) return `${onDates}${when}, and ${onDays}`;
  return `${onDates ?? onDays ?? 'every day'}${when}`;
}

/** `0 6 * * 1-5` → "at 06:00 on workdays". */
export function cronWords(schedule: string): string | undefined {
  const fields = expressionOf(schedule).split(/\s+/);
  if (fields.length !== 5) return undefined;
  const [minute, hour, day, month, weekday] = fields as [string, string, string, string, string];
  const [time, days] = [timeWords(minute, hour), dayWords(day, month, weekday)];
  if (time === undefined || days === undefined) return undefined;
  return days === 'every day' && time.includes('every') ? time : `${time} ${days}`;
}
