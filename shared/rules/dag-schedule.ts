import { cronTimes, type CronTimes } from './dag-cron.ts';
import { parseInstant } from './time-zone.ts';

/** When a DAG is due. Instants are milliseconds since the epoch. */

/** The cron expressions that Airflow's names stand for. */
export const presets: Readonly<Record<string, string>> = {
  '@hourly': '0 * * * *',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@weekly': '0 0 * * 0',
  '@monthly': '0 0 1 * *',
  '@quarterly': '0 0 1 */3 *',
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
};
/** Once, at the start date. */
const once = '@once';
/** Again and again: a run begins when the last one has ended. */
const continuous = '@continuous';
/** Milliseconds from the begin of one run to that of the next at the least, so that a DAG whose runs end at once leaves room for others. */
const continuousPause = 1000;

/** As Python's timedelta: `{"minutes": 15}`. */
export type Delta = Readonly<Partial<Record<keyof typeof unitSeconds, number>>>;
export const unitSeconds = { weeks: 604_800, days: 86_400, hours: 3600, minutes: 60, seconds: 1 } as const;

/** What of a DAG says when it is due. */
export interface Scheduled {
  /** A cron expression, a preset, an ISO 8601 duration such as PT15M, a delta; null for a DAG that is only triggered. */
  readonly schedule?: string | Delta | null | undefined;
  /** An IANA name; UTC if there is none. */
  readonly timezone?: string | undefined;
  readonly start_date?: string | null | undefined;
  readonly end_date?: string | null | undefined;
}

export interface Timetable {
  /** It comes a single time. */
  readonly once: boolean;
  /** It has no dates of its own: each run has the instant at which it could begin, which is when the one before has ended. */
  readonly continuous: boolean;
  /** The first instant after `at`, and within the DAG's start and end; undefined if there is none. */
  readonly after: (at: number) => number | undefined;
  /** The last instant at or before `at`, and within the DAG's start and end. */
  readonly upTo: (at: number) => number | undefined;
}

const isoDuration = /^P(?=.)(?:(\d+)W)?(?:(\d+)D)?(?:T(?=.)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/;

/** Seconds of an interval; undefined for what is none. */
function secondsOf(schedule: string | Delta): number | undefined {
  if (typeof schedule !== 'string') return Object.entries(unitSeconds).reduce((sum, [unit, seconds]) => sum + (schedule[unit as keyof Delta] ?? 0) * seconds, 0);
  const match = isoDuration.exec(schedule);
  return match ? Object.values(unitSeconds).reduce((sum, seconds, index) => sum + Number(match[index + 1] ?? 0) * seconds, 0) : undefined;
}

/** An interval is counted from the DAG's start, or from the epoch. */
function intervalTimes(ms: number, anchor: number): CronTimes {
  const upTo = (at: number) => anchor + Math.floor((at - anchor) / ms) * ms;
  return { upTo, after: (at) => upTo(at) + ms };
}

function timesOf(schedule: string | Delta, zone: string, anchor: number | undefined): CronTimes {
  const seconds = secondsOf(schedule);
  if (seconds !== undefined) return intervalTimes(seconds * 1000, anchor ?? 0);
  if (schedule === once) return { after: (at) => (anchor !== undefined && at < anchor ? anchor : undefined), upTo: (at) => (anchor !== undefined && at >= anchor ? anchor : undefined) };
  if (schedule === continuous) return { after: (at) => (anchor !== undefined && at < anchor ? anchor : at + continuousPause), upTo: (at) => at };
  const text = schedule as string;
  return cronTimes(Object.hasOwn(presets, text) ? presets[text]! : text, zone);
}

const dateOf = (text: string | null | undefined, zone: string) => (text === null || text === undefined ? undefined : parseInstant(text, zone));

/** Undefined for a DAG that is only triggered. */
export function timetableOf({ schedule, timezone = 'UTC', start_date, end_date }: Scheduled): Timetable | undefined {
  if (schedule === null || schedule === undefined) return undefined;
  const start = dateOf(start_date, timezone) ?? -Infinity;
  const end = dateOf(end_date, timezone) ?? Infinity;
  const times = timesOf(schedule, timezone, start === -Infinity ? undefined : start);
  const within = (at: number | undefined) => (at === undefined || at < start || at > end ? undefined : at);
  return {
    once: schedule === once,
    continuous: schedule === continuous,
    after: (at) => within(times.after(Math.max(at, start - 1))),
    upTo: (at) => within(times.upTo(Math.min(at, end))),
  };
}

/** A schedule as a list shows it. */
export function scheduleSummary(schedule: Scheduled['schedule']): string | null {
  if (schedule === null || schedule === undefined || typeof schedule === 'string') return schedule ?? null;
  const parts = Object.keys(unitSeconds).flatMap((unit) => (schedule[unit as keyof Delta] ? [`${schedule[unit as keyof Delta]} ${unit}`] : []));
  return `every ${parts.join(' ')}`;
}

/** What is wrong with a schedule, in words that follow “schedule …”, or undefined. Its zone and dates are judged before. */
export function scheduleProblem({ schedule, timezone = 'UTC', start_date }: Scheduled): string | undefined {
  if (schedule === null || schedule === undefined) return undefined;
  const seconds = secondsOf(schedule);
  if (seconds !== undefined) return seconds >= 1 ? undefined : 'must be an interval of at least one second';
  const text = schedule as string;
  if (text === once) return start_date ? undefined : '“@once” needs a start_date, which is when it comes';
  if (text === continuous) return undefined;
  if (text.startsWith('@') && !Object.hasOwn(presets, text)) {
    return `“${text}” is not known. Write a cron expression of five fields, an interval such as PT15M, or one of ${Object.keys(presets).join(', ')}, ${once}, ${continuous}.`;
  }
  try {
    return timesOf(text, timezone, undefined).after(0) === undefined ? `“${text}” never comes.` : undefined;
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message.replace(/^CronPattern: /, '') : String(thrown);
    return `“${text}” is not a cron expression of five fields: ${reason}`;
  }
}
