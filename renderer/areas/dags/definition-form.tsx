import { Callout, FormGroup, HTMLSelect } from '@blueprintjs/core';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { DraftOffer } from '../../components/draft-offer.tsx';
import { FormFooter } from '../../components/form-footer.tsx';
import { Editor } from '../../components/json-editor/editor.tsx';
import { LeaveGuard } from '../../components/resource/leave-guard.tsx';
import { useNow } from '../../components/resource/use-now.ts';
import { useCommand } from '../../state/commands.ts';
import { useObstacle } from '../../state/list-permission.ts';
import { markDirty } from '../../state/tabs.ts';
import { lineOf, placeOf } from './json-place.ts';
import { SchedulePreview } from './schedule/schedule-preview.tsx';
import { definitionOf, schedules, textOfDefinition, withSchedule } from './schedules.ts';
import { useJudgement } from './use-judgement.ts';
import { useDefinition, type Fault } from './use-definition.ts';

interface DefinitionFormProps {
  /** Of the DAG that gets a new version; without one, a DAG is added. */
  readonly dag_id?: string;
  /** The text to begin with. */
  readonly start: string;
  readonly onSaved: (dag_id: string) => void;
  readonly onCancel: () => void;
}

/** A definition as JSON. JSON is judged while it is typed, what it says when the editor is left, and by the platform when it is saved. */
export function DefinitionForm({ dag_id, start, onSaved, onCancel }: DefinitionFormProps) {
  const { pathname } = useLocation();
  const free = useRef(false);
  const form = useDefinition(dag_id, start, (id) => {
    free.current = true;
    onSaved(id);
  });
  const judged = useJudgement(form.text);
  const now = useNow();
  const faults = form.faults.length > 0 ? form.faults : judged;
  const obstacle = useObstacle('dags', 'add');
  const blocked = obstacle ?? form.syntax;
  useEffect(() => markDirty(pathname, form.dirty), [pathname, form.dirty]);
  useEffect(() => () => markDirty(pathname, false), [pathname]);
  useCommand('form.save', blocked || form.saving ? null : () => void form.save());
  useCommand('form.cancel', onCancel);
  return (
    <form className="dag-form" noValidate onSubmit={(event) => {
      event.preventDefault();
      if (!blocked) void form.save();
    }}>
      <DraftOffer of="definition" draft={form.draft} onRestore={form.restore} onDiscard={form.discard} />
      {obstacle !== undefined && <Callout compact intent="warning">{obstacle} What you type is kept as a draft.</Callout>}
      <Schedule text={form.text} onText={form.setText} now={now} />
      <p className="form-note">A DAG has a dag_id of its own and a list of tasks. Each task has a task_id, an operator such as http, transform or sleep, and in depends_on the tasks that come before it.</p>
      <div onBlur={form.judge}>
        <Editor language="json" label="Definition as JSON" lines={20} value={form.text} onChange={form.setText} problems={faults.map(({ path, message }) => ({ offset: offsetIn(form.text, path), message }))} />
      </div>
      <div aria-live="polite" className="dag-problem">
        {form.problem !== undefined && <p className="form-problem">{form.problem}</p>}
      </div>
      {faults.length > 0 && <Faults text={form.text} faults={faults} refused={form.faults.length > 0} />}
      <FormFooter
        save={dag_id === undefined ? 'Add DAG' : 'Save as a new version'} saving={form.saving} blocked={blocked} failure={form.failure} dirty={form.dirty}
        onCancel={onCancel}
      />
      <LeaveGuard dirty={form.dirty} draft={form.key} free={free} onDiscard={form.discard} />
    </form>
  );
}

const other = 'other';

/** Writes a schedule into the definition. */
function Schedule({ text, onText, now }: { readonly text: string; readonly onText: (text: string) => void; readonly now: number }) {
  const definition = definitionOf(text);
  const schedule = definition?.['schedule'] ?? null;
  const at = schedules.findIndex(([value]) => value === schedule);
  const zone = definition?.['timezone'];
  return (
    <>
      <FormGroup label="Schedule" labelFor="dag-schedule" inline helperText="Times are by the clocks of the DAG’s timezone, UTC unless it says another. For any other schedule, write a cron expression as “schedule” below, such as 0 6 * * 1 for Mondays at 06:00.">
        <HTMLSelect
          id="dag-schedule" disabled={!definition} value={at < 0 ? other : String(at)}
          onChange={({ currentTarget }) => definition && currentTarget.value !== other && onText(textOfDefinition(withSchedule(definition, schedules[Number(currentTarget.value)]![0])))}
        >
          {schedules.map(([value, label], place) => <option key={label} value={place}>{label}{value !== null && ` (${value})`}</option>)}
          {at < 0 && <option value={other}>{typeof schedule === 'string' ? schedule : 'As written'}</option>}
        </HTMLSelect>
      </FormGroup>
      {typeof schedule === 'string' && schedule !== '' && <SchedulePreview schedule={schedule} zone={typeof zone === 'string' ? zone : 'UTC'} now={now} />}
    </>
  );
}

/** Where in a text something is wrong; its beginning while it is not JSON. */
const offsetIn = (text: string, path: Fault['path']): number => (definitionOf(text) ? placeOf(text, path) : 0);

/** `['tasks', 1, 'url']` → `tasks[1].url`. */
const pathText = (path: Fault['path']) => path.map((step, at) => (typeof step === 'number' ? `[${step}]` : at === 0 ? step : `.${step}`)).join('');

const reveal = (element: HTMLElement | null): void => {
  element?.scrollIntoView({ block: 'nearest' });
};

interface FaultsProps {
  readonly text: string;
  readonly faults: readonly Fault[];
  /** A save was tried; else they are said while it is typed. */
  readonly refused: boolean;
}

function Faults({ text, faults, refused }: FaultsProps) {
  const verb = refused ? 'refuses' : 'would refuse';
  const title = faults.length === 1 ? `The platform ${verb} this definition` : `The platform ${verb} this definition for ${faults.length} reasons`;
  return (
    <Callout compact intent={refused ? 'danger' : 'warning'} role={refused ? 'alert' : 'status'} title={title}>
      <ul ref={refused ? reveal : undefined} className="dag-problems">
        {faults.map(({ path, message }) => (
          <li key={`${pathText(path)} ${message}`}>
            {message} <span className="tr-muted">{pathText(path) && <>(<code>{pathText(path)}</code>, line {lineOf(text, path) ?? '?'})</>}</span>
          </li>
        ))}
      </ul>
    </Callout>
  );
}
