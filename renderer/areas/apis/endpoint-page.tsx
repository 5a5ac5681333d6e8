import { Button } from '@blueprintjs/core';
import { ArrowLeft, Code, Duplicate, Refresh, Trash } from '@blueprintjs/icons';
import { useEffect, useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import type { Row } from '../../../shared/contract/entity.ts';
import { ActionButton } from '../../components/resource/action-button.tsx';
import { AsOf } from '../../components/resource/as-of.tsx';
import { copyText } from '../../components/resource/copy-rows.ts';
import { changedFields, formFields } from '../../components/resource/form-state.ts';
import { Failure, Skeleton } from '../../components/resource/list-states.tsx';
import { ResourceDetailPage } from '../../components/resource/resource-detail-page.tsx';
import { RowState } from '../../components/resource/row-state.tsx';
import { useCommand } from '../../state/commands.ts';
import { titleOf } from '../../state/list-entity.ts';
import { textOf } from '../../state/list-order.ts';
import { useObstacle } from '../../state/list-permission.ts';
import { remove, useLeaving } from '../../state/list-removal.ts';
import { dismissError, refresh, useList } from '../../state/lists.ts';
import { useTitle } from '../../state/tabs.ts';
import { CodeDialog } from './code-dialog.tsx';
import { RequestPage } from './request-page.tsx';
import './apis.css';

const group = 'composerEndpoints';
const fields = formFields(group, 'update');

/** One endpoint: its request on the left, what it answers on the right. */
export function EndpointPage() {
  const { id = '' } = useParams();
  return id === 'new' ? <ResourceDetailPage group={group} /> : <Endpoint key={id} id={id} />;
}

function Endpoint({ id }: { readonly id: string }) {
  const navigate = useNavigate();
  const source = { group, method: 'get', input: { id } } as const;
  const { data, meta, loading, error } = useList(source);
  const row = data[0];
  const api_id = textOf(row?.['api_id']);
  const api = useList(api_id === '' ? null : { group: 'composerApis', method: 'get', input: { id: api_id } }).data[0];
  const toRemove = useObstacle(group, 'remove');
  const gone = useLeaving(group).has(id);
  const back = api_id === '' ? '/apis' : `/apis/${encodeURIComponent(api_id)}?tab=endpoints`;
  const title = row ? titleOf(row) : 'Endpoint';
  useTitle(title);
  useEffect(() => {
    if (gone) void navigate(back, { replace: true });
  }, [gone, navigate, back]);

  const removeIt = () => row && remove(group, [row]);
  useCommand('detail.remove', row && !toRemove ? removeIt : null);
  const [coding, setCoding] = useState(false);
  const code = () => setCoding(true);
  useCommand('code.generate', row ? code : null);

  const retry = () => refresh(source);
  return (
    <section className="resource" aria-busy={loading} aria-label={title}>
      <header className="resource-head">
        <Button variant="minimal" size="small" icon={<ArrowLeft size={14} />} text={api ? titleOf(api) : 'APIs'} onClick={() => void navigate(back)} />
        <h1>{title}</h1>
        {row && <RowState row={row} />}
        <AsOf meta={meta} />
        <span className="filter-space" />
        <Button variant="minimal" size="small" icon={<Refresh size={14} />} aria-label="Refresh" title="Refresh" onClick={retry} />
        <Button variant="minimal" size="small" icon={<Duplicate size={14} />} text="Copy ID" title="A DAG’s task calls an endpoint by its ID" onClick={() => void copyText(id, 'ID')} />
        {row && <Button variant="minimal" size="small" icon={<Code size={14} />} text="Code" title="The request as code" onClick={code} />}
        {row && <ActionButton variant="minimal" size="small" intent="danger" icon={<Trash size={14} />} obstacle={toRemove} text="Delete" onClick={removeIt} />}
      </header>
      <div className="resource-progress">{loading && <div className="tr-line" role="progressbar" aria-label="Loading endpoint" />}</div>
      {error && <Failure failure={error} onRetry={retry} onDismiss={row ? () => dismissError(source) : undefined} />}
      {row && coding && <CodeDialog endpoint={row} onClose={() => setCoding(false)} />}
      {row ? <Fresh row={row} api={api} /> : loading && <Skeleton label="Loading endpoint" />}
    </section>
  );
}

/** Begins anew when the endpoint has changed elsewhere and nothing was typed here; what was typed is never thrown away. */
function Fresh({ row, api }: { readonly row: Row; readonly api: Row | undefined }) {
  const [base, setBase] = useState({ row, version: 0 });
  const [dirty, setDirty] = useState(false);
  if (row !== base.row && !dirty && changedFields(fields, base.row, row).length > 0) setBase({ row, version: base.version + 1 });
  return <RequestPage key={base.version} row={base.row} api={api} onDirty={setDirty} onSaved={(saved) => setBase(({ version }) => ({ row: saved, version }))} />;
}
