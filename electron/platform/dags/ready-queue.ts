import { createHeap, type Heap } from './heap.ts';
import type { LiveInstance } from './live-run.ts';

/**
 * Task instances that may begin: those of higher weight first, and among equals the one that became ready first. What
 * shares every limit stands in one lane, and the lanes of each pool in a heap by their first ones: a turn costs by what it
 * takes, and not by how many runs wait.
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
  readonly run: number;
  readonly key: string;
  readonly pool: string;
  waiting: Waiting[];
  /** Those before it have been taken. */
  first: number;
}

/** A lane as of when this one came first in it; it counts only while that is so. */
interface Entry {
  readonly lane: Lane;
  readonly first: Waiting;
}

const before = (a: Waiting, b: Waiting): boolean => (a.weight === b.weight ? a.place < b.place : a.weight > b.weight);
const head = ({ waiting, first }: Lane): Waiting | undefined => waiting[first];

/** The name of a pool over all tenants and environments. */
export const poolKey = ({ run: { dag }, task: { pool } }: Pick<LiveInstance, 'run' | 'task'>): string => JSON.stringify([dag.tenant_id, dag.environment_id, pool]);

export function createReadyQueue(): ReadyQueue {
  /** By run, then by what limits them. */
  const runs = new Map<number, Map<string, Lane>>();
  const pools = new Map<string, Heap<Entry>>();
  let places = 0;

  function laneOf(one: LiveInstance): Lane {
    const { run, task } = one;
    let lanes = runs.get(run.row.run);
    if (!lanes) runs.set(run.row.run, (lanes = new Map()));
    const limited = task.max_active_tis_per_dag !== undefined || task.max_active_tis_per_dagrun !== undefined;
    const key = limited ? `task ${task.task_id}` : `pool ${task.pool} ${task.pool_slots}`;
    let lane = lanes.get(key);
    if (!lane) lanes.set(key, (lane = { run: run.row.run, key, pool: poolKey(one), waiting: [], first: 0 }));
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
    if (low === lane.first) offer(lane);
  }

  /** Puts a lane where its first one says. */
  function offer(lane: Lane): void {
    const first = head(lane);
    if (!first) return;
    const known = pools.get(lane.pool);
    const heap = known ?? createHeap((a, b) => before(a.first, b.first));
    if (!known) pools.set(lane.pool, heap);
    heap.push({ lane, first });
  }

  /** The pools with something in them, each with its first lane on top. */
  function openPools(): Set<Heap<Entry>> {
    const open = new Set<Heap<Entry>>();
    for (const [pool, heap] of pools) if (settle(heap)) open.add(heap);
    else pools.delete(pool);
    return open;
  }

  /** Drops what counts no more; false if nothing is left. */
  function settle(heap: Heap<Entry>): boolean {
    for (let top = heap.peek(); top; top = heap.peek()) {
      if (head(top.lane) === top.first) return true;
      heap.pop();
    }
    return false;
  }

  function shift(lane: Lane): LiveInstance {
    const { one } = head(lane)!;
    lane.first += 1;
    if (lane.first === lane.waiting.length) forget(lane);
    else if (lane.first * 2 > lane.waiting.length) {
      lane.waiting = lane.waiting.slice(lane.first);
      lane.first = 0;
    }
    return one;
  }

  function forget({ run, key }: Lane): void {
    const lanes = runs.get(run)!;
    lanes.delete(key);
    if (lanes.size === 0) runs.delete(run);
  }

  return {
    add(one) {
      insert(laneOf(one), { one, weight: one.run.plan.weights.get(one.task.task_id)!, place: (places += 1) });
    },
    drop(run) {
      for (const lane of runs.get(run)?.values() ?? []) lane.waiting = [];
      runs.delete(run);
    },
    clear() {
      runs.clear();
      pools.clear();
    },
    take(room, gate) {
      const taken: LiveInstance[] = [];
      const aside: Lane[] = [];
      const open = openPools();
      while (taken.length < room && open.size > 0) {
        let best: Heap<Entry> | undefined;
        for (const heap of open) if (!best || before(heap.peek()!.first, best.peek()!.first)) best = heap;
        const { lane, first } = best!.pop()!;
        const blocked = gate.blocks(first.one);
        if (blocked === undefined) {
          taken.push(shift(lane));
          gate.begin(first.one);
          offer(lane);
        } else aside.push(lane);
        if (blocked === 'pool' || !settle(best!)) open.delete(best!);
      }
      for (const lane of aside) offer(lane);
      return taken;
    },
  };
}
