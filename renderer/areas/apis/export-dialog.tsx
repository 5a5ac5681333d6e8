import { Button, Callout, Dialog, DialogBody, DialogFooter, Radio, RadioGroup } from '@blueprintjs/core';
import { Download, Tick } from '@blueprintjs/icons';
import { useState } from 'react';
import type { Row } from '../../../shared/contract/entity.ts';
import type { ErrorValue } from '../../../shared/errors.ts';
import { size } from '../../components/measures.ts';
import { ActionButton } from '../../components/resource/action-button.tsx';
import { copyText, saveBlob } from '../../components/resource/copy-rows.ts';
import { adviceFor } from '../../components/resource/list-states.tsx';
import { exportApi, type ExportedFile, type ExportFormat } from '../../state/api-actions.ts';
import { titleOf } from '../../state/list-entity.ts';
import { useObstacle } from '../../state/list-permission.ts';
import { ProblemTable } from './problem-table.tsx';

const formats: readonly (readonly [format: ExportFormat, label: string, note: string])[] = [
  ['openapi-json', 'OpenAPI 3.1, JSON', 'imports to the same API again'],
  ['openapi-yaml', 'OpenAPI 3.1, YAML', 'the same, for people to read'],
  ['postman', 'Postman collection 2.1', 'for Postman and what reads its collections'],
  ['bruno', 'Bruno collection', 'a zip of its folder of .bru files'],
  ['curl', 'cURL commands', 'a shell script, one command per endpoint'],
  ['har', 'HAR', 'what was run of it, as it went over the wire'],
];

/** Hands an API out as a file of a format that is chosen. */
export function ExportDialog({ api, onClose }: { readonly api: Row; readonly onClose: () => void }) {
  const [format, setFormat] = useState<ExportFormat>('openapi-json');
  const [working, setWorking] = useState(false);
  const [file, setFile] = useState<ExportedFile | null>(null);
  const [failure, setFailure] = useState<ErrorValue | null>(null);
  const away = useObstacle('composerApis', 'exportCollection');
  const choose = (next: ExportFormat) => {
    setFormat(next);
    setFile(null);
    setFailure(null);
  };
  const make = async (then: (made: ExportedFile) => void) => {
    setWorking(true);
    setFailure(null);
    const exported = await exportApi(api, format);
    setWorking(false);
    if (!exported.ok) return setFailure(exported.error);
    setFile(exported.data);
    then(exported.data);
  };
  const download = () => void make(({ name, content }) => saveBlob(name, content));
  const copy = () => void make(({ text, name }) => text !== undefined && void copyText(text, name));
  return (
    <Dialog isOpen title={`Export ${titleOf(api)}`} onClose={onClose} className="import-dialog">
      <DialogBody>
        <RadioGroup label="Format" selectedValue={format} onChange={(event) => choose(event.currentTarget.value as ExportFormat)}>
          {formats.map(([value, label, note]) => <Radio key={value} value={value}>{label} <span className="tr-muted">– {note}</span></Radio>)}
        </RadioGroup>
        <p className="form-note">No secret leaves: keys, tokens and passwords are left empty, or replaced by placeholders such as {'{{api_key}}'}.</p>
        {failure && <Callout compact intent="danger" role="alert"><strong>{failure.message}</strong> {adviceFor(failure.code)}</Callout>}
        {file && <Made file={file} />}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text="Close" onClick={onClose} />
            <ActionButton obstacle={away ?? (format === 'bruno' ? 'A zip cannot be copied as text. Download it.' : undefined)} loading={working} text="Copy" onClick={copy} />
            <ActionButton intent="primary" icon={<Download size={14} />} obstacle={away} loading={working} text="Download" onClick={download} />
          </>
        }
      />
    </Dialog>
  );
}

function Made({ file: { name, content, placeholders, problems } }: { readonly file: ExportedFile }) {
  return (
    <>
      <p role="status" className="import-done"><Tick className="tr-success" /> {name}, {size(content.size)}</p>
      {placeholders.length > 0 && <p>To be filled in by whoever uses it: {placeholders.map((one) => <code key={one} className="export-placeholder">{one}</code>)}</p>}
      {problems.length > 0 && <><p>What has no place in this format, and what was made of it.</p><ProblemTable label="What was left out" problems={problems} /></>}
    </>
  );
}
