import { z } from 'zod';
import { json } from '../../../../shared/contract/fields.ts';
import { keepable } from '../../../state/drafts.ts';
import { applyEdit, type Change, type Edit } from './edit.ts';
import type { History } from './history.ts';
import type { Data, Graph, GraphEdge, GraphNode } from './graph.ts';

/**
 * Edits as they are written to disk while they are made. Only what came is written, field by field, since what was before
 * stands in the version that was edited: so a journal stays small, and holds nothing of a secret that nobody touched.
 */

const fields = z.object({ set: z.record(z.string(), z.unknown()), unset: z.array(z.string()) });
const step = z.object({
  key: z.string(), at: z.number(),
  /** Null: it was removed. */
  whole: z.record(z.string(), z.unknown()).nullish(), own: fields.optional(), data: fields.optional(),
});
const entry = z.object({ label: z.string(), place: z.string().nullable(), nodes: z.array(step), edges: z.array(step) });

export const pageOfJournal = z.object({
  /** The version that was edited; null for a recipe without one. */
  base_version_id: z.string().nullable(),
  edits: z.array(entry),
  omitted: z.array(z.string()),
});
export type JournalPage = z.infer<typeof pageOfJournal>;
type Entry = z.infer<typeof entry>;
type Step = z.infer<typeof step>;

const isSame = (one: unknown, other: unknown) => one === other || JSON.stringify(one) === JSON.stringify(other);

function differences(before: Data, after: Data): z.infer<typeof fields> {
  const set = Object.entries(after).filter(([name, value]) => !isSame(before[name], value));
  return { set: Object.fromEntries(set), unset: Object.keys(before).filter((name) => !(name in after)) };
}

function stepOf({ key, at, before, after }: Change<GraphNode | GraphEdge>): Step {
  if (after === null || before === null) return { key, at, whole: after };
  const [{ data: old, ...oldOwn }, { data: now, ...nowOwn }] = [before, after] as [Data, Data];
  const own = differences(oldOwn, nowOwn);
  return { key, at, own, ...(isSame(old, now) ? {} : { data: differences((old ?? {}) as Data, (now ?? {}) as Data) }) };
}

/** Edits in one page of a journal. */
const pageSize = 40;

const entryOf = ({ label, place, nodes, edges }: Edit): Entry => ({ label, place, nodes: nodes.map(stepOf), edges: edges.map(stepOf) });

/** How many pages a journal has. */
export const pagesOf = (past: readonly Edit[]): number => Math.ceil(past.length / pageSize);

/** The page of a journal with this number, without what may be a credential: it lies in clear on this computer. */
export function journalPage(past: readonly Edit[], page: number, base_version_id: string | null): JournalPage {
  const edits = past.slice(page * pageSize, (page + 1) * pageSize).map(entryOf);
  const { values, omitted } = keepable({ edits: json('Edits') }, { edits });
  return { base_version_id, edits: values['edits'] as Entry[], omitted };
}

/** The edits of a page by which two journals can be told apart. */
export const pageEdits = (past: readonly Edit[], page: number): readonly Edit[] => past.slice(page * pageSize, (page + 1) * pageSize);

const taken = (before: Data, { set, unset }: z.infer<typeof fields>): Data => ({ ...Object.fromEntries(Object.entries(before).filter(([name]) => !unset.includes(name))), ...set });

function changesOf<T extends { readonly id: string }>(list: readonly T[], steps: readonly Step[]): Change<T>[] {
  const seen = new Map<string, number>();
  const byKey = new Map<string, T>(list.map((value) => {
    const n = (seen.get(value.id) ?? 0) + 1;
    seen.set(value.id, n);
    return [`${n} ${value.id}`, value] as const;
  }));
  return steps.flatMap(({ key, at, whole, own, data }): Change<T>[] => {
    const before = byKey.get(key) ?? null;
    if (!own) return before === null && !whole ? [] : [{ key, at, before, after: (whole ?? null) as T | null }];
    if (!before) return [];
    const after = { ...taken(before as Data, own), ...(data ? { data: taken(((before as Data)['data'] ?? {}) as Data, data) } : {}) };
    return [{ key, at, before, after: after as unknown as T }];
  });
}

/** Does again what a journal tells, to the graph with which it began; each edit can be undone as before. */
export function replayed(start: Graph, entries: readonly Entry[]): History {
  const past: Edit[] = [];
  let graph = start;
  for (const { label, place, nodes, edges } of entries) {
    const edit: Edit = { label, place, nodes: changesOf(graph.nodes, nodes), edges: changesOf(graph.edges, edges) };
    graph = applyEdit(graph, edit);
    past.push(edit);
  }
  return { start, graph, past, future: [], at: null };
}
