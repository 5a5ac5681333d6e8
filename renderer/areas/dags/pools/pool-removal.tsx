import { Button, Callout, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core';
import { useState } from 'react';
import type { ErrorValue } from '../../../../shared/errors.ts';
import { adviceFor } from '../../../components/resource/list-states.tsx';
import { useFocus } from '../../../components/use-focus.ts';
import { removePool, type Pool } from '../../../state/pools.ts';

interface PoolRemovalProps {
  readonly pool: Pool;
  readonly onClose: () => void;
  readonly onRemoved: () => void;
}

/** Deletes a pool, once it was said what that does to the tasks in it. */
export function PoolRemoval({ pool: { name, occupied_slots, queued_slots, scheduled_slots }, onClose, onRemoved }: PoolRemovalProps) {
  const [failure, setFailure] = useState<ErrorValue | null>(null);
  const [sending, setSending] = useState(false);
  const cancel = useFocus<HTMLButtonElement>(true);
  const waiting = queued_slots + scheduled_slots;
  const send = async () => {
    setSending(true);
    setFailure(null);
    const reply = await removePool(name);
    setSending(false);
    if (!reply.ok) return setFailure(reply.error);
    onRemoved();
    onClose();
  };
  return (
    <Dialog isOpen title={`Delete the pool ${name}`} onClose={onClose} className="dag-dialog">
      <DialogBody>
        <p>Tasks that name this pool wait from then on, until there is a pool of this name again, or their DAGs name another one.</p>
        <p role="status">{occupied_slots === 0 && waiting === 0 ? 'Nothing runs in it, and nothing waits for it.' : `Tasks with ${occupied_slots.toLocaleString()} slots run in it and go on; tasks that want ${waiting.toLocaleString()} wait for it.`}</p>
        {failure && <Callout compact intent="danger" role="alert" title={failure.message}>{adviceFor(failure.code)}</Callout>}
      </DialogBody>
      <DialogFooter actions={<><Button ref={cancel} text="Cancel" onClick={onClose} /><Button intent="danger" loading={sending} text="Delete pool" onClick={() => void send()} /></>} />
    </Dialog>
  );
}
