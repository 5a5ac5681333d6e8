import { Button, Callout, Dialog, DialogBody, DialogFooter, FormGroup, InputGroup, TextArea } from '@blueprintjs/core';
import { useState } from 'react';
import type { ErrorValue } from '../../../../shared/errors.ts';
import { ActionButton } from '../../../components/resource/action-button.tsx';
import { adviceFor } from '../../../components/resource/list-states.tsx';
import { useFocus } from '../../../components/use-focus.ts';
import { useCommand } from '../../../state/commands.ts';
import { savePool, type Pool } from '../../../state/pools.ts';
import { slotsProblem } from './pool-words.ts';

interface PoolDialogProps {
  /** Null for a new one. */
  readonly pool: Pool | null;
  readonly onClose: () => void;
  readonly onSaved: (name: string) => void;
}

/** Makes a pool, or changes how many slots one has. */
export function PoolDialog({ pool, onClose, onSaved }: PoolDialogProps) {
  const [name, setName] = useState(pool?.name ?? '');
  const [slots, setSlots] = useState(pool ? String(pool.slots) : '8');
  const [description, setDescription] = useState(pool?.description ?? '');
  const [failure, setFailure] = useState<ErrorValue | null>(null);
  const [sending, setSending] = useState(false);
  const field = useFocus<HTMLInputElement>(true);
  const wrong = slotsProblem(slots);
  const problem = name.trim() === '' ? 'Pool name is required' : wrong;
  const running = pool?.occupied_slots ?? 0;
  const isTight = pool !== null && wrong === undefined && Number(slots) >= 0 && Number(slots) < running;
  const save = async () => {
    setSending(true);
    setFailure(null);
    const reply = await savePool({ name: name.trim(), slots: Number(slots), description: description.trim() === '' ? null : description.trim() }, pool === null);
    setSending(false);
    if (!reply.ok) return setFailure(reply.error);
    onSaved(name.trim());
    onClose();
  };
  const canSave = problem === undefined && !sending;
  useCommand('form.save', canSave ? () => void save() : null);
  return (
    <Dialog isOpen title={pool ? `Pool ${pool.name}` : 'New pool'} onClose={onClose} className="dag-dialog">
      <DialogBody>
        {pool === null && <FormGroup label="Name" labelFor="pool-name" labelInfo="(required)"><InputGroup id="pool-name" className="tr-mono" inputRef={field} maxLength={250} value={name} onValueChange={setName} /></FormGroup>}
        <FormGroup
          label="Slots" labelFor="pool-slots" intent={wrong === undefined ? 'none' : 'danger'}
          helperText={wrong === undefined ? (isTight ? `${running} are in use: what runs goes on, and nothing begins before fewer are.` : '-1 is no limit; 0 lets nothing begin.') : <span role="alert">{wrong}</span>}
        >
          <InputGroup id="pool-slots" inputMode="numeric" inputRef={pool ? field : undefined} value={slots} onValueChange={setSlots} aria-invalid={wrong !== undefined} />
        </FormGroup>
        <FormGroup label="Description" labelFor="pool-description"><TextArea id="pool-description" fill rows={2} value={description} onChange={({ currentTarget }) => setDescription(currentTarget.value)} /></FormGroup>
        {failure && <Callout compact intent="danger" role="alert" title={failure.message}>{adviceFor(failure.code)}</Callout>}
      </DialogBody>
      <DialogFooter actions={<><Button text="Cancel" onClick={onClose} /><ActionButton intent="primary" loading={sending} obstacle={problem} text={pool ? 'Save pool' : 'Create pool'} onClick={() => void save()} /></>} />
    </Dialog>
  );
}
