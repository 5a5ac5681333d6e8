import { Button, HTMLSelect } from '@blueprintjs/core';
import { Link as LinkIcon } from '@blueprintjs/icons';
import { useState } from 'react';
import { titleOf } from '../../state/list-entity.ts';
import { textOf } from '../../state/list-order.ts';
import { useAbsence, useObstacle } from '../../state/list-permission.ts';
import { useList } from '../../state/lists.ts';
import { connectionsSource, statusOf, useChecks } from '../../state/oauth.ts';
import { ActionButton } from './action-button.tsx';
import { ConnectDialog } from './auth-connect.tsx';
import { ConnectionState, expiryWords, stateWord } from './auth-connection-state.tsx';
import { useNow } from './use-now.ts';
import './auth-oauth.css';

interface ConnectionFieldProps {
  readonly id: string;
  /** The id of the chosen connection. */
  readonly value: string;
  readonly onChange: (id: string) => void;
}

/** Chooses one of the user's OAuth connections, or makes one. */
export function ConnectionField({ id, value, onChange }: ConnectionFieldProps) {
  const absent = useAbsence('oauthConnections', 'list');
  const { data, meta, error } = useList(absent === undefined ? connectionsSource : null);
  const now = useNow();
  const checks = useChecks(data, now);
  const obstacle = useObstacle('oauthConnections', 'initiate');
  const [open, setOpen] = useState<'new' | 'again' | null>(null);
  const chosen = data.find((row) => row.id === value);
  const status = chosen && statusOf(chosen, checks);
  const isStrange = value !== '' && !chosen && meta !== null;
  return (
    <>
      <div className="connection-field">
        <HTMLSelect id={id} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
          <option value="">{meta === null && !error ? 'Loading connections…' : data.length === 0 ? 'No connections yet' : 'Choose a connection'}</option>
          {!chosen && value !== '' && <option value={value}>{isStrange ? 'Another user’s, or ended' : value}</option>}
          {data.map((row) => <option key={row.id} value={row.id}>{[titleOf(row), textOf(row['provider']), stateWord(row, statusOf(row, checks)), expiryWords(row, now)].filter((part, at, all) => part !== '' && all.indexOf(part) === at).join(' · ')}</option>)}
        </HTMLSelect>
        <ActionButton size="small" icon={<LinkIcon size={14} />} text="Connect…" obstacle={obstacle} onClick={() => setOpen('new')} />
      </div>
      {chosen && status && (
        <p className="connection-line">
          <ConnectionState row={chosen} status={status} /> <span className="tr-muted">{expiryWords(chosen, now)}</span>
          {['invalid', 'expired', 'error'].includes(status) && <Button size="small" variant="minimal" text="Reconnect…" onClick={() => setOpen('again')} />}
        </p>
      )}
      {isStrange && <p className="form-problem" role="alert">This connection is another user’s, or it was ended. Requests sign in by your own: choose one, or connect.</p>}
      {error && <p className="form-problem" role="alert">{error.error.message}</p>}
      {open && <ConnectDialog again={open === 'again' ? chosen : undefined} onClose={() => setOpen(null)} onConnected={(row) => onChange(row.id)} />}
    </>
  );
}
