import { Button, Callout, ControlGroup, HTMLSelect, InputGroup, Tab, Tabs, Tag } from '@blueprintjs/core';
import { FloppyDisk, SendMessage, Stop } from '@blueprintjs/icons';
import { useEffect, useState, type ReactNode } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import type { Row } from '../../../shared/contract/entity.ts';
import { methods } from '../../../shared/contract/http.ts';
import { ActionButton } from '../../components/resource/action-button.tsx';
import { adviceFor } from '../../components/resource/list-states.tsx';
import { MergeDialog } from '../../components/resource/merge-dialog.tsx';
import { useForm, type Form } from '../../components/resource/use-form.ts';
import { useCommand } from '../../state/commands.ts';
import { keepNow } from '../../state/kept.ts';
import { cancelExecution, execute, isExecuting, useExecutions } from '../../state/executions.ts';
import { fieldMeta, kindOf } from '../../state/list-entity.ts';
import { textOf } from '../../state/list-order.ts';
import { useObstacle } from '../../state/list-permission.ts';
import { markDirty } from '../../state/tabs.ts';
import { notify } from '../../state/toasts.ts';
import { AnswerPane } from './answer-pane.tsx';
import { requestParts } from './request-parts.tsx';
import { addressOf, addressText, mustSave, runInput, type AddressPiece } from './request.ts';
import { isEnabled } from './switch-endpoints.ts';

const group = 'composerEndpoints';

interface RequestPageProps {
  readonly row: Row;
  /** Undefined until it is known. */
  readonly api: Row | undefined;
  readonly onDirty: (dirty: boolean) => void;
  readonly onSaved: (row: Row) => void;
}

/** The request as it is edited, and what it answers. What is typed is kept as a draft, and can be sent before it is saved. */
export function RequestPage({ row, api, onDirty, onSaved }: RequestPageProps) {
  const { pathname } = useLocation();
  const [search, setSearch] = useSearchParams();
  const form = useForm(group, row, (saved) => {
    notify('Endpoint saved', { intent: 'success' });
    onSaved(saved);
  });
  const { values, dirty } = form;
  const omitted = useDraft(form);
  const executing = useExecutions(({ runs }) => isExecuting(runs[row.id]));
  const toSave = useObstacle(group, 'update');
  const toSend = useObstacle('composerExecutions', 'execute') ?? asleep(row, api) ?? mustSave(row, values);
  const address = addressOf(api, values);

  useEffect(() => {
    onDirty(dirty);
    markDirty(pathname, dirty);
  }, [onDirty, pathname, dirty]);
  useEffect(() => () => markDirty(pathname, false), [pathname]);

  const put = (name: string, value: string | null) => setSearch((now) => {
    const next = new URLSearchParams(now);
    if (value === null) next.delete(name);
    else next.set(name, value);
    return next;
  }, { replace: true });
  const send = () => {
    put('run', null);
    void execute(runInput(row, values), { executedURL: addressText(address), endpoint_id: row.id, api_id: textOf(row['api_id']), endpointPath: textOf(values['path']) });
  };
  const cancel = () => cancelExecution(row.id);
  const save = () => void form.save();
  useCommand('request.send', toSend || executing ? null : send);
  useCommand('request.cancel', executing ? cancel : null);
  useCommand('form.save', toSave || form.saving || !dirty ? null : save);

  return (
    <>
      <div className="request-line">
        <ControlGroup fill>
          <HTMLSelect aria-label="Method" className="bp6-fixed" value={textOf(values['method']) || 'GET'} options={methodsWith(textOf(values['method']))} onChange={(event) => form.setValue('method', event.currentTarget.value)} />
          <InputGroup aria-label="Path" className="tr-mono" aria-invalid={form.problems['path'] !== undefined} value={textOf(values['path'])} onValueChange={(path) => form.setValue('path', path)} />
        </ControlGroup>
        {executing
          ? <Button icon={<Stop size={14} />} text="Cancel" title="Cancel (Ctrl+.)" onClick={cancel} />
          : <ActionButton intent="primary" icon={<SendMessage size={14} />} obstacle={toSend} text="Send" onClick={send} />}
        <ActionButton icon={<FloppyDisk size={14} />} loading={form.saving} obstacle={toSave ?? (dirty ? undefined : 'There is nothing to save.')} text="Save" onClick={save} />
      </div>
      <Address pieces={address}>{dirty && <Unsaved form={form} omitted={omitted} />}</Address>
      {toSend && <p className="request-note form-note">{toSend}</p>}
      <Problems form={form} />
      <div className="request-split">
        <Tabs id="request" className="request-parts" selectedTabId={search.get('tab') ?? 'parameters'} renderActiveTabPanelOnly onChange={(next) => put('tab', next === 'parameters' ? null : String(next))}>
          {requestParts({ form, row, api }).map(({ id, title, count, panel }) => (
            <Tab key={id} id={id} title={title} tagContent={count === 0 ? undefined : count} panel={<div className="request-panel">{panel}</div>} />
          ))}
        </Tabs>
        <AnswerPane
          endpoint_id={row.id} picked={search.get('run')} view={search.get('view') ?? 'pretty'} onPick={(id) => put('run', id)} onView={(view) => put('view', view === 'pretty' ? null : view)}
          onSend={toSend || executing ? undefined : send} onLimit={() => put('tab', 'settings')}
        />
      </div>
      {form.conflict && <MergeDialog group={group} conflict={form.conflict} onClose={form.closeConflict} onResolve={(chosen) => void form.resolve(chosen)} />}
    </>
  );
}

const methodsWith = (own: string) => (own === '' || methods.includes(own as (typeof methods)[number]) ? [...methods] : [own, ...methods]);

/** The platform refuses to run what is disabled. */
function asleep(row: Row, api: Row | undefined): string | undefined {
  if (!isEnabled(row)) return 'This endpoint is disabled. Enable it under Settings, and save, to send it.';
  return api && !isEnabled(api) ? 'The API is disabled. Enable it on its page to send this.' : undefined;
}

/** Takes up the draft of an earlier time by itself, and returns what was left out of it; undefined where there was none. */
function useDraft({ draft, restoreDraft }: Form): readonly string[] | undefined {
  const [omitted, setOmitted] = useState<readonly string[]>();
  if (draft && omitted === undefined) setOmitted(draft.omitted);
  useEffect(() => {
    if (draft) restoreDraft();
  });
  useEffect(() => keepNow, []);
  return omitted;
}

/** What is typed stays here until it is saved or given up. */
function Unsaved({ form, omitted }: { readonly form: Form; readonly omitted: readonly string[] | undefined }) {
  const entity = kindOf(group);
  const lost = omitted?.map((name) => fieldMeta(entity, name).label.toLowerCase()) ?? [];
  return (
    <span className="request-unsaved tr-muted">
      {omitted === undefined ? 'Not saved yet; kept as a draft.' : 'Your edits of last time, not saved yet.'}
      {lost.length > 0 && ` What may hold secrets was not kept: ${lost.join(', ')}.`}
      <Button size="small" variant="minimal" text="Discard the edits" onClick={form.discard} />
    </span>
  );
}

function Problems({ form }: { readonly form: Form }) {
  const entity = kindOf(group);
  const problems = Object.entries(form.problems);
  return (
    <>
      {problems.map(([name, words]) => (
        <Callout key={name} compact intent="danger" role="alert" className="request-note">{name === '' ? words : `${fieldMeta(entity, name).label}: ${words}`}</Callout>
      ))}
      {form.failure && <Callout compact intent="danger" role="alert" className="request-note"><strong>{form.failure.message}</strong> {adviceFor(form.failure.code)} What you typed is still here.</Callout>}
    </>
  );
}

const spoken = { server: undefined, text: undefined, variable: undefined, missing: 'This has no value yet' } as const;

/** The whole address that would be called; variables stand out, and those without a value say so. */
function Address({ pieces, children }: { readonly pieces: readonly AddressPiece[]; readonly children: ReactNode }) {
  const missing = pieces.filter(({ kind }) => kind === 'missing').length;
  return (
    <div className="request-address" role="group" aria-label="Address">
      {/* The pieces have no identity but their place. */}
      {/* oxlint-disable-next-line react/no-array-index-key */}
      <code>{pieces.map(({ text, kind }, at) => <span key={at} data-kind={kind} title={spoken[kind]}>{text}</span>)}</code>
      {missing > 0 && <Tag minimal intent="warning">{missing === 1 ? '1 part has no value' : `${missing} parts have no value`}</Tag>}
      {children}
    </div>
  );
}
