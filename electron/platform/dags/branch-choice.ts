import { reachedFrom, type Graph } from './graph.ts';

/** The tasks that a branch skips: those directly downstream of it that it did not choose and that nothing it chose leads to. */
export function notChosen(graph: Graph, branch: string, chosen: readonly string[]): string[] {
  const direct = graph.downstream.get(branch)!;
  const wanted = new Set(chosen);
  if (direct.every((id) => wanted.has(id))) return [];
  const reached = reachedFrom(graph.downstream, chosen.filter((id) => graph.downstream.has(id)));
  return direct.filter((id) => !wanted.has(id) && !reached.has(id));
}
