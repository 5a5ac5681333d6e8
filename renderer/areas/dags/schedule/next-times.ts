import { Cron } from 'croner';
import { expressionOf } from './cron-words.ts';

/** The next instants of a schedule in a zone; undefined for what is no cron expression of five fields. */
export function nextTimes(schedule: string, zone: string, from: Date, count = 5): readonly Date[] | undefined {
  try {
    return new Cron(expressionOf(schedule), { timezone: zone, mode: '5-part', paused: true }).nextRuns(count, from);
  } catch {
    return undefined;
  }
}

/** "Mon, 30 Mar 2026, 06:00" in a zone. */
export const timeIn = (zone: string, at: Date): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone: zone, weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(at);
