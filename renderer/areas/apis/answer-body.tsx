import { Button } from '@blueprintjs/core';
import { Download } from '@blueprintjs/icons';
import { useMemo } from 'react';
import type { ExecutionResult } from '../../../shared/contract/http.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { Editor } from '../../components/json-editor/editor.tsx';
import { size } from '../../components/measures.ts';

type Result = Partial<ExecutionResult>;

/** Texts above this many characters are shown up to here: an editor of megabytes would hold up the page. */
const longestShown = 1_000_000;

const typeOf = ({ headers = {} }: Result) => headers['content-type'] ?? headers['Content-Type'] ?? '';
const isBinary = (result: Result) => result['data_kind'] === 'base64';
const isNothing = ({ data }: Result) => data === null || data === undefined || data === '';

/** The answer as text: what is not text is base64. */
export function rawText({ data }: Result): string {
  return typeof data === 'string' ? data : data === undefined || data === null ? '' : JSON.stringify(data);
}

function prettyText(result: Result): string {
  return typeof result.data === 'string' && result['data_kind'] !== 'json' ? result.data : JSON.stringify(result.data, null, 2);
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

/** Hands the answer to the browser as a file. */
function save(result: Result): void {
  const part = isBinary(result) ? bytesOf(rawText(result)) : prettyText(result);
  const url = URL.createObjectURL(new Blob([part], { type: typeOf(result) || 'application/octet-stream' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = isBinary(result) ? 'answer.bin' : typeof result.data === 'string' ? 'answer.txt' : 'answer.json';
  link.click();
  URL.revokeObjectURL(url);
}

/** The answer to read: JSON laid out, text as it stands. */
export function AnswerBody({ result }: { readonly result: Result }) {
  const nothing = isNothing(result);
  const binary = isBinary(result);
  const text = useMemo(() => (nothing || binary ? '' : prettyText(result)), [result, nothing, binary]);
  if (result.status === 0) return <p className="answer-note form-note">The answer stands here when it has come.</p>;
  if (nothing) return result.error ? null : <p className="answer-note form-note">The answer has no body.</p>;
  const saveIt = <Button size="small" variant="minimal" icon={<Download size={14} />} text="Save as a file" onClick={() => save(result)} />;
  if (binary) {
    const bytes = result['bytes'];
    return <EmptyState title="Not text" text={`${typeOf(result) || 'An answer of no known type'}${typeof bytes === 'number' ? `, ${size(bytes)}` : ''}`} actions={saveIt} />;
  }
  return (
    <div className="answer-body">
      <Editor readOnly language={typeof result.data === 'string' ? 'text' : 'json'} label="Answer" lines={4} value={text.length > longestShown ? text.slice(0, longestShown) : text} />
      <p className="answer-note form-note">{text.length > longestShown && `The first ${longestShown.toLocaleString()} characters of ${text.length.toLocaleString()}. `}{saveIt}</p>
    </div>
  );
}
