import { Overlay2 } from '@blueprintjs/core';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { api } from '../api/client.ts';
import { KeyCaps } from '../components/key-caps.tsx';
import { useFocus } from '../components/use-focus.ts';
import { scope } from '../state/session.ts';
import { useSettings } from '../state/settings.ts';
import { closeOverlay, useUi } from '../state/ui.ts';
import { findEntries, rowEntries, type Found } from './palette-entries.ts';

/** Everything by name: screens, actions, and the rows that are cached. */
export function Palette() {
  const open = useUi((state) => state.overlay === 'palette');
  return (
    <Overlay2 isOpen={open} onClose={closeOverlay} transitionDuration={0} canOutsideClickClose hasBackdrop shouldReturnFocusOnClose>
      <div className="tr-palette" role="dialog" aria-modal="true" aria-label="Search">
        {open && <PaletteBody />}
      </div>
    </Overlay2>
  );
}

function choose(found: Found | undefined, newTab: boolean): void {
  if (!found) return;
  closeOverlay();
  found.entry.run(newTab);
}

function PaletteBody() {
  const [query, setQuery] = useState('');
  const [at, setAt] = useState(0);
  const overrides = useSettings((state) => state.keys);
  const input = useFocus<HTMLInputElement>();
  const rows = useCachedRows(query.trim());
  const list = useId();
  const entries = [...findEntries(query, overrides), ...rows.found];
  const current = Math.min(at, entries.length - 1);

  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && entries.length > 0) setAt((current + step + entries.length) % entries.length);
    else if (event.key === 'Enter') choose(entries[current], event.ctrlKey || event.metaKey);
    else return;
    event.preventDefault();
  };

  return (
    <>
      <input
        ref={input}
        role="combobox"
        aria-expanded="true"
        aria-controls={list}
        aria-activedescendant={entries[current] ? `${list}-${current}` : undefined}
        aria-label="Search screens, actions and rows"
        placeholder="Search screens, actions and rows"
        value={query}
        onChange={(event) => {
          setQuery(event.target.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div id={list} className="tr-palette-list" role="listbox" aria-label="Results">
        {entries.map((found, index) => (
          <Option key={found.entry.id} id={`${list}-${index}`} found={found} chosen={index === current} onPoint={() => setAt(index)} />
        ))}
      </div>
      {rows.problem !== null && <div className="tr-palette-empty" role="status">{rows.problem}</div>}
      {entries.length === 0 && rows.problem === null && (
        <div className="tr-palette-empty" role="status">Nothing is called “{query}” here. Rows are found once they have been listed or opened.</div>
      )}
    </>
  );
}

interface OptionProps {
  readonly id: string;
  readonly found: Found;
  readonly chosen: boolean;
  readonly onPoint: () => void;
}

function Option({ id, found, chosen, onPoint }: OptionProps) {
  const { title, kind, chord } = found.entry;
  const item = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (chosen) item.current?.scrollIntoView?.({ block: 'nearest' });
  }, [chosen]);
  return (
    <button
      ref={item}
      id={id}
      type="button"
      role="option"
      aria-selected={chosen}
      tabIndex={-1}
      onPointerMove={onPoint}
      onPointerDown={(event) => event.preventDefault()}
      onClick={(event) => choose(found, event.ctrlKey || event.metaKey)}
    >
      <span className="tr-clip"><Marked text={title} at={found.at} /></span>
      <span className="tr-muted tr-end">{chord === undefined ? kind : <KeyCaps chord={chord} />}</span>
    </button>
  );
}

/** A text with some of its letters marked; letters that follow each other share one mark. */
function Marked({ text, at }: { readonly text: string; readonly at: readonly number[] }) {
  const parts: { readonly start: number; readonly marked: boolean }[] = [];
  const places = new Set(at);
  for (let start = 0; start < text.length; start += 1) {
    const marked = places.has(start);
    if (parts.at(-1)?.marked !== marked) parts.push({ start, marked });
  }
  return parts.map(({ start, marked }, index) => {
    const part = text.slice(start, parts[index + 1]?.start);
    return marked ? <mark key={start}>{part}</mark> : <span key={start}>{part}</span>;
  });
}

interface CachedRows {
  readonly text: string;
  readonly found: readonly Found[];
  readonly problem: string | null;
}

const noRows: CachedRows = { text: '', found: [], problem: null };

/** What the cache knows under these words, in this tenant and environment; asked once the typing pauses. */
function useCachedRows(text: string): CachedRows {
  const [rows, setRows] = useState(noRows);
  useEffect(() => {
    const { tenant_id, environment_id } = scope();
    if (text.length < 2 || tenant_id === '') return;
    const controller = new AbortController();
    const timer = setTimeout(async () => {
      const input = { text, tenant_id, limit: 20, ...(environment_id === '' ? {} : { environment_id }) };
      const reply = await api.cache.search(input, controller.signal);
      if (controller.signal.aborted) return;
      setRows(reply.ok ? { text, found: rowEntries(reply.data.hits), problem: null } : { text, found: [], problem: reply.error.message });
    }, 80);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [text]);
  return rows.text === text ? rows : noRows;
}
