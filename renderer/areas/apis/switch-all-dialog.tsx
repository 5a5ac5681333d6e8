import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core';
import { useState } from 'react';
import type { Row } from '../../../shared/contract/entity.ts';
import { BulkDialog } from '../../components/resource/bulk-dialog.tsx';
import { Failure, Skeleton } from '../../components/resource/list-states.tsx';
import { titleOf } from '../../state/list-entity.ts';
import { changeEndpoints } from '../../state/endpoint-changes.ts';
import { refresh, useList } from '../../state/lists.ts';
import { isEnabled } from './switch-endpoints.ts';

interface SwitchAllDialogProps {
  readonly api: Row;
  readonly on: boolean;
  readonly onClose: () => void;
}

/** Enables or disables every endpoint of an API: first which, then the result of each. */
export function SwitchAllDialog({ api, on, onClose }: SwitchAllDialogProps) {
  const source = { group: 'composerEndpoints', input: { api_id: api.id } } as const;
  const { data, meta, error, loading } = useList(source);
  // Those that are to change as it began: while it goes on, fewer and fewer are.
  const [rows, setRows] = useState<readonly Row[] | null>(null);
  const fresh = meta !== null && !loading;
  if (rows === null && fresh) setRows(data.filter((row) => isEnabled(row) !== on));
  const verb = on ? 'Enable' : 'Disable';
  if (rows !== null && rows.length > 0) {
    return (
      <BulkDialog
        group="composerEndpoints" rows={rows} verb={verb} done={on ? 'enabled' : 'disabled'} intent="primary"
        preview={on ? 'These are disabled now, and could be run again.' : 'These are enabled now. Until they are enabled again, nothing can run them: no person, workflow or DAG.'}
        run={(some, tell, signal) => changeEndpoints(some, on ? 'enable' : 'disable', tell, signal)} onClose={onClose}
      />
    );
  }
  return (
    <Dialog isOpen title={`${verb} all endpoints of ${titleOf(api)}`} onClose={onClose} className="bulk-dialog">
      <DialogBody>
        {error ? <Failure failure={error} onRetry={() => refresh(source)} /> : rows ? <p>{on ? 'No endpoint of it is disabled.' : 'No endpoint of it is enabled.'}</p> : <Skeleton label="Loading endpoints" />}
      </DialogBody>
      <DialogFooter actions={<Button intent="primary" text="Close" onClick={onClose} />} />
    </Dialog>
  );
}
