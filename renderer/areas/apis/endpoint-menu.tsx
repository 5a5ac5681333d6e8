import { ContextMenuPopover, Menu, MenuDivider, MenuItem } from '@blueprintjs/core';
import { useRef, type JSX } from 'react';
import type { Row } from '../../../shared/contract/entity.ts';
import { copyText } from '../../components/resource/copy-rows.ts';
import { pathOf } from '../../state/areas.ts';
import { textOf } from '../../state/list-order.ts';
import { remove } from '../../state/lists.ts';
import { goTo } from '../../state/navigation.ts';
import { isEnabled, switchEndpoints } from './switch-endpoints.ts';

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

interface EndpointMenuProps {
  readonly row: Row;
  /** Why each cannot be done now. */
  readonly toSwitch: string | undefined;
  readonly toTest: string | undefined;
  readonly toRemove: string | undefined;
  readonly onTest: () => void;
}

/** What can be done with one endpoint of the tree. */
export function EndpointMenu({ row, toSwitch, toTest, toRemove, onTest }: EndpointMenuProps) {
  const on = isEnabled(row);
  return (
    <Menu aria-label="Actions of the endpoint">
      <MenuItem text="Open" label="Enter" onClick={() => goTo(pathOf('composerEndpoints', row.id) ?? '/apis')} />
      <MenuItem text="Copy the path" onClick={() => void copyText(textOf(row['path']), 'Path')} />
      <MenuDivider />
      <MenuItem text={on ? 'Disable' : 'Enable'} label="t" disabled={toSwitch !== undefined} onClick={() => void switchEndpoints([row], !on)} />
      <MenuItem text="Run its tests…" disabled={toTest !== undefined} onClick={onTest} />
      <MenuDivider />
      <MenuItem text="Delete" label="Delete" intent="danger" disabled={toRemove !== undefined} onClick={() => remove('composerEndpoints', [row])} />
    </Menu>
  );
}
