import { Lock, Play } from '@blueprintjs/icons';
import { useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import type { Row } from '../../../shared/contract/entity.ts';
import { ActionButton } from '../../components/resource/action-button.tsx';
import { AuthSummary } from '../../components/resource/auth-summary.tsx';
import { ResourceDetailPage } from '../../components/resource/resource-detail-page.tsx';
import { SecretsOf, SecretsUnder } from '../../components/resource/secret-place.tsx';
import { api } from '../../api/client.ts';
import { pathOf } from '../../state/areas.ts';
import { useCommand } from '../../state/commands.ts';
import { textOf } from '../../state/list-order.ts';
import { titleOf } from '../../state/list-entity.ts';
import { useObstacle } from '../../state/list-permission.ts';
import { refresh, scopeInput, useList } from '../../state/lists.ts';
import { goTo } from '../../state/navigation.ts';
import { notifyError } from '../../state/toasts.ts';
import { MethodBadge } from '../apis/method-badge.tsx';
import { RequestDocs } from '../apis/request-docs.tsx';
import { EnableDialog } from './enable-dialog.tsx';
import { isOn } from './endpoint-list.tsx';
import { SignInDialog } from './sign-in-dialog.tsx';
import { signInText } from './sign-in.ts';
import { useConfigs } from './use-configs.ts';
import '../apis/apis.css';
import './connectors.css';

const group = 'openApiEndpoints';

/** One endpoint of an open API: what its document says of it, how it signs in, and the way to try it. */
export function OpenApiEndpointPage() {
  return <ResourceDetailPage group={group} of={{ group: 'openApis', field: 'api_id', tab: 'endpoints' }} Overview={Overview} Actions={Actions} />;
}

function Actions({ row }: { readonly row: Row }) {
  const [dialog, setDialog] = useState<'sign-in' | 'enable' | null>(null);
  const [trying, setTrying] = useState(false);
  const rows = useMemo(() => [row], [row]);
  const toChange = useObstacle(group, 'bulkUpdateAuth');
  const toEnable = useObstacle(group, 'bulkEnable');
  const toTry = useObstacle(group, 'compose') ?? (isOn(row) ? undefined : 'This endpoint is disabled. Enable it to try it.');
  const close = () => {
    setDialog(null);
    refresh({ group, method: 'get', input: { id: row.id } });
  };
  const tryIt = async () => {
    if (trying) return;
    setTrying(true);
    const reply = await api.openApiEndpoints.compose({ ...scopeInput(), id: row.id });
    setTrying(false);
    if (!reply.ok) return void notifyError(reply.error);
    goTo(pathOf('composerEndpoints', reply.data.endpoint_id)!);
  };
  const start = () => void tryIt();
  useCommand('openApi.try', toTry === undefined ? start : null);
  useCommand('signIn.change', toChange === undefined ? () => setDialog('sign-in') : null);
  return (
    <>
      <ActionButton variant="minimal" size="small" icon={<Lock size={14} />} obstacle={toChange} text="Change sign-in…" onClick={() => setDialog('sign-in')} />
      <ActionButton variant="minimal" size="small" obstacle={toEnable} text={isOn(row) ? 'Disable…' : 'Enable…'} onClick={() => setDialog('enable')} />
      <ActionButton intent="primary" size="small" icon={<Play size={14} />} loading={trying} obstacle={toTry} text="Try it" onClick={start} />
      {dialog === 'sign-in' && <SignInDialog endpoints={rows} onClose={close} />}
      {dialog === 'enable' && <EnableDialog endpoints={rows} onClose={close} />}
    </>
  );
}

function Overview({ row }: { readonly row: Row }) {
  const configs = useConfigs();
  const api_id = textOf(row['api_id']);
  const parent = useList(api_id === '' ? null : { group: 'openApis', method: 'get', input: { id: api_id } }).data[0];
  const config_id = textOf(row['auth_config_id']);
  const own = row['auth_config'];
  const tags = Array.isArray(row['tags']) ? row['tags'].map(textOf) : [];
  return (
    <>
      <p className="endpoint-line"><MethodBadge method={textOf(row['method'])} /> <code>{textOf(parent?.['req_path'])}{textOf(row['path'])}</code></p>
      <dl className="row-fields">
        <div><dt>Open API</dt><dd>{parent ? <Link to={`${pathOf('openApis', parent.id)}?tab=endpoints`}>{titleOf(parent)}</Link> : <code>{api_id}</code>}</dd></div>
        <div><dt>State</dt><dd>{isOn(row) ? 'Enabled' : 'Disabled: it cannot be tried'}</dd></div>
        <div>
          <dt>Signs in with</dt>
          <dd>
            {config_id !== '' ? <Link to={pathOf('authConfigs', config_id)!}>{signInText(row, configs)}</Link>
              : typeof own === 'object' && own !== null ? <SecretsOf group={group} id={row.id}><SecretsUnder name="auth_config"><AuthSummary value={own} /></SecretsUnder></SecretsOf> : 'None'}
          </dd>
        </div>
        {tags.length > 0 && <div><dt>Tags</dt><dd>{tags.map((tag) => <span key={tag} className="cell-tag">{tag}</span>)}</dd></div>}
      </dl>
      <RequestDocs row={row} />
    </>
  );
}
