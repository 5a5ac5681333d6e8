import { Button, Dialog, DialogBody, DialogFooter, Radio } from '@blueprintjs/core';
import { useState } from 'react';
import { fieldMeta, kindOf, type Values } from '../../state/list-entity.ts';
import { isSecretMark } from '../../../shared/contract/fields.ts';
import { textOf } from '../../state/list-order.ts';
import type { Divergence } from './form-state.ts';

interface MergeDialogProps {
  readonly group: string;
  readonly conflict: readonly Divergence[];
  readonly onResolve: (chosen: Values) => void;
  readonly onClose: () => void;
}

const shown = (value: unknown) => {
  if (isSecretMark(value)) return '••••';
  return (typeof value === 'object' && value !== null ? JSON.stringify(value, null, 2) : textOf(value)) || '–';
};

/** Somebody else changed the row: field by field, theirs or mine. Nothing is lost until it is saved. */
export function MergeDialog({ group, conflict, onResolve, onClose }: MergeDialogProps) {
  const entity = kindOf(group);
  const [mine, setMine] = useState<ReadonlySet<string>>(() => new Set(conflict.filter(({ both }) => both).map(({ name }) => name)));
  const choose = (name: string, own: boolean) => setMine((now) => {
    const next = new Set(now);
    if (own) next.add(name);
    else next.delete(name);
    return next;
  });
  const chosen = () => Object.fromEntries(conflict.map(({ name, mine: own, theirs }) => [name, mine.has(name) ? own : theirs]));
  return (
    <Dialog isOpen title={`This ${entity.one} was changed meanwhile`} onClose={onClose} className="merge-dialog">
      <DialogBody>
        <p>Choose for each field what to keep. Where only the platform changed it, its value is chosen.</p>
        <table className="merge-table">
          <thead><tr><th scope="col">Field</th><th scope="col">On the platform</th><th scope="col">Yours</th></tr></thead>
          <tbody>
            {conflict.map(({ name, mine: own, theirs, both }) => {
              const { label } = fieldMeta(entity, name);
              return (
                <tr key={name}>
                  <th scope="row">{label}{both && <div className="form-note">Both changed</div>}</th>
                  <td>
                    <Radio name={`merge-${name}`} checked={!mine.has(name)} onChange={() => choose(name, false)} aria-label={`${label}: the platform’s`}><pre>{shown(theirs)}</pre></Radio>
                  </td>
                  <td>
                    <Radio name={`merge-${name}`} checked={mine.has(name)} onChange={() => choose(name, true)} aria-label={`${label}: yours`}><pre>{shown(own)}</pre></Radio>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </DialogBody>
      <DialogFooter actions={<><Button text="Go back to the form" onClick={onClose} /><Button intent="primary" text="Save these" onClick={() => onResolve(chosen())} /></>} />
    </Dialog>
  );
}
