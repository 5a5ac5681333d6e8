import { Button, Callout, Dialog, DialogBody, DialogFooter, FormGroup, InputGroup, Radio, RadioGroup } from '@blueprintjs/core';
import { Download, Lock, Tick } from '@blueprintjs/icons';
import { useState, type FormEvent } from 'react';
import type { ErrorValue } from '../../../../shared/errors.ts';
import { size } from '../../../components/measures.ts';
import { saveFile } from '../../../components/resource/copy-rows.ts';
import { adviceFor } from '../../../components/resource/list-states.tsx';
import { exportRecipe } from '../../../state/recipes.ts';

interface ExportRecipeDialogProps {
  readonly id: string;
  readonly name: string;
  /** It has a pass phrase of its own, with which its files are encrypted. */
  readonly isProtected: boolean;
  readonly onClose: () => void;
}

/** Hands a recipe out as one file, with its versions and its image. */
export function ExportRecipeDialog({ id, name, isProtected, onClose }: ExportRecipeDialogProps) {
  const [versions, setVersions] = useState<'all' | 'latest'>('all');
  const [phrase, setPhrase] = useState('');
  const [again, setAgain] = useState('');
  const [working, setWorking] = useState(false);
  const [made, setMade] = useState<{ readonly name: string; readonly bytes: number; readonly problems: readonly { readonly where: string; readonly message: string }[] } | null>(null);
  const [failure, setFailure] = useState<ErrorValue | null>(null);
  const differ = again !== '' && phrase !== again;
  const ready = !working && (phrase === '' || phrase === again);
  const download = async (event: FormEvent) => {
    event.preventDefault();
    if (!ready) return;
    setWorking(true);
    setFailure(null);
    setMade(null);
    const reply = await exportRecipe(id, phrase, versions);
    setWorking(false);
    if (!reply.ok) return setFailure(reply.error);
    const { file_name, text, problems } = reply.data;
    saveFile(file_name, 'application/json', text);
    setMade({ name: file_name, bytes: new Blob([text]).size, problems });
  };
  return (
    <Dialog isOpen title={`Export ${name}`} onClose={onClose}>
      <form onSubmit={(event) => void download(event)}>
        <DialogBody>
          <RadioGroup label="What the file has" selectedValue={versions} onChange={(event) => setVersions(event.currentTarget.value as 'all' | 'latest')}>
            <Radio value="all">All versions <span className="tr-muted">– with tags, notes and times</span></Radio>
            <Radio value="latest">The latest version <span className="tr-muted">– what runs now</span></Radio>
          </RadioGroup>
          {isProtected ? (
            <Callout compact icon={<Lock size={14} />}>The file is encrypted with the recipe’s own pass phrase. Whoever imports it has to know that.</Callout>
          ) : (
            <>
              <FormGroup label="Pass phrase" labelInfo="(optional)" labelFor="export-phrase" helperText="With one, the file is encrypted, and nobody can read it without.">
                <InputGroup id="export-phrase" fill type="password" autoComplete="new-password" value={phrase} onValueChange={setPhrase} />
              </FormGroup>
              {phrase !== '' && (
                <FormGroup label="The pass phrase once more" labelFor="export-again" intent={differ ? 'danger' : 'none'} helperText={differ ? <span className="form-problem" role="alert">The two differ.</span> : undefined}>
                  <InputGroup id="export-again" fill type="password" autoComplete="new-password" value={again} onValueChange={setAgain} />
                </FormGroup>
              )}
            </>
          )}
          {failure && <Callout compact intent="danger" role="alert"><strong>{failure.message}</strong> {adviceFor(failure.code)}</Callout>}
          {made && <p role="status"><Tick className="tr-success" /> {made.name}, {size(made.bytes)}</p>}
          {made && made.problems.length > 0 && (
            <Callout compact intent="warning" role="status">
              <strong>Left out of the file</strong>
              <ul className="recipe-problems">{made.problems.map(({ where, message }) => <li key={`${where} ${message}`}><code>{where}</code> {message}</li>)}</ul>
            </Callout>
          )}
        </DialogBody>
        <DialogFooter actions={<><Button text="Close" onClick={onClose} /><Button type="submit" intent="primary" icon={<Download size={14} />} loading={working} disabled={!ready} text="Download" /></>} />
      </form>
    </Dialog>
  );
}
