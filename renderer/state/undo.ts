import { dismissToast, notify } from './toasts.ts';

/** How long something can be taken back, in milliseconds. */
export const undoWindow = 8000;

export interface Offer {
  /** What was done: "Deleted 3 agent memories". */
  readonly message: string;
  /** Takes back what the screen shows; nothing has been sent yet. */
  readonly undo: () => void;
  /** Sends it: when the window has passed, and on leaving. */
  readonly commit: () => void;
}

const open = new Map<number, () => void>();

/**
 * Does at once what the user sees and sends it 8 seconds later, unless it is taken back. Returns how to send it now.
 * Exactly one of `undo` and `commit` is called, once.
 */
export function offerUndo({ message, undo, commit }: Offer): () => void {
  const settle = (outcome: () => void) => () => {
    if (!open.delete(id)) return;
    clearTimeout(timer);
    dismissToast(id);
    outcome();
  };
  const id = notify(message, { timeout: 0, action: { text: 'Undo', run: () => settle(undo)() }, onLeave: () => settle(commit)() });
  const send = settle(commit);
  const timer = setTimeout(send, undoWindow);
  open.set(id, send);
  return send;
}

/** Sends all that could still be taken back: the window closes, the tenant or environment is switched, or the user signs out. */
export function commitOffers(): void {
  for (const send of open.values()) send();
}
