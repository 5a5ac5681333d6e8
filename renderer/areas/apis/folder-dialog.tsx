import { Button, Dialog, DialogBody, DialogFooter, FormGroup, InputGroup } from '@blueprintjs/core';
import { useRef, useState, type FormEvent } from 'react';
import { folderOf, folderSeparator, partsOfFolder } from '../../../shared/rules/endpoint-folders.ts';

interface FolderDialogProps {
  readonly title: string;
  /** The folder around the new one; empty at the top. */
  readonly around: string;
  readonly initial: string;
  readonly verb: string;
  /** The whole names of folders that there are. */
  readonly taken: ReadonlySet<string>;
  readonly onName: (name: string) => void;
  readonly onClose: () => void;
}

/** Why a name cannot be that of a folder; undefined where it can. */
function problemOf(name: string, around: string, initial: string, taken: ReadonlySet<string>): string | undefined {
  if (partsOfFolder(name).length === 0) return 'Name is required';
  if (name.trim().startsWith('/')) return 'A name cannot begin with “/”: that is how groups of paths begin';
  if (name.length > 200) return 'A name has at most 200 characters';
  const whole = folderOf([...partsOfFolder(around), ...partsOfFolder(name)]);
  return name.trim() !== initial && taken.has(whole) ? `There is a folder “${whole}” already` : undefined;
}

/** Asks for the name of a folder. */
export function FolderDialog({ title, around, initial, verb, taken, onName, onClose }: FolderDialogProps) {
  const [name, setName] = useState(initial);
  const [judged, setJudged] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const problem = problemOf(name, around, initial, taken);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setJudged(true);
    if (problem !== undefined) return;
    onName(name.trim());
    onClose();
  };
  return (
    <Dialog isOpen title={title} onOpened={() => field.current?.select()} onClose={onClose}>
      <form onSubmit={submit}>
        <DialogBody>
          <FormGroup
            label="Name" labelFor="folder-name" intent={judged && problem !== undefined ? 'danger' : 'none'}
            helperText={judged && problem !== undefined ? <span className="form-problem" role="alert">{problem}</span> : <>It stands {around === '' ? 'at the top' : <>in <strong>{around}</strong></>}. “{folderSeparator.trim()}” with spaces around it makes one inside of another.</>}
          >
            <InputGroup id="folder-name" inputRef={field} value={name} aria-invalid={judged && problem !== undefined} onValueChange={setName} />
          </FormGroup>
        </DialogBody>
        <DialogFooter actions={<><Button text="Cancel" onClick={onClose} /><Button type="submit" intent="primary" text={verb} /></>} />
      </form>
    </Dialog>
  );
}
