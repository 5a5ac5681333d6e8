import { Button, ControlGroup, HTMLSelect, Tab, Tabs } from '@blueprintjs/core';
import { FloppyDisk, SendMessage, Stop } from '@blueprintjs/icons';
import { useEffect, type KeyboardEvent } from 'react';
import { useLocation } from 'react-router-dom';
import type { Row } from '../../../shared/contract/entity.ts';
import type { ExecutionResult } from '../../../shared/contract/http.ts';
import { methods } from '../../../shared/contract/http.ts';
import { host } from '../../api/client.ts';
import { ActionButton } from '../../components/resource/action-button.tsx';
import { SecretsOf } from '../../components/resource/secret-place.tsx';
import { MergeDialog } from '../../components/resource/merge-dialog.tsx';
import { useForm } from '../../components/resource/use-form.ts';
import { useAddress } from '../../components/use-address.ts';
import { pressKey, useCommand } from '../../state/commands.ts';
import { cancelExecution, execute, executeAsTest, executeHere, isExecuting, useExecutions } from '../../state/executions.ts';
import { textOf } from '../../state/list-order.ts';
import { titleOf } from '../../state/list-entity.ts';
import { useObstacle } from '../../state/list-permission.ts';
import { useSession } from '../../state/session.ts';
import { useSettings } from '../../state/settings.ts';
import { markDirty } from '../../state/tabs.ts';
import { notify } from '../../state/toasts.ts';
import { AnswerPane } from './answer-pane.tsx';
import { useShownRun } from './answer-run.ts';
import { Address, Problems, Unsaved, useDraft } from './request-notes.tsx';
import { requestParts } from './request-parts.tsx';
import { restored } from './request-restore.ts';
import { RequestUrl } from './request-url.tsx';
import { addressOf, addressText, mustSave, parametersIn, pathParameters, runInput, testsIn } from './request.ts';
import { filledIn, useVariables, variableNames } from './request-variables.ts';
import { SendFrom } from './send-from.tsx';
import { isEnabled } from './switch-endpoints.ts';

const group = 'composerEndpoints';

interface RequestPageProps {
  readonly row: Row;
  /** Undefined until it is known. */
  readonly api: Row | undefined;
  readonly onDirty: (dirty: boolean) => void;
  readonly onSaved: (row: Row) => void;
}

/** The request as it is edited, and what it answers. What is typed is kept as a draft, and is sent as it stands. */
export function RequestPage({ row, api, onDirty, onSaved }: RequestPageProps) {
  const { pathname } = useLocation();
  const { search, put } = useAddress();
  const form = useForm(group, row, (saved) => {
    notify('Endpoint saved', { intent: 'success' });
    onSaved(saved);
  });
  const { values, dirty } = form;
  const omitted = useDraft(form);
  const executing = useExecutions(({ runs }) => isExecuting(runs[row.id]));
  const here = useSettings(({ send_from }) => send_from === 'computer');
  const embedded = useSession(({ session }) => session?.profile?.kind === 'embedded');
  const takesEdits = embedded || here;
  const toSave = useObstacle(group, 'update');
  const toSend = useObstacle('composerExecutions', 'execute') ?? asleep(row, api) ?? (takesEdits ? undefined : mustSave(row, values));
  const picked = search.get('run');
  const shown = useShownRun(row.id, picked);
  const layers = useVariables(api);
  const address = addressOf(api, values, (text) => filledIn(text, layers));
  const tests = testsIn(values['tests']);

  useEffect(() => {
    onDirty(dirty);
    markDirty(pathname, dirty);
  }, [onDirty, pathname, dirty]);
  useEffect(() => () => markDirty(pathname, false), [pathname]);

  const known = (): Partial<ExecutionResult> => ({ executedURL: addressText(address), endpoint_id: row.id, api_id: textOf(row['api_id']), endpointPath: textOf(values['path']) });
  const send = () => {
    put({ run: null });
    void (here ? executeHere : execute)(runInput(row, values, takesEdits), known(), tests);
  };
  const test = () => {
    put({ run: null });
    void executeAsTest(runInput(row, values, embedded), known(), tests);
  };
  const restore = (record: Readonly<Record<string, unknown>>) => {
    const { values: before, hidden } = restored(api, values, record);
    form.setValues(before);
    notify(hidden.length === 0 ? 'The request of this run is in the editor' : `The request of this run is in the editor, but for what was not kept: ${hidden.join(', ')}`, { intent: hidden.length === 0 ? 'success' : 'warning' });
  };
  const cancel = () => void cancelExecution(row.id);
  const save = () => void form.save();
  const sendable = toSend === undefined && !executing;
  useCommand('request.send', sendable ? send : null);
  useCommand('request.test', sendable ? test : null);
  useCommand('request.cancel', executing ? cancel : null);
  useCommand('form.save', toSave || form.saving || !dirty ? null : save);

  const method = textOf(values['method']);
  const variables = pathParameters(values);
  return (
    <div className="request" onKeyDownCapture={pressFirst} role="presentation">
      <div className="request-line">
        <ControlGroup fill>
          <HTMLSelect aria-label="Method" className="bp6-fixed" value={method || 'GET'} options={methodsWith(method)} onChange={(event) => form.setValue('method', event.currentTarget.value)} />
          <RequestUrl
            value={textOf(values['path'])} invalid={form.problems['path'] !== undefined} names={[...new Set([...parametersIn(values['parameters'], 'path'), ...parametersIn(row['parameters'], 'path')].map(({ name }) => name))]}
            given={new Set(variables.filter(({ value }) => value !== undefined && value !== null && value !== '').map(({ name }) => name))} variables={variableNames(layers)} onChange={(path) => form.setValue('path', path)}
          />
        </ControlGroup>
        <SendFrom />
        {executing
          ? <Button icon={<Stop size={14} />} text="Cancel" title="Cancel (Escape)" onClick={cancel} />
          : <ActionButton intent="primary" icon={<SendMessage size={14} />} obstacle={toSend} text="Send" title="Send (Ctrl+Enter)" onClick={send} />}
        <ActionButton icon={<FloppyDisk size={14} />} loading={form.saving} obstacle={toSave ?? (dirty ? undefined : 'There is nothing to save.')} text="Save" onClick={save} />
      </div>
      <Address pieces={address}>{dirty && <Unsaved form={form} omitted={omitted} />}</Address>
      {toSend !== undefined && <p className="request-note form-note">{toSend}</p>}
      <Problems form={form} />
      <div className="request-split">
        <Tabs id="request" className="request-parts" selectedTabId={search.get('tab') ?? 'parameters'} renderActiveTabPanelOnly onChange={(next) => put({ tab: next === 'parameters' ? null : String(next) })}>
          {requestParts({ form, row, api, variables: variableNames(layers), assertions: shown.assertions, onTest: test, toSend: executing ? 'The request is under way.' : (toSend ?? (embedded ? undefined : mustSave(row, values))) }).map(({ id, title, count, panel }) => (
            <Tab key={id} id={id} disabled={false} title={title} tagContent={count === 0 ? undefined : count} panel={<SecretsOf group="composerEndpoints" id={row.id}><div className="request-panel">{panel}</div></SecretsOf>} />
          ))}
        </Tabs>
        <AnswerPane
          endpoint_id={row.id} endpoint={row} apiName={api ? titleOf(api) : ''} shown={shown} picked={picked} view={search.get('view') ?? 'pretty'} against={search.get('against')} tests={tests}
          onPut={put} onSend={sendable ? send : undefined} onRestore={restore}
        />
      </div>
      {form.conflict && <MergeDialog group={group} conflict={form.conflict} onClose={form.closeConflict} onResolve={(chosen) => void form.resolve(chosen)} />}
    </div>
  );
}

/** A button takes Enter for itself, with Ctrl too; here that sends, wherever the focus is. */
function pressFirst(event: KeyboardEvent): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || !pressKey(event.nativeEvent, null, host.capabilities.os)) return;
  event.preventDefault();
  event.stopPropagation();
}

const methodsWith = (own: string) => (own === '' || methods.includes(own as (typeof methods)[number]) ? [...methods] : [own, ...methods]);

/** The platform refuses to run what is disabled. */
function asleep(row: Row, api: Row | undefined): string | undefined {
  if (!isEnabled(row)) return 'This endpoint is disabled. Enable it under Settings, and save, to send it.';
  return api && !isEnabled(api) ? 'The API is disabled. Enable it on its page to send this.' : undefined;
}
