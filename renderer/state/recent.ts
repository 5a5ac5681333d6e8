import { z } from 'zod';
import { defineState } from './define-state.ts';
import { keep, recall } from './kept.ts';

/** Where the user was, newest first, and what they pinned. */
const mark = z.object({ path: z.string().startsWith('/'), title: z.string() });
export type Mark = z.infer<typeof mark>;

export const recentKey = 'ui/recent';
const keptRecent = z.object({ recent: z.array(mark), pinned: z.array(mark), commands: z.array(z.string()) });
type Recent = z.infer<typeof keptRecent>;

export const useRecent = defineState<Recent>(() => ({ recent: [], pinned: [], commands: [] }));

const save = () => keep(recentKey, useRecent.get());

/** The user looks at this page. Home is not worth remembering. */
export function rememberPage(page: Mark): void {
  if (page.path === '/') return;
  useRecent.set((draft) => {
    draft.recent = [page, ...draft.recent.filter(({ path }) => path !== page.path)].slice(0, 30);
  });
  save();
}

/** The user gave this command: the palette shows it first. */
export function rememberCommand(id: string): void {
  useRecent.set((draft) => {
    draft.commands = [id, ...draft.commands.filter((other) => other !== id)].slice(0, 20);
  });
  save();
}

/** Pins a page to Home, or takes it off. */
export function togglePin(page: Mark): void {
  useRecent.set((draft) => {
    const rest = draft.pinned.filter(({ path }) => path !== page.path);
    draft.pinned = rest.length < draft.pinned.length ? rest : [...rest, page];
  });
  save();
}

export async function restoreRecent(): Promise<void> {
  const kept = await recall(recentKey, keptRecent);
  if (kept) useRecent.set((draft) => void Object.assign(draft, kept));
}
