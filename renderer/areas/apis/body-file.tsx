import { FileInput } from '@blueprintjs/core';
import { useState } from 'react';
import { size } from '../../components/measures.ts';
import { base64Of, bytesOfBase64, largestFile } from './request-body.ts';

export interface ChosenFile {
  readonly filename: string;
  readonly content_type: string;
  /** Base64. */
  readonly content: string;
}

interface BodyFileProps {
  /** What the file is for, to screen readers. */
  readonly label: string;
  readonly filename: string;
  readonly content: string;
  readonly onChoose: (file: ChosenFile) => void;
}

/** A file that goes with the request. */
export function BodyFile({ label, filename, content, onChoose }: BodyFileProps) {
  const [problem, setProblem] = useState<string>();
  const choose = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > largestFile) {
      setProblem(`“${file.name}” has ${size(file.size)}; a request carries ${size(largestFile)} at most. Choose a smaller file.`);
      return;
    }
    try {
      const content = await base64Of(file);
      setProblem(undefined);
      onChoose({ filename: file.name, content_type: file.type || 'application/octet-stream', content });
    } catch {
      setProblem(`“${file.name}” cannot be read. Choose it again.`);
    }
  };
  const chosen = content !== '';
  return (
    <div className="body-file">
      <FileInput
        fill size="small" hasSelection={chosen} text={chosen ? `${filename || 'File'}, ${size(bytesOfBase64(content))}` : 'Choose a file…'}
        inputProps={{ 'aria-label': label }} onInputChange={({ currentTarget }) => void choose(currentTarget.files?.[0])}
      />
      {problem !== undefined && <p className="form-problem" role="alert">{problem}</p>}
    </div>
  );
}
