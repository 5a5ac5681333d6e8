import { useEffect, useRef, useState } from 'react';
import { forget, keep, keepNow, recallAll } from '../../../state/kept.ts';
import { editBetween, type Edit } from './edit.ts';
import type { Graph } from './graph.ts';
import { journalPage, pageEdits, pageOfJournal, pagesOf, type JournalPage } from './journal.ts';
import { joinRecipe, windowId } from './presence.ts';

/** A journal that was found: of this window, before it was loaded anew, or of one that is no more. */
export interface FoundJournal {
  readonly keys: readonly string[];
  readonly pages: readonly JournalPage[];
  readonly saved_at: string;
  readonly isOwn: boolean;
  readonly omitted: string[];
}

const pageKey = (recipe: string, page: number) => `graph/${recipe}/${windowId()}/${String(page).padStart(4, '0')}`;

/** The version that was edited, and how far the edits were when it was saved. */
export interface Saved {
  readonly version_id: string | null;
  readonly graph: Graph;
  readonly past: readonly Edit[];
}

/** The edits that lead from what is saved to what is there; one for all where some that are saved were taken back. */
export function editsSince({ graph, past }: Saved, now: Graph, all: readonly Edit[]): readonly Edit[] {
  if (all.length >= past.length && all[past.length - 1] === past.at(-1)) return all.slice(past.length);
  return [editBetween(graph, now, 'Go back')];
}

/** Writes edits down while they are made, page by page: only pages that changed are written again. */
export function useJournal(recipe: string, saved: Saved, edits: readonly Edit[], isOn: boolean): void {
  const written = useRef<readonly (readonly Edit[])[]>([]);
  const { version_id } = saved;
  useEffect(() => {
    if (!isOn) return;
    const pages = Array.from({ length: pagesOf(edits) }, (_, page) => pageEdits(edits, page));
    for (const [page, own] of pages.entries()) {
      const before = written.current[page];
      if (before?.length === own.length && before.at(-1) === own.at(-1)) continue;
      keep(pageKey(recipe, page), journalPage(edits, page, version_id));
    }
    const gone = written.current.flatMap((_own, page) => (page >= pages.length ? [pageKey(recipe, page)] : []));
    if (gone.length > 0) void forget(gone);
    written.current = pages;
  }, [recipe, version_id, edits, isOn]);
  useEffect(() => keepNow, []);
}

/** How long other windows have to say that they are there, in milliseconds. */
const patience = 200;

/** The journals of a recipe that are on this computer, without those of windows that live; null until that is known. And how many windows have it open beside this one. */
export function useFoundJournals(recipe: string): { readonly found: readonly FoundJournal[] | null; readonly others: number; readonly drop: (journal: FoundJournal) => void } {
  const [others, setOthers] = useState<ReadonlySet<string>>(new Set());
  const [all, setAll] = useState<readonly (readonly [string, FoundJournal])[] | null>(null);
  useEffect(() => joinRecipe(recipe, setOthers), [recipe]);
  useEffect(() => {
    let here = true;
    const read = async () => {
      const [kept] = await Promise.all([recallAll(`graph/${recipe}/`, pageOfJournal), new Promise((done) => setTimeout(done, patience))]);
      if (!here) return;
      const byWindow = Map.groupBy(kept, ([key]) => key.split('/')[2] ?? '');
      setAll([...byWindow].map(([id, pages]) => [id, {
        keys: pages.map(([key]) => key), pages: pages.map(([, { value }]) => value), isOwn: id === windowId(),
        saved_at: pages.map(([, { saved_at }]) => saved_at).toSorted().at(-1)!, omitted: pages.flatMap(([, { value }]) => value.omitted),
      }]));
    };
    void read();
    return () => {
      here = false;
    };
  }, [recipe]);
  return {
    found: all && all.filter(([id]) => !others.has(id)).map(([, journal]) => journal).toSorted((one, other) => other.saved_at.localeCompare(one.saved_at)),
    others: others.size,
    drop(journal) {
      setAll((now) => now && now.filter(([, other]) => other !== journal));
      if (!journal.isOwn) void forget(journal.keys);
    },
  };
}
