import type { ErrorValue } from '../../shared/errors.ts';
import { defineState } from './define-state.ts';

export interface ToastAction {
  readonly text: string;
  readonly run: () => void;
}

export interface Toast {
  readonly id: number;
  readonly intent: 'none' | 'success' | 'warning' | 'danger';
  readonly message: string;
  /** Shown on demand, in monospace: the server's words, the status, what was asked. */
  readonly details?: string | undefined;
  readonly action?: ToastAction | undefined;
  /** Milliseconds; 0 stays until it is dismissed. */
  readonly timeout: number;
  /** Called when the toast goes without its action having been taken. */
  readonly onLeave?: (() => void) | undefined;
}

let last = 0;

export const useToasts = defineState<{ toasts: Toast[] }>(() => ({ toasts: [] }));

/** Says something in a corner of the window; returns the toast's id. */
export function notify(message: string, more: Partial<Omit<Toast, 'id' | 'message'>> = {}): number {
  last += 1;
  const id = last;
  useToasts.set((draft) => {
    draft.toasts.push({ id, intent: 'none', timeout: 5000, ...more, message });
  });
  return id;
}

/** Says that something failed; stays until it is dismissed, and keeps the details for a look or a copy. */
export function notifyError(error: ErrorValue): number {
  return notify(error.message, { intent: 'danger', timeout: 0, details: detailsOf(error) });
}

export function dismissToast(id: number): void {
  useToasts.set((draft) => {
    draft.toasts = draft.toasts.filter((toast) => toast.id !== id);
  });
}

/** Everything that is known of an error, as text to read or to paste into a report. */
export function detailsOf(error: ErrorValue): string {
  const { code, message, status, problems, details } = error;
  const lines = [message, `Code: ${code}`];
  if (status !== undefined) lines.push(`Status: ${status}`);
  for (const problem of problems ?? []) lines.push(`${problem.path.join('.') || 'Input'}: ${problem.message}`);
  if (details !== undefined) lines.push(typeof details === 'string' ? details : JSON.stringify(details, null, 2));
  return lines.join('\n');
}
