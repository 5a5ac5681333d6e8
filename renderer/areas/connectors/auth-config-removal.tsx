import { Button, Callout, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core';
import { useEffect, useMemo } from 'react';
import { Link } from 'react-router-dom';
import type { Row } from '../../../shared/contract/entity.ts';
import { Failure, Skeleton } from '../../components/resource/list-states.tsx';
import type { RemovalProps } from '../../components/resource/selection-bar.tsx';
import { pathOf } from '../../state/areas.ts';
import { titleOf } from '../../state/list-entity.ts';
import { textOf } from '../../state/list-order.ts';
import { remove } from '../../state/list-removal.ts';
import { refresh, useList, useManyLists } from '../../state/lists.ts';
import { MethodBadge } from '../apis/method-badge.tsx';
import '../apis/apis.css';
import './connectors.css';

const group = 'authConfigs';
const shownAtMost = 100;
const apisSource = { group: 'openApis' } as const;

/** Deletes auth configs that nothing names at once, with undo; of the others it says first what could not sign in any more. */
export function AuthConfigRemoval({ rows, onClose }: RemovalProps) {
  const sources = useMemo(() => rows.map(({ id }) => ({ group: 'openApiEndpoints', method: 'ofAuthConfig', input: { auth_config_id: id } })), [rows]);
  const slices = useManyLists(sources);
  const apis = useList(apisSource);
  const ids = useMemo(() => new Set(rows.map(({ id }) => id)), [rows]);
  const all = [...slices, apis];
  const failed = all.find(({ error }) => error);
  const known = all.every(({ meta, loading }) => meta && !loading);
  const endpoints = slices.flatMap(({ data }) => data);
  const named = apis.data.filter((row) => ids.has(textOf(row['auth_config_id'])));
  const unused = known && !failed && endpoints.length === 0 && named.length === 0;
  useEffect(() => {
    if (!unused) return;
    remove(group, rows);
    onClose();
  }, [unused, rows, onClose]);
  if (unused) return null;

  const what = rows.length === 1 ? `“${titleOf(rows[0]!)}”` : `${rows.length.toLocaleString()} auth configs`;
  const sure = () => {
    remove(group, rows);
    onClose();
  };
  return (
    <Dialog isOpen title={`Delete ${what}?`} onClose={onClose} className="bulk-dialog">
      <DialogBody>
        {failed?.error ? <Failure failure={failed.error} title="What uses it could not be found out." onRetry={() => refresh(failed.source)} />
          : !known ? <Skeleton label="Looking for what uses it" />
          : <Callout compact intent="warning" role="alert"><strong>{countText(endpoints.length, named.length)} with it.</strong> They could not sign in any more until they are given another way; nothing of theirs is deleted.</Callout>}
        {known && <Broken endpoints={endpoints} apis={named} />}
      </DialogBody>
      <DialogFooter actions={<><Button text="Cancel" onClick={onClose} /><Button intent="danger" disabled={!known || failed !== undefined} text={rows.length === 1 ? 'Delete it anyway' : 'Delete them anyway'} onClick={sure} /></>} />
    </Dialog>
  );
}

const plural = (count: number, one: string, many: string) => `${count.toLocaleString()} ${count === 1 ? one : many}`;

function countText(endpoints: number, apis: number): string {
  const parts = [...(endpoints > 0 ? [plural(endpoints, 'endpoint', 'endpoints')] : []), ...(apis > 0 ? [plural(apis, 'open API', 'open APIs')] : [])];
  return `${parts.join(' and ')} ${endpoints + apis === 1 ? 'signs in' : 'sign in'}`;
}

function Broken({ endpoints, apis }: { readonly endpoints: readonly Row[]; readonly apis: readonly Row[] }) {
  return (
    // What scrolls must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <ul className="bulk-list" tabIndex={0} aria-label="What would break">
      {apis.map((row) => <li key={row.id}><Link to={pathOf('openApis', row.id)!}>{titleOf(row)}</Link> <span className="form-note">open API, for the endpoints that a document brings</span></li>)}
      {endpoints.slice(0, shownAtMost).map((row) => <li key={row.id}><MethodBadge method={textOf(row['method'])} /> <Link to={pathOf('openApiEndpoints', row.id)!} className="tr-mono">{textOf(row['path'])}</Link></li>)}
      {endpoints.length > shownAtMost && <li>and {(endpoints.length - shownAtMost).toLocaleString()} more</li>}
    </ul>
  );
}
