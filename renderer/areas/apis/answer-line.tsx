import { InputGroup } from '@blueprintjs/core';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';

interface AnswerLineProps {
  readonly count: number;
  /** The number of a row, from 0. */
  readonly onGo: (row: number) => void;
  readonly onClose: () => void;
}

/** Asks for the number of a line, and goes there. */
export function AnswerLine({ count, onGo, onClose }: AnswerLineProps) {
  const [text, setText] = useState('');
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const line = Number(text);
  const valid = Number.isInteger(line) && line >= 1 && line <= count;
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && valid) onGo(line - 1);
    else if (event.key === 'Escape') onClose();
    else if (event.key !== 'Enter') return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <InputGroup
      inputRef={input} size="small" className="answer-line" inputMode="numeric" aria-label="Line" placeholder={`Line, 1 to ${count.toLocaleString()}`} aria-invalid={text !== '' && !valid}
      intent={text !== '' && !valid ? 'danger' : 'none'} value={text} onValueChange={setText} onKeyDown={press} onBlur={onClose}
    />
  );
}
