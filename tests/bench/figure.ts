import { availableParallelism, loadavg } from 'node:os';

/** One measured figure beside its floor and its peers, all from the same run on the same machine. */

export interface Figure {
  /** The row of the goals, such as P5. */
  readonly id: string;
  readonly what: string;
  readonly unit: string;
  readonly ours: number;
  /** What the machine can do at best: the same work with nothing around it. */
  readonly floor?: { readonly name: string; readonly value: number };
  readonly peers?: readonly { readonly name: string; readonly value: number }[];
  /** What we want to reach, in words and as a check over the measured values. */
  readonly goal: string;
  readonly met: boolean;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** The value below which the share `q` (0 to 1) of the values lies; NaN for none. */
export function quantile(values: readonly number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN;
}

/** Milliseconds that each of `rounds` runs of `work` took, after `warmUp` runs that do not count. */
export async function timed(work: () => unknown, { rounds = 30, warmUp = 5 } = {}): Promise<number[]> {
  for (let round = 0; round < warmUp; round++) await work();
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  }
  return times;
}

const shown = (value: number) => (value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2));

/** Prints figures as a table and as one line of JSON each, for whoever keeps them, with how many processes wanted a core: a loaded run proves little. */
export function report(title: string, figures: readonly Figure[]): void {
  const lines = figures.map(({ id, what, unit, ours, floor, peers = [], goal, met }) => {
    const beside = [floor && `floor ${floor.name} ${shown(floor.value)}`, ...peers.map(({ name, value }) => `${name} ${shown(value)}`)];
    return `${met ? 'ok  ' : 'MISS'} ${id.padEnd(4)} ${what.padEnd(52)} ${`${shown(ours)} ${unit}`.padStart(14)}   ${beside.filter(Boolean).join(', ')}\n${' '.repeat(10)}goal: ${goal}`;
  });
  process.stdout.write(`\n${title} (load ${loadavg()[0]!.toFixed(1)} on ${availableParallelism()} cores)\n${lines.join('\n')}\n${figures.map((figure) => `#figure ${JSON.stringify(figure)}`).join('\n')}\n`);
}
