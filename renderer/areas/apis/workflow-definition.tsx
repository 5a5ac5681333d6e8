import { Button, Callout, SegmentedControl } from '@blueprintjs/core';
import { Add } from '@blueprintjs/icons';
import { useEffect, useRef } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import type { Row } from '../../../shared/contract/entity.ts';
import { DraftOffer } from '../../components/draft-offer.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { FormFooter } from '../../components/form-footer.tsx';
import { Editor } from '../../components/json-editor/editor.tsx';
import { LeaveGuard } from '../../components/resource/leave-guard.tsx';
import { MergeDialog } from '../../components/resource/merge-dialog.tsx';
import { useCommand } from '../../state/commands.ts';
import { useObstacle } from '../../state/list-permission.ts';
import { markDirty } from '../../state/tabs.ts';
import { notify } from '../../state/toasts.ts';
import { lineOf } from '../dags/json-place.ts';
import { useWorkflowDefinition, type WorkflowDefinitionForm } from './use-workflow-definition.ts';
import { WorkflowNodeFields } from './workflow-node.tsx';
import { draftOfText, textOfDraft, withNode, type WorkflowDraft } from './workflow-text.ts';
import './apis-screens.css';

/** The nodes and edges of a composer workflow, as a form and as JSON: both write the same text. */
export function WorkflowDefinitionTab({ row }: { readonly row: Row }) {
  const { pathname } = useLocation();
  const [search, setSearch] = useSearchParams();
  const asJson = search.get('as') === 'json';
  const free = useRef(false);
  const form = useWorkflowDefinition(row, () => notify('Workflow saved', { intent: 'success' }));
  const obstacle = useObstacle('composerWorkflows', 'update');
  const blocked = obstacle ?? form.syntax ?? (form.dirty ? undefined : 'There is nothing to save.');
  const draft = draftOfText(form.text);
  useEffect(() => markDirty(pathname, form.dirty), [pathname, form.dirty]);
  useEffect(() => () => markDirty(pathname, false), [pathname]);
  useCommand('form.save', blocked || form.saving ? null : () => void form.save());
  const giveUp = () => {
    const { text, setText, discard, dirty } = form;
    discard();
    if (dirty) notify('What was typed is discarded', { action: { text: 'Undo', run: () => setText(text) } });
  };
  const show = (value: string) => setSearch((now) => {
    const next = new URLSearchParams(now);
    if (value === 'json') next.set('as', 'json');
    else next.delete('as');
    return next;
  }, { replace: true });
  return (
    <form className="detail-panel workflow-form" noValidate onSubmit={(event) => {
      event.preventDefault();
      if (!blocked) void form.save();
    }}>
      <DraftOffer of="definition" draft={form.draft} onRestore={form.restore} onDiscard={form.discard} />
      <div className="panel-bar">
        <SegmentedControl size="small" aria-label="Definition as" options={[{ value: 'form', label: 'Form' }, { value: 'json', label: 'JSON' }]} value={asJson ? 'json' : 'form'} onValueChange={show} />
        <span className="form-note">Each node calls an endpoint as soon as the nodes that it waits for have ended.</span>
      </div>
      {asJson ? <Editor language="json" label="Definition as JSON" lines={20} value={form.text} onChange={form.setText} />
        : draft ? <Nodes draft={draft} form={form} />
        : <Callout compact intent="warning" className="form-notice">The JSON cannot be shown as a form. {form.syntax ?? 'It must be an object with lists of nodes and edges.'} <Button size="small" text="Show the JSON" onClick={() => show('json')} /></Callout>}
      <Problems form={form} shown={asJson || !draft ? 'all' : 'elsewhere'} />
      <FormFooter save="Save definition" saving={form.saving} blocked={blocked} failure={form.failure} dirty={form.dirty} onCancel={giveUp} />
      {form.conflict && <MergeDialog group="composerWorkflows" conflict={form.conflict} onClose={form.closeConflict} onResolve={(chosen) => void form.resolve(chosen)} />}
      <LeaveGuard dirty={form.dirty} draft={form.key} free={free} onDiscard={form.discard} />
    </form>
  );
}

function Nodes({ draft, form }: { readonly draft: WorkflowDraft; readonly form: WorkflowDefinitionForm }) {
  const change = (next: WorkflowDraft) => form.setText(textOfDraft(next));
  const add = () => change(withNode(draft));
  if (draft.nodes.length === 0) {
    return <EmptyState title="No nodes yet" text="A node is one call of an endpoint, with what it sends." actions={<Button intent="primary" icon={<Add size={14} />} text="Add a node" onClick={add} />} />;
  }
  return (
    <>
      {draft.nodes.map((_node, at) => (
        // A node's id changes while it is typed; its place is what it is known by.
        // oxlint-disable-next-line react/no-array-index-key
        <WorkflowNodeFields key={at} draft={draft} at={at} problems={form.problems} onChange={change} />
      ))}
      <Button icon={<Add size={14} />} text="Add a node" onClick={add} />
    </>
  );
}

/** `['nodes', 1, 'id']` → `nodes[1].id`. */
const pathText = (path: readonly (string | number)[]) => path.map((step, at) => (typeof step === 'number' ? `[${step}]` : at === 0 ? step : `.${step}`)).join('');

/** What is wrong, with its line; in the form, only what has no field there. */
function Problems({ form: { text, problems }, shown }: { readonly form: WorkflowDefinitionForm; readonly shown: 'all' | 'elsewhere' }) {
  const listed = problems.filter(({ path }) => shown === 'all' || path[0] !== 'nodes' || path.length < 2);
  if (listed.length === 0) return problems.length > 0 ? <Callout compact intent="danger" role="alert" className="form-notice">{problems.length === 1 ? 'One field' : `${problems.length} fields`} above must be corrected first.</Callout> : null;
  return (
    <Callout compact intent="danger" role="alert" className="form-notice" title="The definition cannot be saved so">
      <ul className="workflow-problems">
        {listed.map(({ path, message }) => <li key={`${pathText(path)} ${message}`}>{message} {path.length > 0 && <span className="tr-muted">(<code>{pathText(path)}</code>, line {lineOf(text, path) ?? '?'})</span>}</li>)}
      </ul>
    </Callout>
  );
}
