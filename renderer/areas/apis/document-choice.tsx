import { Button, FileInput, FormGroup, InputGroup, SegmentedControl, TextArea } from '@blueprintjs/core';
import { useState, type DragEvent, type ReactNode } from 'react';
import type { Auth } from '../../../shared/contract/http.ts';
import type { ErrorValue } from '../../../shared/errors.ts';
import { size } from '../../components/measures.ts';
import { AuthField } from '../../components/resource/auth-field.tsx';
import { readDocumentFile, type ChosenFile } from './document-file.ts';

/** Texts above this many characters are not shown in the field: it would be slow to type in. */
const longestShown = 200_000;

/** A document as it is being chosen: a file or a text, or an address and how its server is signed in to. */
export interface Choice {
  readonly from: 'given' | 'address';
  readonly file: ChosenFile | null;
  readonly pasted: string;
  readonly url: string;
  /** As its form has it; the platform has the last word. */
  readonly auth: Auth | undefined;
}

export const noChoice: Choice = { from: 'given', file: null, pasted: '', url: '', auth: undefined };
export const textOfChoice = ({ file, pasted }: Choice): string => file?.text ?? pasted;

/** Why there is nothing to go on with yet; undefined where there is. */
export function missingIn(choice: Choice): string | undefined {
  if (choice.from === 'address') return choice.url.trim() === '' ? 'Enter an address first.' : undefined;
  return textOfChoice(choice).trim() === '' ? 'Choose a file or paste a document first.' : undefined;
}

interface DocumentChoiceProps {
  /** With which the ids of its fields begin. */
  readonly name: string;
  readonly label: string;
  readonly value: Choice;
  readonly onChange: (changed: Partial<Choice>) => void;
  readonly onProblem: (problem: ErrorValue | null) => void;
  /** Of files. */
  readonly accept: string;
  readonly help: string;
  readonly pasteInfo?: string;
  /** What the text is, below it. */
  readonly children?: ReactNode;
}

/** A document from a file, from text that is pasted, or from an address. */
export function DocumentChoice({ name, label, value, onChange, children, ...given }: DocumentChoiceProps) {
  return (
    <>
      <SegmentedControl
        size="small" className="import-from" aria-label="Where the document is" options={[{ value: 'given', label: 'File or text' }, { value: 'address', label: 'Address' }]} value={value.from}
        onValueChange={(from) => onChange({ from: from as Choice['from'] })}
      />
      {value.from === 'address' ? <Address name={name} value={value} onChange={onChange} /> : <GivenDocument name={name} label={label} value={value} onChange={onChange} {...given}>{children}</GivenDocument>}
    </>
  );
}

function GivenDocument({ name, label, value: { file, pasted }, onChange, onProblem, accept, help, pasteInfo, children }: DocumentChoiceProps) {
  const [over, setOver] = useState(false);
  const take = async (given: File | undefined) => {
    if (!given) return;
    const read = await readDocumentFile(given);
    onProblem(read.ok ? null : read.error);
    if (read.ok) onChange({ file: read.data });
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [given] = event.dataTransfer.files;
    if (given) void take(given);
    else onChange({ file: null, pasted: event.dataTransfer.getData('text') });
  };
  return (
    // Dropping is a second way to what the field below does by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      className="import-drop" data-over={over || undefined} role="group" aria-label={label}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)} onDrop={drop}
    >
      <FormGroup label="File" labelFor={`${name}-file`} helperText={help}>
        <FileInput fill text={file?.name ?? 'Choose a file'} hasSelection={file !== null} inputProps={{ id: `${name}-file`, accept, onChange: (event) => void take((event.target as HTMLInputElement).files?.[0]) }} />
      </FormGroup>
      {file ? (
        <p className="form-note">{file.name}, {size(file.bytes)} <Button size="small" variant="minimal" text="Paste text instead" onClick={() => onChange({ file: null })} /></p>
      ) : (
        <FormGroup label="Or paste the document" labelFor={`${name}-text`} labelInfo={pasteInfo}>
          {pasted.length > longestShown
            ? <p className="form-note">{pasted.length.toLocaleString()} characters pasted <Button size="small" variant="minimal" text="Clear" onClick={() => onChange({ pasted: '' })} /></p>
            : <TextArea id={`${name}-text`} fill className="import-text" spellCheck={false} value={pasted} onChange={(event) => onChange({ pasted: event.currentTarget.value })} />}
        </FormGroup>
      )}
      {children}
    </div>
  );
}

function Address({ name, value: { url, auth }, onChange }: Pick<DocumentChoiceProps, 'name' | 'value' | 'onChange'>) {
  return (
    <div className="import-address">
      <FormGroup label="Address" labelFor={`${name}-url`} helperText={<span id={`${name}-url-help`}>Such as https://example.com/openapi.json. The platform fetches it, under the network rules of the tenant and the environment; up to 64 MB.</span>}>
        <InputGroup id={`${name}-url`} fill type="url" spellCheck={false} aria-describedby={`${name}-url-help`} value={url} onValueChange={(next) => onChange({ url: next })} />
      </FormGroup>
      <FormGroup label="Sign in there" labelFor={`${name}-auth`} labelInfo="(optional)" helperText={<span id={`${name}-auth-help`}>For the document alone, and for no other server; it is kept with the address, encrypted.</span>}>
        <AuthField id={`${name}-auth`} value={auth} described={`${name}-auth-help`} onChange={(next) => onChange({ auth: next as Auth | undefined })} />
      </FormGroup>
    </div>
  );
}
