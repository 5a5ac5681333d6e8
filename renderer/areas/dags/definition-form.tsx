import { Button, Callout, FormGroup, HTMLSelect } from '@blueprintjs/core';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { Editor } from '../../components/json-editor/editor.tsx';
import { ActionButton } from '../../components/resource/action-button.tsx';
import { relativeTime } from '../../components/resource/cell.tsx';
import { LeaveGuard } from '../../components/resource/leave-guard.tsx';
import { adviceFor } from '../../components/resource/list-states.tsx';
import { useNow } from '../../components/resource/use-now.ts';
import { useCommand } from '../../state/commands.ts';
import { useObstacle } from '../../state/list-permission.ts';
import { markDirty } from '../../state/tabs.ts';
import { lineOf } from './json-place.ts';
import { definitionOf, schedules, textOfDefinition, withSchedule } from './schedules.ts';
import { useDefinition, type DefinitionForm as Form, type Fault } from './use-definition.ts';

interface DefinitionFormProps {
  /** Of the DAG that gets a new version; without one, a DAG is added. */
  readonly dag_id?: string;
  /** The text to begin with. */
  readonly start: string;
  readonly onSaved: (dag_id: string) => void;
  readonly onCancel: () => void;
}

/** A definition as JSON. JSON is judged while it is typed, the definition by the platform when it is saved. */
export function DefinitionForm({ dag_id, start, onSaved, onCancel }: DefinitionFormProps) {
  const { pathname } = useLocation();
  const free = useRef(false);
  const form = useDefinition(dag_id, start, (id) => {
    free.current = true;
    onSaved(id);
  });
  const obstacle = useObstacle('dags', 'add');
  const blocked = obstacle ?? form.problem;
  useEffect(() => markDirty(pathname, form.dirty), [pathname, form.dirty]);
  useEffect(() => () => markDirty(pathname, false), [pathname]);
  useCommand('form.save', blocked || form.saving ? null : () => void form.save());
  useCommand('form.cancel', onCancel);
  return (
    <form className="dag-form" noValidate onSubmit={(event) => {
      event.preventDefault();
      if (!blocked) void form.save();
    }}>
      {form.draft && <DraftOffer form={form} />}
      {obstacle !== undefined && <Callout compact intent="warning">{obstacle} What you type is kept as a draft.</Callout>}
      <Schedule text={form.text} onText={form.setText} />
      <Editor language="json" label="Definition as JSON" lines={20} value={form.text} onChange={form.setText} />
      <div aria-live="polite">
        {form.problem !== undefined && <p className="form-problem">{form.problem}</p>}
      </div>
      {form.faults.length > 0 && <Faults text={form.text} faults={form.faults} />}
      {form.failure && <Callout compact intent="danger" role="alert" title={form.failure.message}>{adviceFor(form.failure.code)} What you typed is still here.</Callout>}
      <div className="form-actions">
        <ActionButton type="submit" intent="primary" loading={form.saving} obstacle={blocked} text={dag_id === undefined ? 'Add DAG' : 'Save as a new version'} />
        <Button text="Cancel" onClick={onCancel} />
        <span className="form-note">{form.dirty ? 'Not saved yet; kept as a draft' : ''}</span>
      </div>
      <LeaveGuard dirty={form.dirty} draft={form.key} free={free} onDiscard={form.discard} />
    </form>
  );
}

const other = 'other';

/** Writes a schedule into the definition. */
function Schedule({ text, onText }: { readonly text: string; readonly onText: (text: string) => void }) {
  const definition = definitionOf(text);
  const schedule = definition?.['schedule'] ?? null;
  const at = schedules.findIndex(([value]) => value === schedule);
  return (
    <FormGroup label="Schedule" labelFor="dag-schedule" inline helperText="In UTC. For others, write a cron expression of five fields as “schedule”.">
      <HTMLSelect
        id="dag-schedule" disabled={!definition} value={at < 0 ? other : String(at)}
        onChange={({ currentTarget }) => definition && currentTarget.value !== other && onText(textOfDefinition(withSchedule(definition, schedules[Number(currentTarget.value)]![0])))}
      >
        {schedules.map(([value, label], place) => <option key={label} value={place}>{label}{value !== null && ` (${value})`}</option>)}
        {at < 0 && <option value={other}>{typeof schedule === 'string' ? schedule : 'As written'}</option>}
      </HTMLSelect>
    </FormGroup>
  );
}

/** `['tasks', 1, 'url']` → `tasks[1].url`. */
const pathText = (path: Fault['path']) => path.map((step, at) => (typeof step === 'number' ? `[${step}]` : at === 0 ? step : `.${step}`)).join('');

function Faults({ text, faults }: { readonly text: string; readonly faults: readonly Fault[] }) {
  const title = faults.length === 1 ? 'The platform refuses this definition' : `The platform refuses this definition for ${faults.length} reasons`;
  return (
    <Callout compact intent="danger" role="alert" title={title}>
      <ul className="dag-problems">
        {faults.map(({ path, message }) => (
          <li key={`${pathText(path)} ${message}`}>
            {message} <span className="tr-muted">{pathText(path) && <>(<code>{pathText(path)}</code>, line {lineOf(text, path) ?? '?'})</>}</span>
          </li>
        ))}
      </ul>
    </Callout>
  );
}

function DraftOffer({ form }: { readonly form: Form }) {
  const now = useNow();
  const { draft } = form;
  if (!draft) return null;
  return (
    <Callout compact intent="primary">
      <div>There is a draft of this definition from {relativeTime(Date.parse(draft.saved_at), now)}.{draft.omitted.length > 0 && ' Secrets in it were not kept; type them again.'}</div>
      <div className="failure-actions">
        <Button size="small" intent="primary" text="Restore draft" onClick={form.restore} />
        <Button size="small" variant="minimal" text="Discard draft" onClick={form.discard} />
      </div>
    </Callout>
  );
}
