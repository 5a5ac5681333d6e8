/** What follows from the shape of a DAG and the states of its tasks. Pure; nothing here recurses, however deep a DAG is. */

/** `removed` is one that a task no longer maps to. */
export type TaskState = 'none' | 'scheduled' | 'running' | 'up_for_retry' | 'success' | 'failed' | 'upstream_failed' | 'skipped' | 'removed';

const finished: ReadonlySet<TaskState> = new Set<TaskState>(['success', 'failed', 'upstream_failed', 'skipped', 'removed']);
export const isFinished = (state: TaskState): boolean => finished.has(state);

export interface Node {
  readonly task_id: string;
  readonly depends_on: readonly string[];
}

export interface Graph {
  readonly upstream: ReadonlyMap<string, readonly string[]>;
  readonly downstream: ReadonlyMap<string, readonly string[]>;
}

export function graphOf(tasks: readonly Node[]): Graph {
  const upstream = new Map(tasks.map(({ task_id, depends_on }) => [task_id, depends_on]));
  const downstream = new Map<string, string[]>(tasks.map(({ task_id }) => [task_id, []]));
  for (const { task_id, depends_on } of tasks) for (const before of depends_on) downstream.get(before)?.push(task_id);
  return { upstream, downstream };
}

/** Every task that must have ended before this one begins. */
export const ancestorsOf = ({ upstream }: Graph, task_id: string): Set<string> => reachedFrom(upstream, [task_id]);

/** Every task that these wait for, or that waits for these, by the direction that is given; they themselves only where they reach each other. */
export function reachedFrom(direction: Graph['upstream'], from: Iterable<string>): Set<string> {
  const found = new Set<string>();
  const open = [...from];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const id of direction.get(next) ?? []) {
      if (found.has(id)) continue;
      found.add(id);
      open.push(id);
    }
  }
  return found;
}

/** The tasks of a graph without cycles, none before what it waits for, and else in the order in which they are given. */
export function inOrder({ upstream, downstream }: Graph): string[] {
  const missing = new Map([...upstream].map(([id, before]) => [id, before.length]));
  const order = [...missing].filter(([, count]) => count === 0).map(([id]) => id);
  for (let at = 0; at < order.length; at += 1) {
    for (const after of downstream.get(order[at]!)!) {
      const left = missing.get(after)! - 1;
      missing.set(after, left);
      if (left === 0) order.push(after);
    }
  }
  return order;
}

/** One cycle of the graph, its first task again at the end; undefined if there is none. */
export function findCycle({ upstream, downstream }: Graph): string[] | undefined {
  const missing = new Map([...upstream].map(([id, before]) => [id, before.length]));
  const free = [...missing].filter(([, count]) => count === 0).map(([id]) => id);
  for (let next = free.pop(); next !== undefined; next = free.pop()) {
    missing.delete(next);
    for (const after of downstream.get(next) ?? []) {
      const left = missing.get(after)! - 1;
      missing.set(after, left);
      if (left === 0) free.push(after);
    }
  }
  const [start] = missing.keys();
  if (start === undefined) return undefined;
  // Each task that is left waits for another that is left, so going upstream comes around.
  const walked = new Set<string>();
  let at = start;
  while (!walked.has(at)) {
    walked.add(at);
    at = upstream.get(at)!.find((before) => missing.has(before))!;
  }
  const backwards = [...walked];
  return [at, ...backwards.slice(backwards.indexOf(at)).toReversed()];
}

