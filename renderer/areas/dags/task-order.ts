import type { Task } from './airflow.ts';

export interface Place {
  /** Tasks that come right before it. */
  readonly after: readonly string[];
  /** Tasks on the longest way to it; 0 for one that waits for nothing. */
  readonly depth: number;
}

/** Where each task stands in the order of dependencies, by its id, first task first. Tasks of a cycle come last. */
export function taskOrder(tasks: readonly Pick<Task, 'id' | 'upstream' | 'downstream'>[]): ReadonlyMap<string, Place> {
  const before = new Map(tasks.map(({ id, upstream }) => [id, new Set(upstream)]));
  for (const { id, downstream } of tasks) for (const next of downstream) before.get(next)?.add(id);
  for (const set of before.values()) for (const id of set) if (!before.has(id)) set.delete(id);

  const depths = new Map<string, number>();
  let layer = tasks.map(({ id }) => id).filter((id) => before.get(id)!.size === 0);
  for (let depth = 0; layer.length > 0; depth += 1) {
    for (const id of layer) depths.set(id, depth);
    layer = tasks.map(({ id }) => id).filter((id) => !depths.has(id) && [...before.get(id)!].every((other) => depths.has(other)));
  }
  const depthOf = (id: string) => depths.get(id) ?? tasks.length;
  const ordered = tasks.toSorted((a, b) => depthOf(a.id) - depthOf(b.id));
  return new Map(ordered.map(({ id }) => [id, { after: [...before.get(id)!], depth: depthOf(id) }]));
}
