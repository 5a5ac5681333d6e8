import type { ErrorValue } from '../../shared/errors.ts';
import { defineState } from './define-state.ts';

/** What went wrong beside the calls that a screen shows by itself: the panel's second list. */
export interface Problem {
  readonly id: number;
  readonly at: string;
  /** Where it happened, in the user's words: "Tabs", "Agent memories". */
  readonly where: string;
  readonly message: string;
  readonly details?: string | undefined;
}

const kept = 200;
let last = 0;

export const useProblems = defineState<{ problems: Problem[] }>(() => ({ problems: [] }));

/** Adds a problem to the panel; the same words again only renew its time. */
export function report(where: string, message: string, details?: string): void {
  useProblems.set((draft) => {
    const rest = draft.problems.filter((other) => other.message !== message);
    last += 1;
    draft.problems = [{ id: last, at: new Date().toISOString(), where, message, details }, ...rest].slice(0, kept);
  });
}

export const reportError = (where: string, error: ErrorValue): void =>
  report(where, error.message, error.details === undefined ? undefined : JSON.stringify(error.details, null, 2));

export function clearProblems(): void {
  useProblems.set((draft) => {
    draft.problems = [];
  });
}
