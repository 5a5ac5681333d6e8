import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { ErrorValue } from '../../../../shared/errors.ts';
import { api } from '../../../api/client.ts';
import { refresh, scopeInput } from '../../../state/lists.ts';
import { notify, notifyError } from '../../../state/toasts.ts';
import { readGraph, type Graph } from './graph.ts';
import { edited, historyOf, redone, undone, type History } from './history.ts';
import { replayed } from './journal.ts';
import { editsSince, useFoundJournals, useJournal, type FoundJournal, type Saved } from './use-journal.ts';
import { recipeOf, versionsOf } from './sources.ts';

/** A version as it was read. */
export interface Opened {
  readonly version_id: string | null;
  readonly graph: Graph;
}

/** Somebody else saved first: what it was for both, and what they made of it. */
export interface SaveConflict {
  readonly base: Graph;
  readonly theirs: Graph;
  readonly version_id: string;
  readonly version: number | null;
  readonly author: string | null;
}

export interface Editor {
  readonly graph: Graph;
  readonly base_version_id: string | null;
  readonly dirty: boolean;
  /** Does something to the graph; what is typed or dragged at one place in one go is one step. */
  readonly act: (label: string, change: (graph: Graph) => Graph, place?: string) => void;
  /** What would be undone; null for nothing. */
  readonly undoable: string | null;
  readonly redoable: string | null;
  readonly undo: () => void;
  readonly redo: () => void;
  readonly saving: boolean;
  readonly failure: ErrorValue | null;
  readonly save: (about: { readonly version_tag?: string; readonly note?: string }) => Promise<boolean>;
  readonly conflict: SaveConflict | null;
  readonly closeConflict: () => void;
  /** Takes a merged graph over what somebody else saved, and saves it. */
  readonly resolve: (merged: Graph) => Promise<void>;
  /** Edits of a window that is no more, to be taken up or dropped. */
  readonly draft: FoundJournal | null;
  readonly restore: () => void;
  readonly dropDraft: () => void;
  /** Goes back to what is saved; that can be undone for a while. */
  readonly discard: () => void;
  readonly others: number;
  /** Somebody saved a version after the one that is edited here. */
  readonly newer: boolean;
  /** False until it is known whether there are edits from before. */
  readonly ready: boolean;
}

const savedAs = ({ version_id, graph }: Opened): Saved => ({ version_id, graph, past: [] });

/** The graph of a recipe while it is edited: its history, its journal on disk, and its way to the platform. */
export function useEditor(recipe: string, opened: Opened): Editor {
  const [saved, setSaved] = useState(() => savedAs(opened));
  const [history, setHistory] = useState<History>(() => historyOf(opened.graph));
  const [saving, setSaving] = useState(false);
  const [failure, setFailure] = useState<ErrorValue | null>(null);
  const [conflict, setConflict] = useState<SaveConflict | null>(null);
  const journals = useFoundJournals(recipe);
  const own = journals.found?.find(({ isOwn }) => isOwn);
  const ready = journals.found !== null && own === undefined;
  const edits = useMemo(() => editsSince(saved, history.graph, history.past), [saved, history]);
  const dirty = edits.length > 0;
  useJournal(recipe, saved, edits, ready);

  const adopt = (version: Opened) => {
    setSaved(savedAs(version));
    setHistory(historyOf(version.graph));
    setNewer(false);
  };
  const [seen, setSeen] = useState(opened.version_id);
  const [newer, setNewer] = useState(false);
  if (opened.version_id !== seen) {
    setSeen(opened.version_id);
    setNewer(opened.version_id !== saved.version_id);
    // What somebody else saved is taken as it is, as long as nothing here would be lost.
    if (!dirty && opened.version_id !== saved.version_id) adopt(opened);
  }

  const act = useCallback<Editor['act']>((label, change, place) => setHistory((now) => edited(now, change(now.graph), label, place ?? null, Date.now())), []);

  const takeUp = async (journal: FoundJournal) => {
    const { base_version_id } = journal.pages[0]!;
    const start = base_version_id === opened.version_id ? opened : await versionOf(recipe, base_version_id);
    if (!start) return;
    adopt(start);
    setNewer(start.version_id !== opened.version_id);
    setHistory(replayed(start.graph, journal.pages.flatMap((page) => page.edits)));
    journals.drop(journal);
  };
  const takeOwn = useRef(takeUp);
  useEffect(() => {
    takeOwn.current = takeUp;
  });
  // Edits of this very window go on where they were: it was loaded anew, or showed another page meanwhile.
  useEffect(() => {
    if (own) void takeOwn.current(own);
  }, [own]);

  const send = async (graph: Graph, past: History['past'], base_version_id: string | null, about: { readonly version_tag?: string; readonly note?: string }): Promise<boolean> => {
    setSaving(true);
    setFailure(null);
    const reply = await api.workflowVersions.create({ ...scopeInput(), workflow_id: recipe, nodes: graph.nodes, edges: graph.edges, base_version_id, ...about });
    if (reply.ok) {
      setSaved({ version_id: reply.data.version_id, graph, past });
      setNewer(false);
      setSaving(false);
      refresh(recipeOf(recipe));
      refresh(versionsOf(recipe));
      return true;
    }
    if (reply.error.code === 'conflict') await compare(base_version_id);
    else setFailure(reply.error);
    setSaving(false);
    return false;
  };
  const compare = async (base_version_id: string | null) => {
    const reply = await api.workflowVersions.latest({ ...scopeInput(), workflow_id: recipe });
    if (!reply.ok) return setFailure(reply.error);
    const { nodes, edges, version_id, version, crt_user } = reply.data;
    // A recipe that had no version when it was opened has one of somebody else by now: what it was then is the base all the same.
    if (version_id !== base_version_id) setConflict({ base: saved.graph, theirs: readGraph(nodes, edges), version_id, version: version ?? null, author: typeof crt_user === 'string' ? crt_user : null });
  };
  const draft = journals.found?.find(({ isOwn }) => !isOwn) ?? null;

  return {
    graph: history.graph, base_version_id: saved.version_id, dirty, act, saving, failure, conflict, draft, others: journals.others, newer, ready,
    undoable: history.past.at(-1)?.label ?? null,
    redoable: history.future[0]?.label ?? null,
    undo: () => setHistory(undone),
    redo: () => setHistory(redone),
    save: (about) => send(history.graph, history.past, saved.version_id, about),
    closeConflict: () => setConflict(null),
    async resolve(merged) {
      if (!conflict) return;
      const next = edited({ ...history, start: conflict.theirs }, merged, 'Merge', null, Date.now());
      setHistory(next);
      setSaved({ version_id: conflict.version_id, graph: conflict.theirs, past: [...next.past, mergeMark] });
      setConflict(null);
      await send(next.graph, next.past, conflict.version_id, { note: `Merged with version ${conflict.version ?? conflict.version_id}` });
    },
    restore: () => void (draft && takeUp(draft)),
    dropDraft: () => draft && journals.drop(draft),
    discard() {
      const [before, from] = [history, saved];
      adopt(opened);
      setFailure(null);
      notify('Went back to what is saved', { action: { text: 'Undo', run: () => {
        setSaved(from);
        setHistory(before);
      } } });
    },
  };
}

/** Stands behind the edits that a save would end with: none goes on from it, so the whole difference is journalled. */
const mergeMark = { label: 'Merge', place: null, nodes: [], edges: [] };

async function versionOf(workflow_id: string, version_id: string | null): Promise<Opened | undefined> {
  if (version_id === null) {
    notifyError({ code: 'not_found', message: 'The edits cannot be taken up: they were made before the recipe had a version, and it has one by now.' });
    return undefined;
  }
  const reply = await api.workflowVersions.get({ ...scopeInput(), workflow_id, version_id });
  if (!reply.ok) {
    notifyError(reply.error);
    return undefined;
  }
  return { version_id, graph: readGraph(reply.data.nodes, reply.data.edges) };
}

