import { Button, Callout, Dialog, DialogBody, DialogFooter, FileInput, FormGroup, InputGroup } from '@blueprintjs/core';
import { Tick } from '@blueprintjs/icons';
import { useState, type FormEvent } from 'react';
import type { ErrorValue } from '../../../../shared/errors.ts';
import { adviceFor } from '../../../components/resource/list-states.tsx';
import { pathOf } from '../../../state/areas.ts';
import { goTo } from '../../../state/navigation.ts';
import { importRecipe, recipes } from '../../../state/recipes.ts';

type Imported = Extract<Awaited<ReturnType<typeof importRecipe>>, { ok: true }>['data'];

/** Files beyond this many bytes are not read at all. */
const largest = 64 * 1024 * 1024;

/** Does the text say of itself that it is encrypted? What is in it is judged by the platform. */
const isSealed = (text: string): boolean => /"encryption"\s*:/.test(text.slice(0, 300));

/** Takes a recipe in from a file: one that was exported here, or by somebody else. */
export function ImportRecipeDialog({ onClose }: { readonly onClose: () => void }) {
  const [file, setFile] = useState<{ readonly name: string; readonly text: string } | null>(null);
  const [phrase, setPhrase] = useState('');
  const [name, setName] = useState('');
  const [working, setWorking] = useState(false);
  const [made, setMade] = useState<Imported | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [failure, setFailure] = useState<ErrorValue | null>(null);
  const choose = async (chosen: File | undefined) => {
    setFailure(null);
    setProblem(null);
    setFile(null);
    if (!chosen) return;
    if (chosen.size > largest) return setProblem(`“${chosen.name}” is larger than 64 MB, which no recipe is. Choose another file.`);
    setFile({ name: chosen.name, text: await chosen.text() });
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!file || working) return;
    setWorking(true);
    setFailure(null);
    const reply = await importRecipe(file.text, phrase, name);
    setWorking(false);
    if (reply.ok) setMade(reply.data);
    else setFailure(reply.error);
  };
  const open = () => {
    onClose();
    if (made) goTo(pathOf(recipes, made.id) ?? '/workflows');
  };
  if (made) {
    return (
      <Dialog isOpen title="Recipe imported" onClose={onClose}>
        <DialogBody>
          <p role="status"><Tick className="tr-success" /> Imported with {made.versions === 1 ? 'one version' : `${made.versions.toLocaleString()} versions`}.</p>
          {made.problems.length > 0 && (
            <>
              <p>What of it was left out or changed:</p>
              <ul className="recipe-problems">{made.problems.map(({ where, message }) => <li key={`${where} ${message}`}><code>{where}</code> {message}</li>)}</ul>
            </>
          )}
        </DialogBody>
        <DialogFooter actions={<><Button text="Close" onClick={onClose} /><Button intent="primary" text="Open the recipe" onClick={open} /></>} />
      </Dialog>
    );
  }
  return (
    <Dialog isOpen title="Import a recipe" onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
        <DialogBody>
          <FormGroup label="File" labelFor="import-file" intent={problem ? 'danger' : 'none'} helperText={problem && <span className="form-problem" role="alert">{problem}</span>}>
            <FileInput fill text={file?.name ?? 'Choose a file'} hasSelection={file !== null} inputProps={{ id: 'import-file', accept: '.json,.recipe,application/json', onChange: (event) => void choose((event.target as HTMLInputElement).files?.[0]) }} />
          </FormGroup>
          <FormGroup label="Pass phrase" labelFor="import-phrase" labelInfo={file && isSealed(file.text) ? '(required)' : undefined} helperText="Of a file that is encrypted, and of nothing else.">
            <InputGroup id="import-phrase" fill type="password" autoComplete="off" value={phrase} onValueChange={setPhrase} />
          </FormGroup>
          <FormGroup label="Name" labelInfo="(optional)" labelFor="import-name" helperText="Without one, it is called as in the file.">
            <InputGroup id="import-name" fill value={name} onValueChange={setName} />
          </FormGroup>
          {failure && <Callout compact intent="danger" role="alert"><strong>{failure.message}</strong>{failure.code !== 'rejected' && failure.code !== 'invalid_input' && <> {adviceFor(failure.code)}</>}</Callout>}
        </DialogBody>
        <DialogFooter actions={<><Button text="Cancel" onClick={onClose} /><Button type="submit" intent="primary" loading={working} disabled={!file} text="Import" /></>} />
      </form>
    </Dialog>
  );
}
