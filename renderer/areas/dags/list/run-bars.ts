import { exactTime } from '../../../components/resource/cell.tsx';
import { durationText, elapsed } from '../../../components/rows/duration.ts';
import type { Run } from '../airflow.ts';
import { stateWord } from '../state-badge.tsx';

/** The last runs of a DAG as bars: how tall each is, and what it says. */

export interface RunBar {
  readonly run: Run;
  /** CSS pixels. */
  readonly height: number;
}

export const shownRuns = 14;
/** CSS pixels: of the longest run that is shown, of one that took no time or has not begun, and from one bar to the next. */
export const tallest = 20;
const lowest = 4;
export const barStep = 10;
export const barWidth = 8;

/** Oldest first; `now` in milliseconds since the epoch. */
export function barsOf(latest: readonly Run[], now: number): RunBar[] {
  const runs = latest.slice(0, shownRuns).toReversed();
  const took = runs.map(({ start, end }) => elapsed(start, end, now) ?? 0);
  const longest = Math.max(...took) || 1;
  return runs.map((run, at) => ({ run, height: lowest + Math.round((took[at]! / longest) * (tallest - lowest)) }));
}

/** By state, one path for all bars of it: a screen of strips is then hundreds of shapes fewer. */
export function pathsOf(bars: readonly RunBar[]): ReadonlyMap<string, string> {
  const paths = new Map<string, string>();
  bars.forEach(({ run: { state }, height }, at) => {
    paths.set(state, `${paths.get(state) ?? ''}M${at * barStep} ${tallest - height}h${barWidth}v${height}h-${barWidth}z`);
  });
  return paths;
}

/** Lines across the bars of what failed, so that its colour is not all that tells. */
export const failedLines = (bars: readonly RunBar[]): string =>
  bars.map(({ run, height }, at) => (run.state === 'failed' ? Array.from({ length: Math.floor((height - 1) / 4) }, (_, line) => `M${at * barStep} ${tallest - 2 - line * 4}h${barWidth}`).join('') : '')).join('');

/** "Last runs, oldest first: success, 2 failed, success" */
export function wordsOf(bars: readonly RunBar[]): string {
  const parts: { word: string; count: number }[] = [];
  for (const { run } of bars) {
    const word = stateWord(run.state);
    const before = parts.at(-1);
    if (before?.word === word) before.count += 1;
    else parts.push({ word, count: 1 });
  }
  return `Last runs, oldest first: ${parts.map(({ word, count }) => (count === 1 ? word : `${count} ${word}`)).join(', ')}`;
}

/** "failed, scheduled, 2 Jan 2026 at 06:00, 12 s" */
export function titleOf({ state, type, start, end }: Run, now: number): string {
  const took = elapsed(start, end, now);
  return [stateWord(state), type, start === null ? null : exactTime(Date.parse(start)), took === null ? null : durationText(took)].filter((part) => part !== null).join(', ');
}
