import { Button } from '@blueprintjs/core';
import { Cross } from '@blueprintjs/icons';
import { useRef, type KeyboardEvent, type ReactNode } from 'react';

interface SplitProps {
  readonly children: ReactNode;
  /** What is looked at, beside the list or below it; null for the list alone. */
  readonly detail: ReactNode;
  /** It needs more room than the list. */
  readonly wide?: boolean;
  readonly onClose: () => void;
}

/** A list, and beside it what is looked at, until Escape is pressed in either. */
export function Split({ children, detail, wide = false, onClose }: SplitProps) {
  const list = useRef<HTMLDivElement>(null);
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || detail === null) return;
    event.stopPropagation();
    // What is closed takes the focus with it: the row that was looked at has it again.
    list.current?.querySelector<HTMLElement>('tr[aria-selected="true"]')?.focus();
    onClose();
  };
  return (
    <div className="dag-split" role="presentation" data-alone={detail === null ? '' : undefined} data-wide={wide || undefined} onKeyDown={press}>
      <div className="dag-scroll" ref={list}>{children}</div>
      {detail}
    </div>
  );
}

interface DetailPaneProps {
  readonly label: string;
  readonly title: string;
  readonly badge?: ReactNode;
  /** What it holds scrolls by itself. */
  readonly fills?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function DetailPane({ label, title, badge, fills = false, onClose, children }: DetailPaneProps) {
  return (
    // What scrolls must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className="dag-detail" aria-label={label} tabIndex={0} data-fills={fills || undefined}>
      <div className="dag-bar">
        <strong className="tr-mono">{title}</strong>
        {badge}
        <span className="filter-space" />
        <Button variant="minimal" size="small" icon={<Cross size={14} />} aria-label="Close" onClick={onClose} />
      </div>
      {children}
    </section>
  );
}
