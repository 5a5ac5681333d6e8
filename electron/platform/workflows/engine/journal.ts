import { AppError } from '../../../../shared/errors.ts';
import type { NodeExecution } from '../../../../shared/contract/workflow-runs.ts';
import type { GroupCommit } from '../../../storage/group-commit.ts';
import type { Iteration } from './compile.ts';
import { wholeScope, type PlannedNode } from './plan.ts';
import type { Memo, RunStore } from './run-store.ts';

/**
 * What the nodes of one run came to, in memory and on the disk. It is what a run is resumed from: what has ended stands in
 * it before anything that follows begins, and is never run again.
 */

export interface Entry {
  readonly shown: NodeExecution;
  readonly memo: Memo;
  readonly output: unknown;
  /** Characters of its values as JSON. */
  readonly size: number;
  /** An input that is not that of its sources. */
  readonly own?: { readonly input: unknown } | undefined;
}

export type NewEntry = Pick<Entry, 'shown'> & { readonly memo?: Memo; readonly output?: unknown; readonly own?: Entry['own'] };

export interface Journal {
  get(node_id: string, iteration: Iteration): Entry | undefined;
  readonly entries: Iterable<Entry>;
  /** Numbers it where it has ended. Resolves when it is kept. Throws `too_large` where the run's values become too many. */
  put(entry: NewEntry): Promise<Entry>;
  drop(entry: Entry): void;
  /** What a node is given by those from which a way to it was taken. */
  inputOf(node: PlannedNode, iteration: Iteration, sources: readonly string[]): unknown;
  /** The items of a loop, once they are known. */
  itemsOf(loop: string, iteration: Iteration): readonly unknown[] | undefined;
}

/** Characters of all values of one run, as JSON. */
const mostChars = 64 * 1024 * 1024;
export const previewChars = 2000;

export const textOf = (iteration: Iteration): string => iteration.join('.');
export const iterationOf = (text: string): Iteration => (text === '' ? [] : text.split('.').map(Number));
const keyOf = (node_id: string, iteration: string) => `${iteration} ${node_id}`;
const isEnded = ({ state }: NodeExecution) => state !== 'running' && state !== 'waiting';

/** Several outputs as one input: objects become one, in their order; anything else stands under its node's id. */
export function merged(parts: readonly (readonly [id: string, value: unknown])[]): unknown {
  if (parts.length === 1) return parts[0]![1];
  const entries = parts.flatMap(([id, value]) => (typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [[id, value] as const]));
  return Object.fromEntries(entries);
}

export const previewOf = (text: string | undefined): Pick<NodeExecution, 'output_preview' | 'is_cut'> =>
  text === undefined ? {} : { output_preview: text.slice(0, previewChars), is_cut: text.length > previewChars };

export function createJournal(store: RunStore, run_id: string, commit: GroupCommit): Journal {
  const entries = new Map<string, Entry>();
  let [seq, chars] = [0, 0];
  const keep = (entry: Entry) => {
    const key = keyOf(entry.shown.node_id, entry.shown.iteration);
    chars += entry.size - (entries.get(key)?.size ?? 0);
    seq = Math.max(seq, entry.shown.seq ?? 0);
    entries.set(key, entry);
  };
  for (const { shown, memo, input, output } of store.executions(run_id)) {
    keep({ shown, memo, output: output === null ? undefined : JSON.parse(output), size: (output?.length ?? 0) + (input?.length ?? 0), own: input === null ? undefined : { input: JSON.parse(input) as unknown } });
  }
  const get = (node_id: string, iteration: Iteration) => entries.get(keyOf(node_id, textOf(iteration)));
  const itemsOf = (loop: string, iteration: Iteration) => get(loop, iteration)?.memo.items;

  return {
    get,
    itemsOf,
    get entries() {
      return entries.values();
    },
    async put({ shown, memo = { sources: [] }, output, own }) {
      const text = output === undefined ? undefined : JSON.stringify(output);
      const input = own && JSON.stringify(own.input);
      const items = memo.items && JSON.stringify(memo.items);
      const added = (text?.length ?? 0) + (input?.length ?? 0) + (items?.length ?? 0);
      if (chars + added > mostChars) throw new AppError('too_large', `The values of this run are more than ${mostChars / 1024 / 1024} million characters. Hand on less, such as by a transform that keeps what is needed.`);
      const numbered = isEnded(shown) ? { ...shown, seq: ++seq } : shown;
      const entry: Entry = { shown: { ...numbered, ...previewOf(text) }, memo, output, size: added, own };
      await commit.write(() => store.put(run_id, { shown: entry.shown, memo, input: input ?? null, output: text ?? null }));
      keep(entry);
      return entry;
    },
    drop({ shown }) {
      store.drop(run_id, shown.node_id, shown.iteration);
      entries.delete(keyOf(shown.node_id, shown.iteration));
    },
    inputOf(node, iteration, sources) {
      const item = node.isEntry && node.scope !== wholeScope ? [['item', itemsOf(node.scope, iteration.slice(0, -1))?.[iteration.at(-1)!] ?? null] as const] : [];
      return merged([...item, ...sources.map((id) => [id, get(id, iteration)?.output ?? null] as const)]);
    },
  };
}
