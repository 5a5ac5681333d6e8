import type { LiveInstance } from './live-run.ts';

/**
 * Task instances that may begin: those of higher weight first, and among equals the one that became ready first. What
 * shares every limit stands in one lane, so that a turn looks only at the first of each.
 */
export interface ReadyQueue {
  add(one: LiveInstance): void;
  /** Forgets all of a run. */
  drop(run: number): void;
  clear(): void;
  /**
   * Takes at most `room` instances. `gate` says what a first one waits for, if anything, and is told of each that is
   * taken; where it says so, whatever else wants the same pool waits behind it, so that no task with many slots starves.
   */
  take(room: number, gate: Gate): LiveInstance[];
}

export interface Gate {
  /** Undefined if it may begin. */
  blocks(one: LiveInstance): 'lane' | 'pool' | undefined;
  begin(one: LiveInstance): void;
}

interface Waiting {
  readonly one: LiveInstance;
  readonly weight: number;
  readonly place: number;
}

interface Lane {
  readonly pool: string;
  waiting: Waiting[];
  /** Those before it have been taken. */
  first: number;
}

const before = (a: Waiting, b: Waiting): boolean => (a.weight === b.weight ? a.place < b.place : a.weight > b.weight);
const head = ({ waiting, first }: Lane): Waiting => waiting[first]!;

/** The name of a pool over all tenants and environments. */
export const poolKey = ({ run: { dag }, task: { pool } }: Pick<LiveInstance, 'run' | 'task'>): string => JSON.stringify([dag.tenant_id, dag.environment_id, pool]);

export function createReadyQueue(): ReadyQueue {
  /** By run, then by what limits them. */
  const runs = new Map<number, Map<string, Lane>>();
  let places = 0;

  function laneOf(one: LiveInstance): Lane {
    const { run, task } = one;
    let lanes = runs.get(run.row.run);
    if (!lanes) runs.set(run.row.run, (lanes = new Map()));
    const limited = task.max_active_tis_per_dag !== undefined || task.max_active_tis_per_dagrun !== undefined;
    const key = limited ? `task ${task.task_id}` : `pool ${task.pool} ${task.pool_slots}`;
    let lane = lanes.get(key);
    if (!lane) lanes.set(key, (lane = { pool: poolKey(one), waiting: [], first: 0 }));
    return lane;
  }

  function insert(lane: Lane, added: Waiting): void {
    let low = lane.first;
    let high = lane.waiting.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (before(added, lane.waiting[middle]!)) high = middle;
      else low = middle + 1;
    }
    if (low === lane.waiting.length) lane.waiting.push(added);
    else lane.waiting.splice(low, 0, added);
  }

  function shift(lane: Lane): LiveInstance {
    const { one } = head(lane);
    lane.first += 1;
    if (lane.first * 2 > lane.waiting.length) {
      lane.waiting = lane.waiting.slice(lane.first);
      lane.first = 0;
    }
    return one;
  }

  return {
    add(one) {
      insert(laneOf(one), { one, weight: one.run.plan.weights.get(one.task.task_id)!, place: (places += 1) });
    },
    drop: (run) => void runs.delete(run),
    clear: () => runs.clear(),
    take(room, gate) {
      const taken: LiveInstance[] = [];
      if (room <= 0) return taken;
      let open: Lane[] = [];
      for (const [run, lanes] of runs) {
        for (const [key, lane] of lanes) if (lane.waiting.length === 0) lanes.delete(key);
        if (lanes.size === 0) runs.delete(run);
        for (const lane of lanes.values()) open.push(lane);
      }
      open = open.filter((lane) => gate.blocks(head(lane).one) !== 'lane');
      while (taken.length < room && open.length > 0) {
        let best = open[0]!;
        for (const lane of open) if (before(head(lane), head(best))) best = lane;
        const blocked = gate.blocks(head(best).one);
        if (blocked === undefined) {
          const one = shift(best);
          taken.push(one);
          gate.begin(one);
          if (best.waiting.length > 0) continue;
        }
        open = open.filter((lane) => (blocked === 'pool' ? lane.pool !== best.pool : lane !== best));
      }
      return taken;
    },
  };
}
