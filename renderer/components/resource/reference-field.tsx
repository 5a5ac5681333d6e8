import { InputGroup } from '@blueprintjs/core';
import { useId, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { kindOf, titleOf, withArticle } from '../../state/list-entity.ts';
import { useList } from '../../state/lists.ts';

interface ReferenceFieldProps {
  readonly id: string;
  readonly to: string;
  /** The id of the chosen row. */
  readonly value: string;
  readonly onChange: (id: string) => void;
  readonly describedBy?: string | undefined;
  readonly invalid?: boolean;
  readonly disabled?: boolean;
}

const mostShown = 50;

/** Chooses a row of another kind by its name; an id that the list does not have may be typed, too. */
export function ReferenceField({ id, to, value, onChange, describedBy, invalid = false, disabled = false }: ReferenceFieldProps) {
  const { data, loading } = useList({ group: to });
  const { one, many } = kindOf(to);
  const [typed, setTyped] = useState<string | null>(null);
  const [active, setActive] = useState(0);
  const list = useId();
  const field = useRef<HTMLInputElement>(null);
  const chosen = data.find((row) => row.id === value);
  const open = typed !== null;
  const options = useMemo(() => {
    if (typed === null) return [];
    const words = typed.toLowerCase();
    const found = data.filter((row) => titleOf(row).toLowerCase().includes(words) || row.id.toLowerCase().includes(words));
    const rows = found.slice(0, mostShown).map((row) => ({ id: row.id, title: titleOf(row) }));
    const known = data.some((row) => row.id === typed);
    return [
      ...(typed === '' && value !== '' ? [{ id: '', title: 'None' }] : []), ...rows,
      ...(typed !== '' && !known && rows.length === 0 ? [{ id: typed, title: `Use “${typed}” as the id` }] : []),
    ];
  }, [data, typed, value]);

  const take = (next: string) => {
    onChange(next);
    setTyped(null);
  };
  const press = (event: KeyboardEvent) => {
    if (!open) {
      if (event.key === 'ArrowDown') setTyped('');
      return;
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setActive((at) => Math.max(0, Math.min(options.length - 1, at + step)));
    else if (event.key === 'Enter' && options[active]) take(options[active].id);
    else if (event.key === 'Escape') setTyped(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className="reference-field">
      <InputGroup
        id={id}
        inputRef={field}
        fill
        disabled={disabled}
        intent={invalid ? 'danger' : 'none'}
        role="combobox"
        aria-expanded={open}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={open && options[active] ? `${list}-${active}` : undefined}
        aria-describedby={describedBy}
        aria-invalid={invalid}
        autoComplete="off"
        placeholder={loading ? `Loading ${many}…` : `Choose ${withArticle(one)}`}
        value={typed ?? (chosen ? titleOf(chosen) : value)}
        onFocus={() => field.current?.select()}
        onClick={() => setTyped((now) => now ?? '')}
        onBlur={() => setTyped(null)}
        onValueChange={(text) => {
          setTyped(text);
          setActive(0);
        }}
        onKeyDown={press}
      />
      <div id={list} role="listbox" aria-label={many} hidden={!open} className="reference-options">
        {options.map((option, at) => (
          // The field keeps the focus: pressing an option must not take it away.
          <div key={option.id} id={`${list}-${at}`} role="option" tabIndex={-1} aria-selected={at === active} onMouseDown={(event) => {
            event.preventDefault();
            take(option.id);
          }}>
            <span>{option.title}</span> {option.id !== '' && <code>{option.id}</code>}
          </div>
        ))}
        {open && options.length === 0 && <div className="form-note">{loading ? 'Loading…' : `There are no ${many} yet`}</div>}
      </div>
    </div>
  );
}
