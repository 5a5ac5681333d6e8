import { useCallback, useEffect, useRef, useState } from 'react';
import { json } from '../../../shared/contract/fields.ts';
import type { ErrorValue } from '../../../shared/errors.ts';
import { jsonProblem } from '../../components/json-editor/json-problem.ts';
import { useTextDraft, type TextDraft } from '../../components/use-text-draft.ts';
import { isKnown, saveDefinition, useClientId } from '../../state/dags.ts';
import { draftKey, dropDraft, keepable, keepableText, keepDraft } from '../../state/drafts.ts';
import type { Values } from './definition/edits.ts';
import { changed, historyOf, redone, undone } from './definition/history.ts';
import { definitionOf, textOfDefinition } from './schedules.ts';

const fields = { definition: json('Definition') };

export interface Fault {
  readonly message: string;
  /** Where in the definition, such as `['tasks', 1, 'url']`; empty for the whole. */
  readonly path: readonly (string | number)[];
}

export interface DefinitionForm extends TextDraft {
  readonly text: string;
  readonly dirty: boolean;
  readonly saving: boolean;
  /** Why the text is not JSON; known while it is typed. */
  readonly syntax: string | undefined;
  /** Why the text cannot be sent; said while it is typed only where it is not JSON, else once the editor was left or a save tried. */
  readonly problem: string | undefined;
  /** What the platform refused, task by task and field by field. */
  readonly faults: readonly Fault[];
  readonly failure: ErrorValue | null;
  /** The key under which the draft is kept. */
  readonly key: string;
  /** What the text says, or said last: while it is no JSON, there is nothing newer to show. */
  readonly definition: Values;
  readonly setText: (text: string) => void;
  /** Changes what the text says. Changes that follow one another at one place are one step. */
  readonly edit: (change: (definition: Values) => Values, place: string) => void;
  /** Null while there is nothing to undo. */
  readonly undo: (() => void) | null;
  readonly redo: (() => void) | null;
  /** Says from now on what is wrong with the text: the editor was left. */
  readonly judge: () => void;
  readonly save: () => Promise<void>;
}

/** Why JSON is no definition that can be sent, or undefined. What it says is judged by the platform. */
export function definitionProblem(text: string, dag_id: string | undefined): string | undefined {
  const definition = definitionOf(text);
  if (!definition) return 'The definition must be an object with dag_id and tasks';
  const id = definition['dag_id'];
  if (typeof id !== 'string' || id === '') return 'dag_id is required';
  if (dag_id !== undefined && id !== dag_id) return `dag_id cannot be changed. It is “${dag_id}”; add a new DAG for another id`;
  if (dag_id === undefined && id === 'new') return '“new” is the address of this form. Choose another dag_id';
  return undefined;
}

/** A text as a draft: what may be a credential is left out, because drafts lie in clear on this computer. */
function draftOf(text: string) {
  const definition = definitionOf(text);
  if (!definition) {
    const { text: kept, omitted } = keepableText(fields, text);
    return { values: {}, texts: { definition: kept }, omitted: [...omitted] };
  }
  const { values, omitted } = keepable(fields, { definition });
  const kept = omitted.length === 0 ? text : textOfDefinition(values['definition'] as Readonly<Record<string, unknown>>);
  return { values: {}, texts: { definition: kept }, omitted };
}

/** The text of a definition, its draft, and its way to the platform. A failed save leaves all of it standing. */
export function useDefinition(dag_id: string | undefined, start: string, onSaved: (dag_id: string) => void): DefinitionForm {
  const client_id = useClientId();
  const key = draftKey('dags', dag_id);
  const [history, setHistory] = useState(() => historyOf(start));
  const text = history.now;
  // What was edited is kept as it is, so that fields which did not change have the same value as before.
  const [read, setRead] = useState<{ readonly text: string; readonly definition: Values }>(() => ({ text: start, definition: definitionOf(start) ?? {} }));
  if (read.text !== text) setRead({ text, definition: definitionOf(text) ?? read.definition });
  const [faults, setFaults] = useState<readonly Fault[]>([]);
  const [failure, setFailure] = useState<ErrorValue | null>(null);
  const [saving, setSaving] = useState(false);
  const [judged, setJudged] = useState(false);
  const syntax = jsonProblem(text)?.message;
  const problem = syntax ?? definitionProblem(text, dag_id);

  const { draft, restore, discard } = useTextDraft(key, (typed) => setHistory((now) => changed(now, typed, 'draft', Date.now())));

  const take = (next: typeof history) => {
    setHistory(next);
    setFaults([]);
    setFailure(null);
    if (next.now === start) void dropDraft(key);
    else keepDraft(key, { ...draftOf(next.now), base: null });
  };
  const edited = (change: (definition: Values) => Values, place: string) => {
    const definition = change(read.definition);
    const next = textOfDefinition(definition);
    setRead({ text: next, definition });
    take(changed(history, next, place, Date.now()));
  };
  const latest = useRef(edited);
  useEffect(() => {
    latest.current = edited;
  });
  const edit = useCallback<typeof edited>((change, place) => latest.current(change, place), []);

  const save = async () => {
    const definition = definitionOf(text);
    setJudged(true);
    if (saving || problem !== undefined || !definition) return;
    const id = String(definition['dag_id']);
    setSaving(true);
    setFaults([]);
    setFailure(null);
    if (dag_id === undefined && (await isKnown(client_id, id))) {
      setSaving(false);
      setFaults([{ path: ['dag_id'], message: `There is a DAG “${id}” already. Choose another dag_id, or edit that one` }]);
      return;
    }
    const reply = await saveDefinition(definition);
    setSaving(false);
    if (reply.ok) {
      await dropDraft(key);
      return onSaved(id);
    }
    // A path begins with where the definition stands in the request: `dags`, 0.
    const found = (reply.error.problems ?? []).map(({ path, message }) => ({ path: path.slice(2), message }));
    setFaults(found);
    setFailure(found.length > 0 ? null : reply.error);
  };

  return {
    text, dirty: text !== start, saving, syntax, problem: judged ? problem : syntax, faults, failure, key, draft, save, restore,
    definition: read.definition, edit,
    setText: (next) => take(changed(history, next, 'code', Date.now())),
    undo: history.past.length === 0 ? null : () => take(undone(history)),
    redo: history.future.length === 0 ? null : () => take(redone(history)),
    judge: () => setJudged(true),
    discard() {
      discard();
      setHistory(historyOf(start));
      setJudged(false);
      setFaults([]);
      setFailure(null);
    },
  };
}
