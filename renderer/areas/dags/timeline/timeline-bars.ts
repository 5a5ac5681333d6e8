import type { TimelineAnswer } from '../../../state/dag-timeline.ts';
import type { TimeWindow } from './time-scale.ts';

/** Runs as bars in the lines of their DAGs: where they lie, beside which they stand, and which are too close to be told apart. */

export interface Run {
  readonly dag_id: string;
  /** Null for one that is expected. */
  readonly run_id: string | null;
  readonly state: string;
  readonly type: string | null;
  readonly start: number;
  /** Null where it is not known yet. */
  readonly end: number | null;
}

export interface Bar {
  /** Oldest first; more than one where they are too close to be told apart. */
  readonly runs: readonly Run[];
  /** The one that matters most. */
  readonly state: string;
  /** CSS pixels from the left of the window. */
  readonly left: number;
  readonly width: number;
  readonly lane: number;
  /** Goes on. */
  readonly isOpen: boolean;
}

export interface Line {
  readonly bars: readonly Bar[];
  readonly lanes: number;
}

export const expected = 'expected';
/** Bars that lie beside each other at most; what overlaps more is drawn over the last. */
export const mostLanes = 3;
const thinnest = 4;
/** Bars of which more than this part would be hidden are one. */
const tooNarrow = 6;

const weights: Readonly<Record<string, number>> = { failed: 4, running: 3, queued: 2, success: 1, [expected]: 0 };
const weight = (state: string) => weights[state] ?? 1;

/** The runs of an answer by DAG, oldest first. */
export function runsByDag({ dag_runs, predicted }: Pick<TimelineAnswer, 'dag_runs' | 'predicted'>): ReadonlyMap<string, readonly Run[]> {
  const found = new Map<string, Run[]>();
  const add = (run: Run) => {
    const there = found.get(run.dag_id);
    if (there) there.push(run);
    else found.set(run.dag_id, [run]);
  };
  for (const { dag_id, dag_run_id, state, run_type, start, end } of dag_runs) add({ dag_id, run_id: dag_run_id, state, type: run_type, start, end });
  for (const { dag_id, start, end } of predicted) add({ dag_id, run_id: null, state: expected, type: 'scheduled', start, end });
  for (const runs of found.values()) runs.sort((a, b) => a.start - b.start);
  return found;
}

/** The end of a run on the screen: what goes on ends now, and what is expected for no known time has none. */
const endOf = ({ state, start, end }: Run, now: number) => end ?? (state === expected ? start : Math.max(start, now));

/** The bars of one DAG in a window that is so many CSS pixels wide. */
export function lineOf(runs: readonly Run[], { from, to }: TimeWindow, width: number, now: number): Line {
  const scale = width / (to - from);
  const bars: { runs: Run[]; state: string; left: number; right: number; lane: number; isOpen: boolean }[] = [];
  /** Where the last bar of each lane ends. */
  const ends: number[] = [];
  for (const run of runs) {
    const end = endOf(run, now);
    if (end < from || run.start > to) continue;
    const left = Math.max(0, (run.start - from) * scale);
    const right = Math.max(left, Math.min(width, (end - from) * scale));
    const isOpen = run.end === null && run.state !== expected;
    const last = bars.at(-1);
    const isNarrow = right - left <= tooNarrow;
    // What is expected is never mixed with what has been.
    if (last && isNarrow && left - last.left < tooNarrow && last.right - last.left <= tooNarrow && (last.state === expected) === (run.state === expected)) {
      last.runs.push(run);
      if (weight(run.state) > weight(last.state)) last.state = run.state;
      last.right = Math.max(last.right, right);
      last.isOpen ||= isOpen;
      ends[last.lane] = last.right;
      continue;
    }
    const free = ends.findIndex((taken) => taken <= left);
    const lane = free >= 0 ? free : Math.min(ends.length, mostLanes - 1);
    ends[lane] = Math.max(ends[lane] ?? 0, right);
    bars.push({ runs: [run], state: run.state, left, right, lane, isOpen });
  }
  return { bars: bars.map(({ runs: its, state, left, right, lane, isOpen }) => ({ runs: its, state, left, width: Math.max(thinnest, right - left), lane, isOpen })), lanes: Math.max(1, ends.length) };
}
