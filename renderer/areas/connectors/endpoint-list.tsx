import { Disable, Lock, Tick } from '@blueprintjs/icons';
import { useMemo, useState } from 'react';
import { methods } from '../../../shared/contract/http.ts';
import type { Row } from '../../../shared/contract/entity.ts';
import type { Cells, ColumnValues } from '../../components/resource/columns.ts';
import { ResourcePage } from '../../components/resource/resource-page.tsx';
import { ValueFilter } from '../../components/resource/value-filter.tsx';
import { pathOf } from '../../state/areas.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { textOf } from '../../state/list-order.ts';
import { useObstacle } from '../../state/list-permission.ts';
import { MethodBadge } from '../apis/method-badge.tsx';
import { EnableDialog } from './enable-dialog.tsx';
import { SignInDialog } from './sign-in-dialog.tsx';
import { signInText, type Configs } from './sign-in.ts';
import { useConfigs } from './use-configs.ts';
import '../apis/apis.css';
import './connectors.css';

const group = 'openApiEndpoints';
export const isOn = (row: Row): boolean => row['enabled'] !== false;

/** The endpoints of an open API: found by text, method, sign-in and state, and changed many at once. Without an API, one is chosen first. */
export function EndpointList({ api }: { readonly api?: Row }) {
  const configs = useConfigs();
  const [changing, setChanging] = useState<readonly Row[] | null>(null);
  const [enabling, setEnabling] = useState<readonly Row[] | null>(null);
  const toChange = useObstacle(group, 'bulkUpdateAuth');
  const toEnable = useObstacle(group, 'bulkEnable');
  const id = api?.id;
  const input = useMemo(() => (id === undefined ? undefined : { open_api_id: id }), [id]);
  const cells = useMemo(() => cellsOf(configs), [configs]);
  const values = useMemo((): ColumnValues => ({ auth_config: (row) => signInText(row, configs), enabled: stateWord }), [configs]);
  return (
    <>
      <ResourcePage
        group={group} input={input} inside={api && pathOf(group)} cells={cells} columnValues={values}
        filters={
          <>
            <ValueFilter group={group} field="method" label="Method" all="All methods" options={methods} />
            <ValueFilter group={group} field="enabled" label="State" all="Any state" options={['Enabled', 'Disabled']} />
          </>
        }
        rowActions={[
          { text: 'Change sign-in…', icon: <Lock size={14} />, command: 'signIn.change', obstacle: toChange, run: setChanging },
          { text: 'Enable or disable…', icon: <Tick size={14} />, command: 'endpoints.toggle', obstacle: toEnable, run: setEnabling },
        ]}
        empty={<EmptyState icon={<Disable size={24} />} title="No endpoints" text="The document of this open API names none, or it has no document yet. Edit the open API to give it one." />}
      />
      {changing && <SignInDialog endpoints={changing} onClose={() => setChanging(null)} />}
      {enabling && <EnableDialog endpoints={enabling} onClose={() => setEnabling(null)} />}
    </>
  );
}

const cellsOf = (configs: Configs): Cells => ({
  path: (row) => <span className="tr-mono">{textOf(row['path'])}</span>,
  method: (row) => <MethodBadge method={textOf(row['method'])} />,
  auth_config: (row) => <>{textOf(row['auth_config_id']) !== '' && <Lock size={12} />} {signInText(row, configs)}</>,
  enabled: (row) => <><span aria-hidden="true">{isOn(row) ? '✓' : '✗'}</span> {stateWord(row)}</>,
});

const stateWord = (row: Row): string => (isOn(row) ? 'Enabled' : 'Disabled');
