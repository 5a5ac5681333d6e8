import { Button, Callout, Dialog, DialogBody, DialogFooter, FormGroup, InputGroup } from '@blueprintjs/core';
import { useState, type FormEvent } from 'react';
import type { Row } from '../../../../shared/contract/entity.ts';
import type { ErrorValue } from '../../../../shared/errors.ts';
import { useFocus } from '../../../components/use-focus.ts';
import { adviceFor } from '../../../components/resource/list-states.tsx';
import { titleOf } from '../../../state/list-entity.ts';
import { cloneRecipe } from '../../../state/recipes.ts';

/** Makes a copy of a recipe under a name of its own. */
export function CloneRecipeDialog({ row, onClose }: { readonly row: Row; readonly onClose: () => void }) {
  const [name, setName] = useState(`${titleOf(row)} (copy)`);
  const [working, setWorking] = useState(false);
  const [failure, setFailure] = useState<ErrorValue | null>(null);
  const field = useFocus<HTMLInputElement>();
  const clone = async (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '' || working) return;
    setWorking(true);
    const error = await cloneRecipe(row, name.trim());
    setWorking(false);
    if (error) setFailure(error);
    else onClose();
  };
  return (
    <Dialog isOpen title={`Clone ${titleOf(row)}`} onClose={onClose}>
      <form onSubmit={(event) => void clone(event)}>
        <DialogBody>
          <FormGroup label="Name" labelFor="clone-name"><InputGroup id="clone-name" fill inputRef={field} value={name} onValueChange={setName} /></FormGroup>
          <p className="form-note">The copy begins with version 1, of the graph as it is now. The pass phrase is not copied.</p>
          {failure && <Callout compact intent="danger" role="alert"><strong>{failure.message}</strong> {adviceFor(failure.code)}</Callout>}
        </DialogBody>
        <DialogFooter actions={<><Button text="Cancel" onClick={onClose} /><Button type="submit" intent="primary" loading={working} disabled={name.trim() === ''} text="Clone" /></>} />
      </form>
    </Dialog>
  );
}
