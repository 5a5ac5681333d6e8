import { Button, Callout, SegmentedControl } from '@blueprintjs/core';
import { Redo, Undo } from '@blueprintjs/icons';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useLocation } from 'react-router-dom';
import { DraftOffer } from '../../components/draft-offer.tsx';
import { FormFooter } from '../../components/form-footer.tsx';
import { Editor } from '../../components/json-editor/editor.tsx';
import { LeaveGuard } from '../../components/resource/leave-guard.tsx';
import { host } from '../../api/client.ts';
import { useCommand } from '../../state/commands.ts';
import { chordOf, commandsFor } from '../../state/keymap.ts';
import { useObstacle } from '../../state/list-permission.ts';
import { useSettings } from '../../state/settings.ts';
import { markDirty } from '../../state/tabs.ts';
import { lineOf, placeOf } from './json-place.ts';
import type { Path } from './definition/edits.ts';
import { pathText } from './definition/faults.ts';
import { FormView } from './definition/form-view.tsx';
import { definitionOf } from './schedules.ts';
import { useAddress } from '../../components/use-address.ts';
import { useJudgement } from './use-judgement.ts';
import { useDefinition, type DefinitionForm as DefinitionState, type Fault } from './use-definition.ts';

interface DefinitionFormProps {
  /** Of the DAG that gets a new version; without one, a DAG is added. */
  readonly dag_id?: string;
  /** The text to begin with. */
  readonly start: string;
  readonly onSaved: (dag_id: string) => void;
  readonly onCancel: () => void;
}

const views = [{ value: 'form', label: 'Form' }, { value: 'both', label: 'Both' }, { value: 'code', label: 'Code' }] as const;
const viewOf = (text: string | null) => views.find(({ value }) => value === text)?.value ?? 'both';

/**
 * A definition as a form, as JSON, or both: one value with one history. JSON is judged while it is typed, what it says
 * when the form is left and while it is typed, and by the platform when it is saved.
 */
export function DefinitionForm({ dag_id, start, onSaved, onCancel }: DefinitionFormProps) {
  const { pathname } = useLocation();
  const free = useRef(false);
  const form = useDefinition(dag_id, start, (id) => {
    free.current = true;
    onSaved(id);
  });
  const judged = useJudgement(form.text);
  const { search, put } = useAddress();
  const view = viewOf(search.get('as'));
  const show = (next: string) => put({ as: next === 'both' ? null : next });
  const [chosen, choose] = useState(0);
  const [sought, seek] = useState<{ readonly path: Path } | null>(null);
  const goTo = (path: Path) => {
    if (view === 'code') show('both');
    if (path[0] === 'tasks' && typeof path[1] === 'number') choose(path[1]);
    seek({ path });
  };
  const faults = form.faults.length > 0 ? form.faults : judged;
  const obstacle = useObstacle('dags', 'add');
  const blocked = obstacle ?? form.syntax;
  useEffect(() => markDirty(pathname, form.dirty), [pathname, form.dirty]);
  useEffect(() => () => markDirty(pathname, false), [pathname]);
  useCommand('form.save', blocked || form.saving ? null : () => void form.save());
  useCommand('form.undo', form.undo);
  useCommand('form.redo', form.redo);
  useCommand('form.cancel', onCancel);
  return (
    <form className="dag-form" noValidate onKeyDownCapture={(event) => turnBack(event, form)} onSubmit={(event) => {
      event.preventDefault();
      if (!blocked) void form.save();
    }}>
      <DraftOffer of="definition" draft={form.draft} onRestore={form.restore} onDiscard={form.discard} />
      {obstacle !== undefined && <Callout compact intent="warning">{obstacle} What you type is kept as a draft.</Callout>}
      <div className="definition-bar">
        <SegmentedControl size="small" aria-label="Definition as" options={[...views]} value={view} onValueChange={show} />
        <Button size="small" variant="minimal" icon={<Undo size={14} />} aria-label="Undo" title="Undo (Ctrl+Z)" disabled={!form.undo} onClick={() => form.undo?.()} />
        <Button size="small" variant="minimal" icon={<Redo size={14} />} aria-label="Redo" title="Redo (Ctrl+Shift+Z)" disabled={!form.redo} onClick={() => form.redo?.()} />
        {view !== 'code' && form.syntax !== undefined && <span className="form-note" role="status">The form goes on once the code is JSON.</span>}
      </div>
      <div className="definition-views" onBlur={form.judge}>
        {view !== 'code' && <FormView definition={form.definition} disabled={form.syntax !== undefined} faults={faults} chosen={chosen} onChoose={choose} sought={sought} onEdit={form.edit} />}
        {view !== 'form' && <Editor language="json" label="Definition as JSON" lines={20} value={form.text} onChange={form.setText} problems={faults.map(({ path, message }) => ({ offset: offsetIn(form.text, path), message }))} />}
      </div>
      <div aria-live="polite" className="dag-problem">
        {form.problem !== undefined && <p className="form-problem">{form.problem}</p>}
      </div>
      {faults.length > 0 && <Faults text={form.text} faults={faults} refused={form.faults.length > 0} onGo={goTo} />}
      <FormFooter
        save={dag_id === undefined ? 'Add DAG' : 'Save as a new version'} saving={form.saving} blocked={blocked} failure={form.failure} dirty={form.dirty}
        onCancel={onCancel}
      />
      <LeaveGuard dirty={form.dirty} draft={form.key} free={free} onDiscard={form.discard} />
    </form>
  );
}

/** Where in a text something is wrong; its beginning while it is not JSON. */
const offsetIn = (text: string, path: Fault['path']): number => (definitionOf(text) ? placeOf(text, path) : 0);

/** The keys of undoing act on the whole definition, in whichever of its fields one is: each field's own would know only of itself. */
function turnBack(event: KeyboardEvent, { undo, redo }: Pick<DefinitionState, 'undo' | 'redo'>): void {
  const chord = chordOf(event, host.capabilities.os);
  const given = chord === null ? [] : commandsFor(chord, useSettings.get().keys);
  const turn = given.includes('form.undo') ? { act: undo } : given.includes('form.redo') ? { act: redo } : undefined;
  if (!turn) return;
  event.preventDefault();
  event.stopPropagation();
  turn.act?.();
}

const reveal = (element: HTMLElement | null): void => {
  element?.scrollIntoView({ block: 'nearest' });
};

interface FaultsProps {
  readonly text: string;
  readonly faults: readonly Fault[];
  /** A save was tried; else they are said while it is typed. */
  readonly refused: boolean;
  readonly onGo: (path: Path) => void;
}

function Faults({ text, faults, refused, onGo }: FaultsProps) {
  const verb = refused ? 'refuses' : 'would refuse';
  const title = faults.length === 1 ? `The platform ${verb} this definition` : `The platform ${verb} this definition for ${faults.length} reasons`;
  return (
    <Callout compact intent={refused ? 'danger' : 'warning'} role={refused ? 'alert' : 'status'} title={title}>
      <ul ref={refused ? reveal : undefined} className="dag-problems">
        {faults.map(({ path, message }) => (
          <li key={`${pathText(path)} ${message}`}>
            {message} <span className="tr-muted">{pathText(path) && <>(<button type="button" className="dag-fault-place" onClick={() => onGo(path)}><code>{pathText(path)}</code></button>, line {lineOf(text, path) ?? '?'})</>}</span>
          </li>
        ))}
      </ul>
    </Callout>
  );
}
