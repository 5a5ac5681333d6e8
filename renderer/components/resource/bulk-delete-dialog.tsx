import type { Row } from '../../../shared/contract/entity.ts';
import { kindOf } from '../../state/list-entity.ts';
import { bulkRemove } from '../../state/list-removal.ts';
import { BulkDialog } from './bulk-dialog.tsx';

interface BulkDeleteDialogProps {
  readonly group: string;
  readonly rows: readonly Row[];
  readonly onClose: () => void;
}

export function BulkDeleteDialog({ group, rows, onClose }: BulkDeleteDialogProps) {
  const { many, removal: { verb, done } } = kindOf(group);
  return (
    <BulkDialog
      group={group} rows={rows} verb={verb} done={done} intent="danger"
      preview={`These would be ${done}. The platform does not keep ${done} ${many}, so this cannot be undone.`}
      run={(rows, tell, signal) => bulkRemove(group, rows, tell, signal)} onClose={onClose}
    />
  );
}
