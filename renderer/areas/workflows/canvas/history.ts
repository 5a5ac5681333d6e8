import { applyEdit, editBetween, inverseOf, isNothing, type Edit } from './edit.ts';
import type { Graph } from './graph.ts';

/** A graph with all that was done to it since it was opened, and what of that was taken back. */
export interface History {
  readonly start: Graph;
  readonly graph: Graph;
  readonly past: readonly Edit[];
  readonly future: readonly Edit[];
  /** When the last edit was made; null once it was taken back, or saved. */
  readonly at: number | null;
}

/** Milliseconds within which edits of one place are one. */
const together = 1000;

export const historyOf = (graph: Graph): History => ({ start: graph, graph, past: [], future: [], at: null });

/** An edit at `at` milliseconds: what is typed or dragged in one go is one. */
export function edited(history: History, next: Graph, label: string, place: string | null, at: number): History {
  const edit = editBetween(history.graph, next, label, place);
  if (isNothing(edit)) return history;
  const last = history.past.at(-1);
  const goesOn = last !== undefined && place !== null && last.place === place && history.at !== null && at - history.at < together;
  if (!goesOn) return { ...history, graph: applyEdit(history.graph, edit), past: [...history.past, edit], future: [], at };
  const before = applyEdit(history.graph, inverseOf(last));
  const whole = editBetween(before, next, label, place);
  const past = history.past.slice(0, -1);
  return { ...history, graph: applyEdit(before, whole), past: isNothing(whole) ? past : [...past, whole], future: [], at };
}

export function undone(history: History): History {
  const last = history.past.at(-1);
  if (!last) return history;
  return { ...history, graph: applyEdit(history.graph, inverseOf(last)), past: history.past.slice(0, -1), future: [last, ...history.future], at: null };
}

export function redone(history: History): History {
  const [next, ...future] = history.future;
  if (!next) return history;
  return { ...history, graph: applyEdit(history.graph, next), past: [...history.past, next], future, at: null };
}
