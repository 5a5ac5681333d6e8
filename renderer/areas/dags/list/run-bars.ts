import type { Run } from '../airflow.ts';
import { durationText, elapsed } from '../duration.ts';
import { exactTime } from '../../../components/resource/cell.tsx';
import { stateWord } from '../state-badge.tsx';

/** The last runs of a DAG as bars: how tall each is, and what it says. */

export interface RunBar {
  readonly id: string;
  readonly state: string;
  /** From 1 to 8: the longest of those that are shown is 8. What has not begun is 1. */
  readonly level: number;
  readonly title: string;
}

export const shownRuns = 14;
const levels = 8;

/** Oldest first; `now` in milliseconds since the epoch. */
export function barsOf(latest: readonly Run[], now: number): RunBar[] {
  const runs = latest.slice(0, shownRuns).toReversed();
  const took = runs.map(({ start, end }) => elapsed(start, end, now));
  const longest = Math.max(...took.map((ms) => ms ?? 0));
  return runs.map((run, at) => ({ id: run.id, state: run.state, level: Math.max(1, Math.ceil(((took[at] ?? 0) / (longest || 1)) * levels)), title: titleOf(run, took[at] ?? null) }));
}

/** "failed, scheduled, 2 Jan 2026 at 06:00, 12 s" */
export const titleOf = ({ state, type, start }: Run, took: number | null): string =>
  [stateWord(state), type, start === null ? null : exactTime(Date.parse(start)), took === null ? null : durationText(took)].filter((part) => part !== null).join(', ');
