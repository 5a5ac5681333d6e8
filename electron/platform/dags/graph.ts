/** What follows from the shape of a DAG and the states of its tasks. Pure; nothing here recurses, however deep a DAG is. */

export type TaskState = 'none' | 'scheduled' | 'running' | 'up_for_retry' | 'success' | 'failed' | 'upstream_failed' | 'skipped';

const finished: ReadonlySet<TaskState> = new Set<TaskState>(['success', 'failed', 'upstream_failed', 'skipped']);
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
export function ancestorsOf(graph: Graph, task_id: string): Set<string> {
  const found = new Set<string>();
  const open = [...(graph.upstream.get(task_id) ?? [])];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (found.has(next)) continue;
    found.add(next);
    open.push(...(graph.upstream.get(next) ?? []));
  }
  return found;
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

/**
 * What becomes of the waiting tasks after `changed` ended (trigger rule all_success): `scheduled` once everything
 * upstream succeeded; `upstream_failed` or `skipped`, and all that follows from it, as soon as one was.
 */
export function settle(graph: Graph, states: ReadonlyMap<string, TaskState>, changed: Iterable<string>): Map<string, TaskState> {
  const next = new Map<string, TaskState>();
  const stateOf = (id: string) => next.get(id) ?? states.get(id) ?? 'none';
  const open = [...changed];
  for (let ended = open.pop(); ended !== undefined; ended = open.pop()) {
    for (const id of graph.downstream.get(ended) ?? []) {
      if (stateOf(id) !== 'none') continue;
      const state = verdict(graph.upstream.get(id)!.map(stateOf));
      if (state === 'none') continue;
      next.set(id, state);
      if (isFinished(state)) open.push(id);
    }
  }
  return next;
}

/** The tasks that wait for nothing. */
export const rootsOf = ({ upstream }: Graph): string[] => [...upstream].filter(([, before]) => before.length === 0).map(([id]) => id);

function verdict(upstream: readonly TaskState[]): TaskState {
  if (upstream.some((state) => state === 'failed' || state === 'upstream_failed')) return 'upstream_failed';
  if (upstream.includes('skipped')) return 'skipped';
  return upstream.every((state) => state === 'success') ? 'scheduled' : 'none';
}

/** A run's end, from its last tasks, as in Airflow; undefined while a task is not finished. */
export function outcome(graph: Graph, states: ReadonlyMap<string, TaskState>): 'success' | 'failed' | undefined {
  let failed = false;
  for (const [id, state] of states) {
    if (!isFinished(state)) return undefined;
    if (graph.downstream.get(id)!.length === 0 && (state === 'failed' || state === 'upstream_failed')) failed = true;
  }
  return failed ? 'failed' : 'success';
}
