import { Button, FileInput, ProgressBar } from '@blueprintjs/core';
import { Cross } from '@blueprintjs/icons';
import { useEffect, useState } from 'react';
import { size } from '../../components/measures.ts';
import { askUpload, base64Of, beginUpload, dropUpload, useUploads } from '../../state/uploads.ts';
import { bytesOfBase64, largestInline, type FileOfBody } from './request-body.ts';

interface BodyFileProps {
  /** What the file is for, to screen readers. */
  readonly label: string;
  readonly file: FileOfBody;
  readonly onChoose: (file: FileOfBody) => void;
}

/** A file that goes with the request: a small one stands in it, a large one is uploaded beside it. */
export function BodyFile({ label, file, onChoose }: BodyFileProps) {
  const [problem, setProblem] = useState<string>();
  const { filename = '', content = '', upload } = file;
  const state = useUploads((uploads) => (upload === undefined ? undefined : uploads[upload]));
  useEffect(() => {
    if (upload !== undefined) void askUpload(upload);
  }, [upload]);

  const drop = () => {
    if (upload !== undefined) dropUpload(upload);
  };
  const choose = async (chosen: File | undefined) => {
    if (!chosen) return;
    setProblem(undefined);
    const content_type = chosen.type || 'application/octet-stream';
    if (chosen.size <= largestInline) {
      const read = await base64Of(chosen).catch(() => null);
      if (read === null) return setProblem(`“${chosen.name}” cannot be read. Choose it again.`);
      drop();
      return onChoose({ filename: chosen.name, content_type, content: read });
    }
    const begun = await beginUpload(chosen);
    if (!begun.ok) return setProblem(`“${chosen.name}” has ${size(chosen.size)}. ${begun.error.message}`);
    drop();
    onChoose({ filename: begun.data.filename, content_type, upload: begun.data.upload_id, size: chosen.size });
  };
  const remove = () => {
    drop();
    setProblem(undefined);
    onChoose({ filename: '', content: '' });
  };

  const bytes = upload === undefined ? bytesOfBase64(content) : (file.size ?? state?.size ?? 0);
  const chosen = upload !== undefined || content !== '';
  const isGoing = state !== undefined && state.problem === null && state.sent < state.size;
  const said = problem ?? state?.problem ?? undefined;
  const name = filename || 'File';
  return (
    <div className="body-file">
      <div className="body-file-line">
        <FileInput
          fill size="small" hasSelection={chosen} text={chosen ? `${name}, ${size(bytes)}` : 'Choose a file…'}
          inputProps={{ 'aria-label': label }} onInputChange={({ currentTarget }) => {
            void choose(currentTarget.files?.[0]);
            currentTarget.value = ''; // the same file can be chosen once more
          }}
        />
        {chosen && <Button size="small" variant="minimal" icon={<Cross size={12} />} text={isGoing ? 'Cancel' : undefined} aria-label={isGoing ? `Cancel the upload of ${name}` : `Take ${name} out`} onClick={remove} />}
      </div>
      {isGoing && (
        <div className="body-file-progress">
          <ProgressBar value={state.sent / state.size} intent="primary" animate={false} stripes={false} aria-label={`Upload of ${name}`} />
          <span className="form-note">{size(state.sent)} of {size(state.size)}</span>
        </div>
      )}
      {said !== undefined && <p className="form-problem" role="alert">{said}</p>}
    </div>
  );
}
