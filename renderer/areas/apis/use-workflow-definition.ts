import { useEffect, useState } from 'react';
import { json } from '../../../shared/contract/fields.ts';
import type { Row } from '../../../shared/contract/entity.ts';
import type { ErrorValue, FieldProblem } from '../../../shared/errors.ts';
import { jsonProblem } from '../../components/json-editor/json-problem.ts';
import { draftKey, dropDraft, keepableText, keepDraft, recallDraft, wasLeftOpen, type KeptDraft } from '../../state/drafts.ts';
import { update } from '../../state/lists.ts';
import { shapeProblems } from './workflow-text.ts';

const fields = { definition: json('Definition') };

export interface WorkflowDefinitionForm {
  readonly text: string;
  readonly dirty: boolean;
  readonly saving: boolean;
  /** Why the text is not JSON; known while it is typed. */
  readonly syntax: string | undefined;
  /** What is wrong, by its place in the definition: of the shape once a save was tried, of the rest as the platform said. */
  readonly problems: readonly FieldProblem[];
  readonly failure: ErrorValue | null;
  readonly key: string;
  readonly draft: KeptDraft | null;
  readonly setText: (text: string) => void;
  readonly save: () => Promise<void>;
  readonly restore: () => void;
  readonly discard: () => void;
}

export const definitionText = (row: Row): string => (row['definition'] === undefined || row['definition'] === null ? '' : JSON.stringify(row['definition'], null, 2));

/** The definition of a workflow as text, its draft, and its way to the platform. A failed save leaves all of it standing. */
export function useWorkflowDefinition(row: Row, onSaved: () => void): WorkflowDefinitionForm {
  const key = draftKey('composerWorkflows definition', row.id);
  const [start, setStart] = useState(() => definitionText(row));
  const [text, setText] = useState(start);
  const [judged, setJudged] = useState(false);
  const [refused, setRefused] = useState<readonly FieldProblem[]>([]);
  const [failure, setFailure] = useState<ErrorValue | null>(null);
  const [saving, setSaving] = useState(false);
  const [draft, setDraft] = useState<KeptDraft | null>(null);
  const dirty = text !== start;
  const syntax = text.trim() === '' ? undefined : jsonProblem(text)?.message;
  // What was saved elsewhere shows, unless something is typed here.
  const latest = definitionText(row);
  if (!dirty && latest !== start) {
    setStart(latest);
    setText(latest);
  }

  useEffect(() => {
    let here = true;
    const recall = async () => {
      const kept = await recallDraft(key);
      const typed = kept?.texts['definition'];
      if (!here || !kept || typed === undefined) return;
      if (wasLeftOpen(key)) setText(typed);
      else setDraft(kept);
    };
    void recall();
    return () => {
      here = false;
    };
  }, [key]);

  const save = async () => {
    setJudged(true);
    setFailure(null);
    if (saving || syntax !== undefined || shapeProblems(text).length > 0) return;
    setSaving(true);
    const definition = text.trim() === '' ? null : (JSON.parse(text) as unknown);
    const reply = await update('composerWorkflows', row, { definition });
    setSaving(false);
    if (reply.ok) {
      await dropDraft(key);
      setStart(text);
      setJudged(false);
      return onSaved();
    }
    // A path begins with the field of the workflow: `definition`.
    const found = (reply.error.problems ?? []).map(({ path, message }) => ({ path: path.slice(1), message }));
    setRefused(found);
    setFailure(found.length > 0 ? null : reply.error);
  };

  return {
    text, dirty, saving, syntax, failure, key, draft, save,
    problems: [...(judged ? shapeProblems(text) : []), ...refused],
    setText(next) {
      setText(next);
      setRefused([]);
      setFailure(null);
      if (next === start) return void dropDraft(key);
      const { text: kept, omitted } = keepableText(fields, next);
      keepDraft(key, { values: {}, texts: { definition: kept }, omitted: [...omitted], base: null });
    },
    restore() {
      const typed = draft?.texts['definition'];
      setDraft(null);
      if (typed !== undefined) setText(typed);
    },
    discard() {
      setDraft(null);
      setText(start);
      setRefused([]);
      setFailure(null);
      setJudged(false);
      void dropDraft(key);
    },
  };
}
