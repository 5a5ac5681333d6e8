import { Button, Callout, Dialog, DialogBody, DialogFooter, FileInput, FormGroup, InputGroup, TextArea } from '@blueprintjs/core';
import { useState, type FormEvent } from 'react';
import type { Row } from '../../../shared/contract/entity.ts';
import type { ErrorValue } from '../../../shared/errors.ts';
import { size } from '../../components/measures.ts';
import { ActionButton } from '../../components/resource/action-button.tsx';
import { adviceFor } from '../../components/resource/list-states.tsx';
import { pathOf } from '../../state/areas.ts';
import { useObstacle } from '../../state/list-permission.ts';
import { create } from '../../state/lists.ts';
import { goTo } from '../../state/navigation.ts';
import { notify } from '../../state/toasts.ts';
import { readDocumentFile } from '../apis/document-file.ts';
import { documentTitle } from './document-title.ts';
import '../apis/apis.css';

const group = 'openApis';
/** Texts above this many characters are not shown in the field: it would be slow to type in. */
const longestShown = 200_000;

/** Takes an OpenAPI document over as an open API: a file, or text that is pasted. */
export function OpenApiImport({ onClose }: { readonly onClose: () => void }) {
  const [text, setText] = useState('');
  const [file, setFile] = useState<string | null>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState<ErrorValue | null>(null);
  const obstacle = useObstacle(group, 'create');
  const name = typed ?? documentTitle(text);
  const missing = text.trim() === '' ? 'Choose a file or paste a document first.' : name.trim() === '' ? 'Give it a name first.' : undefined;

  const take = async (given: File | undefined) => {
    if (!given) return;
    const read = await readDocumentFile(given);
    setProblem(read.ok ? null : read.error);
    if (!read.ok) return;
    setFile(read.data.name);
    setText(read.data.text);
  };
  const start = async (event: FormEvent) => {
    event.preventDefault();
    if ((obstacle ?? missing) !== undefined || sending) return;
    setSending(true);
    const reply = await create(group, { name: name.trim(), document: text });
    setSending(false);
    if (!reply.ok) return setProblem(reply.error);
    const { id } = reply.data as Row;
    notify(`Open API “${name.trim()}” imported`, { intent: 'success' });
    onClose();
    goTo(`${pathOf(group, id)}?tab=endpoints`);
  };
  return (
    <Dialog isOpen title="Import an OpenAPI document" onClose={onClose} canOutsideClickClose={false} className="import-dialog">
      <form onSubmit={(event) => void start(event)}>
        <DialogBody>
          <FormGroup label="File" labelFor="document-file" helperText="OpenAPI 3.1, 3.0 or 2.0, as JSON or YAML.">
            <FileInput
              fill text={file ?? 'Choose a file'} hasSelection={file !== null}
              inputProps={{ id: 'document-file', accept: '.json,.yaml,.yml,application/json,application/yaml', onChange: (event) => void take((event.target as HTMLInputElement).files?.[0]) }}
            />
          </FormGroup>
          {file === null && text.length <= longestShown ? (
            <FormGroup label="Or paste the document" labelFor="document-text">
              <TextArea id="document-text" fill className="import-text" spellCheck={false} value={text} onChange={(event) => setText(event.currentTarget.value)} />
            </FormGroup>
          ) : (
            <p className="form-note">
              {file ?? 'Pasted text'}, {size(new Blob([text]).size)} <Button size="small" variant="minimal" text="Paste text instead" onClick={() => {
                setFile(null);
                setText('');
              }} />
            </p>
          )}
          <FormGroup label="Name" labelFor="document-name" labelInfo="(required)" helperText="The document’s own title, unless you say another.">
            <InputGroup id="document-name" value={name} onValueChange={setTyped} />
          </FormGroup>
          {problem && <Callout compact intent="danger" role="alert"><strong>{problem.message}</strong> {problem.problems ? '' : adviceFor(problem.code)} What you chose is still here.</Callout>}
        </DialogBody>
        <DialogFooter actions={<><Button text="Close" onClick={onClose} /><ActionButton type="submit" intent="primary" loading={sending} obstacle={obstacle ?? missing} text="Import" /></>} />
      </form>
    </Dialog>
  );
}
