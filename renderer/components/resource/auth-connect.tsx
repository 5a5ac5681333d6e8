import { Button, Callout, Dialog, DialogBody, DialogFooter, FormGroup, HTMLSelect, InputGroup, Spinner } from '@blueprintjs/core';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import type { Row } from '../../../shared/contract/entity.ts';
import { pathOf } from '../../state/areas.ts';
import { titleOf } from '../../state/list-entity.ts';
import { textOf } from '../../state/list-order.ts';
import { useObstacle } from '../../state/list-permission.ts';
import { useList } from '../../state/lists.ts';
import { goTo } from '../../state/navigation.ts';
import { connect, openSignIn, type Connecting, type ConnectInput } from '../../state/oauth.ts';
import { notify } from '../../state/toasts.ts';
import { useFocus } from '../use-focus.ts';
import { ActionButton } from './action-button.tsx';
import { copyText } from './copy-rows.ts';
import './auth-oauth.css';

interface ConnectDialogProps {
  /** The connection that is to be signed in to anew. */
  readonly again?: Row | undefined;
  /** The auth config that is proposed as the client. */
  readonly by?: Row;
  readonly onClose: () => void;
  readonly onConnected?: (connection: Row) => void;
}

/** Signs in to a provider: by which client, and then in the browser, for as long as the dialog is open. */
export function ConnectDialog(props: ConnectDialogProps) {
  return (
    <Dialog isOpen title={props.again ? `Reconnect ${titleOf(props.again)}` : 'Connect by OAuth 2'} className="connect-dialog" canOutsideClickClose={false} onClose={props.onClose}>
      <Connect {...props} />
    </Dialog>
  );
}

interface Client {
  /** Where it is kept, and its id there. */
  readonly key: string;
  readonly label: string;
  readonly input: Pick<ConnectInput, 'auth_config_id' | 'app_connector_id'>;
}

const configs = { group: 'authConfigs', input: { auth_type: 'oauth2' } } as const;
const connectors = { group: 'connectorsWithAuth', input: { details: true } } as const;

const isOAuth = (type: unknown) => typeof type === 'object' && type !== null && (type as { auth_type?: unknown }).auth_type === 'oauth2';

const configKey = ({ id }: Row) => `config ${id}`;

/** Clients to sign in by: auth configs of OAuth 2, and connectors that have such a way. */
function useClients(): { readonly clients: readonly Client[]; readonly isKnown: boolean } {
  const one = useList(configs);
  const other = useList(connectors);
  const clients = [
    ...one.data.filter((row) => row['is_active'] !== false && row['auth_type'] === 'oauth2').map((row): Client => ({ key: configKey(row), label: titleOf(row), input: { auth_config_id: row.id } })),
    ...other.data.filter((row) => isOAuth(row['auth_type'])).map((row): Client => ({ key: `connector ${row.id}`, label: `${textOf(row['connector_name'])} (connector)`, input: { app_connector_id: textOf(row['connector_id']) } })),
  ];
  return { clients, isKnown: one.meta !== null && other.meta !== null };
}

function Connect({ again, by, onClose, onConnected }: ConnectDialogProps) {
  const { clients, isKnown } = useClients();
  const [key, setKey] = useState(by ? configKey(by) : '');
  const [name, setName] = useState('');
  const [state, setState] = useState<Connecting | null>(null);
  const isUnderWay = state?.phase === 'starting' || state?.phase === 'waiting';
  const controller = useRef<AbortController>(undefined);
  const obstacle = useObstacle('oauthConnections', 'initiate');
  const none = !again && isKnown && clients.length === 0;
  const choice = useFocus<HTMLSelectElement>(!again && !by);
  const naming = useFocus<HTMLInputElement>(by !== undefined);
  const button = useFocus<HTMLButtonElement>(again ? !isUnderWay : none || state?.phase === 'failed');
  const client = clients.find((one) => one.key === key) ?? (isKnown ? clients[0] : undefined);
  useEffect(() => () => controller.current?.abort(), []);

  const start = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation(); // the dialog may belong to a field of another form
    if (obstacle !== undefined || isUnderWay) return;
    controller.current?.abort();
    const { signal } = (controller.current = new AbortController());
    const input: ConnectInput | undefined = again ? { provider: textOf(again['provider']) || titleOf(again), connection_id: again.id }
      : client && { provider: client.label, ...client.input, ...(name.trim() !== '' && { name: name.trim() }) };
    if (!input) return;
    void connect(input, (next) => {
      if (signal.aborted) return;
      setState(next);
      if (next.phase !== 'done') return;
      if (next.connection) {
        const { id } = next.connection;
        notify(`Connected: ${titleOf(next.connection)}`, { intent: 'success', action: { text: 'Show', run: () => goTo(pathOf('oauthConnections', id)!) } });
        onConnected?.(next.connection);
      }
      controller.current = undefined; // there is nothing left to give up
      onClose();
    }, signal);
  };
  return (
    <form onSubmit={start}>
      <DialogBody>
        {isUnderWay ? <Waiting state={state} /> : none ? (
          <p>A connection signs in by the client that a provider knows you by, and there is none yet. Create an auth config of the kind OAuth 2 with its client ID and addresses, and come back.</p>
        ) : again ? (
          <p>The sign-in page of the provider opens in your browser. What uses “{titleOf(again)}” goes on with the new token.</p>
        ) : (
          <>
            <FormGroup label="Client" labelFor="connect-client" helperText="An auth config of the kind OAuth 2, or a connector that signs in so.">
              <HTMLSelect ref={choice} id="connect-client" fill value={client?.key ?? ''} onChange={(event) => setKey(event.currentTarget.value)}>
                {!isKnown && <option value="">Loading…</option>}
                {clients.map((one) => <option key={one.key} value={one.key}>{one.label}</option>)}
              </HTMLSelect>
            </FormGroup>
            <FormGroup label="Name" labelInfo="(optional)" labelFor="connect-name" helperText="To tell it from others of the same provider, such as the account that it is for.">
              <InputGroup id="connect-name" inputRef={naming} value={name} placeholder={client?.label ?? ''} onValueChange={setName} />
            </FormGroup>
          </>
        )}
        {state?.phase === 'failed' && <Callout compact intent="danger" role="alert" title="Not connected">{state.error}</Callout>}
      </DialogBody>
      <DialogFooter actions={
        <>
          <Button text="Cancel" onClick={onClose} />
          {none
            ? <Button ref={button} intent="primary" text="Create an auth config" onClick={() => {
                onClose();
                goTo(`${pathOf('authConfigs')}/new`);
              }} />
            : !isUnderWay && <ActionButton ref={button} type="submit" intent="primary" obstacle={obstacle} text={state?.phase === 'failed' ? 'Try again' : 'Sign in'} />}
        </>
      } />
    </form>
  );
}

function Waiting({ state: { phase, auth_url, error } }: { readonly state: Connecting }) {
  return (
    <div className="connect-waiting" role="status">
      <Spinner size={18} />
      <div>
        <p>{phase === 'starting' ? 'Asking the platform where to sign in…' : auth_url ? 'Sign in on the page that opened in your browser. This goes on when you are done.' : 'Fetching a token…'}</p>
        {error && <p className="form-problem" role="alert">The page could not be opened: {error}. Copy its address, and open it yourself.</p>}
        {auth_url && (
          <p>
            <Button size="small" text="Open the page again" onClick={() => void openSignIn(auth_url)} /> <Button size="small" variant="minimal" text="Copy its address" onClick={() => void copyText(auth_url, 'The address')} />
          </p>
        )}
      </div>
    </div>
  );
}
