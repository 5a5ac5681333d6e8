import { Button, Callout, FileInput, FormGroup, TextArea } from '@blueprintjs/core';
import { useState, type DragEvent, type FormEvent } from 'react';
import type { Row } from '../../../shared/contract/entity.ts';
import { size } from '../../components/measures.ts';
import { ActionButton } from '../../components/resource/action-button.tsx';
import { compareDocument } from '../../state/api-sync.ts';
import { titleOf } from '../../state/list-entity.ts';
import { useObstacle } from '../../state/list-permission.ts';
import { largestDocument, readDocumentFile, type ChosenFile } from './document-file.ts';

/** Chooses the new version of an API's document. */
export function SyncSource({ api }: { readonly api: Row }) {
  const [file, setFile] = useState<ChosenFile | null>(null);
  const [pasted, setPasted] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const obstacle = useObstacle('composerApis', 'previewOpenapiSync');
  const text = file?.text ?? pasted;
  const take = async (given: File | undefined) => {
    if (!given) return;
    const read = await readDocumentFile(given);
    setProblem(read.ok ? null : read.error.message);
    if (read.ok) setFile(read.data);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    void take(event.dataTransfer.files[0]);
  };
  const compare = (event: FormEvent) => {
    event.preventDefault();
    if (!obstacle && text.trim() !== '') void compareDocument(api.id, text, file?.name ?? '');
  };
  return (
    <form className="sync-source" onSubmit={compare}>
      <h2 className="panel-heading">Sync with a new version of the document</h2>
      <p className="tr-muted">It is compared with the version that was taken in last and with what was edited here since. Nothing changes before you have looked at the differences.</p>
      {/* Dropping is a second way to what the field below does by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div className="import-drop" role="group" aria-label={`New OpenAPI document of ${titleOf(api)}`} onDragOver={(event) => event.preventDefault()} onDrop={drop}>
        <FormGroup label="File" labelFor="sync-file" helperText={`OpenAPI 3.1, 3.0 or 2.0, as JSON or YAML, up to ${size(largestDocument)}. You can also drop it here.`}>
          <FileInput
            fill text={file?.name ?? 'Choose a file'} hasSelection={file !== null}
            inputProps={{ id: 'sync-file', accept: '.json,.yaml,.yml,application/json,application/yaml', onChange: (event) => void take((event.target as HTMLInputElement).files?.[0]) }}
          />
        </FormGroup>
        {file
          ? <p className="form-note">{file.name}, {size(new Blob([file.text]).size)} <Button size="small" variant="minimal" text="Paste text instead" onClick={() => setFile(null)} /></p>
          : <FormGroup label="Or paste the document" labelFor="sync-text"><TextArea id="sync-text" fill className="import-text" spellCheck={false} value={pasted} onChange={(event) => setPasted(event.currentTarget.value)} /></FormGroup>}
      </div>
      {problem !== null && <Callout compact intent="danger" role="alert">{problem}</Callout>}
      <ActionButton type="submit" intent="primary" obstacle={obstacle ?? (text.trim() === '' ? 'Choose a file or paste a document first.' : undefined)} text="Compare" />
    </form>
  );
}
