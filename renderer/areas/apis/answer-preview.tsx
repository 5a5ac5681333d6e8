import { Button } from '@blueprintjs/core';
import { Download } from '@blueprintjs/icons';
import { useEffect, useMemo, useState } from 'react';
import { EmptyState } from '../../components/empty-state.tsx';
import { size } from '../../components/measures.ts';
import { saveBlob } from '../../components/resource/copy-rows.ts';
import { Skeleton } from '../../components/resource/list-states.tsx';
import { bodyBase64, bodyBlob, bytesOf } from '../../state/answer-body.ts';
import { notify } from '../../state/toasts.ts';
import { safePage } from './answer-page.ts';
import { fileName, isBinary, spooledOf, typeOf, type Result } from './answer-run.ts';

const isImage = (type: string) => /^image\//i.test(type);
const isPage = (type: string) => /^(text\/html|application\/xhtml\+xml)/i.test(type);

export const hasPreview = (result: Result): boolean => isImage(typeOf(result)) || isPage(typeOf(result));

/** The answer as it is meant to be seen: a picture, or a page without its scripts and without anything from elsewhere. */
export function AnswerPreview({ result }: { readonly result: Result }) {
  const type = typeOf(result);
  const text = useWholePicture(result);
  const page = useMemo(() => (isPage(type) && !isBinary(result) ? safePage(text, nonceOfPage()) : undefined), [type, text, result]);
  if (isImage(type) && isBinary(result) && (spooledOf(result)?.bytes ?? 0) > mostShown) return <BinaryAnswer result={result} />;
  if (isImage(type) && text === '') return <Skeleton label="Reading the picture" />;
  if (isImage(type)) {
    const source = isBinary(result) ? `data:${type.split(';')[0]};base64,${text}` : `data:${type.split(';')[0]},${encodeURIComponent(text)}`;
    return <div className="answer-picture"><img src={source} alt="What the server sent" /></div>;
  }
  // An empty sandbox: no scripts, no forms, no navigation, an origin of its own.
  if (page !== undefined) return <iframe className="answer-frame" title="Preview of the page, without scripts" sandbox="" srcDoc={page} />;
  return <EmptyState title="No preview" text="Pictures and HTML pages have one." />;
}

/** A picture above this is only saved: showing it takes several times its size. */
const mostShown = 32_000_000;

/** The data of a result, with what the platform keeps of a picture. */
function useWholePicture(result: Result): string {
  const spooled = isBinary(result) && isImage(typeOf(result)) ? spooledOf(result) : undefined;
  const wanted = spooled && spooled.bytes <= mostShown ? spooled.execution_id : undefined;
  const [read, setRead] = useState<{ readonly id: string; readonly base64: string }>();
  useEffect(() => {
    if (wanted === undefined) return undefined;
    let here = true;
    const whole = async () => {
      const base64 = await bodyBase64(wanted).catch(() => '');
      if (here) setRead({ id: wanted, base64 });
    };
    void whole();
    return () => {
      here = false;
    };
  }, [wanted]);
  if (wanted !== undefined) return read?.id === wanted ? read.base64 : '';
  return typeof result.data === 'string' ? result.data : '';
}

/** What the page's content policy asks of a style sheet. */
const nonceOfPage = () => document.querySelector<HTMLElement>('[nonce]')?.nonce ?? '';

/** An answer that is no text: what it is, and how to keep it. */
export function BinaryAnswer({ result }: { readonly result: Result }) {
  const [saving, setSaving] = useState(false);
  const bytes = result['bytes'];
  const type = typeOf(result) || 'application/octet-stream';
  const spooled = spooledOf(result);
  const save = async () => {
    setSaving(true);
    try {
      saveBlob(fileName(result), spooled ? await bodyBlob(spooled.execution_id, type) : new Blob([bytesOf(typeof result.data === 'string' ? result.data : '')], { type }));
    } catch (thrown) {
      notify(`The answer could not be saved: ${thrown instanceof Error ? thrown.message : String(thrown)}`, { intent: 'warning' });
    } finally {
      setSaving(false);
    }
  };
  return (
    <EmptyState
      title="Not text" text={`${typeOf(result) || 'An answer of no known type'}${typeof bytes === 'number' ? `, ${size(bytes)}` : ''}`}
      actions={<Button icon={<Download size={14} />} text="Save as a file" loading={saving} onClick={() => void save()} />}
    />
  );
}
