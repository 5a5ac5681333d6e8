import { Button, Callout } from '@blueprintjs/core';
import { Cross, Download, Duplicate } from '@blueprintjs/icons';
import { size } from '../measures.ts';
import { copyText, saveFile } from '../resource/copy-rows.ts';

/** Characters of a line, or of a plain field, that can be laid out at once: one of megabytes would hold the page up for half a minute. */
export const mostAtOnce = 1_000_000;

/** Has it a line that an editor cannot lay out? Of others it draws only what is in sight. */
export function hasEndlessLine(text: string): boolean {
  for (let from = 0; text.length - from > mostAtOnce;) {
    const end = text.indexOf('\n', from);
    if (end < 0 || end - from > mostAtOnce) return true;
    from = end + 1;
  }
  return false;
}

interface LargeTextProps {
  readonly text: string;
  readonly label: string;
  /** Where it can be changed: empties it. */
  readonly onClear?: (() => void) | undefined;
}

/** A text that is too large to be shown in a field: how it begins, and how to get at the whole. */
export function LargeText({ text, label, onClear }: LargeTextProps) {
  return (
    <Callout compact className="large-text" role="group" aria-label={label}>
      <p>This text has {size(new Blob([text]).size)}, more than can be shown and edited here. It is kept as it is.</p>
      <pre>{text.slice(0, 500)}…</pre>
      <Button size="small" icon={<Duplicate size={14} />} text="Copy" onClick={() => void copyText(text, label)} />
      <Button size="small" icon={<Download size={14} />} text="Save to a file" onClick={() => saveFile(`${label}.txt`, 'text/plain', text)} />
      {onClear && <Button size="small" variant="minimal" icon={<Cross size={14} />} text="Clear" onClick={onClear} />}
    </Callout>
  );
}
