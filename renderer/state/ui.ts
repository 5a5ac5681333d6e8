import type { ReactNode } from 'react';
import { defineState } from './define-state.ts';

export type PanelTab = 'activity' | 'problems';

interface Ui {
  /** What lies over the window; one at a time. */
  overlay: 'palette' | 'keys' | 'tenant' | null;
  panel: PanelTab | null;
  panelHeight: number;
  inspector: boolean;
}

export const useUi = defineState<Ui>(() => ({ overlay: null, panel: null, panelHeight: 240, inspector: false }));

export function openOverlay(overlay: NonNullable<Ui['overlay']>): void {
  useUi.set((draft) => {
    draft.overlay = overlay;
  });
}

export function closeOverlay(): void {
  useUi.set((draft) => {
    draft.overlay = null;
  });
}

/** Shows this tab of the panel; the same again hides the panel. */
export function togglePanel(tab?: PanelTab): void {
  useUi.set((draft) => {
    const wanted = tab ?? draft.panel ?? 'activity';
    draft.panel = draft.panel !== null && (tab === undefined || draft.panel === tab) ? null : wanted;
  });
}

export function resizePanel(height: number): void {
  useUi.set((draft) => {
    draft.panelHeight = Math.round(Math.max(120, Math.min(height, window.innerHeight * 0.7)));
  });
}

export function setInspector(open: boolean): void {
  useUi.set((draft) => {
    draft.inspector = open;
  });
}

interface Peek {
  /** What is looked at; the inspector's heading. */
  title: string;
  content: ReactNode;
}

/** What the inspector shows: the page fills it, and it is empty again on the next page. */
export const usePeek = defineState<{ peek: Peek | null; page: string }>(() => ({ peek: null, page: '' }));

export function peekAt(peek: Peek): void {
  usePeek.set((draft) => {
    draft.peek = peek;
    draft.page = window.location.pathname;
  });
  setInspector(true);
}

export function stopPeeking(): void {
  usePeek.set((draft) => {
    draft.peek = null;
  });
  setInspector(false);
}

/** The user is on the page with this path: what was looked at on another one goes. */
export function leavePeek(path: string): void {
  const { peek, page } = usePeek.get();
  if (peek !== null && page !== path) stopPeeking();
}
