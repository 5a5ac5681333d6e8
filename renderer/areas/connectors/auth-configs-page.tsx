import { Add, Link as LinkIcon, LogIn } from '@blueprintjs/icons';
import { useState } from 'react';
import { authTypes } from '../../../shared/contract/http.ts';
import type { Row } from '../../../shared/contract/entity.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ActionButton } from '../../components/resource/action-button.tsx';
import { ConnectDialog } from '../../components/resource/auth-connect.tsx';
import { authKinds, authLabel } from '../../components/resource/auth-kinds.ts';
import { AuthSummary } from '../../components/resource/auth-summary.tsx';
import { cellOf } from '../../components/resource/cell.tsx';
import type { Cells, ColumnValues } from '../../components/resource/columns.ts';
import { ResourceDetailPage } from '../../components/resource/resource-detail-page.tsx';
import { ResourcePage } from '../../components/resource/resource-page.tsx';
import { SecretsOf } from '../../components/resource/secret-place.tsx';
import { ValueFilter } from '../../components/resource/value-filter.tsx';
import { useNow } from '../../components/resource/use-now.ts';
import { pathOf } from '../../state/areas.ts';
import { useCommand } from '../../state/commands.ts';
import { textOf } from '../../state/list-order.ts';
import { useObstacle } from '../../state/list-permission.ts';
import { goTo } from '../../state/navigation.ts';
import { useEnvironment } from '../../state/session.ts';
import { AuthConfigFields } from './auth-config-fields.tsx';
import { AuthConfigRemoval } from './auth-config-removal.tsx';
import { SignInDialog } from './sign-in-dialog.tsx';
import './connectors.css';

const group = 'authConfigs';
const use = { text: 'Use this for…', icon: <LinkIcon size={14} />, command: 'signIn.change' } as const;

/** The list is asked for whole; its kinds are chosen in the filter bar. */
const whole = { auth_type: undefined };

const cells: Cells = {
  auth_type: (row) => authLabel(textOf(row['auth_type']) || 'none'),
  is_active: (row) => (row['is_active'] === false ? <><span aria-hidden="true">✗</span> No</> : <><span aria-hidden="true">✓</span> Yes</>),
  used_by: (row) => (row['used_by'] === 0 ? <span className="cell-nothing">Not used</span> : undefined),
};
const values: ColumnValues = { auth_type: (row) => authLabel(textOf(row['auth_type']) || 'none'), is_active: (row) => (row['is_active'] === false ? 'No' : 'Yes') };
const kindOptions = authTypes.map((type) => authKinds[type].label);

/** Ways to sign in that are kept once and used by many: what kind each is, and how many name it. */
export function AuthConfigsPage() {
  const [config, setConfig] = useState<Row | null>(null);
  const obstacle = useObstacle('openApiEndpoints', 'bulkUpdateAuth');
  const toCreate = useObstacle(group, 'create');
  return (
    <>
      <ResourcePage
        group={group} input={whole} cells={cells} columnValues={values} Removal={AuthConfigRemoval}
        filters={<ValueFilter group={group} field="auth_type" label="Kind" all="All kinds" options={kindOptions} />}
        rowActions={[{ ...use, obstacle, single: true, run: ([row]) => row && setConfig(row) }]}
        empty={
          <EmptyState
            icon={<Add size={24} />} title="No auth configs yet" text="An auth config keeps credentials once, for all the endpoints that sign in with them: change it here, and it is changed for all."
            actions={<ActionButton intent="primary" obstacle={toCreate} text="Create an auth config" onClick={() => goTo(`${pathOf(group)}/new`)} />}
          />
        }
      />
      {config && <SignInDialog config={config} onClose={() => setConfig(null)} />}
    </>
  );
}

export function AuthConfigPage() {
  return <ResourceDetailPage group={group} Overview={Overview} Fields={AuthConfigFields} Removal={AuthConfigRemoval} Actions={Actions} />;
}

function Actions({ row }: { readonly row: Row }) {
  return <>{row['auth_type'] === 'oauth2' && <ConnectBy row={row} />}<UseFor row={row} /></>;
}

/** Makes a connection by this client. */
function ConnectBy({ row }: { readonly row: Row }) {
  const [open, setOpen] = useState(false);
  const obstacle = useObstacle('oauthConnections', 'initiate') ?? (row['is_active'] === false ? 'It is not active. Edit it to activate it first.' : undefined);
  const show = () => setOpen(true);
  useCommand('oauth.connect', obstacle === undefined ? show : null);
  return (
    <>
      <ActionButton variant="minimal" size="small" icon={<LogIn size={14} />} obstacle={obstacle} text="Connect…" onClick={show} />
      {open && <ConnectDialog by={row} onClose={() => setOpen(false)} />}
    </>
  );
}

function UseFor({ row }: { readonly row: Row }) {
  const [open, setOpen] = useState(false);
  const obstacle = useObstacle('openApiEndpoints', 'bulkUpdateAuth');
  const show = () => setOpen(true);
  useCommand(use.command, obstacle === undefined ? show : null);
  return (
    <>
      <ActionButton variant="minimal" size="small" icon={use.icon} obstacle={obstacle} text={use.text} onClick={show} />
      {open && <SignInDialog config={row} onClose={() => setOpen(false)} />}
    </>
  );
}

function Overview({ row }: { readonly row: Row }) {
  const now = useNow();
  const environment = useEnvironment();
  const used = row['used_by'];
  const lines = [
    ['Name', textOf(row['name'])],
    ['Description', textOf(row['description']) || <span key="none" className="cell-nothing">–</span>],
    ['Signs in with', <SecretsOf key="auth" group={group} id={row.id}><AuthSummary value={{ type: textOf(row['auth_type']) || 'none', credentials: row['config'] }} under="config" /></SecretsOf>],
    ['State', row['is_active'] === false ? 'Not active: it cannot be chosen or tried' : 'Active'],
    ['Used by', typeof used === 'number' ? (used === 0 ? 'Nothing yet' : `${used.toLocaleString()} ${used === 1 ? 'endpoint or API' : 'endpoints and APIs'}`) : 'See the tab Used by'],
    ['Environment', environment?.name ?? <code key="environment">{textOf(row['environment_id'])}</code>],
    ['Last change', cellOf(row['updated_at'], { label: 'Last change', widget: 'time' }, now)],
    ['ID', <code key="id">{row.id}</code>],
  ] as const;
  return <dl className="row-fields">{lines.map(([name, value]) => <div key={name}><dt>{name}</dt><dd>{value}</dd></div>)}</dl>;
}
