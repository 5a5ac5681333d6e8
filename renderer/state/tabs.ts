import { useEffect } from 'react';
import { z } from 'zod';
import { defineState } from './define-state.ts';
import { keep, recall } from './kept.ts';
import { goTo } from './navigation.ts';

/** A place in the app that stays open. Its path follows where the user goes in it, like a browser's tab. */
export interface Tab {
  readonly id: string;
  path: string;
  title: string;
  /** Something in it is not saved yet. */
  dirty?: boolean | undefined;
}

interface Tabs {
  tabs: Tab[];
  active: string;
}

export const tabsKey = 'ui/tabs';
const keptTabs = z.object({
  tabs: z.array(z.object({ id: z.string(), path: z.string().startsWith('/'), title: z.string() })).min(1).max(50),
  active: z.string(),
});

const first = (): Tab => ({ id: crypto.randomUUID(), path: '/', title: 'Home' });
const closed: Tab[] = [];

export const useTabs = defineState<Tabs>(() => {
  const tab = first();
  closed.length = 0;
  return { tabs: [tab], active: tab.id };
});

export const activeTab = ({ tabs, active }: Tabs) => tabs.find(({ id }) => id === active) ?? tabs[0];

function save(): void {
  const { tabs, active } = useTabs.get();
  keep(tabsKey, { tabs: tabs.map(({ id, path, title }) => ({ id, path, title })), active });
}

/** The user has gone to this address in the active tab. */
export function visit(path: string): void {
  if (activeTab(useTabs.get())?.path === path) return;
  useTabs.set((draft) => {
    const tab = draft.tabs.find(({ id }) => id === draft.active);
    if (tab) tab.path = path;
  });
  save();
}

/** Opens an address in a new tab, after the active one. */
export function openTab(path: string, title = 'New tab'): void {
  const tab: Tab = { id: crypto.randomUUID(), path, title };
  useTabs.set((draft) => {
    draft.tabs.splice(draft.tabs.findIndex(({ id }) => id === draft.active) + 1, 0, tab);
    draft.active = tab.id;
  });
  goTo(path);
  save();
}

export function activateTab(id: string): void {
  const tab = useTabs.get().tabs.find((tab) => tab.id === id);
  if (!tab || useTabs.get().active === id) return;
  useTabs.set((draft) => {
    draft.active = id;
  });
  goTo(tab.path);
  save();
}

/** Closes a tab; the one to its right becomes active. The last one gives way to Home. Unsaved forms stay as drafts. */
export function closeTab(id = useTabs.get().active): void {
  const { tabs, active } = useTabs.get();
  const index = tabs.findIndex((tab) => tab.id === id);
  const gone = tabs[index];
  if (!gone) return;
  closed.push(gone);
  const rest = tabs.length === 1 ? [first()] : tabs.filter((tab) => tab.id !== id);
  const next = active === id ? rest[Math.min(index, rest.length - 1)] : rest.find((tab) => tab.id === active);
  useTabs.set((draft) => {
    draft.tabs = rest;
    draft.active = next?.id ?? '';
  });
  if (next && active === id) goTo(next.path);
  save();
}

/** Opens again the tab that was closed last. */
export function reopenTab(): void {
  const tab = closed.pop();
  if (tab) openTab(tab.path, tab.title);
}

/** Goes to the next tab, or with -1 to the one before, around the end. */
export function stepTab(step: 1 | -1): void {
  const { tabs, active } = useTabs.get();
  const next = tabs[(tabs.findIndex(({ id }) => id === active) + step + tabs.length) % tabs.length];
  if (next) activateTab(next.id);
}

/** Puts a tab in the place that another one has. */
export function moveTab(id: string, to: number): void {
  useTabs.set((draft) => {
    const from = draft.tabs.findIndex((tab) => tab.id === id);
    const [tab] = from === -1 ? [] : draft.tabs.splice(from, 1);
    if (tab) draft.tabs.splice(Math.max(0, Math.min(to, draft.tabs.length)), 0, tab);
  });
  save();
}

function change(path: string, changes: Partial<Pick<Tab, 'title' | 'dirty'>>): void {
  useTabs.set((draft) => {
    for (const tab of draft.tabs) if (samePlace(tab.path, path)) Object.assign(tab, changes);
  });
}

const samePlace = (one: string, other: string) => one.split(/[?#]/)[0] === other.split(/[?#]/)[0];

/** Marks the tabs on this address as holding something that is not saved. */
export const markDirty = (path: string, dirty: boolean): void => change(path, { dirty });

/** What the page called itself last, which may have been before the tabs of last time came. */
let shown: string | undefined;

/** Names the active tab and the window after what the page shows. */
export function useTitle(title: string): void {
  useEffect(() => {
    shown = title;
    document.title = `${title} – Trellis`;
    const tab = activeTab(useTabs.get());
    if (!tab || tab.title === title) return;
    change(tab.path, { title });
    save();
  }, [title]);
}

/**
 * Opens the tabs of last time. An address with which the app was opened is not overridden: it gets a tab of its own,
 * unless the restored active tab already shows it.
 */
export async function restoreTabs(address: string): Promise<void> {
  const kept = await recall(tabsKey, keptTabs);
  if (!kept) return;
  const active = kept.tabs.find(({ id }) => id === kept.active) ?? kept.tabs[0];
  useTabs.set((draft) => {
    draft.tabs = kept.tabs;
    draft.active = active?.id ?? '';
  });
  // What the page has kept meanwhile knew nothing of these.
  save();
  if (address === '/' && active) goTo(active.path, { replace: true });
  else if (active?.path !== address) {
    const known = kept.tabs.find(({ path }) => path === address);
    if (known) activateTab(known.id);
    else openTab(address, shown);
  }
}
