import { Add, Cross, Edit, Error as ErrorIcon, Tick } from '@blueprintjs/icons';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useId, useImperativeHandle, useLayoutEffect, useRef, type JSX, type KeyboardEvent, type MouseEvent, type Ref } from 'react';
import { isAccepted, type Review, type SyncChange } from '../../state/api-sync.ts';
import { useSettings } from '../../state/settings.ts';
import { MethodBadge } from './method-badge.tsx';

export interface SyncListHandle {
  focus(): void;
}

interface SyncListProps {
  readonly ref: Ref<SyncListHandle>;
  readonly changes: readonly SyncChange[];
  readonly decisions: Review['decisions'];
  readonly active: number;
  readonly onActivate: (at: number) => void;
}

const signs: Readonly<Record<SyncChange['kind'], readonly [icon: JSX.Element, word: string]>> = {
  added: [<Add key="added" size={12} />, 'Added'],
  changed: [<Edit key="changed" size={12} />, 'Changed'],
  removed: [<Cross key="removed" size={12} />, 'Removed'],
  conflict: [<ErrorIcon key="conflict" size={12} />, 'Conflict'],
};

/** What kind of change it is, as a sign and a word. */
export function KindSign({ kind }: Pick<SyncChange, 'kind'>) {
  const [icon, word] = signs[kind];
  return <span className="sync-kind" data-kind={kind}>{icon} {word}</span>;
}

/** The changes of a document; of thousands only those on the screen are drawn. */
export function SyncList({ ref, changes, decisions, active, onActivate }: SyncListProps) {
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const height = useSettings(({ density }) => density === 'comfortable') ? 36 : 28;
  // It keeps its own state and changes under React's eyes, which is what it is for.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({ count: changes.length, getScrollElement: () => scroller.current, estimateSize: () => height, overscan: 12 });
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, height]);
  useEffect(() => virtualizer.scrollToIndex(active, { align: 'auto' }), [virtualizer, active]);
  useImperativeHandle(ref, () => ({ focus: () => scroller.current?.focus({ preventScroll: true }) }));
  const press = (event: KeyboardEvent) => {
    const to = { Home: 0, End: changes.length - 1, PageDown: active + 10, PageUp: active - 10 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    onActivate(Math.max(0, Math.min(changes.length - 1, to)));
  };
  const click = (event: MouseEvent) => {
    const at = (event.target as Element).closest<HTMLElement>('[data-at]')?.dataset['at'];
    if (at !== undefined) onActivate(Number(at));
  };
  return (
    <div ref={scroller} className="sync-list" role="listbox" aria-label="Changes of the document" tabIndex={0} aria-activedescendant={`${id}-${active}`} onKeyDown={press} onClick={click}>
      <div role="presentation" className="sync-lines" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const change = changes[index]!;
          const accepted = isAccepted(decisions, change);
          return (
            <div
              key={change.key} id={`${id}-${index}`} data-at={index} role="option" tabIndex={-1} aria-selected={index === active} aria-posinset={index + 1} aria-setsize={changes.length}
              className="sync-line" data-accepted={accepted} style={{ transform: `translateY(${start}px)`, height }}
            >
              <KindSign kind={change.kind} />
              {change.method === undefined ? <strong>The API itself</strong> : <span className="sync-path"><MethodBadge method={change.method} /><span className="tr-mono">{change.path}</span></span>}
              <span className="sync-decision">{accepted ? <Tick size={12} /> : <Cross size={12} />} {accepted ? 'Accept' : 'Skip'}</span>
            </div>
          );
        })}
      </div>
    </div>
  );
}
