import { InputGroup } from '@blueprintjs/core';
import { Search } from '@blueprintjs/icons';
import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent, type ReactElement } from 'react';
import { fuzzy } from '../../../components/fuzzy.ts';

export interface MenuOption {
  readonly id: string;
  readonly title: string;
  /** What more is known of it; it is found by it, too. */
  readonly note?: string;
  readonly icon?: ReactElement;
  /** Why it cannot be chosen. */
  readonly obstacle?: string | undefined;
}

interface SearchMenuProps {
  /** What is chosen here, such as "Add node". */
  readonly label: string;
  readonly placeholder: string;
  readonly options: readonly MenuOption[];
  /** CSS pixels within what it lies over. */
  readonly at: { readonly left: number; readonly top: number };
  readonly onChoose: (id: string) => void;
  readonly onClose: () => void;
}

const mostShown = 60;

/** The best first: what its title says counts more than what is said of it. */
export function ranked(options: readonly MenuOption[], query: string): readonly MenuOption[] {
  if (query.trim() === '') return options.slice(0, mostShown);
  return options
    .flatMap((option) => {
      const [inTitle, inNote] = [fuzzy(query, option.title), option.note === undefined ? null : fuzzy(query, option.note)];
      // Letters that are strewn over a sentence are no answer.
      const score = Math.max(inTitle ? inTitle.score + 50 : -Infinity, inNote && inNote.score >= 60 ? inNote.score - 40 : -Infinity);
      return score === -Infinity ? [] : [{ option, score }];
    })
    .toSorted((one, other) => other.score - one.score)
    .slice(0, mostShown)
    .map(({ option }) => option);
}

const reveal = (element: HTMLElement | null): void => {
  element?.scrollIntoView({ block: 'nearest' });
};

/** A field and the list of what answers it, over the canvas: arrow keys choose, Enter takes, Escape goes back. */
export function SearchMenu({ label, placeholder, options, at, onChoose, onClose }: SearchMenuProps) {
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(0);
  const list = useId();
  const field = useRef<HTMLInputElement>(null);
  const found = useMemo(() => ranked(options, query), [options, query]);
  useEffect(() => {
    field.current?.focus();
  }, []);
  const take = (option: MenuOption | undefined) => {
    if (option && option.obstacle === undefined) onChoose(option.id);
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key] ?? (event.key === 'Tab' ? (event.shiftKey ? -1 : 1) : undefined);
    if (step !== undefined) setActive((now) => Math.max(0, Math.min(found.length - 1, now + step)));
    else if (event.key === 'Enter') take(found[active]);
    else if (event.key === 'Escape') onClose();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it closes when the focus leaves it
    <div className="canvas-menu" style={at} role="dialog" aria-label={label} onBlur={(event) => {
      if (!event.currentTarget.contains(event.relatedTarget)) onClose();
    }}>
      <InputGroup
        inputRef={field} size="small" leftIcon={<Search size={14} />} placeholder={placeholder} aria-label={label} role="combobox" aria-expanded aria-controls={list} aria-autocomplete="list" autoComplete="off"
        aria-activedescendant={found[active] ? `${list}-${active}` : undefined} value={query} onKeyDown={press}
        onValueChange={(text) => {
          setQuery(text);
          setActive(0);
        }}
      />
      <div id={list} role="listbox" aria-label={label} className="canvas-options">
        {found.map((option, place) => (
          // The field keeps the focus: pressing an option must not take it away.
          <div
            key={option.id} ref={place === active ? reveal : undefined} id={`${list}-${place}`} role="option" tabIndex={-1} aria-selected={place === active} aria-disabled={option.obstacle !== undefined} title={option.obstacle}
            onMouseDown={(event) => {
              event.preventDefault();
              take(option);
            }}
          >
            {option.icon}<span className="canvas-option-title">{option.title}</span><span className="tr-muted">{option.obstacle ?? option.note}</span>
          </div>
        ))}
        {found.length === 0 && <div className="form-note">Nothing matches</div>}
      </div>
    </div>
  );
}
