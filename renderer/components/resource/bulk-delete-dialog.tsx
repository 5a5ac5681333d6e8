import type { Row } from '../../../shared/contract/entity.ts';
import { kindOf } from '../../state/list-entity.ts';
import { bulkRemove } from '../../state/lists.ts';
import { BulkDialog } from './bulk-dialog.tsx';

interface BulkDeleteDialogProps {
  readonly group: string;
  readonly rows: readonly Row[];
  readonly onClose: () => void;
}

export function BulkDeleteDialog({ group, rows, onClose }: BulkDeleteDialogProps) {
  return (
    <BulkDialog
      group={group} rows={rows} verb="Delete" done="deleted" intent="danger"
      preview={`These would be deleted. The platform does not keep deleted ${kindOf(group).many}, so this cannot be undone.`}
      run={(rows, tell, signal) => bulkRemove(group, rows, tell, signal)} onClose={onClose}
    />
  );
}
