import { scheduleProblem, timetableOf } from '../../../../shared/rules/dag-schedule.ts';
import { isZone } from '../../../../shared/rules/time-zone.ts';

/** The next instants of a schedule in a zone, by the rules of the platform; undefined for what is no schedule, none for one that has no times of its own. */
export function nextTimes(schedule: string, zone: string, from: Date, count = 5): readonly Date[] | undefined {
  const scheduled = { schedule: schedule.trim(), timezone: zone };
  if (!isZone(zone) || scheduleProblem(scheduled) !== undefined) return undefined;
  const timetable = timetableOf(scheduled)!;
  const times: Date[] = [];
  if (timetable.continuous) return times;
  for (let at = timetable.after(from.getTime()); at !== undefined && times.length < count; at = timetable.after(at)) times.push(new Date(at));
  return times;
}

/** "Mon, 30 Mar 2026, 06:00" in a zone. */
export const timeIn = (zone: string, at: Date): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone: zone, weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(at);
