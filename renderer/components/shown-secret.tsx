import { Button, InputGroup, TextArea } from '@blueprintjs/core';
import { Duplicate } from '@blueprintjs/icons';
import { copyText } from './resource/copy-rows.ts';
import { useFocus } from './use-focus.ts';

interface ShownSecretProps {
  /** What it is called, such as "API key". */
  readonly label: string;
  /** In clear. It is given to this element alone: no store, draft or log may hold it. */
  readonly secret: string;
}

/** A secret to read and to copy; it has the focus when it comes. */
export function ShownSecret({ label, secret }: ShownSecretProps) {
  const line = useFocus<HTMLInputElement>();
  const lines = useFocus<HTMLTextAreaElement>();
  return (
    <>
      {secret.includes('\n')
        ? <TextArea inputRef={lines} readOnly fill autoResize className="shown-secret" spellCheck={false} aria-label={label} value={secret} />
        : <InputGroup inputRef={line} readOnly fill className="shown-secret" autoComplete="off" spellCheck={false} aria-label={label} value={secret} onFocus={(event) => event.currentTarget.select()} />}
      <Button icon={<Duplicate size={14} />} text="Copy" aria-label={`Copy ${label}`} onClick={() => void copyText(secret, label)} />
    </>
  );
}
