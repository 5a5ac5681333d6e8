import { useId, useRef, useState, type KeyboardEvent } from 'react';
import { urlPieces, type UrlPiece } from './request-pieces.ts';

interface RequestUrlProps {
  readonly value: string;
  readonly onChange: (path: string) => void;
  /** Names that can stand as variables in the path. */
  readonly names: readonly string[];
  /** Variables that have a value; the others are marked. */
  readonly given: ReadonlySet<string>;
  /** Names that stand for something as `{{name}}`. */
  readonly variables: readonly string[];
  readonly invalid: boolean;
}

/** A variable that is being written, up to the caret. */
const begun = /(\{\{?\s*|(?<=^|\/):)([\w.-]*)$/;

/** The path, with its variables in colour, and names offered after `{`, `:` and `{{`. */
export function RequestUrl({ value, onChange, names, given, variables, invalid }: RequestUrlProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const paint = useRef<HTMLDivElement>(null);
  const [caret, setCaret] = useState<number | null>(null);
  const [active, setActive] = useState(0);
  const writing = caret === null ? null : begun.exec(value.slice(0, caret));
  const offered = writing ? (writing[1]!.startsWith('{{') ? variables : names).filter((name) => name.startsWith(writing[2]!) && name !== writing[2]) : [];
  const open = offered.length > 0;

  const take = (name: string) => {
    if (!writing || caret === null) return;
    const closing = value[caret] === '}' || writing[1] === ':' ? '' : '}'.repeat(writing[1]!.trim().length);
    const before = `${value.slice(0, caret - writing[2]!.length)}${name}${closing}`;
    onChange(before + value.slice(caret));
    setCaret(null);
    requestAnimationFrame(() => input.current?.setSelectionRange(before.length, before.length));
  };
  const press = (event: KeyboardEvent) => {
    if (!open) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setActive((now) => (now + step + offered.length) % offered.length);
    else if (event.key === 'Enter' || event.key === 'Tab') take(offered[active] ?? offered[0]!);
    else if (event.key === 'Escape') setCaret(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const kindOf = ({ kind, name }: UrlPiece) => (kind === 'text' ? undefined : kind === 'path' ? (given.has(name) ? 'variable' : 'missing') : variables.includes(name) ? 'variable' : 'missing');
  return (
    <div className="request-url">
      {/* What the input holds, in colour, under its transparent letters. */}
      <div ref={paint} className="request-url-paint" aria-hidden="true">
        {/* oxlint-disable-next-line react/no-array-index-key -- the pieces have no identity but their place */}
        {urlPieces(value).map((piece, at) => <span key={at} data-kind={kindOf(piece)}>{piece.text}</span>)}
      </div>
      <input
        ref={input} type="text" className="bp6-input" spellCheck={false} autoComplete="off" role="combobox"
        aria-label="Path" aria-invalid={invalid} aria-autocomplete="list" aria-expanded={open} aria-controls={open ? id : undefined} aria-activedescendant={open ? `${id}-${active}` : undefined}
        placeholder="/path/{variable}" value={value}
        onChange={({ currentTarget }) => {
          setActive(0);
          setCaret(currentTarget.selectionStart);
          onChange(currentTarget.value);
        }}
        onScroll={({ currentTarget }) => {
          if (paint.current) paint.current.scrollLeft = currentTarget.scrollLeft;
        }}
        onKeyDown={press}
        onBlur={() => setCaret(null)}
      />
      {open && (
        <div id={id} className="request-url-names" role="listbox" aria-label="Variables" tabIndex={-1}>
          {offered.map((name, at) => (
            <div
              key={name} id={`${id}-${at}`} role="option" aria-selected={at === active} tabIndex={-1}
              onMouseDown={(event) => {
                event.preventDefault();
                take(name);
              }}
            >{name}</div>
          ))}
        </div>
      )}
    </div>
  );
}
