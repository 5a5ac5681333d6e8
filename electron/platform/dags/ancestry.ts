import { inOrder, reachedFrom, type Graph } from './graph.ts';

/** From how many askers on it pays to look at once for all that a task leads to. */
const many = 8;

/**
 * Answers whether one task is upstream of another, for many questions about a large graph without cycles: what many ask
 * about is looked up once for all of them, and any other search stays between the two.
 */
export function ancestry(graph: Graph): (before: string, after: string) => boolean {
  let places: Map<string, number> | undefined;
  const asked = new Map<string, number>();
  const reached = new Map<string, Set<string>>();

  function search(before: string, after: string): boolean {
    places ??= new Map(inOrder(graph).map((id, index) => [id, index]));
    const from = places.get(before)!;
    const seen = new Set<string>();
    const open = [after];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      for (const id of graph.upstream.get(next)!) {
        if (id === before) return true;
        if (seen.has(id) || places.get(id)! < from) continue;
        seen.add(id);
        open.push(id);
      }
    }
    return false;
  }

  return (before, after) => {
    if (graph.upstream.get(after)!.includes(before)) return true;
    const times = (asked.get(before) ?? 0) + 1;
    asked.set(before, times);
    if (times <= many) return search(before, after);
    let found = reached.get(before);
    if (!found) reached.set(before, (found = reachedFrom(graph.downstream, [before])));
    return found.has(after);
  };
}
