import { Callout, Tab, Tabs } from '@blueprintjs/core';
import { useEffect, useRef, useState, type ComponentType } from 'react';
import { useLocation } from 'react-router-dom';
import type { Row } from '../../../shared/contract/entity.ts';
import { draftKey } from '../../state/drafts.ts';
import { useCommand } from '../../state/commands.ts';
import { fieldMeta, kindOf, type Values } from '../../state/list-entity.ts';
import { useObstacle } from '../../state/list-permission.ts';
import { markDirty } from '../../state/tabs.ts';
import { DraftOffer } from '../draft-offer.tsx';
import { FormFooter } from '../form-footer.tsx';
import { Editor } from '../json-editor/editor.tsx';
import { FormField } from './form-field.tsx';
import { twinText, valuesOfTwin } from './form-state.ts';
import { LeaveGuard } from './leave-guard.tsx';
import { MergeDialog } from './merge-dialog.tsx';
import { SecretsOf } from './secret-place.tsx';
import { useForm, type Form } from './use-form.ts';

/** What asks for the values of a kind, inside its form. */
export type FormFields = ComponentType<{ readonly form: Form; readonly group: string }>;

interface ResourceFormProps {
  readonly group: string;
  /** The row that is edited; without one, a new one is made. */
  readonly row?: Row | undefined;
  /** Default: every field of the kind, one below the other. */
  readonly Fields?: FormFields | undefined;
  /** With what a new one begins, over what its kind says. */
  readonly given?: Values | undefined;
  readonly onSaved: (row: Row) => void;
  readonly onCancel: () => void;
}

/** Makes or changes one thing of any kind: fields from the contract, and a JSON twin of the same value. */
export function ResourceForm({ group, row, Fields = AllFields, given, onSaved, onCancel }: ResourceFormProps) {
  const entity = kindOf(group);
  const { pathname } = useLocation();
  const free = useRef(false);
  const form = useForm(group, row, (saved) => {
    free.current = true;
    onSaved(saved);
  }, given);
  const obstacle = useObstacle(group, row ? 'update' : 'create');
  const { twin, twinProblem } = form;
  const [chosen, setTab] = useState<'form' | 'json'>();
  // A draft that is not JSON yet is taken up where it was typed.
  if (chosen === undefined && twinProblem !== undefined) setTab('json');
  const tab = chosen ?? 'form';
  const blocked = obstacle ?? twinProblem;
  const page = useRef<HTMLFormElement>(null);
  const save = async () => {
    await form.save();
  };

  useEffect(() => markDirty(pathname, form.dirty), [pathname, form.dirty]);
  useEffect(() => () => markDirty(pathname, false), [pathname]);
  useEffect(() => {
    if (Object.keys(form.problems).length > 0) page.current?.querySelector<HTMLElement>('[aria-invalid="true"], .bp6-intent-danger input')?.focus();
  }, [form.problems]);
  useCommand('form.save', blocked || form.saving ? null : () => void save());
  useCommand('form.cancel', onCancel);

  return (
    <form ref={page} className="resource-form" noValidate onSubmit={(event) => {
      event.preventDefault();
      if (!blocked) void save();
    }}>
      <DraftOffer of="form" draft={form.draft} onRestore={form.restoreDraft} onDiscard={form.discard} />
      {obstacle && <Callout compact intent="warning" className="form-notice">{obstacle} What you type is kept as a draft.</Callout>}
      <Tabs id="form-tabs" selectedTabId={tab} renderActiveTabPanelOnly onChange={(next) => {
        setTab(next as 'form' | 'json');
        if (!twinProblem) form.setTwin(undefined);
      }}>
        <Tab id="form" disabled={false} title="Form" panel={<SecretsOf group={group} id={row?.id}><Fields form={form} group={group} /></SecretsOf>} />
        <Tab id="json" disabled={false} title="JSON" panel={
          <>
            <Editor language="json" label={`${entity.one} as JSON`} lines={16} value={twin ?? twinText(form.fields, form.values)} onChange={form.setTwin} />
            {twinProblem && <p className="form-problem" role="alert">{twinProblem}</p>}
            {twin !== undefined && !twinProblem && <UnknownFields names={valuesOfTwin(form.fields, twin)?.unknown ?? []} />}
          </>
        } />
      </Tabs>
      {tab === 'form' && twinProblem && <Callout compact intent="warning" className="form-notice">The JSON tab holds text that is not JSON yet. {twinProblem}</Callout>}
      {form.problems[''] && <Callout compact intent="danger" role="alert" className="form-notice">{form.problems['']}</Callout>}
      <FormFooter save={row ? 'Save changes' : `Create ${entity.one}`} saving={form.saving} blocked={blocked} failure={form.failure} dirty={form.dirty} onCancel={onCancel} />
      {form.conflict && <MergeDialog group={group} conflict={form.conflict} onClose={form.closeConflict} onResolve={(chosen) => void form.resolve(chosen)} />}
      <LeaveGuard dirty={form.dirty} draft={draftKey(group, row?.id)} free={free} onDiscard={form.discard} />
    </form>
  );
}

function AllFields({ form, group }: { readonly form: Form; readonly group: string }) {
  return <div className="form-fields">{form.fields.map((name) => <FieldOf key={name} form={form} group={group} name={name} />)}</div>;
}

/** One field of a form, as its kind describes it. */
export function FieldOf({ form, group, name }: { readonly form: Form; readonly group: string; readonly name: string }) {
  const entity = kindOf(group);
  return (
    <FormField
      name={name}
      meta={fieldMeta(entity, name)}
      value={form.values[name]}
      text={form.texts[name]}
      problem={form.problems[name]}
      required={!entity.fields[name]!.safeParse(undefined).success}
      onChange={(value) => form.setValue(name, value)}
      onText={(text) => form.setText(name, text)}
    />
  );
}

function UnknownFields({ names }: { readonly names: readonly string[] }) {
  if (names.length === 0) return null;
  return <p className="form-note">Not fields of this form, and not saved: {names.join(', ')}</p>;
}
