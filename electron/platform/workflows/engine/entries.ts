import type { Tokens } from '../../../../shared/contract/workflow-runs.ts';
import type { GraphNode } from '../../../../shared/rules/workflow-scopes.ts';
import type { Items, Iteration, Outcome } from './compile.ts';
import { textOf, type Entry } from './journal.ts';
import { wayOf } from './kinds/flow.ts';

/** What entries of a run's journal mean. */

/** By what settings of a run name a node and item. */
export const keyOf = (id: string, iteration: Iteration): string => `${textOf(iteration)} ${id}`;

/** What is known of a node already; undefined where it is to be run. */
export function outcomeKnown(entry: Entry | undefined): Outcome | Items | undefined {
  if (!entry) return undefined;
  const { shown: { state, handle, waits_for }, memo } = entry;
  if (state === 'success' || memo.goes_on) return { state: 'done', handle: handle ?? undefined };
  if (state === 'skipped' || state === 'failed') return { state };
  if (memo.items) return { state: 'items', count: memo.items.length };
  return state === 'waiting' && waits_for !== 'workflow' ? { state: 'held' } : undefined;
}

/** The way that a pinned output means. */
export function pinnedHandle({ type, data }: GraphNode, output: unknown): string | undefined {
  if (type === 'branch') return wayOf(data, output);
  if (type === 'approval') return (output as { approved?: unknown } | null)?.approved === false ? 'rejected' : 'approved';
  return type === 'loop' ? 'done' : undefined;
}

/** What all models of a run took; null where none was asked. */
export function tokensOf(entries: Iterable<Entry>): Tokens | null {
  const counted = [...entries].flatMap(({ shown }) => shown.tokens ?? []);
  if (counted.length === 0) return null;
  const sum = (name: 'prompt' | 'completion' | 'total') => counted.reduce((all, one) => all + one[name], 0);
  return { prompt: sum('prompt'), completion: sum('completion'), total: sum('total') };
}
