import { useEffect } from 'react';
import type { Location } from 'react-router-dom';
import { activeTab, useTabs, visit } from '../state/tabs.ts';
import { rememberPage } from '../state/recent.ts';
import { leavePeek } from '../state/ui.ts';

/** Keeps the active tab at the address that is shown, and remembers the page once it has a name. */
export function useVisits({ pathname, search, hash }: Location): void {
  const path = pathname + search + hash;
  useEffect(() => visit(path), [path]);
  useEffect(() => leavePeek(pathname), [pathname]);
  const title = useTabs((state) => activeTab(state)?.title);
  useEffect(() => {
    if (title !== undefined && title !== 'New tab' && activeTab(useTabs.get())?.path === path) rememberPage({ path: pathname, title });
  }, [path, pathname, title]);
}
