import { Button, Callout, DialogBody, DialogFooter, FileInput, FormGroup, InputGroup, Tag, TextArea } from '@blueprintjs/core';
import { Tick } from '@blueprintjs/icons';
import { useMemo, useState, type DragEvent, type FormEvent } from 'react';
import type { ErrorValue } from '../../../shared/errors.ts';
import { documentKind, unknownKind } from '../../../shared/rules/document-kind.ts';
import { size } from '../../components/measures.ts';
import { ActionButton } from '../../components/resource/action-button.tsx';
import { adviceFor } from '../../components/resource/list-states.tsx';
import { useObstacle } from '../../state/list-permission.ts';
import { closeImport, startImport } from '../../state/api-import.ts';
import { readDocumentFile, type ChosenFile } from './document-file.ts';

/** Texts above this many characters are not shown in the field: it would be slow to type in. */
const longestShown = 200_000;

/** The document of an import: a file that is chosen or dropped, or text that is pasted. What kind it is shows before it is sent. */
export function ImportSource() {
  const [file, setFile] = useState<ChosenFile | null>(null);
  const [pasted, setPasted] = useState('');
  const [name, setName] = useState('');
  const [over, setOver] = useState(false);
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState<ErrorValue | null>(null);
  const obstacle = useObstacle('composerApis', 'importOpenapi');
  const text = file?.text ?? pasted;
  const blank = text.trim() === '';
  const kind = useMemo(() => documentKind(text), [text]);

  const take = async (given: File | undefined) => {
    if (!given) return;
    const read = await readDocumentFile(given);
    setProblem(read.ok ? null : read.error);
    if (read.ok) setFile(read.data);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [given] = event.dataTransfer.files;
    if (given) void take(given);
    else {
      setFile(null);
      setPasted(event.dataTransfer.getData('text'));
    }
  };
  const start = async (event: FormEvent) => {
    event.preventDefault();
    if (obstacle || sending) return;
    setSending(true);
    setProblem(await startImport((kind ?? unknownKind).call, text, name));
    setSending(false);
  };
  return (
    <form onSubmit={(event) => void start(event)}>
      <DialogBody>
        {/* Dropping is a second way to what the field below does by keyboard. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <div
          className="import-drop" data-over={over || undefined} role="group" aria-label="Document"
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)} onDrop={drop}
        >
          <FormGroup label="File" labelFor="import-file" helperText="OpenAPI 3.1, 3.0 or 2.0, or a collection of Postman, Bruno or Insomnia, or a HAR. You can also drop it here.">
            <FileInput
              fill text={file?.name ?? 'Choose a file'} hasSelection={file !== null}
              inputProps={{ id: 'import-file', accept: '.json,.yaml,.yml,.har,.bru,.sh,.txt,application/json,application/yaml', onChange: (event) => void take((event.target as HTMLInputElement).files?.[0]) }}
            />
          </FormGroup>
          {file ? (
            <p className="form-note">{file.name}, {size(new Blob([file.text]).size)} <Button size="small" variant="minimal" text="Paste text instead" onClick={() => setFile(null)} /></p>
          ) : (
            <FormGroup label="Or paste the document" labelFor="import-text" labelInfo="or a cURL command">
              {pasted.length > longestShown
                ? <p className="form-note">{pasted.length.toLocaleString()} characters pasted <Button size="small" variant="minimal" text="Clear" onClick={() => setPasted('')} /></p>
                : <TextArea id="import-text" fill className="import-text" spellCheck={false} value={pasted} onChange={(event) => setPasted(event.currentTarget.value)} />}
            </FormGroup>
          )}
          <p role="status" className="import-kind">{!blank && (kind ? <><Tag minimal icon={<Tick size={12} />}>{kind.label}</Tag> The platform reads all of it when it is imported.</> : 'Nothing in it tells what kind of document it is; the platform says what it makes of it.')}</p>
        </div>
        <FormGroup label="Name of the API" labelFor="import-name" labelInfo="(optional)" helperText="Where it is empty, the document's own name is taken.">
          <InputGroup id="import-name" value={name} onValueChange={setName} />
        </FormGroup>
        {problem && <Callout compact intent="danger" role="alert"><strong>{problem.message}</strong> {problem.problems ? '' : adviceFor(problem.code)}</Callout>}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text="Close" onClick={closeImport} />
            <ActionButton type="submit" intent="primary" loading={sending} obstacle={obstacle ?? (blank ? 'Choose a file or paste a document first.' : undefined)} text="Import" />
          </>
        }
      />
    </form>
  );
}
