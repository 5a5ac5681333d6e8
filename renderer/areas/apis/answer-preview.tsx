import { Button } from '@blueprintjs/core';
import { Download } from '@blueprintjs/icons';
import { useMemo } from 'react';
import { EmptyState } from '../../components/empty-state.tsx';
import { size } from '../../components/measures.ts';
import { saveBlob } from './answer-body.tsx';
import { safePage } from './answer-page.ts';
import { fileName, isBinary, typeOf, type Result } from './answer-run.ts';

const isImage = (type: string) => /^image\//i.test(type);
const isPage = (type: string) => /^(text\/html|application\/xhtml\+xml)/i.test(type);

export const hasPreview = (result: Result): boolean => isImage(typeOf(result)) || isPage(typeOf(result));

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

/** The answer as it is meant to be seen: a picture, or a page without its scripts and without anything from elsewhere. */
export function AnswerPreview({ result }: { readonly result: Result }) {
  const type = typeOf(result);
  const text = typeof result.data === 'string' ? result.data : '';
  const page = useMemo(() => (isPage(type) && !isBinary(result) ? safePage(text, nonceOfPage()) : undefined), [type, text, result]);
  if (isImage(type)) {
    const source = isBinary(result) ? `data:${type.split(';')[0]};base64,${text}` : `data:${type.split(';')[0]},${encodeURIComponent(text)}`;
    return <div className="answer-picture"><img src={source} alt="What the server sent" /></div>;
  }
  // An empty sandbox: no scripts, no forms, no navigation, an origin of its own.
  if (page !== undefined) return <iframe className="answer-frame" title="Preview of the page, without scripts" sandbox="" srcDoc={page} />;
  return <EmptyState title="No preview" text="Pictures and HTML pages have one." />;
}

/** What the page's content policy asks of a style sheet. */
const nonceOfPage = () => document.querySelector<HTMLElement>('[nonce]')?.nonce ?? '';

/** An answer that is no text: what it is, and how to keep it. */
export function BinaryAnswer({ result }: { readonly result: Result }) {
  const bytes = result['bytes'];
  const text = typeof result.data === 'string' ? result.data : '';
  return (
    <EmptyState
      title="Not text" text={`${typeOf(result) || 'An answer of no known type'}${typeof bytes === 'number' ? `, ${size(bytes)}` : ''}`}
      actions={<Button icon={<Download size={14} />} text="Save as a file" onClick={() => saveBlob(fileName(result), new Blob([bytesOf(text)], { type: typeOf(result) || 'application/octet-stream' }))} />}
    />
  );
}
