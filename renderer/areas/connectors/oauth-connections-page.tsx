import { Endorsed, Link as LinkIcon, LogIn, Refresh } from '@blueprintjs/icons';
import { useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import type { Row } from '../../../shared/contract/entity.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ActionButton } from '../../components/resource/action-button.tsx';
import { ConnectDialog } from '../../components/resource/auth-connect.tsx';
import { ConnectionState, expiryWords, stateWord } from '../../components/resource/auth-connection-state.tsx';
import { cellOf } from '../../components/resource/cell.tsx';
import type { Cells, ColumnValues } from '../../components/resource/columns.ts';
import { ResourceDetailPage } from '../../components/resource/resource-detail-page.tsx';
import { ResourcePage } from '../../components/resource/resource-page.tsx';
import { useNow } from '../../components/resource/use-now.ts';
import { pathOf } from '../../state/areas.ts';
import { useCommand } from '../../state/commands.ts';
import { titleOf } from '../../state/list-entity.ts';
import { textOf } from '../../state/list-order.ts';
import { useAbsence, useObstacle } from '../../state/list-permission.ts';
import { useList } from '../../state/lists.ts';
import { checkConnection, connectionsSource, refreshConnection, statusOf, useChecks, useOAuth } from '../../state/oauth.ts';

const group = 'oauthConnections';

function State({ row }: { readonly row: Row }) {
  const checks = useOAuth((state) => state.checks);
  return <ConnectionState row={row} status={statusOf(row, checks)} />;
}

const cells: Cells = {
  status: (row) => <State row={row} />,
  expires_at(row, now) {
    const words = expiryWords(row, now);
    return words === '' ? <span className="cell-nothing">–</span> : <span title={String(row['expires_at'])}>{words}</span>;
  },
};
const values: ColumnValues = { status: (row) => stateWord(row, statusOf(row, useOAuth.get().checks)) };

/** The user's connections to other products: how each stands, and what can be done about it. */
export function OAuthConnectionsPage() {
  const [again, setAgain] = useState<Row | 'new' | null>(null);
  const now = useNow();
  const absent = useAbsence(group, 'list');
  const { data } = useList(absent === undefined ? connectionsSource : null);
  useChecks(data, now);
  const toConnect = useObstacle(group, 'initiate');
  const toRefresh = useObstacle(group, 'refresh');
  const toCheck = useObstacle(group, 'check');
  const connectNew = () => setAgain('new');
  useCommand('oauth.connect', toConnect === undefined ? connectNew : null);
  return (
    <>
      <ResourcePage
        group={group} cells={cells} columnValues={values}
        actions={<ActionButton intent="primary" size="small" icon={<LinkIcon size={14} />} obstacle={toConnect} text="Connect…" onClick={connectNew} />}
        rowActions={[
          { text: 'Reconnect…', icon: <LogIn size={14} />, command: 'oauth.reconnect', obstacle: toConnect, single: true, run: ([row]) => row && setAgain(row) },
          { text: 'Refresh tokens', icon: <Refresh size={14} />, command: 'oauth.refresh', obstacle: toRefresh, run: (rows) => rows.forEach((row) => void refreshConnection(row)) },
          { text: 'Check', icon: <Endorsed size={14} />, command: 'oauth.check', obstacle: toCheck, run: (rows) => rows.forEach((row) => void checkConnection(row)) },
        ]}
        empty={
          <EmptyState
            icon={<LinkIcon size={24} />} title="No OAuth connections yet"
            text="A connection is your sign-in at another product. Requests name it, and are sent with its token, which is renewed when it must be."
            actions={<ActionButton intent="primary" obstacle={toConnect} text="Connect…" onClick={connectNew} />}
          />
        }
      />
      {again && <ConnectDialog again={again === 'new' ? undefined : again} onClose={() => setAgain(null)} />}
    </>
  );
}

export function OAuthConnectionPage() {
  return <ResourceDetailPage group={group} Actions={Actions} Overview={Overview} />;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;
const nothing = <span className="cell-nothing">–</span>;

/** How it stands, and what it is; its tokens are never shown. */
function Overview({ row }: { readonly row: Row }) {
  const now = useNow();
  const rows = useMemo(() => [row], [row]);
  const checks = useChecks(rows, now);
  const client = useList({ group: 'authConfigs' }).data.find(({ id }) => id === row['auth_config_id']);
  const { auth_config_id, app_connector_id, healthInfo } = row;
  const time = (value: unknown, label: string) => cellOf(value, { label, widget: 'time' }, now);
  const error = isObject(healthInfo) ? textOf(healthInfo['error']) : '';
  const lines = [
    ['State', <ConnectionState key="state" row={row} status={statusOf(row, checks)} />],
    ['Token', [expiryWords(row, now), row['renewable'] === true ? 'renewed by itself' : 'not renewed: connect again when it has ended'].filter(Boolean).join(', ')],
    ['Token got', time(row['refreshed_at'], 'Token got')],
    ['Provider', textOf(row['provider']) || nothing],
    ['Client', auth_config_id ? <Link key="client" to={pathOf('authConfigs', textOf(auth_config_id))!}>{client ? titleOf(client) : textOf(auth_config_id)}</Link>
      : app_connector_id ? <Link key="client" to={pathOf('appConnectors', textOf(app_connector_id))!}>Connector</Link> : nothing],
    ['Grant', textOf(row['grant']).replaceAll('_', ' ') || nothing],
    ['Scope', textOf(row['scope']) || nothing],
    ['Last failure', error === '' ? nothing : <span key="error" className="tr-danger">{error}</span>],
    ['ID', <code key="id">{row.id}</code>],
  ] as const;
  return <dl className="row-fields">{lines.map(([name, value]) => <div key={name}><dt>{name}</dt><dd>{value}</dd></div>)}</dl>;
}

function Actions({ row }: { readonly row: Row }) {
  const [open, setOpen] = useState(false);
  const status = statusOf(row, useOAuth((state) => state.checks));
  const toConnect = useObstacle(group, 'initiate');
  const toRefresh = useObstacle(group, 'refresh');
  const toCheck = useObstacle(group, 'check');
  const isBusy = status === 'checking';
  const renew = () => void refreshConnection(row);
  const check = () => void checkConnection(row);
  const reconnect = () => setOpen(true);
  useCommand('oauth.reconnect', toConnect === undefined ? reconnect : null);
  useCommand('oauth.refresh', toRefresh === undefined ? renew : null);
  useCommand('oauth.check', toCheck === undefined ? check : null);
  return (
    <>
      <ActionButton variant="minimal" size="small" icon={<Endorsed size={14} />} loading={isBusy} obstacle={toCheck} text="Check" onClick={check} />
      <ActionButton variant="minimal" size="small" icon={<Refresh size={14} />} obstacle={toRefresh ?? (row['renewable'] === true ? undefined : 'The provider gives no way to a new token. Reconnect instead.')} text="Refresh token" onClick={renew} />
      <ActionButton size="small" icon={<LinkIcon size={14} />} obstacle={toConnect} text="Reconnect…" onClick={reconnect} />
      {open && <ConnectDialog again={row} onClose={() => setOpen(false)} />}
    </>
  );
}
