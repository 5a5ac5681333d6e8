import { Add, Import, Lock } from '@blueprintjs/icons';
import { useMemo, useState } from 'react';
import type { Row } from '../../../shared/contract/entity.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ActionButton } from '../../components/resource/action-button.tsx';
import { authLabel } from '../../components/resource/auth-kinds.ts';
import type { Cells, ColumnValues } from '../../components/resource/columns.ts';
import { ResourceDetailPage, type OwnTab } from '../../components/resource/resource-detail-page.tsx';
import { ResourcePage } from '../../components/resource/resource-page.tsx';
import { useCommand } from '../../state/commands.ts';
import { textOf } from '../../state/list-order.ts';
import { useObstacle } from '../../state/list-permission.ts';
import { EndpointList } from './endpoint-list.tsx';
import { OpenApiImport } from './open-api-import.tsx';
import { SignInDialog } from './sign-in-dialog.tsx';
import type { Configs } from './sign-in.ts';
import { useConfigs } from './use-configs.ts';
import './connectors.css';

const group = 'openApis';

/** With what the endpoints sign in that a document brings. */
function apiSignIn(row: Row, configs: Configs): string {
  const name = textOf(configs.get(textOf(row['auth_config_id']))?.['name']);
  return name || authLabel(textOf((row['auth_data'] as { type?: unknown } | null | undefined)?.type) || 'none');
}

/** The list says enough without the details. */
const whole = { details: undefined };

const cellsOf = (configs: Configs): Cells => ({
  req_path: (row) => (textOf(row['req_path']) === '' ? undefined : <span className="tr-mono" title={textOf(row['req_path'])}>{textOf(row['req_path'])}</span>),
  auth_data: (row) => <>{textOf(row['auth_config_id']) !== '' && <Lock size={12} />} {apiSignIn(row, configs)}</>,
});

/** OpenAPI documents that were taken over: how large each is, where its server is, and how it signs in. */
export function OpenApisPage() {
  const configs = useConfigs();
  const [importing, setImporting] = useState(false);
  const [changing, setChanging] = useState<readonly Row[] | null>(null);
  const toCreate = useObstacle(group, 'create');
  const toChange = useObstacle('openApiEndpoints', 'bulkUpdateAuth');
  const start = () => setImporting(true);
  useCommand('apis.import', toCreate ? null : start);
  const cells = useMemo(() => cellsOf(configs), [configs]);
  const values = useMemo((): ColumnValues => ({ auth_data: (row) => apiSignIn(row, configs) }), [configs]);
  const importButton = <ActionButton size="small" icon={<Import size={14} />} obstacle={toCreate} text="Import" onClick={start} />;
  return (
    <>
      <ResourcePage
        group={group} input={whole} cells={cells} columnValues={values} actions={importButton}
        rowActions={[{ text: 'Change sign-in…', icon: <Lock size={14} />, command: 'signIn.change', obstacle: toChange, run: setChanging }]}
        empty={
          <EmptyState
            icon={<Add size={24} />} title="No open APIs yet" text="An open API is an OpenAPI document taken over whole: its endpoints can be looked up, signed in, tried, and given to agents as tools."
            actions={<ActionButton intent="primary" obstacle={toCreate} text="Import an OpenAPI document" onClick={start} />}
          />
        }
      />
      {importing && <OpenApiImport onClose={() => setImporting(false)} />}
      {changing && <SignInDialog apis={changing} onClose={() => setChanging(null)} />}
    </>
  );
}

const Endpoints = ({ row }: { readonly row: Row }) => <EndpointList api={row} />;
const tabs: readonly OwnTab[] = [{ id: 'endpoints', title: 'Endpoints', Panel: Endpoints }];

export function OpenApiPage() {
  return <ResourceDetailPage group={group} tabs={tabs} Actions={ChangeSignIn} />;
}

function ChangeSignIn({ row }: { readonly row: Row }) {
  const [open, setOpen] = useState(false);
  const obstacle = useObstacle('openApiEndpoints', 'bulkUpdateAuth');
  const apis = useMemo(() => [row], [row]);
  return (
    <>
      <ActionButton variant="minimal" size="small" icon={<Lock size={14} />} obstacle={obstacle} text="Change sign-in…" onClick={() => setOpen(true)} />
      {open && <SignInDialog apis={apis} onClose={() => setOpen(false)} />}
    </>
  );
}
