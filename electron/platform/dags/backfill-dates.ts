import { AppError } from '../../../shared/errors.ts';
import { timetableOf } from '../../../shared/rules/dag-schedule.ts';
import { parseInstant } from '../../../shared/rules/time-zone.ts';
import type { Dag } from './definition.ts';

/** Dates that one backfill may have. */
export const mostDates = 10_000;

const aDay = 24 * 60 * 60 * 1000;

export interface Range {
  readonly from: number;
  readonly to: number;
}

/** The range that was asked for, in the DAG's time zone; a date without a time at its end means that whole day. Throws `invalid_input`. */
export function rangeOf({ timezone }: Dag, from_date: string, to_date: string): Range {
  const from = parseInstant(from_date, timezone);
  const last = parseInstant(to_date, timezone);
  const to = to_date.includes(':') ? last : last + aDay - 1;
  if (Number.isNaN(from) || Number.isNaN(to)) throw new AppError('invalid_input', 'from_date and to_date must be ISO 8601 dates, such as 2026-03-29.');
  if (to < from) throw new AppError('invalid_input', 'to_date must not be before from_date.');
  return { from, to };
}

/** The logical dates of a DAG's schedule in a range, the oldest first, up to now. Throws `invalid_input` where there are none or too many. */
export function datesIn(dag: Dag, { from, to }: Range, now: number): number[] {
  const timetable = timetableOf(dag);
  if (!timetable) throw new AppError('invalid_input', `DAG “${dag.dag_id}” has no schedule, so there are no dates to run. Trigger single runs instead.`);
  if (timetable.continuous) throw new AppError('invalid_input', `DAG “${dag.dag_id}” runs continuously, so there are no dates to run. Trigger single runs instead.`);
  const dates: number[] = [];
  const end = Math.min(to, now);
  for (let at = timetable.after(from - 1); at !== undefined && at <= end; at = timetable.after(at)) {
    if (dates.length === mostDates) throw new AppError('invalid_input', `The schedule of DAG “${dag.dag_id}” has more than ${mostDates} dates in this range. Choose a shorter one.`);
    dates.push(at);
  }
  return dates;
}
