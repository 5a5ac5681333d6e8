import { useState } from 'react';
import { json } from '../../../shared/contract/fields.ts';
import type { Row } from '../../../shared/contract/entity.ts';
import type { ErrorValue, FieldProblem } from '../../../shared/errors.ts';
import { divergences, type Divergence } from '../../components/resource/form-state.ts';
import { jsonProblem } from '../../components/json-editor/json-problem.ts';
import { useTextDraft, type TextDraft } from '../../components/use-text-draft.ts';
import { draftKey, dropDraft, keepableText, keepDraft } from '../../state/drafts.ts';
import { itemInput, send, type Values } from '../../state/list-entity.ts';
import { scopeInput, update } from '../../state/lists.ts';
import { shapeProblems } from './workflow-text.ts';

const group = 'composerWorkflows';
const fields = { definition: json('Definition') };

export interface WorkflowDefinitionForm extends TextDraft {
  readonly text: string;
  readonly dirty: boolean;
  readonly saving: boolean;
  /** Why the text is not JSON; known while it is typed. */
  readonly syntax: string | undefined;
  /** What is wrong, by its place in the definition: of the shape once a save was tried, of the rest as the platform said. */
  readonly problems: readonly FieldProblem[];
  readonly failure: ErrorValue | null;
  readonly key: string;
  /** Somebody else saved the definition since editing began; it is to be chosen which one stands. */
  readonly conflict: readonly Divergence[] | null;
  readonly closeConflict: () => void;
  readonly resolve: (chosen: Values) => Promise<void>;
  readonly setText: (text: string) => void;
  readonly save: () => Promise<void>;
}

const textOf = (definition: unknown): string => (definition === undefined || definition === null ? '' : JSON.stringify(definition, null, 2));
const valueOf = (text: string): unknown => (text.trim() === '' ? null : (JSON.parse(text) as unknown));

export const definitionText = (row: Row): string => textOf(row['definition']);

/** The definition of a workflow as text, its draft, and its way to the platform. A failed save leaves all of it standing. */
export function useWorkflowDefinition(row: Row, onSaved: () => void): WorkflowDefinitionForm {
  const key = draftKey(`${group} definition`, row.id);
  const [start, setStart] = useState(() => definitionText(row));
  const [text, setText] = useState(start);
  const [judged, setJudged] = useState(false);
  const [refused, setRefused] = useState<readonly FieldProblem[]>([]);
  const [failure, setFailure] = useState<ErrorValue | null>(null);
  const [saving, setSaving] = useState(false);
  const [conflict, setConflict] = useState<readonly Divergence[] | null>(null);
  const dirty = text !== start;
  const syntax = text.trim() === '' ? undefined : jsonProblem(text)?.message;
  // What was saved elsewhere shows, unless something is typed here.
  const latest = definitionText(row);
  if (!dirty && latest !== start) {
    setStart(latest);
    setText(latest);
  }

  const { draft, restore, discard } = useTextDraft(key, setText);

  const sent = async (definition: unknown) => {
    const reply = await update(group, row, { definition });
    if (reply.ok) {
      await dropDraft(key);
      setStart(textOf(definition));
      // What was typed while it was being saved stays.
      setText((now) => (now === text ? textOf(definition) : now));
      setJudged(false);
      return onSaved();
    }
    // A path begins with the field of the workflow: `definition`.
    const found = (reply.error.problems ?? []).map(({ path, message }) => ({ path: path.slice(1), message }));
    setRefused(found);
    setFailure(found.length > 0 ? null : reply.error);
  };
  /** In what the platform's definition is not the one that editing began with; nothing where that cannot be known. */
  const diverging = async (definition: unknown): Promise<readonly Divergence[]> => {
    const reply = await send(group, 'get', { ...scopeInput(), ...itemInput(group, 'get', row) });
    if (!reply.ok || reply.meta.source === 'cache') return [];
    return divergences(['definition'], { definition: valueOf(start) }, { definition }, { definition: (reply.data as Row)['definition'] ?? null });
  };
  const save = async () => {
    setJudged(true);
    setFailure(null);
    if (saving || syntax !== undefined || shapeProblems(text).length > 0) return;
    setSaving(true);
    const definition = valueOf(text);
    const found = await diverging(definition);
    if (found.length > 0) setConflict(found);
    else await sent(definition);
    setSaving(false);
  };

  return {
    text, dirty, saving, syntax, failure, key, draft, conflict, save, restore,
    closeConflict: () => setConflict(null),
    async resolve(chosen) {
      setConflict(null);
      setSaving(true);
      await sent(chosen['definition']);
      setSaving(false);
    },
    problems: [...(judged ? shapeProblems(text) : []), ...refused],
    setText(next) {
      setText(next);
      setRefused([]);
      setFailure(null);
      if (next === start) return void dropDraft(key);
      const { text: kept, omitted } = keepableText(fields, next);
      keepDraft(key, { values: {}, texts: { definition: kept }, omitted: [...omitted], base: null });
    },
    discard() {
      discard();
      setText(start);
      setRefused([]);
      setFailure(null);
      setJudged(false);
    },
  };
}
