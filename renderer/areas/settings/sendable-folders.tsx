import { Button, FormGroup, InputGroup } from '@blueprintjs/core';
import { FolderClose } from '@blueprintjs/icons';
import { useState, type FormEvent } from 'react';
import { allowSendable, changeSettings, useSettings } from '../../state/settings.ts';

/** From which folders of this computer requests may carry files. It belongs to who works at it: no platform or tenant has a say in it. */
export function SendableFolders() {
  const folders = useSettings(({ sendable_folders }) => sendable_folders);
  const [path, setPath] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [looking, setLooking] = useState(false);
  const add = async (event: FormEvent) => {
    event.preventDefault();
    if (looking || path.trim() === '') return;
    setLooking(true);
    const found = await allowSendable(path.trim());
    setLooking(false);
    setProblem(found);
    if (found === null) setPath('');
  };
  return (
    <section aria-labelledby="sendable">
      <h2 id="sendable">Files in requests</h2>
      <p>
        A request that is sent from this computer can name a file by its path, and the file is read when it is sent. It is read only from the folders listed here, so that an API
        somebody shared or imported cannot send off other files of yours. Files that you choose in a form need no folder. The platform reads no files by path at all.
      </p>
      {folders.length === 0 ? <p className="tr-muted">No folder is allowed: no request reads a file by its path.</p> : (
        <ul className="tr-profiles" aria-label="Allowed folders">
          {folders.map((folder) => (
            <li key={folder}>
              <FolderClose />
              <span className="tr-clip tr-mono" title={folder}>{folder}</span>
              <span className="tr-status-gap" />
              <Button variant="minimal" size="small" text="Remove" aria-label={`Remove ${folder}`} onClick={() => void changeSettings({ sendable_folders: folders.filter((other) => other !== folder) })} />
            </li>
          ))}
        </ul>
      )}
      <form className="tr-form" onSubmit={(event) => void add(event)}>
        <FormGroup
          label="Folder" labelFor="sendable-path" intent={problem === null ? 'none' : 'danger'}
          helperText={<>{problem !== null && <span id="sendable-problem" className="form-problem" role="alert">{problem}</span>}<span id="sendable-help" className="form-note">Its full path. What is inside it, in folders of its own too, may be sent.</span></>}
        >
          <InputGroup
            id="sendable-path" fill className="tr-mono" aria-describedby={problem === null ? 'sendable-help' : 'sendable-problem'} aria-invalid={problem !== null} value={path}
            rightElement={<Button type="submit" variant="minimal" text="Allow" loading={looking} disabled={path.trim() === ''} />}
            onValueChange={(text) => {
              setPath(text);
              setProblem(null);
            }}
          />
        </FormGroup>
      </form>
    </section>
  );
}
