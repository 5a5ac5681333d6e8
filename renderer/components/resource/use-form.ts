import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Entity, Row } from '../../../shared/contract/entity.ts';
import type { ErrorValue } from '../../../shared/errors.ts';
import type { Reply } from '../../../shared/rpc.ts';
import { draftKey, dropDraft, keepable, keepableText, keepDraft, recallDraft, wasLeftOpen, type Draft, type KeptDraft } from '../../state/drafts.ts';
import { callOf, fieldMeta, itemInput, kindOf, send, type Values } from '../../state/list-entity.ts';
import { create, scopeInput, update } from '../../state/lists.ts';
import { jsonProblem } from '../json-editor/json-problem.ts';
import {
  changedFields, divergences, formFields, initialValues, problemOfTwin, problemsOf, validate, valuesOfTwin, valuesToSend, type Divergence, type FormMethod, type Problems,
} from './form-state.ts';

export interface Form {
  readonly fields: readonly string[];
  readonly values: Values;
  /** Text that is no value yet, by field. */
  readonly texts: Readonly<Record<string, string>>;
  /** The form as it is typed as JSON; undefined while it is as the fields say. */
  readonly twin: string | undefined;
  /** Why the twin is no value yet. */
  readonly twinProblem: string | undefined;
  readonly problems: Problems;
  /** Why the last save failed, where no field is to blame. */
  readonly failure: ErrorValue | null;
  readonly dirty: boolean;
  readonly saving: boolean;
  /** A draft of an earlier time that waits to be taken up or dropped. */
  readonly draft: KeptDraft | null;
  /** What changed on the platform meanwhile, for a person to decide. */
  readonly conflict: readonly Divergence[] | null;
  readonly setValue: (name: string, value: unknown) => void;
  /** Several at once, as one edit. */
  readonly setValues: (changed: Values) => void;
  readonly setText: (name: string, text: string | undefined) => void;
  /** Takes the values of the text as soon as it stands for some; undefined goes back to what the fields say. */
  readonly setTwin: (text: string | undefined) => void;
  readonly save: () => Promise<void>;
  /** Takes the chosen values over what the platform has now, and saves. */
  readonly resolve: (chosen: Values) => Promise<void>;
  readonly closeConflict: () => void;
  readonly restoreDraft: () => void;
  /** Forgets what was typed: the form is as it began. */
  readonly discard: () => void;
}

interface Content {
  readonly values: Values;
  readonly texts: Readonly<Record<string, string>>;
  readonly twin?: string | undefined;
}

const nothing: Values = {};

/** The state of one form: what is typed, its draft, and its way to the platform. A failed save leaves all of it standing. A new one begins with what is given. */
export function useForm(group: string, row: Row | undefined, onSaved: (row: Row) => void, given: Values = nothing): Form {
  const method: FormMethod = row ? 'update' : 'create';
  const entity = kindOf(group);
  const fields = useMemo(() => formFields(group, method), [group, method]);
  const key = draftKey(group, row?.id);
  const [base, setBase] = useState<Row | undefined>(row);
  const start = useMemo(() => ({ ...initialValues(entity, fields, base), ...(base ? nothing : given) }), [entity, fields, base, given]);
  const [content, setContent] = useState<Content>({ values: start, texts: {} });
  const [problems, setProblems] = useState<Problems>({});
  const [failure, setFailure] = useState<ErrorValue | null>(null);
  const [saving, setSaving] = useState(false);
  const [draft, setDraft] = useState<KeptDraft | null>(null);
  const [conflict, setConflict] = useState<readonly Divergence[] | null>(null);
  const theirs = useRef<Row>(undefined);
  const { values, texts, twin } = content;
  const twinProblem = twin === undefined ? undefined : problemOfTwin(fields, twin);
  const dirty = changedFields(fields, start, values).length > 0 || Object.keys(texts).length > 0 || twinProblem !== undefined;

  const takeDraft = useCallback((kept: Draft) => {
    if (kept.base) setBase(kept.base as Row);
    setContent({ values: { ...initialValues(entity, fields, (kept.base as Row | null) ?? undefined), ...kept.values }, texts: kept.texts, twin: kept.twin });
    setDraft(null);
  }, [entity, fields]);

  useEffect(() => {
    let here = true;
    const recall = async () => {
      const kept = await recallDraft(key);
      if (!here || !kept) return;
      if (wasLeftOpen(key)) takeDraft(kept);
      else setDraft(kept);
    };
    void recall();
    return () => {
      here = false;
    };
  }, [key, takeDraft]);

  const change = (next: Content) => {
    setContent(next);
    const changed = changedFields(fields, start, next.values);
    const broken = next.twin !== undefined && problemOfTwin(fields, next.twin) !== undefined ? next.twin : undefined;
    if (changed.length === 0 && Object.keys(next.texts).length === 0 && broken === undefined) void dropDraft(key);
    else keepDraft(key, draftOf(entity.fields, Object.fromEntries(changed.map((name) => [name, next.values[name]])), next.texts, broken, base));
  };
  const withoutProblem = (name: string) => setProblems((now) => without(now, name));

  const sent = async (values: Values, over: Row | undefined): Promise<void> => {
    const reply: Reply = over
      ? await update(group, over, valuesToSend(fields, values, over))
      : await create(group, valuesToSend(fields, values, undefined));
    if (reply.ok) {
      await dropDraft(key);
      const saved = { ...over, ...values, ...(reply.data as Row | undefined) } as Row;
      setBase(saved);
      // What was typed while it was being saved stays; the rest is as the platform has it, secrets as marks.
      setContent((now) => ({ values: { ...now.values, ...initialValues(entity, fields.filter((name) => now.values[name] === values[name]), saved) }, texts: now.texts, twin: now.twin }));
      onSaved(saved);
      return;
    }
    const { error } = reply;
    if (error.code === 'conflict' && over && (await diverges(over, values))) return;
    const found = problemsOf(group, fields, error.problems ?? []);
    setProblems(found);
    setFailure(Object.keys(found).some((name) => name !== '') ? null : error);
  };

  /** Asks the platform how the row is now; true if that has to be looked at first. */
  const diverges = async (from: Row, values: Values): Promise<boolean> => {
    if (!callOf(group, 'get')) return false;
    const reply = await send(group, 'get', { ...scopeInput(), ...itemInput(group, 'get', from) });
    if (!reply.ok || reply.meta.source === 'cache') return false;
    theirs.current = reply.data as Row;
    const found = divergences(fields, from, values, theirs.current);
    if (found.length === 0) return false;
    setConflict(found);
    return true;
  };

  const save = async () => {
    if (saving) return;
    const found: Problems = { ...validate(group, method, fields, values, scopeInput(), base), ...textProblems(entity, texts) };
    setProblems(found);
    setFailure(null);
    if (Object.keys(found).length > 0) return;
    setSaving(true);
    if (!base || !(await diverges(base, values))) await sent(values, base);
    setSaving(false);
  };

  return {
    fields, values, texts, twin, twinProblem, problems, failure, dirty, saving, draft, conflict,
    setValue(name, value) {
      withoutProblem(name);
      change({ values: { ...values, [name]: value }, texts: without(texts, name), twin });
    },
    setValues(changed) {
      setProblems({});
      change({ values: { ...values, ...changed }, texts: Object.fromEntries(Object.entries(texts).filter(([name]) => !(name in changed))), twin });
    },
    setText(name, text) {
      withoutProblem(name);
      change({ values, texts: text === undefined ? without(texts, name) : { ...texts, [name]: text }, twin });
    },
    setTwin(text) {
      if (text === undefined) return setContent({ values, texts });
      if (problemOfTwin(fields, text) !== undefined) return change({ values, texts, twin: text });
      setProblems({});
      change({ values: valuesOfTwin(fields, text)!.values, texts: {}, twin: text });
    },
    save,
    async resolve(chosen) {
      setConflict(null);
      setSaving(true);
      const next = { ...values, ...chosen };
      const over = theirs.current;
      if (over) setBase(over);
      setContent({ values: next, texts: {} });
      await sent(next, over);
      setSaving(false);
    },
    closeConflict: () => setConflict(null),
    restoreDraft: () => draft && takeDraft(draft),
    discard() {
      setDraft(null);
      setContent({ values: start, texts: {} });
      setProblems({});
      setFailure(null);
      void dropDraft(key);
    },
  };
}

/** What is kept of a form: values that changed, and texts that are no values yet, without what may be a credential. */
function draftOf(fields: Entity['fields'], changed: Values, texts: Readonly<Record<string, string>>, twin: string | undefined, base: Row | undefined): Draft {
  const { values, omitted } = keepable(fields, changed);
  const safe = Object.entries(texts).map(([name, text]) => [name, keepableText(fields, text)] as const);
  const whole = twin === undefined ? undefined : keepableText(fields, twin);
  return {
    values,
    texts: Object.fromEntries(safe.map(([name, { text }]) => [name, text])),
    twin: whole?.text,
    base: base ?? null,
    omitted: [...new Set([...omitted, ...safe.filter(([, { omitted }]) => omitted.length > 0).map(([name]) => name), ...(whole?.omitted ?? [])])],
  };
}

const without = (texts: Readonly<Record<string, string>>, name: string) => Object.fromEntries(Object.entries(texts).filter(([other]) => other !== name));

/** What is wrong with texts that their fields could not read: numbers and JSON. */
const textProblems = (entity: Entity, texts: Readonly<Record<string, string>>): Problems =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, fieldMeta(entity, name).widget === 'number' ? 'Enter a number' : (jsonProblem(text)?.message ?? 'This is not JSON')]));
