import { ContextMenuPopover } from '@blueprintjs/core';
import { useRef, type JSX } from 'react';

interface RowMenuProps {
  /** On the page, in pixels. */
  readonly left: number;
  readonly top: number;
  readonly onClose: () => void;
  readonly children: JSX.Element;
}

const itemsIn = (place: HTMLElement | null) => [...(place?.querySelectorAll<HTMLElement>('[role="menuitem"]:not([aria-disabled="true"])') ?? [])];

/** A menu at a place of the page, with the focus in it until it closes; arrow keys go through it. */
export function RowMenu({ left, top, onClose, children }: RowMenuProps) {
  const place = useRef<HTMLDivElement>(null);
  const items = () => itemsIn(place.current);
  return (
    <ContextMenuPopover
      isOpen targetOffset={{ left, top }} onClose={onClose} onOpened={() => items()[0]?.focus()}
      content={(
        <div
          ref={place} role="presentation"
          onContextMenu={(event) => event.preventDefault()}
          onKeyDown={(event) => {
            event.stopPropagation();
            if (event.key === 'Escape' || event.key === 'Tab') {
              event.preventDefault();
              return onClose();
            }
            const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
            if (step === undefined) return;
            event.preventDefault();
            const all = items();
            all[(all.indexOf(document.activeElement as HTMLElement) + step + all.length) % all.length]?.focus();
          }}
        >
          {children}
        </div>
      )}
    />
  );
}
