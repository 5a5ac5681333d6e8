import { inOrder, type Graph } from './graph.ts';

/** What a task's weight counts beside its own: all that waits for it, all that it waits for, or nothing. */
export const weightRules = ['downstream', 'upstream', 'absolute'] as const;
export type WeightRule = (typeof weightRules)[number];

export interface Weighted {
  readonly task_id: string;
  readonly priority_weight: number;
  readonly weight_rule: WeightRule;
}

/** Tasks whose descendants are looked for in one pass over the graph. */
const block = 32 * 32;

/** Each task's priority as Airflow sums it up: its own weight and that of every task that its rule counts, once each. */
export function weightsOf(graph: Graph, tasks: readonly Weighted[]): Map<string, number> {
  const total = new Map(tasks.map(({ task_id, priority_weight }) => [task_id, priority_weight]));
  const order = inOrder(graph);
  const sum = (rule: WeightRule, sequence: readonly string[], next: Graph['downstream']) => {
    const wanted = new Set(tasks.filter(({ weight_rule }) => weight_rule === rule).map(({ task_id }) => task_id));
    if (wanted.size > 0) addReached(total, wanted, sequence, next, new Map(tasks.map(({ task_id, priority_weight }) => [task_id, priority_weight])));
  };
  sum('downstream', order.toReversed(), graph.downstream);
  sum('upstream', order, graph.upstream);
  return total;
}

/**
 * Adds to each wanted task the weights of what it reaches. A task that is reached by several ways counts once, so sets
 * are needed; they are kept as bits of one block of tasks at a time, which bounds the memory whatever the size.
 */
function addReached(total: Map<string, number>, wanted: ReadonlySet<string>, sequence: readonly string[], next: Graph['downstream'], own: ReadonlyMap<string, number>): void {
  const place = new Map(sequence.map((id, index) => [id, index]));
  const edges = sequence.map((id) => next.get(id)!.map((after) => place.get(after)!));
  const words = block / 32;
  const bits = new Uint32Array(sequence.length * words);
  for (let from = 0; from < sequence.length; from += block) {
    bits.fill(0);
    const to = Math.min(from + block, sequence.length);
    // What stands before the block is reached by it, and never reaches it.
    for (let at = from; at < sequence.length; at += 1) {
      const start = at * words;
      for (const after of edges[at]!) {
        if (after < from) continue;
        for (let word = 0; word < words; word += 1) bits[start + word]! |= bits[after * words + word]!;
        if (after < to) bits[start + ((after - from) >> 5)]! |= 1 << ((after - from) & 31);
      }
      const id = sequence[at]!;
      if (!wanted.has(id)) continue;
      let weight = 0;
      for (let word = 0; word < words; word += 1) {
        for (let left = bits[start + word]!; left !== 0; left &= left - 1) weight += own.get(sequence[from + word * 32 + 31 - Math.clz32(left & -left)]!)!;
      }
      total.set(id, total.get(id)! + weight);
    }
  }
}
