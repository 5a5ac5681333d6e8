/** A value with what it was before, and what it was before that was undone. */
export interface History {
  readonly now: string;
  readonly past: readonly string[];
  readonly future: readonly string[];
  /** What the last change was made to, and when: one goes on with it. */
  readonly last: { readonly place: string; readonly at: number } | null;
}

/** Steps that are kept. */
const most = 200;
/** Milliseconds within which changes of one place are one step. */
const together = 1000;

export const historyOf = (now: string): History => ({ now, past: [], future: [], last: null });

/** A change at `at` milliseconds. What is typed into one place in one go is one step. */
export function changed(history: History, next: string, place: string, at: number): History {
  if (next === history.now) return history;
  const goesOn = history.last?.place === place && at - history.last.at < together && history.past.length > 0;
  return { now: next, past: goesOn ? history.past : [...history.past, history.now].slice(-most), future: [], last: { place, at } };
}

export function undone(history: History): History {
  const before = history.past.at(-1);
  return before === undefined ? history : { now: before, past: history.past.slice(0, -1), future: [history.now, ...history.future], last: null };
}

export function redone(history: History): History {
  const [next, ...future] = history.future;
  return next === undefined ? history : { now: next, past: [...history.past, history.now], future, last: null };
}
