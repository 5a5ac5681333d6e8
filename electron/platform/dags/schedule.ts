import { Cron } from 'croner';

/** When a DAG is due. Schedules are in UTC, as Airflow's are unless told otherwise. Instants are milliseconds since the epoch. */

const presets: Readonly<Record<string, string>> = {
  '@hourly': '0 * * * *',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@weekly': '0 0 * * 0',
  '@monthly': '0 0 1 * *',
  '@quarterly': '0 0 1 */3 *',
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
};

const cronOf = (schedule: string) => new Cron(presets[schedule] ?? schedule, { timezone: 'UTC', mode: '5-part', paused: true });

/** What is wrong with a schedule, in words that follow “schedule …”, or undefined. */
export function scheduleProblem(schedule: string): string | undefined {
  if (schedule.startsWith('@') && !Object.hasOwn(presets, schedule)) {
    return `“${schedule}” is not known. Write a cron expression of five fields, or one of ${Object.keys(presets).join(', ')}.`;
  }
  try {
    return cronOf(schedule).nextRun() ? undefined : `“${schedule}” never comes.`;
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message.replace(/^CronPattern: /, '') : String(thrown);
    return `“${schedule}” is not a cron expression of five fields: ${reason}`;
  }
}

/** The first instant of a schedule after `after`, and not before `start`; undefined if there is none. */
export function nextInstant(schedule: string, after: number, start: number | undefined): number | undefined {
  const from = start === undefined ? after : Math.max(after, start - 1);
  return cronOf(schedule).nextRun(new Date(from))?.getTime();
}

/** The last instant of a schedule at or before `now`; undefined if there is none. */
export function lastInstant(schedule: string, now: number): number | undefined {
  return cronOf(schedule).previousRuns(1, new Date(now + 1))[0]?.getTime();
}
