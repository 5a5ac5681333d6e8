import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core';
import { Undo } from '@blueprintjs/icons';
import { TimeAgo } from '../../components/time-ago.tsx';
import { undoSync } from '../../state/api-sync.ts';

interface UndoDialogProps {
  readonly id: string;
  readonly sync_id: string | undefined;
  /** When it was, where that is known. */
  readonly done_at?: string | undefined;
  readonly onClose: () => void;
}

/** Says what an undo does before it is done. */
export function UndoDialog({ id, sync_id, done_at, onClose }: UndoDialogProps) {
  const undo = () => {
    onClose();
    void undoSync(id, sync_id);
  };
  return (
    <Dialog isOpen title="Undo the last sync" onClose={onClose}>
      <DialogBody>
        {done_at !== undefined && <p>It was taken in <TimeAgo at={done_at} />.</p>}
        <p>What it added goes, what it removed comes back with its tests and credentials, and what it changed is as it was before.</p>
        <p>What was edited after it stays as it is, and is listed. Runs and their history stay in any case.</p>
      </DialogBody>
      <DialogFooter actions={<><Button text="Leave it" onClick={onClose} /><Button intent="primary" icon={<Undo size={14} />} text="Undo the sync" onClick={undo} /></>} />
    </Dialog>
  );
}
