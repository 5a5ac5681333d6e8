import type { Instance, Run } from '../airflow.ts';

/** A run along the time: one line a task instance, with how long it waited and how long it ran. Milliseconds since the epoch. */

export interface GanttBar {
  readonly instance: Instance;
  /** From when it could have run to when it did; null where that is not known. */
  readonly waited: { readonly from: number; readonly to: number } | null;
  /** Null for what has not begun. */
  readonly ran: { readonly from: number; readonly to: number; readonly isOpen: boolean } | null;
}

export interface Gantt {
  readonly from: number;
  readonly to: number;
  readonly bars: readonly GanttBar[];
}

const parse = (at: string | null | undefined) => (at === null || at === undefined ? null : Date.parse(at));

const first = ({ waited, ran }: GanttBar) => waited?.from ?? ran?.from ?? Infinity;

/** The bars in the order in which they began; what has not begun stands last. Null where nothing has begun. */
export function ganttOf(run: Pick<Run, 'start' | 'end'> | undefined, instances: readonly Instance[], now: number): Gantt | null {
  const bars = instances.map((instance): GanttBar => {
    const [start, end, queued] = [parse(instance.start), parse(instance.end), parse(instance.queued)];
    return {
      instance,
      waited: queued !== null && queued < (start ?? now) ? { from: queued, to: start ?? end ?? now } : null,
      ran: start === null ? null : { from: start, to: Math.max(start, end ?? now), isOpen: end === null },
    };
  });
  const begins = [parse(run?.start), ...bars.map(({ waited, ran }) => waited?.from ?? ran?.from ?? null)].filter((at) => at !== null);
  if (begins.length === 0) return null;
  const from = Math.min(...begins);
  const ends = [parse(run?.end), ...bars.map(({ waited, ran }) => ran?.to ?? waited?.to ?? null)].filter((at) => at !== null);
  return { from, to: Math.max(from + 1, ...ends), bars: bars.toSorted((a, b) => (first(a) === first(b) ? 0 : first(a) - first(b))) };
}

const steps = [100, 200, 500, 1000, 2000, 5000, 10_000, 15_000, 30_000, 60_000, 120_000, 300_000, 600_000, 900_000, 1_800_000, 3_600_000, 7_200_000, 21_600_000, 43_200_000, 86_400_000];

/** Round distances from the beginning, at most `most` of them. Milliseconds. */
export function timeMarks(length: number, most = 8): number[] {
  const step = steps.find((one) => length / one <= most) ?? Math.ceil(length / most / 86_400_000) * 86_400_000;
  return Array.from({ length: Math.floor(length / step) + 1 }, (_, at) => at * step);
}
