import { Cron } from 'croner';
import { instantOf, instantsShowing, isUtc, shiftAround, wallClock } from './time-zone.ts';

/**
 * A cron expression of five fields in a time zone, as Airflow's CronTriggerTimetable takes it: it is matched against what
 * clocks show. A time that clocks skip comes as much later as they were set forward (02:30 at 03:30), and one that they
 * show twice comes the second time: each once. Only an expression for every hour (its second field is `*`) follows the
 * hours as they pass: it comes in both of the hours that are shown twice, and not for one that is skipped.
 */
export interface CronTimes {
  /** The first instant after `at`; undefined if there is none. */
  after(at: number): number | undefined;
  /** The last instant at or before `at`. */
  upTo(at: number): number | undefined;
}

const everyHour: ReadonlySet<string> = new Set(['*', '*/1', '0-23']);

/** Throws the words of the reader where the expression is none. */
export function cronTimes(expression: string, zone: string): CronTimes {
  const cron = new Cron(expression, { utcOffset: 0, mode: '5-part', paused: true });
  const nextWall = (wall: number) => cron.nextRun(new Date(wall))?.getTime();
  const lastWall = (wall: number) => cron.previousRuns(1, new Date(wall))[0]?.getTime();
  if (isUtc(zone)) return { after: nextWall, upTo: (at) => lastWall(at + 1) };

  const instantsAt = everyHour.has(expression.trim().split(/\s+/)[1]!) ? (wall: number) => instantsShowing(zone, wall) : (wall: number) => [instantOf(zone, wall)];

  /** Near a change of the clocks, times are not in the order of their instants, so its length is looked at on both sides. */
  function nearest(from: number, step: (wall: number) => number | undefined, sign: 1 | -1, counts: (at: number) => boolean): number | undefined {
    let best: number | undefined;
    let last: number | undefined;
    for (let wall = step(from); wall !== undefined && (last === undefined || wall * sign <= last * sign); wall = step(wall)) {
      for (const at of instantsAt(wall)) {
        if (!counts(at) || (best !== undefined && at * sign >= best * sign)) continue;
        best = at;
      }
      if (best !== undefined) last ??= wall + sign * shiftAround(zone, best);
    }
    return best;
  }

  return {
    after: (at) => nearest(wallClock(zone, at) - shiftAround(zone, at), nextWall, 1, (one) => one > at),
    upTo: (at) => nearest(wallClock(zone, at) + shiftAround(zone, at) + 1, lastWall, -1, (one) => one <= at),
  };
}
